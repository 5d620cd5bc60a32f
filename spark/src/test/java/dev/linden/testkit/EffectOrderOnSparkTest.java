package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written first happens first, though Spark computes nothing before somebody asks. */
@Tag("random")
class EffectOrderOnSparkTest {
  private static final int PROGRAMS = RandomTests.rounds("linden.programs", 4, 40);
  private static final long FIRST = RandomTests.SEED;

  @TempDir Path directory;

  private RunResult run(String script, Map<String, String> mode) {
    Map<String, String> settings = new HashMap<>(mode);
    settings.put("spark.master", "local[2]");
    settings.putIfAbsent("spark.block-size", "3");
    settings.put("seed", "7");
    RunConfig config = new RunConfig("spark", settings, directory);
    return new EngineRunner().run(script, Map.of(), config, Map.of());
  }

  @Test
  void effectsKeepTheirOrder() {
    List<Map<String, String>> modes =
        List.of(
            Map.of("exec", "local"),
            Map.of("exec", "spark"),
            Map.of("exec", "hybrid", "memory", "300", "memory.budget", "256m"));
    for (long seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      EffectProgram program = EffectProgram.generate(seed);
      String printed = null;
      for (Map<String, String> mode : modes) {
        String what = "seed " + seed + ", " + mode + ":\n" + program.text();
        RunResult result = run(program.text(), mode);
        assertNull(program.fault(result), what);
        printed = printed == null ? result.stdout() : printed;
        assertEquals(printed, result.stdout(), what);
      }
    }
  }

  /** What was read before a file is written anew is what it held then. */
  @Test
  void readsWhatWasThere() {
    String script =
        """
        A = matrix(1, 7, 5)
        write(A, "x.%1$s", format="%1$s")
        B = read("x.%1$s")
        C = B * 2
        write(A + 1, "x.%1$s", format="%1$s")
        D = read("x.%1$s")
        write(D * D, "x.%1$s", format="%1$s")
        E = read("x.%1$s")
        print(sum(B) + " " + sum(C) + " " + sum(D) + " " + sum(E))
        """;
    for (String format : List.of("csv", "text", "mm", "libsvm", "binary")) {
      RunResult result = run(script.formatted(format), Map.of("exec", "spark"));
      assertNull(result.error(), result.error());
      assertEquals("35.0 70.0 70.0 140.0", result.stdout().strip(), format);
    }
  }

  /** An operand that dies here afterwards gives its memory to a result, before Spark reads it. */
  @Test
  void operandsAreThoseOfTheirTime() {
    String script =
        """
        i = seq(1, 7)
        for (n in 2:4) {
          j = t(seq(1, n))
          S = matrix(seq(1, n * n), n, n)
          X = i * j
          Y = (i %*% j) %*% S
          k = 3 * j
          T = 5 * S
          print(sum(X * k) + " " + sum(X * j * i) + " " + sum(Y * k) + " " + sum(T * t(k)))
        }
        """;
    String expected = run(script, Map.of("exec", "local")).stdout();
    for (String side : List.of("3", "5")) {
      for (String memory : List.of("300", "64m")) {
        RunResult result =
            run(
                script,
                Map.of(
                    "exec",
                    memory.equals("64m") ? "spark" : "hybrid",
                    "memory",
                    memory,
                    "memory.budget",
                    "256m",
                    "spark.block-size",
                    side));
        assertEquals(expected, result.stdout(), side + " " + memory);
      }
    }
  }
}
