package dev.linden.plan.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.engine.Compiled;
import dev.linden.engine.Engine;
import dev.linden.engine.View;
import dev.linden.op.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What EXPLAIN says of the time that scripts take: how it follows sizes, loops and machines. */
class PredictionTest {
  private static final String CHAIN =
      """
      v = seq(1, ncol(X))
      for (i in 1:10) {
        v = 1e-9 * (t(X) %*% (X %*% v))
      }
      print(sum(v))
      """;

  private static final String CLUSTER =
      """
      "executors": 10, "cores": 8, "executorMemory": "64g", "driverMemory": "8g"\
      """;

  @TempDir Path folder;

  private static Engine.Builder local() {
    return Engine.builder()
        .settings(
            Settings.DEFAULTS
                .with("exec", "local")
                .with("threads", "2")
                .with(Settings.MEMORY, 8L << 30));
  }

  private Engine.Builder cluster(String moreFields) throws IOException {
    Path file = folder.resolve("cluster.json");
    Files.writeString(file, "{" + CLUSTER + moreFields + "}");
    return Engine.builder().clusterFile(file);
  }

  private static Compiled compile(Engine.Builder builder, String script) {
    try (Engine engine = builder.build()) {
      return engine.compile(new Source("<script>", script), Map.of());
    }
  }

  private static Map<?, ?> seconds(Engine.Builder builder, String script) {
    return (Map<?, ?>) compile(builder, script).explainData(View.TIME).get("seconds");
  }

  private static double total(Engine.Builder builder, String script) {
    return part(seconds(builder, script), "total");
  }

  private static double part(Map<?, ?> seconds, String name) {
    return (Double) seconds.get(name);
  }

  private static void assertAbout(double expected, double actual) {
    assertTrue(
        Math.abs(actual - expected) <= 0.1 * expected,
        () -> "expected about " + expected + ", found " + actual);
  }

  // ---- on one machine

  @Test
  void tenTimesTheRowsTakeTenTimesAsLong() {
    double small = total(local().assume("X", Size.of(1_000_000, 100)), CHAIN);
    double large = total(local().assume("X", Size.of(10_000_000, 100)), CHAIN);
    assertAbout(10 * small, large);
  }

  @Test
  void sparseMatricesTakeLess() {
    double dense = total(local().assume("X", Size.of(1_000_000, 1000)), CHAIN);
    double sparse = total(local().assume("X", Size.of(1_000_000, 1000, 10_000_000)), CHAIN);
    assertTrue(sparse < dense / 10, () -> sparse + " of " + dense);
  }

  @Test
  void partsAndOperatorsAddUp() {
    Compiled script = compile(local().assume("X", Size.of(1_000_000, 100)), CHAIN);
    Map<String, Object> data = script.explainData(View.TIME);
    Map<?, ?> seconds = (Map<?, ?>) data.get("seconds");
    double parts = -part(seconds, "total");
    for (Object part : seconds.values()) {
      parts += (Double) part;
    }
    double operators = 0;
    double times = 0;
    for (Object each : (List<?>) data.get("operators")) {
      Map<?, ?> operator = (Map<?, ?>) each;
      operators += (Double) operator.get("seconds");
      if ("t(X)%*%(X%*%v)".equals(operator.get("operator"))) {
        assertEquals(3, operator.get("line"));
        times += (Double) operator.get("times");
      }
    }
    assertAbout(part(seconds, "total"), parts);
    assertAbout(part(seconds, "total"), operators);
    assertEquals(10, times);
    assertEquals(script.explain(View.TIME).lines().toList(), data.get("time"));
  }

  @Test
  void whileLoopsRunUpToTheirLimit() {
    String loop =
        """
        s = 0.0
        i = LIMIT_FROM
        d = 1.0
        while (i < 7 & d > 0.5) {
          d = sum(X * i)
          s = s + d
          i = i + 1
        }
        print(s)
        """;
    Engine.Builder builder = local().assume("X", Size.of(1_000_000, 100));
    double six = total(builder, loop.replace("LIMIT_FROM", "1"));
    double three = total(builder, loop.replace("LIMIT_FROM", "4"));
    assertAbout(2 * three, six);
  }

