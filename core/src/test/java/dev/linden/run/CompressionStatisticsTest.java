package dev.linden.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.engine.Engine;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@code -stats} tells about matrices that may be compressed in front of loops. */
class CompressionStatisticsTest {
  /** X has five values, Z has none twice; order needs all cells. */
  private static final String SCRIPT =
      """
      X = round(rand(rows=60000, cols=20, min=0, max=4, seed=1))
      Z = rand(rows=60000, cols=20, seed=2)
      w = matrix(1, 20, 1)
      s = 0
      for (i in 1:80) {
        w = w / sum(w)
        w = t(X) %*% (X %*% w) + t(Z) %*% (Z %*% w)
        if (i > 78) {
          s = s + sum(order(target=X, by=i - 78))
        }
      }
      print(s + sum(w) > 0)
      """;

  private static Map<String, Object> data(Settings.Compression when) {
    return data(when, SCRIPT);
  }

  private static Map<String, Object> data(Settings.Compression when, String script) {
    // fused operators have ways of their own
    Settings settings =
        Settings.DEFAULTS.with(Settings.COMPRESSION, when).with(Settings.FUSION, "off");
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Engine.Builder builder = Engine.builder().settings(settings).statistics(true);
    try (Engine engine = builder.output(nowhere).build()) {
      engine.compile(new Source("<script>", script), Map.of()).run();
      return engine.statisticsData(5);
    }
  }

  private static Map<?, ?> of(String variable, Map<String, Object> data) {
    return ((List<?>) data.get("compressions"))
        .stream()
            .map(decision -> (Map<?, ?>) decision)
            .filter(decision -> decision.get("variable").equals(variable))
            .findFirst()
            .orElseThrow(() -> new AssertionError(data));
  }

  @Test
  void eachCandidateHasADecisionWithItsRatio() {
    Map<String, Object> data = data(Settings.Compression.ALWAYS);
    Map<?, ?> x = of("X", data);
    assertEquals(5, x.get("line"));
    assertEquals(1L, x.get("compressed"));
    double ratio = (double) x.get("ratio");
    double predicted = (double) x.get("predictedRatio");
    assertTrue(ratio > 8 && predicted > ratio / 1.5 && predicted < ratio * 1.5, x::toString);
    Map<?, ?> z = of("Z", data);
    assertEquals(0L, z.get("compressed"));
    assertEquals("0 of 20 columns get smaller in codes", z.get("reason"));
    assertEquals(1L, data.get("compressedMatrices"));
    assertEquals(2L, data.get("compressionCandidates"));
  }

  @Test
  void operatorsThatUnpackAreCounted() {
    Map<String, Object> data = data(Settings.Compression.ALWAYS);
    assertEquals(Map.of("order", 2L), data.get("unpackedBy"));
    assertTrue((long) data.get("unpackedBytes") >= 2 * 8 * 60_000 * 20 * 0.7, data::toString);
    assertTrue((double) data.get("unpackedSeconds") > 0, data::toString);
  }

  /** Whatever the operator: its operands are plain and its result is not. */
  @Test
  void operatorsThatGiveCompressedMatricesAreToldWithTheRatio() {
    Map<String, Object> data =
        data(
            Settings.Compression.ON,
            """
            X = compress(round(rand(rows=60000, cols=20, min=0, max=4, seed=1)))
            T = table(seq(1, 60000), round(rand(rows=60000, cols=1, min=1, max=20)), 60000, 20)
            Y = X * 2
            if (sum(X) > 0) {
              print(sum(T) + sum(Y) > 0)
            }
            """);
    List<?> made = (List<?>) data.get("madeCompressed");
    assertEquals(
        List.of("compress 1", "table 2"),
        made.stream().map(m -> name((Map<?, ?>) m)).toList(),
        made::toString);
    assertTrue((double) ((Map<?, ?>) made.get(0)).get("ratio") > 8, made::toString);
  }

  private static String name(Map<?, ?> made) {
    return made.get("operator") + " " + made.get("line");
  }

  /** Products from both sides, comparisons, slices and appended rows stay on groups. */
  @Test
  void nothingIsUnpackedThatHasAForm() {
    Map<String, Object> data =
        data(
            Settings.Compression.OFF,
            """
            X = compress(round(rand(rows=60000, cols=20, min=0, max=4, seed=1)))
            B = rand(rows=60000, cols=3, seed=2)
            A = rand(rows=3, cols=60000, seed=3)
            print(sum(t(X) %*% B) + sum(A %*% X) + sum(t(X) %*% X) > 0)
            Y = X == 3
            Z = X > 0
            print(sum(Y) + sum(Z) + sum(t(Y) %*% B) + sum(A %*% Z) > 0)
            R = rbind(X[1:20000, ], X[30001:60000, ])
            V = rev(X)
            print(sum(R) + sum(rbind(Y, Z)) + sum(cbind(X, Y)) + max(V[3:50000, 2:9]) > 0)
            """);
    assertEquals(Map.of(), data.get("unpackedBy"));
  }

  /** No operator needs {@code t(X)} itself; a bare one is written out. */
  @Test
  void aBareTransposeUnpacks() {
    Map<String, Object> data =
        data(
            Settings.Compression.OFF,
            """
            X = compress(round(rand(rows=60000, cols=20, min=0, max=4, seed=1)))
            Y = t(X)
            if (sum(X) > 0) {
              print(sum(Y[2:3, ]) > 0)
            }
            """);
    assertEquals(Map.of("t", 1L), data.get("unpackedBy"));
  }

  @Test
  void nothingIsToldWhereNothingIsCompressed() {
    Map<String, Object> data = data(Settings.Compression.OFF);
    assertEquals(List.of(), data.get("compressions"));
    assertEquals(Map.of(), data.get("unpackedBy"));
  }
}
