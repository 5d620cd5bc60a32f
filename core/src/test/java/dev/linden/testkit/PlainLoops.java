package dev.linden.testkit;

import dev.linden.matrix.simd.Simd;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@link PlainLoopsTest} runs in a JVM of its own: the answers of the golden files and random
 * programs. Arguments: a directory to work in, the first seed, the number of programs. The exit
 * code is 1 when something is wrong.
 */
final class PlainLoops {
  private PlainLoops() {}

  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    List<String> problems = new ArrayList<>();
    if (!Simd.current().name().equals("scalar")) {
      problems.add("vectors are in use: " + Simd.current().name());
    }
    checkGoldenFiles(directory, problems);
    checkRandomPrograms(directory, Long.parseLong(args[1]), Integer.parseInt(args[2]), problems);
    problems.forEach(System.out::println);
    System.exit(problems.isEmpty() ? 0 : 1);
  }

  private static void checkGoldenFiles(Path directory, List<String> problems) throws IOException {
    GoldenRunner runner = new GoldenRunner(new EngineRunner(), directory);
    for (GoldenFile file : GoldenFolder.files()) {
      for (GoldenFile.Block block : file.blocks()) {
        if (block.kind() != GoldenFile.Kind.RUN) {
          continue;
        }
        try {
          runner.check(block, RunConfig.DEFAULT);
        } catch (AssertionError e) {
          problems.add(GoldenFolder.name(file) + ":" + block.line() + " " + e.getMessage());
        }
      }
    }
  }

  private static void checkRandomPrograms(
      Path directory, long first, int programs, List<String> problems) {
    Differential differential =
        new Differential(new EngineRunner(), List.of(RunConfig.DEFAULT.in(directory)));
    for (int i = 0; i < programs; i++) {
      RandomProgram program = ProgramGenerator.generate(first + i);
      Differential.Comparison comparison = differential.compare(program);
      if (comparison.kind() != Differential.Kind.NOTHING) {
        problems.add(differential.report(program, comparison));
        return;
      }
    }
  }
}
