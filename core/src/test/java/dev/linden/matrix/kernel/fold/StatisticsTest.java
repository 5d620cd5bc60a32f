package dev.linden.matrix.kernel.fold;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.InputError;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.testkit.Matrices;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RandomMatrices.Form;
import org.junit.jupiter.api.Test;

/** {@link Moments} and {@link Cumulative}. */
class StatisticsTest {
  private static final Workers WORKERS = new Workers(2, ArrayPool.none());

  private final RandomMatrices random = new RandomMatrices(5);
  private final Dense v = Dense.of(4, 1, 4, 1, 3, 2);
  private final Dense w = Dense.of(4, 1, 1, 2, 1, 3);
  private final Dense oneToFour = Dense.of(4, 1, 1, 2, 3, 4);

  @Test
  void momentsOfTheLanguageDescription() {
    assertEquals(1.25, Moments.centralMoment(v, null, 2, WORKERS));
    assertEquals(2.5625, Moments.centralMoment(v, null, 4, WORKERS));
    assertWithin(0, Moments.centralMoment(v, null, 3, WORKERS), 1e-15);
    assertWithin(0.9795918367346939, Moments.centralMoment(v, w, 2, WORKERS), 1e-15);
    assertWithin(2.142857142857143, Moments.weightedMean(v, w, WORKERS), 1e-15);
    assertWithin(-0.6666666666666666, Moments.covariance(v, oneToFour, null, WORKERS), 1e-15);
    assertWithin(-0.30952380952380953, Moments.covariance(v, oneToFour, w, WORKERS), 1e-15);
  }

  @Test
  void weightsCountAsMultiplicities() {
    Dense repeated = Dense.of(7, 1, 4, 1, 1, 3, 2, 2, 2);
    for (int order = 2; order <= 4; order++) {
      double expected = Moments.centralMoment(repeated, null, order, WORKERS);
      assertWithin(expected, Moments.centralMoment(v, w, order, WORKERS), 1e-14);
    }
  }

  @Test
  void sparseVectorsCountTheirZeros() {
    Dense x = random.dense(500, 1, 0.1);
    Dense y = random.dense(500, 1, 0.2);
    for (Form form : Form.values()) {
      assertEquals(
          Moments.centralMoment(x, null, 3, WORKERS),
          Moments.centralMoment(form.of(x), null, 3, WORKERS),
          form + " " + random);
      assertEquals(
          Moments.covariance(x, y, null, WORKERS),
          Moments.covariance(form.of(x), form.of(y), null, WORKERS),
          form + " " + random);
    }
  }

  @Test
  void momentsAreStable() {
    double[] cells = new double[100_000];
    for (int k = 0; k < cells.length; k++) {
      cells[k] = 1e9 + k % 2;
    }
    Dense x = Dense.wrap(cells.length, 1, cells);
    assertWithin(0.25, Moments.centralMoment(x, null, 2, WORKERS), 1e-12);
    assertWithin(0.0625, Moments.centralMoment(x, null, 4, WORKERS), 1e-12);
    assertEquals(
        0.25 * cells.length / (cells.length - 1), Moments.covariance(x, x, null, WORKERS), 1e-12);
  }

  @Test
  void wrongArgumentsAreRefused() {
    assertThrows(InputError.class, () -> Moments.centralMoment(v, null, 5, WORKERS));
    assertThrows(InputError.class, () -> Moments.covariance(v, Dense.zeros(3, 1), null, WORKERS));
    assertThrows(InputError.class, () -> Cumulative.sumProduct(v, WORKERS));
  }

  @Test
  void runningAggregatesInEveryForm() {
    int[][] shapes = {{0, 3}, {3, 0}, {1, 1}, {1, 5}, {50, 1}, {60, 40}, {4, 1500}};
    for (int[] shape : shapes) {
      for (double density : new double[] {0, 0.2, 1}) {
        Dense data = random.withSpecials(shape[0], shape[1], density);
        for (Form form : Form.values()) {
          for (Cumulative.Kind kind : Cumulative.Kind.values()) {
            Matrix a = form.of(data);
            String message =
                kind + " " + form + " " + a.shape() + " density " + density + ", " + random;
            double[][] expected = define(kind, data);
            Matrix c = Cumulative.cumulate(kind, a, false, WORKERS);
            Matrices.assertCells(a.rows(), a.cols(), (i, j) -> expected[i][j], 1e-13, c, message);
            Matrices.assertCells(a.rows(), a.cols(), data::get, 0, a, message + ": input");
            Matrices.assertSameBits(
                c, Cumulative.cumulate(kind, a, true, WORKERS), message + ", reused");
          }
        }
      }
    }
  }

  private static double[][] define(Cumulative.Kind kind, Dense a) {
    double[][] result = new double[a.rows()][a.cols()];
    for (int j = 0; j < a.cols(); j++) {
      for (int i = 0; i < a.rows(); i++) {
        double x = a.get(i, j);
        if (i > 0) {
          double previous = result[i - 1][j];
          x =
              switch (kind) {
                case SUM -> previous + x;
                case PROD -> previous * x;
                case MIN -> Math.min(previous, x);
                case MAX -> Math.max(previous, x);
              };
        }
        result[i][j] = x;
      }
    }
    return result;
  }

  @Test
  void runningSumsAreCompensated() {
    Matrix c =
        Cumulative.cumulate(Cumulative.Kind.SUM, Dense.of(4, 1, 1, 1e17, 1, -1e17), false, WORKERS);
    assertEquals(2, c.get(3, 0));
  }

  @Test
  void sumProductOfTheLanguageDescription() {
    Dense a = Dense.of(4, 2, 1, 0, 2, 1, 3, 2, 4, 0.5);
    for (Form form : Form.values()) {
      assertEquals(
          "Dense 4x1 [1.0, 3.0, 9.0, 8.5]", Cumulative.sumProduct(form.of(a), WORKERS).toString());
    }
  }
}
