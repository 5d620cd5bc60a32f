package dev.linden.op;

import static dev.linden.op.Calls.runIn;
import static dev.linden.testkit.Agreement.assertWithin;
import static dev.linden.testkit.RandomTests.SEED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.testkit.Agreement;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RandomMatrices.Form;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * Gradients of layers agree with differences of the loss, and sparse operands give what dense ones
 * give.
 */
class LayerTest {
  private static final double STEP = 1e-5;

  private final RandomMatrices random = new RandomMatrices(SEED);

  private static List<Matrix> call(String name, Object... arguments) {
    return runIn(new FakeEnvironment(), List.of(), name, arguments).stream()
        .map(value -> ((MatrixValue) value).matrix())
        .toList();
  }

  /** The sum of all products of cells, a loss whose gradient by a is b. */
  private static double dot(Matrix a, Matrix b) {
    double sum = 0;
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < a.cols(); j++) {
        sum += a.get(i, j) * b.get(i, j);
      }
    }
    return sum;
  }

  private static void assertGradient(
      String what, Dense at, Matrix gradient, ToDoubleFunction<Dense> loss) {
    assertEquals(at.shape(), gradient.shape(), what);
    for (int i = 0; i < at.rows(); i++) {
      for (int j = 0; j < at.cols(); j++) {
        Dense higher = at.copy();
        higher.set(i, j, at.get(i, j) + STEP);
        Dense lower = at.copy();
        lower.set(i, j, at.get(i, j) - STEP);
        double slope = (loss.applyAsDouble(higher) - loss.applyAsDouble(lower)) / (2 * STEP);
        assertTrue(
            Agreement.close(slope, gradient.get(i, j), Agreement.SLOPE),
            what
                + " ["
                + i
                + ","
                + j
                + "]: "
                + slope
                + " and "
                + gradient.get(i, j)
                + ", seed "
                + SEED);
      }
    }
  }

  @Test
  void lstmGradients() {
    int n = 3;
    int steps = 4;
    int features = 2;
    int m = 3;
    Dense x = random.dense(n, steps * features, 1);
    Dense w = random.dense(features + m, 4 * m, 1);
    Dense b = random.dense(1, 4 * m, 1);
    Dense out0 = random.dense(n, m, 1);
    Dense c0 = random.dense(n, m, 1);
    for (boolean sequences : new boolean[] {true, false}) {
      Dense dout = random.dense(n, sequences ? steps * m : m, 1);
      Dense dc = random.dense(n, m, 1);
      List<Matrix> f = call("lstm", x, w, b, out0, c0, sequences);
      List<Matrix> gradients =
          call(
              "lstm_backward",
              x,
              w,
              b,
              out0,
              c0,
              sequences,
              dout,
              dc,
              f.get(2),
              f.get(3),
              f.get(4));
      ToDoubleFunction<List<Matrix>> loss = r -> dot(r.get(0), dout) + dot(r.get(1), dc);
      assertGradient(
          "dX",
          x,
          gradients.get(0),
          a -> loss.applyAsDouble(call("lstm", a, w, b, out0, c0, sequences)));
      assertGradient(
          "dW",
          w,
          gradients.get(1),
          a -> loss.applyAsDouble(call("lstm", x, a, b, out0, c0, sequences)));
      assertGradient(
          "db",
          b,
          gradients.get(2),
          a -> loss.applyAsDouble(call("lstm", x, w, a, out0, c0, sequences)));
      assertGradient(
          "dout0",
          out0,
          gradients.get(3),
          a -> loss.applyAsDouble(call("lstm", x, w, b, a, c0, sequences)));
      assertGradient(
          "dc0",
          c0,
          gradients.get(4),
          a -> loss.applyAsDouble(call("lstm", x, w, b, out0, a, sequences)));
    }
  }

  @Test
  void batchNormGradients() {
    Dense x = random.dense(3, 8, 1);
    Dense gamma = random.dense(2, 1, 1);
    Dense beta = random.dense(2, 1, 1);
    Dense dout = random.dense(3, 8, 1);
    Dense zeros = Dense.zeros(2, 1);
    List<Matrix> f = call("batch_norm2d", x, gamma, beta, zeros, zeros, "train", 0.01, 0.9);
    List<Matrix> gradients =
        call("batch_norm2d_backward", x, dout, gamma, 0.01, f.get(3), f.get(4));
    assertGradient(
        "dX",
        x,
        gradients.get(0),
        a ->
            dot(
                call("batch_norm2d", a, gamma, beta, zeros, zeros, "train", 0.01, 0.9).get(0),
                dout));
    assertGradient(
        "dgamma",
        gamma,
        gradients.get(1),
        a -> dot(call("batch_norm2d", x, a, beta, zeros, zeros, "train", 0.01, 0.9).get(0), dout));
    assertGradient(
        "dbeta",
        beta,
        gradients.get(2),
        a -> dot(call("batch_norm2d", x, gamma, a, zeros, zeros, "train", 0.01, 0.9).get(0), dout));
  }

  private static void assertSame(List<Matrix> expected, List<Matrix> found) {
    for (int k = 0; k < expected.size(); k++) {
      assertEquals(expected.get(k).shape(), found.get(k).shape());
      for (int i = 0; i < expected.get(k).rows(); i++) {
        for (int j = 0; j < expected.get(k).cols(); j++) {
          assertWithin(expected.get(k).get(i, j), found.get(k).get(i, j), 1e-12, "seed " + SEED);
        }
      }
    }
  }

  @Test
  void sparseOperands() {
    Dense x = random.dense(4, 12, 0.2);
    Dense w = random.dense(5, 8, 0.3);
    Dense column = random.dense(3, 1, 1);
    Dense state = random.dense(4, 2, 1);
    Dense b = random.dense(1, 8, 1);
    Dense classes = random.dense(4, 12, 0.2);
    Dense square = random.dense(6, 6, 0.4);
    List<Matrix> lstm = call("lstm", x, w, b, state, state, true);
    List<Matrix> norm = call("batch_norm2d", x, column, column, column, column, "train", 0.1, 0.5);
    List<Matrix> meet = call("rowClassMeet", x, classes);
    List<Matrix> windows = call("stft", x, 4, 1);
    List<Matrix> sum = call("einsum", "ij,jk->ik", square, square);
    for (Form form : Form.values()) {
      assertSame(lstm, call("lstm", form.of(x), form.of(w), b, form.of(state), state, true));
      assertSame(
          norm,
          call("batch_norm2d", form.of(x), column, column, column, column, "train", 0.1, 0.5));
      assertSame(meet, call("rowClassMeet", form.of(x), form.of(classes)));
      assertSame(windows, call("stft", form.of(x), 4, 1));
      assertSame(sum, call("einsum", "ij,jk->ik", form.of(square), form.of(square)));
    }
  }

  /** The root of a product of a matrix with its transpose, and of one that is not symmetric. */
  @Test
  void matrixRoots() {
    for (int n : new int[] {1, 2, 5, 20}) {
      Dense a = random.dense(n, n, 1);
      Matrix product = call("einsum", "ij,kj->ik", a, a).get(0);
      Dense shifted = Dense.zeros(n, n);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          shifted.set(i, j, a.get(i, j) / n + (i == j ? 5 : 0));
        }
      }
      for (Matrix x : List.of(product, shifted)) {
        Matrix root = call("sqrtMatrix", x, "COMMON").get(0);
        Matrix square = call("einsum", "ij,jk->ik", root, root).get(0);
        for (int i = 0; i < n; i++) {
          for (int j = 0; j < n; j++) {
            assertWithin(x.get(i, j), square.get(i, j), 1e-9 * n, "seed " + SEED);
          }
        }
      }
    }
  }

  @Test
  void emptyOperands() {
    assertEquals(
        "0x8",
        call(
                "batch_norm2d",
                Dense.zeros(0, 8),
                Dense.zeros(2, 1),
                Dense.zeros(2, 1),
                Dense.zeros(2, 1),
                Dense.zeros(2, 1),
                "test",
                0.1,
                0.5)
            .get(0)
            .shape());
    assertEquals("0x0", call("rowClassMeet", Dense.zeros(0, 0), Dense.zeros(0, 0)).get(0).shape());
    assertEquals(
        "0x3", call("einsum", "ij,jk->ik", Dense.zeros(0, 2), Dense.zeros(2, 3)).get(0).shape());
    assertEquals(
        "2x3", call("einsum", "ij,jk->ik", Dense.zeros(2, 0), Dense.zeros(0, 3)).get(0).shape());
    assertEquals("0x4", call("stft", Dense.zeros(0, 5), 4, 0).get(0).shape());
    assertEquals(
        "0x4",
        call(
                "lstm",
                Dense.zeros(0, 6),
                Dense.zeros(5, 8),
                Dense.zeros(1, 8),
                Dense.zeros(0, 2),
                Dense.zeros(0, 2),
                true)
            .get(0)
            .shape());
  }
}
