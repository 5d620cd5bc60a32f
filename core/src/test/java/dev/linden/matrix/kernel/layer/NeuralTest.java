package dev.linden.matrix.kernel.layer;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.testkit.RandomTests;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Convolution and pooling against their definitions, and their gradients against differences. */
class NeuralTest {
  private static final double STEP = 1e-5;

  private final Random random = new Random(RandomTests.SEED);

  /** Images, filters and windows: 1x1 filters, strides, padding, uneven sizes, many images. */
  private record Case(int images, int filters, Windows windows) {}

  private static final List<Case> CASES =
      List.of(
          new Case(1, 1, new Windows(1, 4, 4, 2, 2, 1, 1, 0, 0)),
          new Case(3, 2, new Windows(2, 5, 4, 3, 2, 1, 1, 1, 0)),
          new Case(2, 3, new Windows(3, 4, 6, 1, 1, 1, 1, 0, 0)),
          new Case(2, 2, new Windows(1, 5, 7, 3, 3, 2, 3, 1, 2)),
          new Case(1, 2, new Windows(2, 3, 3, 3, 3, 1, 1, 2, 2)),
          new Case(9, 3, new Windows(2, 6, 5, 2, 3, 2, 1, 1, 1)),
          new Case(40, 4, new Windows(3, 8, 8, 3, 3, 1, 1, 1, 1)),
          new Case(0, 2, new Windows(1, 4, 4, 2, 2, 1, 1, 0, 0)));

  /** Cell (c, h, w) of an image, 0 outside. */
  private static double at(double[] image, Windows o, int c, int h, int w) {
    boolean inside = h >= 0 && h < o.height() && w >= 0 && w < o.width();
    return inside ? image[(c * o.height() + h) * o.width() + w] : 0;
  }

  private static double[][] convolve(double[][] x, double[][] w, Windows o) {
    double[][] result = new double[x.length][w.length * o.rows() * o.cols()];
    for (int n = 0; n < x.length; n++) {
      int at = 0;
      for (double[] filter : w) {
        for (int p = 0; p < o.rows(); p++) {
          for (int q = 0; q < o.cols(); q++, at++) {
            int weight = 0;
            for (int c = 0; c < o.channels(); c++) {
              for (int r = 0; r < o.windowHeight(); r++) {
                for (int s = 0; s < o.windowWidth(); s++) {
                  int h = p * o.strideHeight() - o.padHeight() + r;
                  int v = q * o.strideWidth() - o.padWidth() + s;
                  result[n][at] += filter[weight++] * at(x[n], o, c, h, v);
                }
              }
            }
          }
        }
      }
    }
    return result;
  }

  @Test
  void convolutionAgreesWithItsDefinitionInAllForms() {
    for (Case test : CASES) {
      Windows o = test.windows();
      int cells = o.imageCells();
      for (double density : new double[] {0, 0.3, 1}) {
        double[][] x = Forms.whole(random, test.images(), cells, density);
        double[][] w = Forms.whole(random, test.filters(), o.windowCells(), 1);
        double[][] expected = convolve(x, w, o);
        int cols = test.filters() * o.positions();
        for (Matrix image : Forms.all(x, cells)) {
          for (Matrix filter : Forms.all(w, o.windowCells())) {
            Matrix found = Conv2d.forward(image, filter, o, Forms.TWO);
            Forms.assertCells(expected, cols, found, test + " " + image);
          }
        }
      }
    }
  }

  /** {@code <dout, conv(x, w)> = <backward_data(w, dout), x> = <backward_filter(x, dout), w>}. */
  @Test
  void backwardConvolutionsAreTheTransposes() {
    for (Case test : CASES) {
      Windows o = test.windows();
      double[][] x = Forms.whole(random, test.images(), o.imageCells(), 0.7);
      double[][] w = Forms.whole(random, test.filters(), o.windowCells(), 1);
      double[][] dout = Forms.whole(random, test.images(), test.filters() * o.positions(), 0.5);
      double expected = inner(dout, convolve(x, w, o));
      for (Matrix gradient : Forms.all(dout, test.filters() * o.positions())) {
        Matrix filter = Forms.dense(w, o.windowCells());
        Matrix data = Conv2d.backwardData(filter, gradient, o, Forms.TWO);
        assertEquals(expected, inner(Forms.cells(data), x), test + " seed " + RandomTests.SEED);
        for (Matrix image : Forms.all(x, o.imageCells())) {
          Matrix filters = Conv2d.backwardFilter(image, gradient, o, Forms.TWO);
          assertEquals(
              expected, inner(Forms.cells(filters), w), test + " seed " + RandomTests.SEED);
        }
      }
    }
  }

