package dev.linden.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs whose live data are larger than the budget give the same answers. */
class MemoryTest {
  @TempDir Path folder;

  private String statistics;

  private String run(String script, String budget) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Settings settings =
        Settings.DEFAULTS
            .with(Settings.SPILL, folder.toString())
            .with(Settings.THREADS, 2)
            .with("memory.budget", budget);
    try (Linden linden =
        Linden.builder()
            .settings(settings)
            .statistics(true)
            .output(new PrintStream(bytes, true, StandardCharsets.UTF_8))
            .build()) {
      linden.engine().compile(new Source("<script>", script), Map.of()).run();
      statistics = linden.statistics(5);
    }
    return bytes.toString(StandardCharsets.UTF_8).strip();
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    try (Stream<Path> rest = Files.list(folder)) {
      assertEquals(0, rest.count());
    }
  }

  /** Each matrix takes 800 KB, or 1 MB in whole regions of the heap. */
  private void agree(String script) {
    String expected = run(script, "1g");
    assertFalse(statistics.contains("moved to disk"), statistics);
    assertEquals(expected, run(script, "6m"));
    assertTrue(statistics.contains("moved to disk"), statistics);
  }

  @Test
  void inLoops() {
    agree(
        """
        A = rand(rows=400, cols=250, seed=1)
        B = rand(rows=400, cols=250, seed=2)
        C = rand(rows=400, cols=250, seed=3)
        D = rand(rows=400, cols=250, seed=4)
        E = rand(rows=400, cols=250, seed=5)
        F = rand(rows=400, cols=250, seed=6)
        G = rand(rows=400, cols=250, seed=7)
        for (i in 1:5) {
          A = A * B + i
          B[i, ] = C[i, ]
          C = abs(C - D)
          D = E / (F + 1)
          E[, i] = matrix(i, 400, 1)
          F = cumsum(G)
          G = rev(G)
        }
        print(sum(A) + " " + sum(B) + " " + sum(C) + " " + sum(D) + " " + sum(E) + " " + sum(F))
        """);
  }

  @Test
  void inFunctionsAndRecursion() {
    agree(
        """
        f = function(matrix[double] X, int n) return (double s) {
          Y = X + n
          s = 0
          if (n > 0) {
            s = f(Y * 0.5, n - 1)
          }
          s = s + sum(X) + sum(Y)
        }
        print(f(rand(rows=400, cols=250, seed=1), 12))
        """);
  }

  @Test
  void inLists() {
    agree(
        """
        L = list()
        for (i in 1:12) {
          L = append(L, rand(rows=400, cols=250, seed=i))
        }
        s = 0
        for (k in 1:2) {
          for (i in 1:12) {
            M = as.matrix(L[i])
            s = s + sum(M) * i
            M[1, 1] = 100
            L[i] = M
          }
        }
        print(s)
        """);
  }

  @Test
  void manySmallMatricesInAList() {
    agree(
        """
        L = list()
        for (i in 1:400) {
          L = append(L, rand(rows=50, cols=50, seed=i))
        }
        s = 0
        for (i in 1:400) {
          s = s + sum(as.matrix(L[i])) * i
        }
        print(s)
        """);
  }

  @Test
  void sparseMatrices() {
    agree(
        """
        L = list()
        for (i in 1:12) {
          L = append(L, rand(rows=2000, cols=500, sparsity=0.1, seed=i))
        }
        s = 0
        for (i in 1:12) {
          X = as.matrix(L[i])
          s = s + sum(t(X) %*% rowSums(X)) * i
        }
        print(s)
        """);
  }

  @Test
  void deadMatricesTakeNoDisk() {
    String script =
        """
        s = 0
        for (i in 1:40) {
          L = list(rand(rows=400, cols=250, seed=i), rand(rows=400, cols=250, seed=i))
          s = s + sum(as.matrix(L[1]) * as.matrix(L[2]))
        }
        print(s > 0)
        """;
    assertEquals("TRUE", run(script, "8m"));
    assertFalse(statistics.contains("moved to disk"), statistics);
  }

  @Test
  void aRefusalNamesOperatorEstimateAndBudget() {
    String script =
        """
        a = rand(rows=3000, cols=1, seed=1)
        print("before")
        B = exp(a %*% t(a))
        print(max(B))
        """;
    ScriptError error = assertThrows(ScriptError.class, () -> run(script, "4m"));
    assertTrue(error.getCause() instanceof ResourceError);
    assertTrue(error.render().contains("X%*%t(X) needs up to 109.9 MB of memory"), error.render());
    assertTrue(error.render().contains("but the budget is 4.0 MB"), error.render());
    assertTrue(error.render().startsWith("<script>:3:"), error.render());
  }

  /**
   * Operands and result take 2.4 MB; a sparse form of the result would take half a megabyte more.
   */
  @Test
  void whatMayBeNeededBesidesIsNoReasonToRefuse() {
    String script =
        """
        A = rand(rows=400, cols=250, seed=1)
        B = rand(rows=400, cols=250, seed=2)
        C = A * B
        print(sum(C) + sum(A) + sum(B) > 0)
        """;
    assertEquals("TRUE", run(script, "2700k"));
  }

  @Test
  void anErrorLeavesNoFiles() {
    String script =
        """
        f = function(matrix[double] X) return (double s) {
          Y = X * 2
          L = list(X + 1, X + 2, X + 3, X + 4, X + 5, X + 6, X + 7)
          stop("enough " + sum(Y))
          s = 1
        }
        print(f(rand(rows=400, cols=250, seed=1)))
        """;
    assertThrows(ScriptError.class, () -> run(script, "4m"));
  }
}
