package dev.linden.op;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.base.InputError;
import dev.linden.base.Settings;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.AlwaysCompressed;
import dev.linden.matrix.compress.Compression;
import dev.linden.matrix.kernel.Forms;
import dev.linden.testkit.Agreement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Every operator on compressed operands against the same on plain ones: groups of all kinds, cells
 * that are hard. Cells are whole numbers where they are finite, so that sums agree in any order.
 */
class CompressedOperandsTest {
  private static final long SEED = 20261119;

  private static final int[][] SHAPES = {{60, 23}, {1, 9}, {0, 5}, {700, 4}, {30, 30}};

  /**
   * Those whose examples have no operand that may be compressed, that draw random numbers, or that
   * find no root of these cells; and {@code display}, which tells the form.
   */
  private static final Set<String> NOT_COMPARED =
      new TreeSet<>(
          Set.of(
              "as.scalar",
              "cov",
              "display",
              "fft",
              "fft_linearized",
              "growBoosted",
              "growForest",
              "icdf",
              "ifft",
              "ifft_linearized",
              "outer",
              "rand",
              "removeEmpty(diag(v))%*%X",
              "sample",
              "seq",
              "sqrtMatrix",
              "table"));

  private static final double[] SPECIAL = {
    Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0, 0, 1, -3, 2
  };

  /** Cells for random numbers. */
  private static final Map<String, UnaryOperator<Dense>> DATA = new LinkedHashMap<>();

  static {
    DATA.put("whole numbers", cells -> mapped(cells, x -> Math.rint(2 * x)));
    DATA.put("few numbers", cells -> mapped(cells, x -> x > 0.5 ? 2 : x < -0.5 ? 1 : 0));
    DATA.put("constants", cells -> mapped(cells, x -> x == 0 ? 0 : 3));
    DATA.put("specials", cells -> mapped(cells, CompressedOperandsTest::special));
    DATA.put("units", CompressedOperandsTest::units);
    DATA.put("sorted", CompressedOperandsTest::sorted);
  }

  /** Ways of compressing. */
  private static final Map<String, Function<Plain, Matrix>> KINDS = new LinkedHashMap<>();

  static {
    for (int variant = 0; variant < 4; variant++) {
      int number = variant;
      KINDS.put(
          "all kinds, " + variant,
          cells -> AlwaysCompressed.compress(cells, number, Workers.serial()));
    }
    KINDS.put("planned", cells -> Compression.compress(cells, Workers.serial()));
    KINDS.put(
        "unit rows",
        cells -> Compression.ofUnitRows(cells, Settings.Compression.ALWAYS, Workers.serial()));
  }

  private static Dense mapped(Dense cells, DoubleUnaryOperator f) {
    for (int i = 0; i < cells.rows(); i++) {
      for (int j = 0; j < cells.cols(); j++) {
        cells.set(i, j, f.applyAsDouble(cells.get(i, j)));
      }
    }
    return cells;
  }

  private static double special(double x) {
    return x == 0 ? 0 : SPECIAL[(int) Math.abs(Math.rint(100 * x)) % SPECIAL.length];
  }

  private static Dense units(Dense cells) {
    Dense units = Dense.zeros(cells.rows(), cells.cols());
    for (int i = 0; i < cells.rows() && cells.cols() > 0; i++) {
      int one = (int) Math.abs(100 * cells.get(i, 0)) % (cells.cols() + 1);
      if (one < cells.cols()) {
        units.set(i, one, 1);
      }
    }
    return units;
  }

  private static Dense sorted(Dense cells) {
    for (int i = 0; i < cells.rows(); i++) {
      for (int j = 0; j < cells.cols(); j++) {
        cells.set(i, j, cells.get(i, j) == 0 ? 0 : 1 + i / (7 + j));
      }
    }
    return cells;
  }

  private final Set<String> violations = new TreeSet<>();
  private final Set<String> compared = new TreeSet<>();

  @Test
  void allOperatorsAgreeWithThoseOfPlainOperands() {
    for (Op op : OperatorExamples.operators()) {
      if (op.has(Property.NONDETERMINISTIC) || op.name().equals("display")) {
        continue;
      }
      Random random = new Random(op.name().hashCode());
      for (String data : DATA.keySet()) {
        for (double density : new double[] {1, 0.15}) {
          for (String kind : KINDS.keySet()) {
            int[] shape = SHAPES[random.nextInt(SHAPES.length)];
            check(op, shape, data, density, kind);
          }
        }
      }
    }
    assertEquals("", String.join("\n", violations));
    Set<String> missing = new TreeSet<>();
    OperatorExamples.operators().forEach(op -> missing.add(op.name()));
    missing.removeAll(compared);
    assertEquals(NOT_COMPARED, missing);
  }

