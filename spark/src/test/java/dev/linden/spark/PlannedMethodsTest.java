package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.engine.CompiledScript;
import dev.linden.engine.Engine;
import dev.linden.engine.View;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.plan.distribute.Method;
import dev.linden.testkit.RandomTests;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What EXPLAIN says is what runs: for random sizes, block sizes and memory of executors, statistics
 * count the methods that the plan has named.
 */
@Tag("random")
class PlannedMethodsTest {
  /** Each leaves its result in a variable of its own; chains share no product. */
  private static final List<String> EXPRESSIONS =
      List.of(
          "A %*% B",
          "t(A) %*% C",
          "C %*% t(D)",
          "t(A) %*% A",
          "A %*% t(A)",
          "t(A) %*% (A %*% v)",
          "t(A) %*% (w * (A %*% x))",
          "t(A) %*% ((A %*% y) - w)",
          "removeEmpty(target=diag(w), margin=\"rows\") %*% A",
          "removeEmpty(target=A, margin=\"rows\", select=w)",
          "removeEmpty(target=C, margin=\"cols\")",
          "cumsum(A)",
          "cumprod(C)",
          "X * sigmoid(U %*% t(V))",
          "(X * (U %*% t(V))) %*% V");

  private static final Pattern EXPLAINED =
      Pattern.compile("\\[([^\\[\\]]+)\\]$", Pattern.MULTILINE);

  @Test
  void statisticsCountWhatExplainSays() {
    long first = RandomTests.SEED;
    int rounds = RandomTests.rounds("linden.methods", 4, 8);
    Set<String> seen = new TreeSet<>();
    for (long seed = first; seed < first + rounds; seed++) {
      seen.addAll(check(seed));
    }
    System.err.println("methods that ran: " + seen);
  }

  /** The methods that ran. */
  private static Set<String> check(long seed) {
    Random random = new Random(seed);
    Map<String, Matrix> inputs = inputs(random, seed);
    List<String> outputs = new ArrayList<>();
    StringBuilder script = new StringBuilder();
    for (int i = 0; i < EXPRESSIONS.size(); i++) {
      outputs.add("R" + i);
      script.append("R").append(i).append(" = ").append(EXPRESSIONS.get(i)).append('\n');
    }
    // From blocks of one cell to blocks that hold all, from no broadcast to any.
    int blockSize = 1 + random.nextInt(40);
    long memory = (long) Math.exp(random.nextDouble(5, 12));
    Settings settings =
        Settings.DEFAULTS
            .with("exec", "spark")
            .with("spark.master", "local[2]")
            .with("spark.block-size", String.valueOf(blockSize))
            .with("memory", String.valueOf(memory))
            .with("memory.budget", "256m");
    Map<String, Info> infos = new LinkedHashMap<>();
    inputs.forEach((name, matrix) -> infos.put(name, Info.matrix(matrix.rows(), matrix.cols())));
    try (Engine engine = Engine.builder().settings(settings).statistics(true).build()) {
      Source source = new Source("<script>", script.toString());
      CompiledScript compiled =
          engine.prepare(source, Map.of(), infos, new TreeSet<>(outputs), false);
      String plan = compiled.explain(View.SPARK);
      compiled
          .entry(List.copyOf(inputs.keySet()), outputs)
          .call(inputs.values().stream().map(MatrixValue::new).toArray(Value[]::new));
      Map<?, ?> counters = (Map<?, ?>) engine.statisticsData(0).get("spark");
      String round =
          "-Dlinden.seed=" + seed + ": blocks of " + blockSize + ", memory " + memory + "\n" + plan;
      Map<String, Long> ran = ran(counters);
      assertEquals(explained(plan), ran, round);
      assertNull(counters.get("methods chosen anew"), round);
      return ran.keySet();
    }
  }

  private static Map<String, Matrix> inputs(Random random, long seed) {
    // Of one row diag(w) is w: the size of removeEmpty(w) is not known before it runs, and EXPLAIN
    // names no method for what follows.
    int n = 2 + random.nextInt(59);
    int m = 1 + random.nextInt(60);
    int k = 1 + random.nextInt(60);
    int rank = 1 + random.nextInt(6);
    Map<String, Matrix> inputs = new LinkedHashMap<>();
    inputs.put("A", dense(n, m, seed));
    inputs.put("B", dense(m, k, seed + 1));
    inputs.put("C", dense(n, k, seed + 2));
    inputs.put("D", dense(m, k, seed + 3));
    inputs.put("v", dense(m, 1, seed + 4));
    inputs.put("x", dense(m, 1, seed + 9));
    inputs.put("y", dense(m, 1, seed + 10));
    inputs.put("w", dense(n, 1, seed + 5));
    inputs.put("X", Generate.uniform(n, m, -1, 1, 0.1, seed + 6, Workers.serial()));
    inputs.put("U", dense(n, rank, seed + 7));
    inputs.put("V", dense(m, rank, seed + 8));
    return inputs;
  }

  private static Matrix dense(int rows, int cols, long seed) {
    return Generate.uniform(rows, cols, 1, 2, 1, seed, Workers.serial());
  }

  private static Map<String, Long> explained(String plan) {
    Map<String, Long> counts = new TreeMap<>();
    Matcher matcher = EXPLAINED.matcher(plan);
    while (matcher.find()) {
      counts.merge(matcher.group(1), 1L, Long::sum);
    }
    return counts;
  }

  /** By the words of EXPLAIN. */
  private static Map<String, Long> ran(Map<?, ?> counters) {
    Map<String, String> words = new LinkedHashMap<>();
    for (Method method : Method.Product.values()) {
      words.put(method.counter(), method.label());
    }
    for (Method method : Method.Marks.values()) {
      words.put(method.counter(), method.label());
    }
    Map<String, Long> counts = new TreeMap<>();
    counters.forEach(
        (counter, count) -> {
          String name = (String) counter;
          if (name.startsWith("method ")) {
            String word = words.getOrDefault(name, name.substring("method ".length()));
            counts.merge(word, ((Number) count).longValue(), Long::sum);
          }
        });
    return counts;
  }
}
