package dev.linden.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The examples of built-ins in the documentation, on executors. */
public final class ExamplesOnSpark {
  /** So small that matrices of examples have several blocks. */
  public static final Map<String, String> SETTINGS =
      Map.of("exec", "spark", "spark.master", "local[2]", "spark.block-size", "2");

  private ExamplesOnSpark() {}

  /** The scripts that call the function, each of which has printed there what it must. */
  public static List<String> checked(String function, Path temporary) {
    RunConfig config = new RunConfig("spark", SETTINGS, Path.of(""));
    GoldenRunner runner = new GoldenRunner(new EngineRunner(), temporary);
    List<String> scripts = new ArrayList<>();
    try {
      GoldenFile file = GoldenFile.read(GoldenFolder.root().resolve("builtins/examples.dmlt"));
      for (GoldenFile.Block block : file.blocks()) {
        if (block.kind() == GoldenFile.Kind.RUN && block.script().contains(function + "(")) {
          runner.check(block, config);
          scripts.add(block.script());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return scripts;
  }
}