  private static double inner(double[][] a, double[][] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      assertEquals(a[i].length, b[i].length);
      for (int j = 0; j < a[i].length; j++) {
        sum += a[i][j] * b[i][j];
      }
    }
    return sum;
  }

  @Test
  void gradientsAgreeWithDifferences() {
    for (Case test : CASES) {
      if (test.images() > 3) {
        continue; // differences cost one run per cell
      }
      Windows o = test.windows();
      Dense x =
          Forms.dense(Forms.gaussian(random, test.images(), o.imageCells(), 1), o.imageCells());
      Dense w =
          Forms.dense(Forms.gaussian(random, test.filters(), o.windowCells(), 1), o.windowCells());
      int cols = test.filters() * o.positions();
      Dense dout = Forms.dense(Forms.gaussian(random, test.images(), cols, 1), cols);
      Workers two = Forms.TWO;
      check(x, dout, a -> Conv2d.forward(a, w, o, two), Conv2d.backwardData(w, dout, o, two), test);
      check(
          w, dout, a -> Conv2d.forward(x, a, o, two), Conv2d.backwardFilter(x, dout, o, two), test);
      if (o.padHeight() < o.windowHeight() && o.padWidth() < o.windowWidth()) {
        int pooled = o.channels() * o.positions();
        Dense pooledOut = Forms.dense(Forms.gaussian(random, test.images(), pooled, 1), pooled);
        Matrix byMax = Pooling.maxBackward(x, pooledOut, o, two);
        check(x, pooledOut, a -> Pooling.max(a, o, two), byMax, test);
        Matrix byAverage = Pooling.averageBackward(x, pooledOut, o, two);
        check(x, pooledOut, a -> Pooling.average(a, o, two), byAverage, test);
      }
    }
  }

  /** The derivative of {@code <dout, f(a)>} by each cell of a. */
  private static void check(
      Dense a, Dense dout, Function<Matrix, Matrix> f, Matrix gradient, Case test) {
    assertEquals(a.shape(), gradient.shape());
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < a.cols(); j++) {
        double value = a.get(i, j);
        Dense up = a.copy();
        up.set(i, j, value + STEP);
        Dense down = a.copy();
        down.set(i, j, value - STEP);
        double difference =
            inner(Forms.cells(dout), Forms.cells(f.apply(up)))
                - inner(Forms.cells(dout), Forms.cells(f.apply(down)));
        String what = test + " at " + i + "," + j + " seed " + RandomTests.SEED;
        assertWithin(difference / (2 * STEP), gradient.get(i, j), 1e-5, what);
      }
    }
  }

  @Test
  void poolingAgreesWithItsDefinitionInAllForms() {
    for (Case test : CASES) {
      Windows o = test.windows();
      if (o.padHeight() >= o.windowHeight() || o.padWidth() >= o.windowWidth()) {
        continue;
      }
      double[][] x = Forms.whole(random, test.images(), o.imageCells(), 0.4);
      int cols = o.channels() * o.positions();
      double[][] max = new double[test.images()][cols];
      double[][] average = new double[test.images()][cols];
      for (int n = 0; n < test.images(); n++) {
        int at = 0;
        for (int c = 0; c < o.channels(); c++) {
          for (int p = 0; p < o.rows(); p++) {
            for (int q = 0; q < o.cols(); q++, at++) {
              List<Double> seen = new ArrayList<>();
              for (int r = 0; r < o.windowHeight(); r++) {
                for (int s = 0; s < o.windowWidth(); s++) {
                  int h = p * o.strideHeight() - o.padHeight() + r;
                  int w = q * o.strideWidth() - o.padWidth() + s;
                  if (h >= 0 && h < o.height() && w >= 0 && w < o.width()) {
                    seen.add(at(x[n], o, c, h, w));
                  }
                }
              }
              double sum = seen.stream().mapToDouble(Double::doubleValue).sum();
              max[n][at] = seen.stream().mapToDouble(Double::doubleValue).max().getAsDouble();
              average[n][at] = sum / (o.windowHeight() * o.windowWidth());
            }
          }
        }
      }
      for (Matrix image : Forms.all(x, o.imageCells())) {
        Forms.assertCells(max, cols, Pooling.max(image, o, Forms.TWO), "max " + test);
        Forms.assertCells(average, cols, Pooling.average(image, o, Forms.TWO), "average " + test);
      }
    }
  }

  @Test
  void sameBitsForAnyNumberOfThreads() {
    Case test = CASES.get(6);
    Windows o = test.windows();
    Dense x = Forms.dense(Forms.gaussian(random, 40, o.imageCells(), 1), o.imageCells());
    int cols = test.filters() * o.positions();
    Dense dout = Forms.dense(Forms.gaussian(random, 40, cols, 1), cols);
    Matrix one = Conv2d.backwardFilter(x, dout, o, Workers.serial());
    Forms.assertSame(one, Conv2d.backwardFilter(x, dout, o, Forms.TWO), "backward filter");
  }
}
