package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.engine.Engine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Blocks that executors compress in front of loops, with dictionaries that all of them share. */
class CompressedBlocksTest {
  private static final Map<String, String> SPARK =
      Map.of("exec", "spark", "spark.master", "local[2]", "compression", "always");

  private record Outcome(String printed, Map<String, Object> statistics) {
    /** The decision about a variable. */
    Map<?, ?> decision(String variable) {
      return ((List<?>) statistics.get("compressions"))
          .stream()
              .map(decision -> (Map<?, ?>) decision)
              .filter(decision -> decision.get("variable").equals(variable))
              .findFirst()
              .orElseThrow(() -> new AssertionError(statistics));
    }

    double ratio(String variable) {
      return (double) decision(variable).get("ratio");
    }
  }

  private static Outcome run(String script, String... more) throws InterruptedException {
    Settings settings = Settings.DEFAULTS;
    for (Map.Entry<String, String> setting : SPARK.entrySet()) {
      settings = settings.with(setting.getKey(), setting.getValue());
    }
    for (int k = 0; k < more.length; k += 2) {
      settings = settings.with(more[k], more[k + 1]);
    }
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    Engine.Builder builder = Engine.builder().settings(settings).statistics(true).output(out);
    Outcome outcome;
    try (Engine engine = builder.build()) {
      engine.compile(new Source("<script>", script), Map.of()).run();
      outcome = new Outcome(printed.toString(StandardCharsets.UTF_8), engine.statisticsData(5));
    }
    assertEquals(0, Leftovers.cachedNow(), script);
    Leftovers.assertNoBroadcasts(script);
    return outcome;
  }

  private static final String LOOP =
      """
      X = round(rand(rows=20000, cols=12, min=0, max=3, seed=1))
      w = matrix(1, 12, 1)
      for (i in 1:20) {
        w = t(X) %*% (X %*% w)
        w = w / sum(w)
      }
      print(toString(round(w * 1e6)))
      """;

  @Test
  void loopsGiveTheSame() throws Exception {
    Outcome plain = run(LOOP, "compression", "off");
    Outcome compressed = run(LOOP);
    assertEquals(plain.printed(), compressed.printed());
    Outcome local = run(LOOP, "exec", "local");
    assertEquals(plain.printed(), local.printed());
    assertTrue(
        compressed.ratio("X") >= 0.8 * local.ratio("X"),
        compressed.decision("X") + " but locally " + local.decision("X"));
  }

  /** Some columns have more values than a block has rows. */
  @Test
  void smallBlocksAreNearlyAsSmallAsTheWholeMatrix() throws Exception {
    String script =
        """
        X = round(rand(rows=40000, cols=3, min=0, max=2000, seed=1))
        Y = round(rand(rows=40000, cols=20, min=0, max=9, seed=2))
        X = cbind(X, Y, Y * 3)
        w = matrix(1, 43, 1)
        for (i in 1:3) {
          w = t(X) %*% (X %*% w)
          w = w / sum(w)
        }
        print(toString(round(w * 1e6), rows=50))
        """;
    Outcome local = run(script, "exec", "local");
    Outcome blocks = run(script);
    assertEquals(local.printed(), blocks.printed());
    assertTrue(
        blocks.ratio("X") >= 0.8 * local.ratio("X"),
        blocks.decision("X") + " but locally " + local.decision("X"));
  }

  /** Whatever the memory that is left: blocks on disk name their dictionaries. */
  @Test
  void compressedBlocksMoveAndAreCut() throws Exception {
    String script =
        """
        X = round(rand(rows=5000, cols=230, min=0, max=3, seed=1))
        v = seq(1, 5000)
        s = 0
        for (i in 1:3) {
          Z = X[101:4500, 20:210]
          A = rbind(X, X)
          B = order(target=X, by=i)
          C = removeEmpty(target=X, margin="rows", select=(v > 100))
          s = s + sum(Z * i) + sum(A) + sum(B * v) + sum(C) + sum(X + rev(X)) + sum(t(X) %*% X)
        }
        print(s)
        """;
    String[] small = {"spark.block-size", "100", "memory.budget", "256m", "memory", "40"};
    String expected = run(script, "exec", "local", "compression", "off").printed();
    assertEquals(expected, run(script, "spark.block-size", "100").printed());
    assertEquals(expected, run(script, small).printed());
  }

  @Test
  void groupsThatWouldNotBeSmallerAreRefused() throws Exception {
    Outcome outcome = run(LOOP.replace("round(rand(", "(rand("));
    Map<?, ?> decision = outcome.decision("X");
    assertEquals(0L, decision.get("compressed"), decision::toString);
    assertEquals(
        run(LOOP.replace("round(rand(", "(rand("), "compression", "off").printed(),
        outcome.printed());
  }

  /** Variables that are computed from compressed ones live longer than these. */
  @Test
  void whatIsComputedOutlivesTheDictionaries() throws Exception {
    String script =
        """
        X = round(rand(rows=900, cols=120, min=0, max=3, seed=1))
        A = X[1:700,]
        for (j in 1:5) {
          for (i in 1:3) {
            A = rbind(X[(50 + i):(749 + i),], A)
            A = A[1:700,]
          }
          X = X + j %% 2
        }
        print(sum(A * seq(1, 700)))
        """;
    String expected = run(script, "exec", "local", "compression", "off").printed();
    assertEquals(expected, run(script, "spark.block-size", "100").printed());
  }
}