  @Test
  void functionsCountWhereTheyAreCalled() {
    String function =
        """
        f = function(matrix[double] A, int n) return (double s) {
          s = 0.0
          i = 0
          while (i < n) {
            s = s + sum(A * i)
            i = i + 1
          }
        }
        """;
    Engine.Builder builder = local().assume("X", Size.of(1_000_000, 100));
    double ofFive = total(builder, function + "print(f(X, 5))");
    double both = total(builder, function + "print(f(X, 5) + f(X, 10))");
    assertAbout(3 * ofFive, both);
  }

  @Test
  void functionsThatCallThemselvesEnd() {
    String script =
        """
        f = function(matrix[double] A, int n) return (double s) {
          s = sum(A * n)
          if (n > 0) {
            s = s + f(A, n - 1) + f(A, n - 2)
          }
        }
        print(f(X, 50))
        """;
    Compiled compiled = compile(local().assume("X", Size.of(1_000_000, 100)), script);
    assertEquals(List.of("call f"), compiled.explainData(View.TIME).get("unknown"));
  }

  @Test
  void loopsInEachOtherMultiply() {
    int depth = 12;
    StringBuilder script = new StringBuilder("s = 0\n");
    for (int level = 0; level < depth; level++) {
      script.append("for (i").append(level).append(" in 1:2) {\n");
    }
    script.append("s = s + sum(exp(X * s))\n").append("}\n".repeat(depth)).append("print(s)");
    Engine.Builder builder = local().assume("X", Size.of(1_000_000, 100));
    double once = total(builder, "s = 0\nfor (i in 1:2) { s = s + sum(exp(X * s)) }\nprint(s)") / 2;
    assertAbout(Math.pow(2, depth) * once, total(builder, script.toString()));
  }

  @Test
  void branchesThatStopAreNotTaken() {
    String script =
        """
        if (sum(X) > 3) {
          print(sum(exp(X)))
          stop("never")
        }
        """;
    Engine.Builder builder = local().assume("X", Size.of(1_000_000, 100));
    assertAbout(total(builder, "print(sum(X))"), total(builder, script));
  }

  @Test
  void whatOnlyDataTellIsMadeUp() {
    String script =
        """
        Y = removeEmpty(target=X, margin="rows", select=X[, 1] > 0)
        print(sum(exp(Y)))
        """;
    Compiled compiled = compile(local().assume("X", Size.of(1_000_000, 100)), script);
    Map<String, Object> data = compiled.explainData(View.TIME);
    assertEquals(List.of("removeEmpty"), data.get("madeUp"));
    assertEquals(List.of(), data.get("unknown"));
    double whole = total(local().assume("X", Size.of(1_000_000, 100)), "print(sum(exp(X)))");
    assertTrue(part((Map<?, ?>) data.get("seconds"), "total") > whole);
  }

  @Test
  void filesTakeLongerAsText() {
    String binary = "X = read($f, format=\"binary\")\nprint(sum(X))";
    String csv = "X = read($f, format=\"csv\")\nprint(sum(X))";
    Size size = Size.of(1_000_000, 100);
    double fast = part(seconds(local().assume("X", size), binary), "read");
    double slow = part(seconds(local().assume("X", size), csv), "read");
    assertTrue(slow > 3 * fast, () -> slow + " and " + fast);
  }

  // ---- on a cluster

  @Test
  void moreMachinesComputeFaster() throws IOException {
    Size size = Size.of(100_000_000, 1000);
    Map<?, ?> ten = seconds(cluster("").assume("X", size), CHAIN);
    String many = CLUSTER.replace("\"executors\": 10", "\"executors\": 40");
    Path file = folder.resolve("many.json");
    Files.writeString(file, "{" + many + "}");
    Map<?, ?> forty = seconds(Engine.builder().clusterFile(file).assume("X", size), CHAIN);
    assertAbout(part(ten, "compute") / 4, part(forty, "compute"));
    assertTrue(part(forty, "overhead") > 10 * Rates.DEFAULT.job());
  }

