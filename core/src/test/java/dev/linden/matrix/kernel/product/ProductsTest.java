package dev.linden.matrix.kernel.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.RecyclingArrayPool;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.kernel.rows.RowGather;
import dev.linden.testkit.RandomTests;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Products with transposes, symmetric products, chains and selections, in all representations. */
class ProductsTest {
  private static final int[][] SHAPES = {
    {0, 3, 2},
    {3, 0, 2},
    {1, 1, 1},
    {1, 7, 1},
    {7, 1, 1},
    {1, 1, 7},
    {5, 1, 6},
    {1, 40, 40},
    {40, 40, 1},
    {40, 1, 40},
    {6, 31, 3},
    {3, 31, 33},
    {33, 5, 3},
    {17, 15, 16},
    {63, 65, 5},
    {20, 129, 20},
    {65, 40, 65}
  };

  private final Random random = new Random(RandomTests.SEED);

  private static double[][] transposed(double[][] a, int cols) {
    double[][] t = new double[cols][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < cols; j++) {
        t[j][i] = a[i][j];
      }
    }
    return t;
  }

  @Test
  void transposedOperandsInAllForms() {
    for (int[] shape : SHAPES) {
      int m = shape[0];
      int inner = shape[1];
      int n = shape[2];
      for (double density : new double[] {0.05, 0.4, 1}) {
        double[][] a = Forms.whole(random, m, inner, density);
        double[][] b = Forms.whole(random, inner, n, density);
        double[][] expected = MatMultTest.naive(a, b, n);
        for (Matrix left : Forms.all(transposed(a, inner), m)) {
          for (Matrix right : Forms.all(b, n)) {
            Matrix c = MatMult.multiply(left, true, right, false, Forms.TWO);
            Forms.assertCells(expected, n, c, "t of " + left + " times " + right);
          }
          for (Matrix right : Forms.all(transposed(b, n), inner)) {
            Matrix c = MatMult.multiply(left, true, right, true, Forms.TWO);
            Forms.assertCells(expected, n, c, "t of " + left + " times t of " + right);
          }
        }
        for (Matrix left : Forms.all(a, inner)) {
          for (Matrix right : Forms.all(transposed(b, n), inner)) {
            Matrix c = MatMult.multiply(left, false, right, true, Forms.TWO);
            Forms.assertCells(expected, n, c, left + " times t of " + right);
          }
        }
      }
    }
  }

  @Test
  void largeProductsPackTransposedOperands() {
    int[][] shapes = {{210, 220, 200}, {5, 9000, 200}, {30, 12000, 30}, {17, 1001, 513}};
    for (int[] shape : shapes) {
      int m = shape[0];
      int inner = shape[1];
      int n = shape[2];
      assertTrue(DenseGemm.packs(m, n, inner, Forms.TWO), m + " " + n + " " + inner);
      double[][] a = Forms.whole(random, m, inner, 1);
      double[][] b = Forms.whole(random, inner, n, 1);
      double[][] expected = MatMultTest.naive(a, b, n);
      for (boolean ta : new boolean[] {false, true}) {
        for (boolean tb : new boolean[] {false, true}) {
          Matrix left = ta ? Forms.dense(transposed(a, inner), m) : Forms.dense(a, inner);
          Matrix right = tb ? Forms.dense(transposed(b, n), inner) : Forms.dense(b, n);
          Matrix c = MatMult.multiply(left, ta, right, tb, Forms.TWO);
          Forms.assertCells(expected, n, c, left + " " + ta + " " + right + " " + tb);
        }
      }
    }
  }

  @Test
  void symmetricProducts() {
    int[][] shapes = {
      {0, 3}, {3, 0}, {1, 1}, {1, 9}, {9, 1}, {4, 7}, {33, 40}, {200, 30}, {30, 200}, {3000, 31}
    };
    for (int[] shape : shapes) {
      for (double density : new double[] {0.01, 0.2, 1}) {
        double[][] x = Forms.whole(random, shape[0], shape[1], density);
        double[][] t = transposed(x, shape[1]);
        double[][] left = MatMultTest.naive(t, x, shape[1]);
        for (Matrix matrix : Forms.all(x, shape[1])) {
          String what = density + " " + matrix;
          Forms.assertCells(left, shape[1], MatMult.tsmm(matrix, true, Forms.TWO), "left " + what);
          if (shape[0] < 1000) {
            double[][] right = MatMultTest.naive(x, t, shape[0]);
            Matrix c = MatMult.tsmm(matrix, false, Forms.TWO);
            Forms.assertCells(right, shape[0], c, "right " + what);
          }
        }
      }
    }
    double[][] large = Forms.whole(random, 400, 250, 1);
    Matrix c = MatMult.tsmm(Forms.dense(large, 250), true, Forms.TWO);
    Forms.assertCells(MatMultTest.naive(transposed(large, 250), large, 250), 250, c, "packed");
  }

  @Test
  void symmetricProductsOfThinMatricesStaySparse() {
    double[][] x = Forms.whole(random, 300, 300, 0.003);
    assertTrue(MatMult.tsmm(Forms.csr(x, 300), true, Forms.TWO).isSparse());
    assertTrue(MatMult.tsmm(Forms.coo(x, 300), false, Forms.TWO).isSparse());
  }

  private enum Between {
    NOTHING,
    WEIGHTS,
    TERM
  }

  private static Matrix chain(Between between, Matrix x, Matrix v, Matrix column, Workers workers) {
    return switch (between) {
      case NOTHING -> MatMult.mmchain(x, v, null, null, workers);
      case WEIGHTS -> MatMult.mmchain(x, v, column, null, workers);
      case TERM -> MatMult.mmchain(x, v, null, column, workers);
    };
  }

  @Test
  void chainsInAllForms() {
    int[][] shapes = {
      {1, 1, 1},
      {1, 5, 1},
      {5, 1, 1},
      {7, 3, 1},
      {33, 40, 1},
      {6, 300, 1},
      {130, 17, 3},
      {20, 9, 6},
      {3001, 12, 1}
    };
    for (int[] shape : shapes) {
      int rows = shape[0];
      int cols = shape[1];
      int k = shape[2];
      for (double density : new double[] {0.05, 1}) {
        double[][] x = Forms.whole(random, rows, cols, density);
        double[][] v = Forms.whole(random, cols, k, 0.9);
        double[][] column = Forms.whole(random, rows, 1, 0.9);
        for (Between between : Between.values()) {
          double[][] inner = MatMultTest.naive(x, v, k);
          for (int i = 0; i < rows; i++) {
            for (int j = 0; j < k; j++) {
              if (between == Between.WEIGHTS) {
                inner[i][j] *= column[i][0];
              } else if (between == Between.TERM) {
                inner[i][j] -= column[i][0];
              }
            }
          }
          double[][] expected = MatMultTest.naive(transposed(x, cols), inner, k);
          for (Matrix left : Forms.all(x, cols)) {
            for (Matrix right : Forms.all(v, k)) {
              Matrix middle = rows < 100 ? Forms.csr(column, 1) : Forms.dense(column, 1);
              String what = between + " " + left + " " + right;
              Matrix c = chain(between, left, right, middle, Forms.TWO);
              Forms.assertCells(expected, k, c, what);
              if (!right.isSparse() && k < 5) {
                c = chain(between, left, right, Forms.panels(column, 1), Forms.TWO);
                Forms.assertCells(expected, k, c, what + " in panels");
              }
            }
          }
        }
      }
    }
  }

  @Test
  void chainsFollowTheShapesOfTheStepsTheyReplace() {
    double[][] x = Forms.whole(random, 6, 4, 1);
    double[][] v = Forms.whole(random, 4, 1, 1);
    double[][] wide = Forms.whole(random, 6, 3, 1);
    double[][] inner = MatMultTest.naive(x, v, 1);
    double[][] weighted = new double[6][3];
    for (int i = 0; i < 6; i++) {
      for (int j = 0; j < 3; j++) {
        weighted[i][j] = wide[i][j] * inner[i][0];
      }
    }
    Forms.assertCells(
        MatMultTest.naive(transposed(x, 4), weighted, 3),
        3,
        MatMult.mmchain(
            Forms.dense(x, 4), Forms.dense(v, 1), Forms.dense(wide, 3), null, Forms.TWO),
        "a column times weights of three columns");
    Matrix empty = Forms.dense(new double[0][4], 4);
    Forms.assertCells(
        new double[4][1],
        1,
        MatMult.mmchain(empty, Forms.dense(v, 1), null, null, Forms.TWO),
        "no rows");
    assertThrows(
        InputError.class,
        () ->
            MatMult.mmchain(Forms.dense(x, 4), Forms.dense(wide, 3), null, null, Workers.serial()));
  }

  @Test
  void missingZerosAbsorbInChainsAndDenseOnesDoNot() {
    double[][] x = {{1, 0}, {0, 2}, {3, 0}};
    double[][] v = {{Double.NaN}, {1}};
    Matrix dense = MatMult.mmchain(Forms.dense(x, 2), Forms.dense(v, 1), null, null, Forms.TWO);
    assertTrue(Double.isNaN(dense.get(0, 0)) && Double.isNaN(dense.get(1, 0)));
    Matrix sparse = MatMult.mmchain(Forms.csr(x, 2), Forms.dense(v, 1), null, null, Forms.TWO);
    assertTrue(Double.isNaN(sparse.get(0, 0)));
    assertEquals(4, sparse.get(1, 0));
  }

  @Test
  void selectionsAndPermutationsGatherRows() {
    int rows = 60;
    double[][] selection = new double[rows][50];
    double[][] empty = new double[rows][50];
    for (int i = 0; i < rows; i++) {
      if (random.nextInt(4) > 0) {
        selection[i][random.nextInt(50)] = random.nextBoolean() ? 1 : random.nextInt(9) - 4;
      }
    }
    empty[7][3] = 1;
    for (double[][] left : new double[][][] {selection, empty}) {
      assertTrue(RowGather.applies(Forms.csr(left, 50)));
      for (double density : new double[] {0.02, 1}) {
        for (int n : new int[] {1, 3, 40}) {
          double[][] b = Forms.whole(random, 50, n, density);
          double[][] expected = MatMultTest.naive(left, b, n);
          for (Matrix a : Forms.all(left, 50)) {
            for (Matrix right : Forms.all(b, n)) {
              Matrix c = MatMult.multiply(a, right, Forms.TWO);
              Forms.assertCells(expected, n, c, a + " selects from " + right);
            }
          }
        }
      }
    }
    selection[5][1] = 1;
    selection[5][2] = 1;
    assertTrue(!RowGather.applies(Forms.csr(selection, 50)));
  }

  private static void sameBits(String what, Function<Workers, Matrix> kernel) {
    Matrix expected = kernel.apply(Workers.serial());
    for (int threads : new int[] {2, 7}) {
      Workers workers = new Workers(threads, new RecyclingArrayPool(1 << 24));
      Forms.assertSame(expected, kernel.apply(workers), what + " with " + threads + " threads");
    }
  }

  @Test
  void anyNumberOfThreadsGivesTheSameBits() {
    int[][] shapes = {{300, 260, 240}, {12, 20_000, 40}, {40_000, 11, 1}, {2_000, 90, 30}};
    for (int[] shape : shapes) {
      double[][] a = Forms.gaussian(random, shape[0], shape[1], 0.3);
      double[][] b = Forms.gaussian(random, shape[1], shape[2], 0.8);
      double[][] y = Forms.gaussian(random, shape[0], shape[2], 0.8);
      double[][] w = Forms.gaussian(random, shape[0], 1, 1);
      Matrix right = Forms.dense(b, shape[2]);
      Matrix result = Forms.dense(y, shape[2]);
      for (Matrix left : new Matrix[] {Forms.dense(a, shape[1]), Forms.csr(a, shape[1])}) {
        String what = left + " and " + right;
        sameBits("product of " + what, on -> MatMult.multiply(left, right, on));
        sameBits(
            "transposed product of " + what, on -> MatMult.multiply(left, true, result, false, on));
        sameBits(
            "product with transpose of " + what,
            on -> MatMult.multiply(result, true, left, false, on));
        if (shape[1] < 1000) {
          sameBits("square of " + what, on -> MatMult.tsmm(left, true, on));
        }
        sameBits(
            "chain of " + what, on -> MatMult.mmchain(left, right, Forms.dense(w, 1), null, on));
      }
    }
  }
}
