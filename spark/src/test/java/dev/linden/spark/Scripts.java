package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.api.Call;
import dev.linden.api.Input;
import dev.linden.api.Linden;
import dev.linden.api.Results;
import dev.linden.base.Settings;
import dev.linden.matrix.Matrix;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import dev.linden.testkit.Agreement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs scripts on two executor threads, with blocks of 100x100 cells. */
final class Scripts {
  /** Executors too small for any broadcast: operands meet by joins. */
  static final Map<String, String> NO_BROADCASTS =
      Map.of("+memory", "40", "+memory.budget", "256m");

  private Scripts() {}

  /**
   * @param values of the variables asked for: matrices and numbers
   * @param counters what happened on executors, by name; empty if nothing did
   */
  record Outcome(Map<String, Object> values, Map<?, ?> counters) {
    /** That this is the outcome of the script elsewhere, but for rounding. */
    void assertLike(Outcome expected, Map<String, String> expressions) {
      expected
          .values()
          .forEach(
              (name, value) ->
                  assertSame(value, values.get(name), expressions.getOrDefault(name, name)));
    }
  }

  /**
   * @param properties system properties, and settings that begin with a plus sign
   */
  static Outcome run(
      String script,
      Map<String, Matrix> inputs,
      List<String> outputs,
      Map<String, String> properties) {
    Settings settings =
        Settings.DEFAULTS
            .with("exec", "spark")
            .with("spark.master", "local[2]")
            .with("spark.block-size", "100");
    for (Map.Entry<String, String> property : properties.entrySet()) {
      if (property.getKey().startsWith("+")) {
        settings = settings.with(property.getKey().substring(1), property.getValue());
      } else {
        System.setProperty(property.getKey(), property.getValue());
      }
    }
    List<Input> declared =
        inputs.entrySet().stream()
            .map(e -> Input.matrix(e.getKey(), e.getValue().rows(), e.getValue().cols()))
            .toList();
    try (Linden linden = Linden.builder().settings(settings).statistics(true).build()) {
      Call call = linden.prepare(script, declared, outputs).call();
      inputs.forEach((name, matrix) -> call.bind(name, new MatrixValue(matrix)));
      Results results = call.execute();
      Map<String, Object> values = new LinkedHashMap<>();
      for (String name : outputs) {
        Value value = results.value(name);
        values.put(
            name,
            value instanceof MatrixValue matrix ? matrix.matrix() : ((Scalar) value).asDouble());
      }
      Map<?, ?> counters = (Map<?, ?>) linden.statisticsData(0).get("spark");
      if (counters != null) {
        // Not what the end of the engine frees: scripts free what they need no longer.
        assertEquals(0L, counters.get("cached now"), script);
        assertEquals(0L, counters.get("broadcast now"), script);
      }
      return new Outcome(values, counters == null ? Map.of() : counters);
    } finally {
      properties.keySet().forEach(System::clearProperty);
    }
  }

  private static void assertSame(Object expected, Object found, String what) {
    if (!(expected instanceof Matrix matrix)) {
      assertClose((Double) expected, (Double) found, what);
      return;
    }
    Matrix other = (Matrix) found;
    assertEquals(matrix.shape(), other.shape(), what);
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.cols(); j++) {
        double x = matrix.get(i, j);
        double y = other.get(i, j);
        if (x != y) {
          assertClose(x, y, what + " at " + (i + 1) + "," + (j + 1));
        }
      }
    }
  }

  private static void assertClose(double x, double y, String what) {
    Agreement.assertClose(x, y, Agreement.OTHER_ORDER, what);
  }
}