  @Test
  void whatDoesNotFitTheMemoryIsReadAgainInEachIteration() throws IOException {
    String file = "X = read($f, format=\"binary\")\n" + CHAIN;
    double fits = part(seconds(cluster("").assume("X", Size.of(10_000_000, 1000)), file), "read");
    double twice = part(seconds(cluster("").assume("X", Size.of(100_000_000, 1000)), file), "read");
    assertTrue(twice > 30 * fits, () -> twice + " and " + fits);
  }

  @Test
  void methodsMoveWhatTheyMove() throws IOException {
    Engine.Builder small =
        cluster("").assume("A", Size.of(10_000_000, 2000)).assume("B", Size.of(2000, 100));
    Map<?, ?> broadcast = seconds(small, "print(sum(A %*% B))");
    assertTrue(part(broadcast, "broadcast") > 0);
    assertEquals(0, part(broadcast, "shuffle"), 0.05);
    Engine.Builder large =
        cluster("").assume("A", Size.of(200_000, 200_000)).assume("B", Size.of(200_000, 200_000));
    Map<?, ?> shuffle = seconds(large, "C = A %*% B\nprint(max(C))");
    assertTrue(part(shuffle, "shuffle") > 10, shuffle::toString);
    assertEquals(0, part(shuffle, "broadcast"));
  }

  /** Matrices of files are where they were read; those that were made there meet without moving. */
  @Test
  void whatMeetsMovesOnceUnlessItIsInPlace() throws IOException {
    String files =
        """
        X = read($f, format="binary")
        Y = read($g, format="binary")
        print(sum(abs(X + Y)))
        """;
    Size size = Size.of(50_000_000, 100);
    double moved = part(seconds(cluster("").assume("X", size).assume("Y", size), files), "shuffle");
    double each = 50e6 * 800 * (2 / (80 * 1e9) + 1 / (10 * 1.2e9) + 1 / (10 * 2e9));
    assertAbout(2 * each, moved);
    String made =
        """
        X = rand(rows=50000000, cols=100, seed=1)
        Y = rand(rows=50000000, cols=100, seed=2)
        print(sum(abs(X + Y)))
        """;
    assertEquals(0, part(seconds(cluster(""), made), "shuffle"));
  }

  @Test
  void ratesOfTheClusterCount() throws IOException {
    Size size = Size.of(10_000_000, 1000);
    String read = "X = read($f, format=\"binary\")\nprint(sum(X))";
    double usual = part(seconds(cluster("").assume("X", size), read), "read");
    double slow = part(seconds(cluster(", \"diskRate\": 1e6").assume("X", size), read), "read");
    assertTrue(slow > 10 * usual, () -> slow + " and " + usual);
    assertAbout(10e6 * 8000 / (10 * 1e6), slow);
    InputError error = assertThrows(InputError.class, () -> cluster(", \"jobSeconds\": -1"));
    assertTrue(
        error.getMessage().endsWith("jobSeconds: expected a number above 0, found -1"),
        error.getMessage());
  }

  @Test
  void aMatrixIsSentOnce() throws IOException {
    String once =
        """
        for (i in 1:2) {
          print(max(X %*% w))
        }
        """;
    Engine.Builder builder =
        cluster("").assume("X", Size.of(100_000_000, 1000)).assume("w", Size.of(1000, 500));
    double two = part(seconds(builder, once), "broadcast");
    double ten = part(seconds(builder, once.replace("1:2", "1:10")), "broadcast");
    assertTrue(two > 0);
    assertEquals(two, ten);
  }

  @Test
  void nothingIsPredictedOfNothing() {
    assertFalse(compile(local(), "x = 1").explain(View.TIME).isEmpty());
    assertEquals(0, total(local(), "x = 1"));
  }
}
