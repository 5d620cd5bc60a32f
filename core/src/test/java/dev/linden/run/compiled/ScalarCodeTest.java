package dev.linden.run.compiled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.RandomTests;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Code of loops and functions does what the interpreter does: output, errors and their places. */
class ScalarCodeTest {
  private static RunResult run(String script, String mode) {
    RunConfig config = new RunConfig(mode, Map.of("scalar.code", mode), Path.of(""));
    return new EngineRunner().run(script, Map.of(), config, Map.of());
  }

  private static RunResult same(String script) {
    RunResult expected = run(script, "off");
    assertEquals(expected, run(script, "at-once"), script);
    assertEquals(expected, run(script, "adaptive"), script);
    return expected;
  }

  @Test
  @Tag("random")
  void randomProgramsDoTheSame() {
    int finished = 0;
    int programs = RandomTests.rounds("linden.scalar.programs", 150, 5_000);
    for (int i = 0; i < programs; i++) {
      String script = ScalarPrograms.generate(RandomTests.SEED + i);
      RunResult expected = run(script, "off");
      assertEquals(expected, run(script, "at-once"), () -> script);
      finished += expected.succeeded() ? 1 : 0;
    }
    int share = 100 * finished / programs;
    assertTrue(programs < 100 || share >= 20, "only " + share + " % came to their end");
  }

  @Test
  void typesChangeOnTheWay() {
    RunResult result =
        same(
            """
            s = 0
            t = 0
            for (i in 1:3000) {
              if (i == 1500) { t = 0.5 }
              t = t + 1
              if (i == 2500) { t = as.integer(t) }
              s = s + t
            }
            print(s + " " + t)
            """);
    assertEquals("4500499.5 1999\n".length(), result.stdout().length());
  }

  @Test
  void integersOverflowAtTheirPlace() {
    RunResult result =
        same(
            """
            x = 1
            n = 0
            while (n < 5000) {
              n = n + 1
              if (n > 2000) { x = x * 3 }
            }
            """);
    assertTrue(result.error().contains("integer overflow"), result.error());
    assertTrue(result.error().contains("5:"), result.error());
  }

  @Test
  void sharedMatricesAreCopiedBeforeTheyChange() {
    same(
        """
        X = matrix(0, 4, 4)
        Y = X
        for (k in 1:4000) {
          i = k %% 4 + 1
          X[i, 2] = as.scalar(X[i, 3]) + k
          if (k == 2000) { Y = X }
          X[i, 3] = k
        }
        print(toString(X) + toString(Y) + sum(X) + " " + sum(Y))
        """);
  }

  @Test
  void cellsOutOfBounds() {
    RunResult result =
        same(
            """
            X = matrix(1, 3, 3)
            s = 0
            for (k in 1:3000) {
              s = s + as.scalar(X[k %/% 1000 + 1, 1])
            }
            """);
    assertTrue(result.error().contains("row index 4"), result.error());
    assertTrue(result.error().contains("4:"), result.error());
  }

  @Test
  void matricesThatAreNotDense() {
    same(
        """
        S = matrix(0, 300, 300)
        S[7, 7] = 1
        for (k in 1:3000) {
          S[k %% 300 + 1, 5] = as.scalar(S[7, 7]) + k
        }
        print(sum(S))
        """);
  }

  @Test
  void matricesThatThePoolKeeps() {
    same(
        """
        X = matrix(1, 300, 300)
        for (k in 1:5000) {
          i = k %% 300 + 1
          X[i, 300] = as.scalar(X[i, 300]) * 0.5 + sum(X[i, 1:2])
        }
        print(sum(X))
        """);
  }

  @Test
  void keptMatricesOfWhichBranchesLoseSight() {
    same(
        """
        X = matrix(1, 300, 300)
        s = 0.0
        for (k in 1:4000) {
          if (k %% 1000 == 0) { s = s + sum(X) }
          i = k %% 300 + 1
          X[i, 2] = as.scalar(X[i, 3]) + k
          if (k %% 700 == 0) { print(k) }
          X[i, 3] = k
        }
        print(sum(X) + s)
        """);
  }

  @Test
  void functionsThatCallThemselves() {
    RunResult result =
        same(
            """
            fib = function(integer n) return (integer r) {
              r = n
              if (n > 1) { r = fib(n - 1) + fib(n - 2) }
            }
            print(fib(18))
            """);
    assertEquals("2584\n", result.stdout());
  }

  @Test
  void errorsInFunctionsTellTheCalls() {
    RunResult result =
        same(
            """
            f = function(integer n, integer k) return (integer r) {
              r = n %/% k
              if (k > 0) { r = r + f(n, k - 1) }
            }
            s = 0
            for (i in 1:2000) { s = s + 1 }
            print(f(10, 3))
            """);
    assertTrue(result.error().contains("integer division by zero"), result.error());
  }

  @Test
  void variablesAfterTheLoop() {
    same(
        """
        last = 0
        for (i in 1:2500) {
          last = i
          half = i / 2
          if (i > 2400) { text = "seen " + i }
        }
        print(i + " " + last + " " + half + " " + text)
        j = 5
        while (j > 0) { j = j - 1; word = "w" + j }
        print(j + word)
        """);
  }

  @Test
  void loopsAsLongAsTheyLike() {
    StringBuilder script = new StringBuilder("s = 1.5\nfor (i in 1:1100) {\n");
    for (int k = 0; k < 600; k++) {
      script.append("  s = (s * 0.5 + i * ").append(k).append(") %% 1000\n");
    }
    same(script.append("}\nprint(s)\n").toString());
  }

  @Test
  void iterationsUpToTheLargestInteger() {
    same(
        """
        c = 0
        for (i in 9223372036854775800:9223372036854775807) { c = c + 1 }
        print(c + " " + i)
        """);
  }
}