  private record Outcome(List<Value> values, String error) {
    static Outcome of(Op op, List<Object> arguments, Workers workers) {
      try {
        List<Value> values = new ArrayList<>();
        List<Info> infos = new ArrayList<>();
        for (Object argument : arguments) {
          values.add(argument == null ? null : Calls.value(argument));
          infos.add(argument == null ? null : Calls.info(argument));
        }
        FakeEnvironment environment = new FakeEnvironment();
        op.infer(new KnownCall(op, infos, List.of(), environment));
        return new Outcome(new ValuesCall(op, values, List.of(), workers, environment).run(), null);
      } catch (InputError e) {
        return new Outcome(null, e.getMessage());
      }
    }
  }

  private void check(Op op, int[] shape, String data, double density, String kind) {
    boolean[] packed = new boolean[1];
    Function<Dense, Matrix> compressing =
        cells -> {
          Matrix matrix = KINDS.get(kind).apply(stored(cells, density));
          packed[0] |= matrix instanceof Packed;
          return matrix;
        };
    List<Object> ofPlain =
        examples(shape, data, density, cells -> stored(cells, density), kind).arguments(op);
    OperatorExamples examples = examples(shape, data, density, compressing, kind);
    List<Object> ofPacked = examples.arguments(op);
    if (!packed[0]) {
      return;
    }
    String what = op.name() + " on " + data + ", " + density + ", " + examples;
    Outcome expected = Outcome.of(op, ofPlain, Workers.serial());
    Outcome one = Outcome.of(op, ofPacked, Workers.serial());
    Outcome two = Outcome.of(op, ofPacked, Forms.TWO);
    if (expected.error != null || one.error != null) {
      require(expected.error != null && expected.error.equals(one.error), what, expected, one);
      return;
    }
    compared.add(op.name());
    for (int k = 0; k < expected.values.size(); k++) {
      require(agree(expected.values.get(k), one.values.get(k), false), what, expected, one);
      require(agree(one.values.get(k), two.values.get(k), true), what + ", threads", one, two);
    }
  }

  private void require(boolean holds, String what, Outcome expected, Outcome found) {
    if (!holds) {
      violations.add(what + ": " + text(expected) + " and " + text(found));
    }
  }

  private static String text(Outcome outcome) {
    return outcome.error != null ? outcome.error : String.valueOf(outcome.values);
  }

  private static Plain stored(Dense cells, double density) {
    return density < 1 ? Formats.toCsr(cells) : cells;
  }

  private static OperatorExamples examples(
      int[] shape, String data, double density, Function<Dense, Matrix> storing, String kind) {
    return new OperatorExamples(SEED, shape[0], shape[1], density, DATA.get(data), storing, kind);
  }

  private static boolean agree(Value expected, Value found, boolean bits) {
    if (expected instanceof MatrixValue e && found instanceof MatrixValue f) {
      return agree(e.matrix(), f.matrix(), bits);
    } else if (expected instanceof ListValue e && found instanceof ListValue f) {
      boolean agree = e.size() == f.size();
      for (int k = 0; agree && k < e.size(); k++) {
        agree = agree(e.elements().get(k), f.elements().get(k), bits);
      }
      return agree;
    } else if (expected instanceof FrameValue e && found instanceof FrameValue f) {
      return agree(e.frame().toMatrix(), f.frame().toMatrix(), bits);
    } else if (expected instanceof Scalar e
        && found instanceof Scalar f
        && e.type() != ValueType.STRING) {
      return agree(e.asDouble(), f.asDouble(), bits);
    }
    return String.valueOf(expected).equals(String.valueOf(found));
  }

  private static boolean agree(Matrix expected, Matrix found, boolean bits) {
    if (!expected.shape().equals(found.shape())) {
      return false;
    }
    for (int i = 0; i < expected.rows(); i++) {
      for (int j = 0; j < expected.cols(); j++) {
        if (!agree(expected.get(i, j), found.get(i, j), bits)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean agree(double expected, double found, boolean bits) {
    return bits
        ? Double.doubleToLongBits(expected) == Double.doubleToLongBits(found)
        : Agreement.close(expected, found, Agreement.OTHER_ORDER);
  }
}
