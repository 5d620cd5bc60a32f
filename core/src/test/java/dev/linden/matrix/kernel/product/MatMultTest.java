package dev.linden.matrix.kernel.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Panels;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.testkit.RandomTests;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MatMultTest {
  private static final int[][] SHAPES = {
    {0, 3, 2},
    {3, 0, 2},
    {3, 2, 0},
    {1, 1, 1},
    {1, 7, 1},
    {5, 1, 6},
    {1, 9, 4},
    {9, 4, 1},
    {2, 3, 4},
    {17, 5, 9},
    {20, 70, 3},
    {19, 131, 40},
    {3, 66, 515},
    {70, 65, 33},
    {40, 8, 45}
  };

  static double[][] naive(double[][] a, double[][] b, int cols) {
    double[][] c = new double[a.length][cols];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < cols; j++) {
        for (int k = 0; k < b.length; k++) {
          c[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return c;
  }

  @Test
  void agreesWithTheDefinitionInAllForms() {
    Random random = new Random(RandomTests.SEED);
    for (int[] shape : SHAPES) {
      for (double density : new double[] {0, 0.03, 0.3, 1}) {
        double[][] a = Forms.whole(random, shape[0], shape[1], density);
        double[][] b = Forms.whole(random, shape[1], shape[2], density);
        double[][] expected = naive(a, b, shape[2]);
        for (Matrix left : Forms.all(a, shape[1])) {
          for (Matrix right : Forms.all(b, shape[2])) {
            String what = left + " times " + right;
            Forms.assertCells(expected, shape[2], MatMult.multiply(left, right, Forms.TWO), what);
            Forms.assertCells(a, shape[1], left, "left operand of " + what);
          }
        }
      }
    }
  }

  @Test
  void splitsLargeProductsWithoutChangingThem() {
    Random random = new Random(RandomTests.SEED);
    int[][] shapes = {
      {1, 5000, 1}, {1, 5000, 30}, {3, 9000, 5}, {2, 40, 9000}, {150, 200, 120}, {3000, 60, 1}
    };
    for (int[] shape : shapes) {
      double[][] a = Forms.whole(random, shape[0], shape[1], 0.8);
      double[][] b = Forms.whole(random, shape[1], shape[2], 0.8);
      double[][] expected = naive(a, b, shape[2]);
      Matrix left = Forms.dense(a, shape[1]);
      for (Matrix right : Forms.all(b, shape[2])) {
        Forms.assertCells(
            expected, shape[2], MatMult.multiply(left, right, Forms.TWO), "times " + right);
      }
    }
  }

  @Test
  void givesTheSameBitsForAnyNumberOfThreads() {
    Random random = new Random(RandomTests.SEED);
    int[][] shapes = {{1, 70000, 2}, {4, 20000, 20}, {200, 150, 90}, {2, 50, 8000}, {900, 100, 1}};
    for (int[] shape : shapes) {
      for (double density : new double[] {0.1, 1}) {
        double[][] a = Forms.gaussian(random, shape[0], shape[1], density);
        double[][] b = Forms.gaussian(random, shape[1], shape[2], density);
        for (Matrix left : new Matrix[] {Forms.dense(a, shape[1]), Forms.csr(a, shape[1])}) {
          for (Matrix right : new Matrix[] {Forms.dense(b, shape[2]), Forms.csr(b, shape[2])}) {
            Forms.assertSame(
                MatMult.multiply(left, right, Workers.serial()),
                MatMult.multiply(left, right, Forms.TWO),
                "products of " + left + " and " + right);
          }
        }
      }
    }
  }

  @Test
  void writesToSeveralPanels() {
    Random random = new Random(RandomTests.SEED);
    double[][] a = Forms.whole(random, 20, 70, 1);
    double[][] b = Forms.whole(random, 70, 30, 1);
    Dense c = Panels.zeros(20, 30, 7);
    DenseGemm.addProduct(Forms.panels(a, 70), Forms.panels(b, 30), c, 0, 20, 0, 30, 0, 70);
    Forms.assertCells(naive(a, b, 30), 30, c, "panels");
  }

  @Test
  void denseZerosFollowIeeeAndMissingOnesAbsorb() {
    double nan = Double.NaN;
    for (int cols : new int[] {1, 2, 9, 600}) {
      double[][] a = new double[20][5];
      double[][] b = new double[5][cols];
      b[2][0] = nan;
      b[4][0] = Double.POSITIVE_INFINITY;
      for (Matrix left : new Matrix[] {Forms.dense(a, 5)}) {
        for (Matrix right : Forms.all(b, cols)) {
          Matrix c = MatMult.multiply(left, right, Forms.TWO);
          assertEquals(nan, c.get(3, 0), "0 * NaN with " + right);
        }
      }
      Matrix absorbed = MatMult.multiply(Forms.csr(a, 5), Forms.dense(b, cols), Forms.TWO);
      Forms.assertCells(new double[20][cols], cols, absorbed, "missing zeros");
    }
    double[][] infinite = {{Double.POSITIVE_INFINITY, 1}};
    Matrix dense = MatMult.multiply(Forms.dense(infinite, 2), Forms.matrix(2, 1, 0, 3), Forms.TWO);
    assertEquals(nan, dense.get(0, 0));
    Matrix sparse =
        MatMult.multiply(
            Forms.dense(infinite, 2), Forms.csr(new double[][] {{0}, {3}}, 1), Forms.TWO);
    assertEquals(3, sparse.get(0, 0));
  }

  @Test
  void keepsThinResultsSparse() {
    Random random = new Random(RandomTests.SEED);
    double[][] thin = Forms.whole(random, 200, 200, 0.004);
    double[][] few = new double[200][200];
    few[7][8] = 2;
    few[90][3] = -1;
    Matrix full = Forms.dense(Forms.whole(random, 200, 200, 1), 200);
    assertTrue(MatMult.multiply(Forms.csr(thin, 200), Forms.coo(thin, 200), Forms.TWO).isSparse());
    assertTrue(MatMult.multiply(Forms.csr(few, 200), full, Forms.TWO).isSparse());
    assertTrue(MatMult.multiply(full, Forms.mcsr(few, 200), Forms.TWO).isSparse());
    assertTrue(!MatMult.multiply(full, full, Forms.TWO).isSparse());
    double[][] expected = naive(thin, few, 200);
    Forms.assertCells(
        expected,
        200,
        MatMult.multiply(Forms.csr(thin, 200), Forms.csr(few, 200), Forms.TWO),
        "thin");
  }

  @Test
  void multipliesVeryWideSparseMatrices() {
    int wide = 50_000_000;
    Coo a = new Coo(2, 3, new int[] {0, 0, 1}, new int[] {0, 2, 1}, new double[] {2, 3, 5});
    Coo b =
        new Coo(
            3,
            wide,
            new int[] {0, 0, 1, 2, 2},
            new int[] {5, wide - 1, 7, 5, 9},
            new double[] {1, 2, 3, 4, 6});
    Matrix c = MatMult.multiply(a, b, Forms.TWO);
    assertEquals(4, c.nnz());
    assertEquals(14, c.get(0, 5));
    assertEquals(18, c.get(0, 9));
    assertEquals(4, c.get(0, wide - 1));
    assertEquals(15, c.get(1, 7));
  }

  @Test
  void rejectsShapesThatDoNotMatch() {
    InputError error =
        assertThrows(
            InputError.class,
            () -> MatMult.multiply(Forms.matrix(1, 2, 1, 2), Forms.matrix(1, 2, 1, 2), Forms.TWO));
    assertTrue(error.getMessage().contains("1x2 and 1x2"), error.getMessage());
  }
}
