package dev.linden.matrix.kernel.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.testkit.RandomTests;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GroupingTest {
  private static final Matrix V = Forms.matrix(4, 1, 4, 1, 3, 2);
  private static final Matrix W = Forms.matrix(4, 1, 1, 2, 1, 3);
  private static final Matrix G = Forms.matrix(4, 1, 1, 2, 2, 3);

  private static Matrix table(Matrix a, Matrix b, Matrix weights, long rows, long cols) {
    return Grouping.table(a, b, 1, weights, 1, rows, cols, Forms.TWO);
  }

  @Test
  void countsAsDocumented() {
    Forms.assertCells(
        new double[][] {{1, 0, 0}, {1, 1, 0}, {0, 0, 1}}, 3, table(G, W, null, -1, -1), "g, w");
    Forms.assertCells(
        new double[][] {{4}, {4}, {2}}, 1, table(G, null, V, -1, -1), "weighted histogram");
    Forms.assertCells(
        new double[][] {{4, 0, 0, 0}, {3, 1, 0, 0}}, 4, table(G, W, V, 2, 4), "clipped and padded");
    Forms.assertCells(
        new double[][] {{0, 2.5}, {0, 5}, {0, 2.5}},
        2,
        Grouping.table(G, null, 2, null, 2.5, -1, -1, Forms.TWO),
        "scalars");
    Matrix fractions = Forms.matrix(2, 1, 1.9, 2.1);
    Forms.assertCells(
        new double[][] {{1, 0}, {0, 1}}, 2, table(fractions, fractions, null, -1, -1), "truncated");
    Matrix square = Forms.matrix(2, 2, 1, 2, 2, 1);
    Forms.assertCells(
        new double[][] {{2, 0}, {0, 2}}, 2, table(square, square, null, -1, -1), "matrices");
    assertEquals("0x0", table(Forms.matrix(0, 1), Forms.matrix(0, 1), null, -1, -1).shape());
  }

  @Test
  void skipsNaNAndRejectsValuesBelowOne() {
    Matrix a = Forms.matrix(3, 1, 1, Double.NaN, 2);
    Matrix b = Forms.matrix(3, 1, Double.NaN, 0, 1);
    Forms.assertCells(new double[][] {{0}, {1}}, 1, table(a, b, null, -1, -1), "NaN pairs");
    InputError error =
        assertThrows(
            InputError.class,
            () -> table(Forms.matrix(3, 1, 1, 2, 0.5), Forms.matrix(3, 1, 1, 1, 1), null, 5, 5));
    assertTrue(
        error.getMessage().contains("first") && error.getMessage().contains("0.5 in row 3"),
        error.getMessage());
    error =
        assertThrows(
            InputError.class, () -> table(G, Forms.matrix(4, 1, 1, -2, 1, 1), null, -1, -1));
    assertTrue(
        error.getMessage().contains("second") && error.getMessage().contains("-2.0 in row 2"),
        error.getMessage());
    assertThrows(InputError.class, () -> table(G, Forms.matrix(3, 1, 1, 1, 1), null, -1, -1));
    assertThrows(InputError.class, () -> table(G, G, Forms.matrix(3, 1, 1, 1, 1), -1, -1));
    assertThrows(
        InputError.class,
        () -> table(Forms.matrix(1, 1, 1e12), Forms.matrix(1, 1, 1), null, -1, -1));
    Forms.assertCells(
        new double[][] {{0}},
        1,
        table(Forms.matrix(1, 1, Double.POSITIVE_INFINITY), Forms.matrix(1, 1, 1), null, 1, 1),
        "beyond the size");
  }

  @Test
  void largeAndThinTablesAgreeWithTheDefinition() {
    Random random = new Random(RandomTests.SEED);
    int[][] sizes = {{3000, 400, 500}, {2000, 5, 60_000}, {5000, 6, 7}, {700, 700, 700}};
    for (int[] size : sizes) {
      double[][] a = new double[size[0]][1];
      double[][] b = new double[size[0]][1];
      double[][] weights = new double[size[0]][1];
      double[][] expected = new double[size[1]][size[2]];
      for (int k = 0; k < size[0]; k++) {
        // skewed, so that cells meet several times; some beyond the size
        a[k][0] = 1 + Math.floor((size[1] + 1) * random.nextDouble() * random.nextDouble());
        b[k][0] = 1 + Math.floor((size[2] + 1) * Math.pow(random.nextDouble(), 4));
        weights[k][0] = random.nextInt(5) - 2;
        if (a[k][0] <= size[1] && b[k][0] <= size[2]) {
          expected[(int) a[k][0] - 1][(int) b[k][0] - 1] += weights[k][0];
        }
      }
      Matrix result =
          table(Forms.dense(a, 1), Forms.panels(b, 1), Forms.csr(weights, 1), size[1], size[2]);
      Forms.assertCells(expected, size[2], result, "table " + size[1] + "x" + size[2]);
    }
  }

  @Test
  void selectionMatricesAreSparse() {
    int n = 1000;
    Matrix order = Generate.sample(n, n, false, 3);
    Matrix selection = table(Generate.sequence(1, n, 1), order, null, -1, -1);
    assertTrue(selection.isSparse());
    Forms.assertSame(
        order, MatMult.multiply(selection, Generate.sequence(1, n, 1), Forms.TWO), "selected rows");
  }

  @Test
  void removesEmptyRowsAndColumns() {
    Random random = new Random(RandomTests.SEED);
    for (int[] shape : new int[][] {{0, 3}, {3, 0}, {1, 1}, {6, 5}, {60, 70}, {300, 8}}) {
      for (double density : new double[] {0, 0.02, 0.9}) {
        double[][] cells = Forms.whole(random, shape[0], shape[1], density);
        for (Matrix a : Forms.all(cells, shape[1])) {
          for (boolean rows : new boolean[] {true, false}) {
            for (boolean keepOne : new boolean[] {true, false}) {
              checkRemoval(cells, shape[1], a, rows, null, keepOne);
              int size = rows ? shape[0] : shape[1];
              double[] select = new double[size];
              for (int i = 0; i < size; i++) {
                select[i] = random.nextInt(2) * random.nextGaussian();
              }
              checkRemoval(cells, shape[1], a, rows, select, keepOne);
            }
          }
        }
      }
    }
  }

  private static void checkRemoval(
      double[][] cells, int cols, Matrix a, boolean rows, double[] select, boolean keepOne) {
    int size = rows ? cells.length : cols;
    boolean[] kept = new boolean[size];
    int count = 0;
    for (int s = 0; s < size; s++) {
      if (select != null) {
        kept[s] = select[s] != 0;
      } else {
        for (int other = 0; other < (rows ? cols : cells.length); other++) {
          kept[s] |= (rows ? cells[s][other] : cells[other][s]) != 0;
        }
      }
      count += kept[s] ? 1 : 0;
    }
    int left = count == 0 && keepOne ? 1 : count;
    double[][] expected = new double[rows ? left : cells.length][rows ? cols : left];
    int at = 0;
    for (int s = 0; s < size; s++) {
      if (!kept[s]) {
        continue;
      }
      for (int other = 0; other < (rows ? cols : cells.length); other++) {
        if (rows) {
          expected[at][other] = cells[s][other];
        } else {
          expected[other][at] = cells[other][s];
        }
      }
      at++;
    }
    Matrix selection =
        select == null ? null : Forms.matrix(rows ? size : 1, rows ? 1 : size, select);
    Matrix result = Grouping.removeEmpty(a, rows, selection, keepOne, Forms.TWO);
    Forms.assertCells(expected, rows ? cols : left, result, "removeEmpty of " + a);
  }

  @Test
  void removalKeepsNaNAndChecksTheSelection() {
    Matrix a = Forms.matrix(3, 2, 0, 0, Double.NaN, 0, 1, 2);
    Forms.assertCells(
        new double[][] {{Double.NaN, 0}, {1, 2}},
        2,
        Grouping.removeEmpty(a, true, null, true, Forms.TWO),
        "NaN row");
    Matrix full = Forms.matrix(1, 2, 1, 1);
    assertSame(full, Grouping.removeEmpty(full, true, null, true, Forms.TWO));
    assertThrows(
        InputError.class,
        () -> Grouping.removeEmpty(a, true, Forms.matrix(1, 2, 1, 1), true, Forms.TWO));
    assertThrows(
        InputError.class,
        () -> Grouping.removeEmpty(a, false, Forms.matrix(1, 3, 1, 1, 1), true, Forms.TWO));
  }

  @Test
  void oneHotEncodings() {
    int n = 70_000;
    int cols = 50;
    Random random = new Random(RandomTests.SEED);
    Dense labels = Dense.zeros(n, 1);
    for (int i = 0; i < n; i++) {
      labels.set(i, 0, 1 + random.nextInt(cols) + random.nextInt(2) * 0.5);
    }
    Matrix rows = Generate.sequence(1, n, 1);
    assertOneHot(labels, cols, table(rows, labels, null, n, cols));
    assertOneHot(labels, cols - 3, table(rows, labels, null, n, cols - 3));
    labels.set(n / 2, 0, Double.NaN);
    assertOneHot(labels, cols, table(rows, labels, null, n, cols));
    labels.set(7, 0, 0);
    assertThrows(InputError.class, () -> table(rows, labels, null, n, cols));
  }

  private static void assertOneHot(Dense labels, int cols, Matrix table) {
    assertEquals(labels.rows() + "x" + cols, table.shape());
    long nonZeros = 0;
    for (int i = 0; i < labels.rows(); i++) {
      int label = (int) labels.get(i, 0); // 0 for NaN
      if (label >= 1 && label <= cols) {
        assertEquals(1, table.get(i, label - 1), "row " + i);
        nonZeros++;
      }
    }
    assertEquals(nonZeros, table.nnz());
  }
}
