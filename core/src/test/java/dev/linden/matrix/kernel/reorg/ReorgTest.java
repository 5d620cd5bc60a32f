package dev.linden.matrix.kernel.reorg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Panels;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.testkit.RandomTests;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReorgTest {
  private static final int[][] SHAPES = {
    {0, 0}, {0, 4}, {4, 0}, {1, 1}, {1, 6}, {6, 1}, {2, 3}, {35, 70}, {100, 7}, {40, 40}
  };

  /** What to do with random cells of a shape in one representation. */
  private interface Check {
    void check(double[][] cells, int cols, Matrix matrix, Random random);
  }

  private static void forAll(Check check) {
    Random random = new Random(RandomTests.SEED);
    for (int[] shape : SHAPES) {
      for (double density : new double[] {0.05, 0.7}) {
        double[][] cells = Forms.whole(random, shape[0], shape[1], density);
        for (Matrix matrix : Forms.all(cells, shape[1])) {
          check.check(cells, shape[1], matrix, random);
          Forms.assertCells(cells, shape[1], matrix, "untouched operand");
        }
      }
    }
  }

  @Test
  void transposes() {
    forAll(
        (cells, cols, matrix, random) -> {
          double[][] expected = new double[cols][cells.length];
          for (int i = 0; i < cells.length; i++) {
            for (int j = 0; j < cols; j++) {
              expected[j][i] = cells[i][j];
            }
          }
          Forms.assertCells(
              expected, cells.length, Reorg.transpose(matrix, Forms.TWO), "t of " + matrix);
        });
  }

  @Test
  void transposesIntoSeveralPanels() {
    double[][] cells = Forms.whole(new Random(RandomTests.SEED), 40, 50, 1);
    Dense target = Panels.zeros(50, 40, 7);
    Reorg.transposeInto(Forms.panels(cells, 50), target, Forms.TWO);
    Forms.assertSame(
        Reorg.transpose(Forms.dense(cells, 50), Forms.TWO), target, "transposed panels");
  }

  @Test
  void transposesTriplesWithoutARowArray() {
    int wide = Integer.MAX_VALUE - 1;
    Coo a =
        new Coo(2, wide, new int[] {0, 0, 1}, new int[] {3, wide - 1, 3}, new double[] {1, 2, 3});
    Matrix t = Reorg.transpose(a, Forms.TWO);
    assertTrue(t instanceof Coo);
    assertEquals(1, t.get(3, 0));
    assertEquals(3, t.get(3, 1));
    assertEquals(2, t.get(wide - 1, 0));
  }

  @Test
  void reversesRows() {
    forAll(
        (cells, cols, matrix, random) -> {
          double[][] expected = new double[cells.length][];
          for (int i = 0; i < cells.length; i++) {
            expected[i] = cells[cells.length - 1 - i];
          }
          Forms.assertCells(
              expected, cols, Reorg.reverseRows(matrix, Forms.TWO), "rev of " + matrix);
        });
  }

  @Test
  void putsAColumnOnTheDiagonalAndTakesItOff() {
    forAll(
        (cells, cols, matrix, random) -> {
          if (cols == 1) {
            double[][] expected = new double[cells.length][cells.length];
            for (int i = 0; i < cells.length; i++) {
              expected[i][i] = cells[i][0];
            }
            Forms.assertCells(
                expected, cells.length, Reorg.diag(matrix, Forms.TWO), "diag of " + matrix);
          } else if (cols == cells.length) {
            double[][] expected = new double[cols][1];
            for (int i = 0; i < cols; i++) {
              expected[i][0] = cells[i][i];
            }
            Forms.assertCells(expected, 1, Reorg.diag(matrix, Forms.TWO), "diag of " + matrix);
          } else {
            assertThrows(InputError.class, () -> Reorg.diag(matrix, Forms.TWO));
          }
        });
    assertTrue(Reorg.diag(Generate.constant(100, 1, 3, Forms.TWO), Forms.TWO).isSparse());
  }

  @Test
  void reshapesByRowsAndByColumns() {
    forAll(
        (cells, cols, matrix, random) -> {
          int count = cells.length * cols;
          for (int rows = 1; rows <= count; rows++) {
            if (count % rows != 0) {
              continue;
            }
            int width = count / rows;
            double[][] byRow = new double[rows][width];
            double[][] byColumn = new double[rows][width];
            for (int at = 0; at < count; at++) {
              byRow[at / width][at % width] = cells[at / cols][at % cols];
              byColumn[at % rows][at / rows] = cells[at % cells.length][at / cells.length];
            }
            Forms.assertCells(
                byRow,
                width,
                Reorg.reshape(matrix, rows, width, true, Forms.TWO),
                "reshape " + matrix);
            Forms.assertCells(
                byColumn,
                width,
                Reorg.reshape(matrix, rows, width, false, Forms.TWO),
                "by column " + matrix);
          }
        });
    Matrix a = Forms.matrix(2, 3, 1, 2, 3, 4, 5, 6);
    assertSame(a, Reorg.reshape(a, 2, 3, false, Forms.TWO));
    assertEquals("7x0", Reorg.reshape(Forms.matrix(0, 3), 7, 0, true, Forms.TWO).shape());
    assertThrows(InputError.class, () -> Reorg.reshape(a, 2, 2, true, Forms.TWO));
  }

  @Test
  void copiesCellsBetweenDifferentPanels() {
    double[][] cells = Forms.whole(new Random(RandomTests.SEED), 20, 6, 1);
    Dense target = Panels.zeros(15, 8, 4);
    Reorg.copyCells(Forms.panels(cells, 6), target);
    Forms.assertSame(
        Reorg.reshape(Forms.dense(cells, 6), 15, 8, true, Forms.TWO), target, "copied cells");
  }

  @Test
  void sortsRowsStably() {
    forAll(
        (cells, cols, matrix, random) -> {
          if (cols == 0) {
            return;
          }
          int[] by = new int[1 + random.nextInt(Math.min(3, cols))];
          for (int b = 0; b < by.length; b++) {
            by[b] = random.nextInt(cols);
          }
          for (boolean decreasing : new boolean[] {false, true}) {
            Comparator<Integer> order = (x, y) -> 0;
            for (int col : by) {
              Comparator<Integer> one = Comparator.comparing(i -> cells[i][col] + 0.0);
              order = order.thenComparing(decreasing ? one.reversed() : one);
            }
            Integer[] places = new Integer[cells.length];
            Arrays.setAll(places, i -> i);
            Arrays.sort(places, order);
            double[][] sorted = new double[cells.length][];
            double[][] indexes = new double[cells.length][1];
            for (int i = 0; i < cells.length; i++) {
              sorted[i] = cells[places[i]];
              indexes[i][0] = places[i] + 1;
            }
            String what = "order of " + matrix + " by " + Arrays.toString(by);
            Forms.assertCells(
                sorted, cols, Reorg.order(matrix, by, decreasing, false, Forms.TWO), what);
            Forms.assertCells(
                indexes, 1, Reorg.order(matrix, by, decreasing, true, Forms.TWO), what);
          }
        });
  }

  @Test
  void sortsSpecialValues() {
    double nan = Double.NaN;
    double inf = Double.POSITIVE_INFINITY;
    Matrix a = Forms.matrix(5, 1, 1, nan, 3, 0, -1);
    Forms.assertCells(
        new double[][] {{nan}, {3}, {1}, {0}, {-1}},
        1,
        Reorg.order(a, new int[] {0}, true, false, Forms.TWO),
        "NaN first");
    Forms.assertCells(
        new double[][] {{-1}, {0}, {1}, {3}, {nan}},
        1,
        Reorg.order(a, new int[] {0}, false, false, Forms.TWO),
        "NaN last");
    // -0 and 0 are equal, so they keep their places
    double[] few = {inf, 0.0, -0.0, nan, -inf, 0.0, -1e-300, 5e-324};
    Forms.assertCells(
        new double[][] {{5}, {7}, {2}, {3}, {6}, {8}, {1}, {4}},
        1,
        Reorg.order(Forms.matrix(8, 1, few), new int[] {0}, false, true, Forms.TWO),
        "specials");
    assertThrows(InputError.class, () -> Reorg.order(a, new int[] {1}, false, false, Forms.TWO));
  }

  @Test
  void sortsManyRows() {
    Random random = new Random(RandomTests.SEED);
    double[] keys = new double[5000];
    Arrays.setAll(keys, i -> random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300));
    double[] sorted = keys.clone();
    Arrays.sort(sorted);
    Dense result =
        (Dense) Reorg.order(Forms.matrix(5000, 1, keys), new int[] {0}, false, false, Forms.TWO);
    assertTrue(Arrays.equals(sorted, result.toArray()));
  }
}
