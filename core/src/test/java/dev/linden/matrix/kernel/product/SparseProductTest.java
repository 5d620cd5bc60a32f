package dev.linden.matrix.kernel.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.testkit.RandomTests;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Products with sparse operands that are larger than the blocks of their kernels. */
class SparseProductTest {
  private final Random random = new Random(RandomTests.SEED);

  @Test
  void sparseResultsAreInOrderAndWithoutZeros() {
    int[][] shapes = {{30, 60, 5000}, {100, 80, 64}, {12, 90, 9000}};
    for (int[] shape : shapes) {
      double[][] a = Forms.whole(random, shape[0], shape[1], 0.05);
      double[][] b = Forms.whole(random, shape[1], shape[2], 0.01);
      // opposite rows, selected by the same row of A, cancel out
      for (int j = 0; j < shape[2]; j++) {
        b[1][j] = -b[0][j];
      }
      a[3][0] = 2;
      a[3][1] = 2;
      double[][] expected = MatMultTest.naive(a, b, shape[2]);
      for (Matrix left : Forms.all(a, shape[1])) {
        for (Matrix right : Forms.all(b, shape[2])) {
          Matrix product = MatMult.multiply(left, right, Forms.TWO);
          Forms.assertCells(expected, shape[2], product, left + " times " + right);
          if (left instanceof Sparse l && right instanceof Sparse r) {
            assertTrue(
                MatMult.nonZerosAtMost(l, r, Forms.TWO) >= product.nnz(), left + " times " + right);
          }
        }
      }
    }
  }

  /** Diagonal matrices: every cell of one meets one of the other. */
  @Test
  void mostNonZerosAreCounted() {
    double[][] diagonal = new double[50][50];
    for (int i = 0; i < 50; i++) {
      diagonal[i][i] = i + 1;
    }
    Sparse d = (Sparse) Forms.csr(diagonal, 50);
    assertEquals(50, MatMult.nonZerosAtMost(d, d, Forms.TWO));
  }

  @Test
  void denseTimesSparse() {
    for (int rows : new int[] {11, 12, 16, 17, 50}) {
      double[][] a = Forms.whole(random, rows, 300, 0.9);
      double[][] b = Forms.whole(random, 300, 70, 0.2);
      double[][] expected = MatMultTest.naive(a, b, 70);
      Matrix left = Forms.dense(a, 300);
      for (Matrix right : Forms.all(b, 70)) {
        Matrix product = MatMult.multiply(left, right, Forms.TWO);
        Forms.assertCells(expected, 70, product, rows + " rows times " + right);
      }
    }
  }

  /** Few columns beside a sparse operand, transposed or not; rows have no, one or several cells. */
  @Test
  void sparseTimesFewColumns() {
    double[][] a = Forms.whole(random, 500, 90, 0.03);
    double[][] transposed = transposed(a, 90);
    for (int cols = 1; cols <= Narrow.MOST_COLUMNS + 1; cols++) {
      double[][] b = Forms.whole(random, 90, cols, 0.9);
      double[][] y = Forms.whole(random, 500, cols, cols % 2 == 0 ? 0.9 : 0.2);
      double[][] product = MatMultTest.naive(a, b, cols);
      double[][] sums = MatMultTest.naive(transposed, y, cols);
      for (Matrix x : Forms.all(a, 90)) {
        String text = x + ", " + cols + " columns";
        Matrix right = Forms.dense(b, cols);
        Forms.assertCells(product, cols, MatMult.multiply(x, right, Forms.TWO), text);
        Matrix left = MatMult.multiply(x, true, Forms.dense(y, cols), false, Forms.TWO);
        Forms.assertCells(sums, cols, left, text);
        for (Matrix few : Forms.all(y, cols)) {
          Matrix reverse = MatMult.multiply(few, true, x, false, Forms.TWO);
          Forms.assertCells(transposed(sums, cols), 90, reverse, few + " transposed times " + x);
        }
      }
    }
  }

  /** Rows of the product that are added up in registers, and longer ones. */
  @Test
  void sparseTimesDense() {
    double[][] a = Forms.whole(random, 200, 90, 0.1);
    for (int cols : new int[] {17, 30, 50, 63, Narrow.MOST_FACTOR_COLUMNS, 65}) {
      double[][] b = Forms.whole(random, 90, cols, 0.9);
      double[][] product = MatMultTest.naive(a, b, cols);
      for (Matrix x : Forms.all(a, 90)) {
        Matrix found = MatMult.multiply(x, Forms.dense(b, cols), Forms.TWO);
        Forms.assertCells(product, cols, found, x + ", " + cols + " columns");
      }
    }
  }

  private static double[][] transposed(double[][] a, int cols) {
    double[][] result = new double[cols][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < cols; j++) {
        result[j][i] = a[i][j];
      }
    }
    return result;
  }

  @Test
  void theNumberOfThreadsDoesNotChangeABit() {
    Workers one = new Workers(1, ArrayPool.none());
    Matrix x = Forms.csr(Forms.gaussian(random, 900, 200, 0.05), 200);
    Matrix y = Forms.csr(Forms.gaussian(random, 200, 2000, 0.02), 2000);
    Matrix v = Forms.dense(Forms.gaussian(random, 200, 2, 1), 2);
    Matrix wide = Forms.dense(Forms.gaussian(random, 50, 900, 1), 900);
    for (int threads : new int[] {2, 8}) {
      Workers many = new Workers(threads, ArrayPool.none());
      Forms.assertSame(MatMult.multiply(x, y, one), MatMult.multiply(x, y, many), "sparse");
      Forms.assertSame(MatMult.multiply(x, v, one), MatMult.multiply(x, v, many), "narrow");
      Forms.assertSame(MatMult.multiply(wide, x, one), MatMult.multiply(wide, x, many), "wide");
      Forms.assertSame(
          MatMult.mmchain(x, v, null, null, one), MatMult.mmchain(x, v, null, null, many), "chain");
    }
  }
}
