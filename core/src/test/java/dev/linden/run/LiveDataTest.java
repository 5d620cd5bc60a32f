package dev.linden.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Scripts that hold three times as much data as the budget allows finish with the same results as
 * those with ample memory. Matrices have 0.8 MB, the budget 8 MB.
 */
class LiveDataTest {
  private static final String LIST =
      """
      L = list()
      for (i in 1:32) {
        L = append(L, rand(rows=250, cols=400, min=-1, max=1, seed=i))
      }
      total = 0
      for (i in 1:31) {
        a = as.matrix(L[i])
        b = as.matrix(L[i+1])
        total = total + sum(abs(a - b))
        L[i] = abs(a - b) * 2 + i
      }
      for (i in 1:32) {
        total = total + sum(as.matrix(L[i]))
      }
      print(total)
      """;

  private static final String RECURSION =
      """
      f = function(int k) return (matrix[double] r) {
        m = rand(rows=250, cols=400, min=-1, max=1, seed=k)
        if (k > 1) {
          below = f(k - 1)
          r = abs(m - below) * 0.5 + m * below
        } else {
          r = m
        }
      }
      g = function(matrix[double] a, matrix[double] b)
          return (matrix[double] x, matrix[double] y) {
        x = a + 2 * b
        y = exp(-abs(a - b))
      }
      r = f(32)
      m = rand(rows=250, cols=400, min=-1, max=1, seed=100)
      [x, y] = g(m, r)
      [u, v] = g(y, x)
      print(sum(x) + " " + sum(y) + " " + sum(u) + " " + sum(v) + " " + sum(m) + " " + sum(r))
      """;

  /** Variables that change places: a matrix is overwritten only after its last name is gone. */
  private static final String SWAPS =
      """
      a = rand(rows=1000, cols=400, min=-1, max=1, seed=1)
      b = rand(rows=250, cols=400, min=-1, max=1, seed=2)
      c = rand(rows=250, cols=400, min=-1, max=1, seed=3)
      h1 = rand(rows=1000, cols=400, min=-1, max=1, seed=4)
      h2 = rand(rows=1000, cols=400, min=-1, max=1, seed=5)
      h3 = rand(rows=1000, cols=400, min=-1, max=1, seed=6)
      h4 = rand(rows=1000, cols=400, min=-1, max=1, seed=7)
      h5 = rand(rows=1000, cols=400, min=-1, max=1, seed=8)
      h6 = rand(rows=1000, cols=400, min=-1, max=1, seed=9)
      i = 0
      while (i < 5) {
        t = b
        b = abs(c - t) + 0.1
        c = t
        t2 = h1
        h1 = h2
        h2 = h3 + i
        h3 = abs(t2 * 0.5 - 1)
        a = abs(a - 1) * 1.5
        i = i + 1
      }
      print(sum(a) + " " + sum(b) + " " + sum(c) + " " + sum(h1) + " " + sum(h2) + " " + sum(h3))
      print(sum(h4) + " " + sum(h5) + " " + sum(h6))
      """;

  @Test
  void sameResultsWithAThirdOfTheMemory() {
    for (String script : List.of(LIST, RECURSION, SWAPS)) {
      Settings plain = Settings.DEFAULTS.with("fusion.policy", "off");
      String expected = run(script, plain, 400 << 20, false);
      for (Settings settings :
          List.of(plain, Settings.DEFAULTS, fused(), fused().with("verify", "true"))) {
        assertEquals(expected, run(script, settings, 12 << 20, true), script);
      }
    }
  }

  private static Settings fused() {
    return Settings.DEFAULTS
        .with("fusion.policy", "all")
        .with("fusion.smallest", "0")
        .with("fusion.classes", "off");
  }

  private static String run(String script, Settings settings, long memory, boolean isShort) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Linden linden =
        Linden.builder()
            .settings(settings)
            .memoryBytes(memory)
            .statistics(true)
            .output(new PrintStream(bytes, false, StandardCharsets.UTF_8))
            .build()) {
      linden.engine().compile(new Source("<script>", script), Map.of()).run();
      assertEquals(isShort, linden.statistics(0).contains("moved to disk"), script);
    }
    String printed = bytes.toString(StandardCharsets.UTF_8);
    assertTrue(!printed.isBlank());
    return printed;
  }
}
