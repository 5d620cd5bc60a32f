package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs give the answers of the oracle when their operators run on Spark: in blocks so
 * small that most matrices have several, in blocks that hold the whole of most, and with a part of
 * the operators here.
 *
 * <p>{@code -Dlinden.programs} says how many, {@code -Dlinden.seed} where to begin.
 */
@Tag("random")
class RandomProgramOnSparkTest {
  private static final int PROGRAMS = RandomTests.rounds("linden.programs", 12, 150);

  @TempDir Path directory;

  private RunConfig config(String name, Map<String, String> settings, int side) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("spark.master", "local[2]");
    all.put("spark.block-size", Integer.toString(side));
    return new RunConfig(name + " in blocks of " + side, all, directory);
  }

  @Test
  void sparkAgreesWithTheOracle() {
    Map<String, String> spark = Map.of("exec", "spark");
    Map<String, String> hybrid = Map.of("exec", "hybrid", "memory", "300", "memory.budget", "256m");
    for (int i = 0; i < PROGRAMS; i++) {
      RandomProgram program = ProgramGenerator.generate(RandomTests.SEED + i);
      int side = i % 2 == 0 ? 3 : 10;
      List<RunConfig> configs = new ArrayList<>(List.of(config("spark", spark, side)));
      if (!program.text().contains("par=")) { // so many workers have no room there
        configs.add(config("hybrid", hybrid, 13 - side));
      }
      for (RunConfig one : configs) { // sums of blocks of other sizes have other last digits
        Differential differential = new Differential(new EngineRunner(), List.of(one));
        Differential.Comparison comparison = differential.compare(program);
        if (comparison.kind() != Differential.Kind.NOTHING) {
          fail(differential.report(program, comparison));
        }
      }
    }
  }
}
