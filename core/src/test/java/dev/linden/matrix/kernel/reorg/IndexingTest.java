package dev.linden.matrix.kernel.reorg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.kernel.Forms;
import dev.linden.testkit.RandomTests;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IndexingTest {
  private static final int[][] SHAPES = {{1, 1}, {1, 9}, {9, 1}, {4, 5}, {50, 60}, {200, 11}};

  private record Rectangle(int rowStart, int rowEnd, int colStart, int colEnd) {
    static Rectangle random(Random random, int rows, int cols) {
      int rowStart = random.nextInt(rows);
      int colStart = random.nextInt(cols);
      boolean wholeRows = random.nextInt(3) == 0;
      return new Rectangle(
          rowStart,
          rowStart + 1 + random.nextInt(rows - rowStart),
          wholeRows ? 0 : colStart,
          wholeRows ? cols : colStart + 1 + random.nextInt(cols - colStart));
    }

    int rows() {
      return rowEnd - rowStart;
    }

    int cols() {
      return colEnd - colStart;
    }
  }

  private static double[][] deepCopy(double[][] cells) {
    double[][] copy = cells.clone();
    for (int i = 0; i < copy.length; i++) {
      copy[i] = cells[i].clone();
    }
    return copy;
  }

  @Test
  void slices() {
    Random random = new Random(RandomTests.SEED);
    for (int[] shape : SHAPES) {
      for (double density : new double[] {0, 0.05, 0.8}) {
        double[][] cells = Forms.whole(random, shape[0], shape[1], density);
        for (Matrix a : Forms.all(cells, shape[1])) {
          for (int trial = 0; trial < 6; trial++) {
            Rectangle r = Rectangle.random(random, shape[0], shape[1]);
            double[][] expected = new double[r.rows()][r.cols()];
            for (int i = 0; i < r.rows(); i++) {
              System.arraycopy(cells[r.rowStart + i], r.colStart, expected[i], 0, r.cols());
            }
            Matrix slice = Indexing.slice(a, r.rowStart, r.rowEnd, r.colStart, r.colEnd, Forms.TWO);
            Forms.assertCells(expected, r.cols(), slice, r + " of " + a);
          }
          assertSame(a, Indexing.slice(a, 0, shape[0], 0, shape[1], Forms.TWO));
        }
      }
    }
  }

  @Test
  void assignsAndFills() {
    Random random = new Random(RandomTests.SEED);
    for (int[] shape : SHAPES) {
      for (double density : new double[] {0, 0.05, 0.8}) {
        double[][] cells = Forms.whole(random, shape[0], shape[1], density);
        for (int form = 0; form < 5; form++) {
          for (boolean reuse : new boolean[] {false, true}) {
            Rectangle r = Rectangle.random(random, shape[0], shape[1]);
            double[][] value = Forms.whole(random, r.rows(), r.cols(), density);
            double[][] assigned = deepCopy(cells);
            for (int i = 0; i < r.rows(); i++) {
              System.arraycopy(value[i], 0, assigned[r.rowStart + i], r.colStart, r.cols());
            }
            for (Matrix source : Forms.all(value, r.cols())) {
              Matrix a = Forms.all(cells, shape[1]).get(form);
              Matrix result =
                  Indexing.assign(
                      a, r.rowStart, r.rowEnd, r.colStart, r.colEnd, source, reuse, Forms.TWO);
              String what = r + " of " + a + " = " + source + " reuse " + reuse;
              Forms.assertCells(assigned, shape[1], result, what);
              Forms.assertCells(value, r.cols(), source, "value of " + what);
              if (!reuse) {
                Forms.assertCells(cells, shape[1], a, "target of " + what);
              }
            }
            for (double constant : new double[] {0, 7, Double.NaN}) {
              double[][] filled = deepCopy(cells);
              for (int i = r.rowStart; i < r.rowEnd; i++) {
                java.util.Arrays.fill(filled[i], r.colStart, r.colEnd, constant);
              }
              Matrix a = Forms.all(cells, shape[1]).get(form);
              Matrix result =
                  Indexing.fill(
                      a, r.rowStart, r.rowEnd, r.colStart, r.colEnd, constant, reuse, Forms.TWO);
              Forms.assertCells(
                  filled, shape[1], result, r + " of " + a + " filled, reuse " + reuse);
              if (!reuse) {
                Forms.assertCells(cells, shape[1], a, "target of a fill");
              }
            }
          }
        }
      }
    }
  }

  @Test
  void randomWritesOneAfterAnother() {
    Random random = new Random(RandomTests.SEED);
    double[][] cells = new double[60][70];
    Matrix a = Forms.coo(cells, 70);
    for (int step = 0; step < 1500; step++) {
      Rectangle r = Rectangle.random(random, 60, 70);
      if (random.nextInt(4) > 0) {
        double value = random.nextInt(3);
        int i = r.rowStart;
        int j = r.colStart;
        cells[i][j] = value;
        a = Indexing.fill(a, i, i + 1, j, j + 1, value, true, Forms.TWO);
      } else {
        double[][] value = Forms.whole(random, 1, r.cols(), 0.1);
        System.arraycopy(value[0], 0, cells[r.rowStart], r.colStart, r.cols());
        a =
            Indexing.assign(
                a,
                r.rowStart,
                r.rowStart + 1,
                r.colStart,
                r.colEnd,
                Forms.csr(value, r.cols()),
                true,
                Forms.TWO);
      }
    }
    Forms.assertCells(cells, 70, a, "after many writes");
  }

  @Test
  void reusesInPlace() {
    Dense dense = Dense.zeros(50, 50);
    assertEquals(0, dense.nnz());
    assertSame(dense, Indexing.fill(dense, 1, 2, 1, 2, 5, true, Forms.TWO));
    assertEquals(1, dense.nnz());
    assertNotSame(dense, Indexing.fill(dense, 1, 2, 1, 2, 5, false, Forms.TWO));
    Mcsr rows = new Mcsr(50, 50);
    assertSame(rows, Indexing.fill(rows, 1, 2, 1, 2, 5, true, Forms.TWO));
    assertSame(rows, Indexing.assign(rows, 3, 4, 0, 2, Forms.matrix(1, 2, 0, 8), true, Forms.TWO));
    assertEquals(2, rows.nnz());
    Matrix updatable =
        Indexing.fill(Forms.csr(new double[50][50], 50), 1, 2, 1, 2, 5, true, Forms.TWO);
    assertTrue(updatable instanceof Mcsr);
  }

  @Test
  void aSparseMatrixThatFillsUpTurnsDense() {
    Matrix a = Forms.coo(new double[100][100], 100);
    for (int i = 0; i < 100; i++) {
      for (int j = 0; j < 100; j++) {
        a = Indexing.fill(a, i, i + 1, j, j + 1, i + j + 1, true, Forms.TWO);
      }
    }
    assertTrue(a instanceof Dense);
    assertEquals(10_000, a.nnz());
    assertEquals(199, a.get(99, 99));
  }

  @Test
  void rejectsAValueOfAnotherShape() {
    assertThrows(
        InputError.class,
        () -> Indexing.assign(Dense.zeros(3, 4), 0, 1, 0, 4, Dense.zeros(1, 3), true, Forms.TWO));
  }

  @Test
  void assigningEverythingGivesTheValue() {
    Matrix value = Forms.matrix(2, 2, 1, 2, 3, 4);
    assertSame(value, Indexing.assign(Dense.zeros(2, 2), 0, 2, 0, 2, value, false, Forms.TWO));
    Dense target = Dense.zeros(2, 2);
    assertSame(target, Indexing.assign(target, 0, 2, 0, 2, value, true, Forms.TWO));
    Forms.assertSame(value, target, "assigned cells");
  }
}
