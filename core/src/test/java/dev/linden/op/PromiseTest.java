package dev.linden.op;

import static dev.linden.op.Calls.infer;
import static dev.linden.op.Calls.run;
import static dev.linden.op.Calls.runIn;
import static dev.linden.testkit.RandomTests.SEED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RandomMatrices.Form;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Types, sizes and non-zeros are what the rules of statistics, sets and triangles promise: {@link
 * Calls#run} compares both.
 */
class PromiseTest {

  private final RandomMatrices random = new RandomMatrices(SEED);

  @Test
  void ofMatrices() {
    for (int[] shape : new int[][] {{0, 0}, {0, 2}, {2, 0}, {1, 1}, {8, 3}, {40, 60}}) {
      for (double density : new double[] {0, 0.1, 1}) {
        Dense cells = random.withSpecials(shape[0], shape[1], density);
        Dense groups = Dense.zeros(shape[0], 1);
        for (int i = 0; i < shape[0]; i++) {
          groups.set(i, 0, 1 + i % 5);
        }
        for (Form form : Form.values()) {
          Matrix x = form.of(cells);
          for (String dir : new String[] {"rc", "r", "c", "RC"}) {
            run("unique", x, dir);
            run("countDistinct", x, dir);
            run("countDistinctApprox", x, "kmv", dir);
          }
          for (String name :
              List.of(
                  "rowCountDistinct",
                  "colCountDistinct",
                  "rowCountDistinctApprox",
                  "colCountDistinctApprox",
                  "rowcumsum")) {
            run(name, x);
          }
          run("contains", x, 1);
          run("roll", x, 3);
          for (boolean diagonal : new boolean[] {false, true}) {
            for (boolean values : new boolean[] {false, true}) {
              run("lower.tri", x, diagonal, values);
              run("upper.tri", x, diagonal, values);
            }
          }
          for (String fn : List.of("sum", "count", "mean", "variance", "min", "max")) {
            run("aggregate", x, groups, fn);
            run("aggregate", x, groups, fn, groups, 3);
          }
          run("aggregate", x, groups, "centralmoment", null, null, "3");
          for (String name : List.of("bitwAnd", "bitwOr", "bitwXor", "bitwShiftL", "bitwShiftR")) {
            run(name, x, 3);
            run(name, x, x);
            run(name, 3, x);
          }
          run("pnorm", x);
          run("pexp", x);
        }
      }
    }
  }

  @Test
  void ofColumns() {
    for (int n : new int[] {0, 1, 2, 9}) {
      Matrix x = random.dense(n, 1, 1);
      Matrix weights = Dense.zeros(n, 1);
      for (Object w : new Object[] {null, weights}) {
        run("median", x, w);
        run("interQuartileMean", x, w);
        run("quantile", x, w, 0.3);
        run("quantile", x, w, Dense.of(2, 1, 0, 1));
        run("interQuantile", x, w, 0.25);
      }
      run("quantile", x, 0.3);
      run("quantile", x, Dense.of(2, 1, 0, 1));
      run("interQuantile", x, 0.25);
    }
    runIn(new FakeEnvironment(), List.of(), "fft", random.dense(4, 8, 1));
    runIn(new FakeEnvironment(), List.of(), "ifft", random.dense(4, 8, 1), random.dense(4, 8, 1));
  }

  @Test
  void ofUnknownSizes() {
    Info unknown = Info.matrix();
    Info word = Info.scalar(ValueType.STRING);
    assertEquals("?x?", infer("unique", unknown, word).size().shape());
    assertEquals("4x?", infer("unique", Info.matrix(4, 5), "r").size().shape());
    assertEquals("?x5", infer("unique", Info.matrix(4, 5), "c").size().shape());
    assertEquals("?x5", infer("aggregate", Info.matrix(4, 5), unknown, word).size().shape());
    assertEquals("7x?", infer("aggregate", unknown, unknown, "sum", null, 7).size().shape());
    assertEquals("?x?", infer("lower.tri", unknown).size().shape());
    assertEquals(6, infer("lower.tri", Info.matrix(4, 4)).size().nnz());
    assertEquals(10, infer("lower.tri", Info.matrix(4, 4), true).size().nnz());
    assertEquals(2, infer("upper.tri", Info.matrix(Size.of(4, 4, 2)), true, true).size().nnz());
    assertEquals(DataType.SCALAR, infer("quantile", unknown, 0.5).data());
    assertEquals("3x1", infer("quantile", unknown, Info.matrix(3, 1)).size().shape());
  }

  @Test
  void refusals() {
    Info unknown = Info.matrix();
    assertEquals(
        "dir of countDistinct must be a constant: it decides the type of the result",
        error("countDistinct", unknown, Info.scalar(ValueType.STRING)));
    assertEquals(
        "quantile needs p, the share of the values, as its last argument",
        error("quantile", unknown));
    assertEquals(
        "the weights of quantile must be a matrix, but are an int",
        error("quantile", unknown, 1, 0.5));
    assertEquals(
        "p of interQuantile must be within 0..0.5, but is 0.7",
        error("interQuantile", unknown, 0.7));
    assertEquals("k of roll must be a number, but is a string", error("roll", unknown, "a"));
    assertEquals(
        "weights of aggregate must be 4x1, one for each row of the target, but is a 1x4 matrix",
        error("aggregate", Info.matrix(4, 1), unknown, "sum", Info.matrix(1, 4)));
    assertEquals(
        "cdf needs df1 for the distribution \"f\"",
        error("cdf", 1, "f", null, null, null, null, 3));
    assertEquals("df of qt must be greater than 0, but is -1", error("qt", 0.5, -1));
    assertEquals(
        "fft_linearized needs a number of columns that is a power of two, but is given a 3x6"
            + " matrix",
        error("fft_linearized", Info.matrix(3, 6)));
    assertEquals(
        "Im of ifft must have the shape of Re, 2x2, but is 4x2",
        error("ifft", Info.matrix(2, 2), Info.matrix(4, 2)));
  }

  private static String error(String op, Object... arguments) {
    return assertThrows(OpError.class, () -> infer(op, arguments)).getMessage();
  }
}
