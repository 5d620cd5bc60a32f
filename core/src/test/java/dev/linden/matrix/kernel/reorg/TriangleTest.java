package dev.linden.matrix.kernel.reorg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.kernel.fold.Cumulative;
import dev.linden.matrix.kernel.solve.Fourier;
import dev.linden.testkit.Matrices;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RandomMatrices.Form;
import dev.linden.testkit.RandomTests;
import org.junit.jupiter.api.Test;

/** Triangles, rotated rows, sums along rows, and Fourier transforms. */
class TriangleTest {
  private static final int[][] SHAPES = {
    {0, 0}, {0, 3}, {3, 0}, {1, 1}, {1, 9}, {9, 1}, {6, 6}, {5, 70}, {700, 20}, {190, 180}
  };

  private final RandomMatrices random = new RandomMatrices(RandomTests.SEED);

  @Test
  void triangles() {
    for (int[] shape : SHAPES) {
      Dense cells = random.withSpecials(shape[0], shape[1], 0.3);
      for (int option = 0; option < 4; option++) {
        boolean lower = option % 2 == 0;
        boolean diagonal = option / 2 == 0;
        Triangle triangle = new Triangle(lower, diagonal);
        String what = option + " " + cells.shape() + ", " + random;
        Matrix mask = triangle.mask(shape[0], shape[1], Forms.TWO);
        Matrices.Cell inside = (i, j) -> (i == j ? diagonal : lower ? j < i : j > i) ? 1 : 0;
        Matrices.assertCells(shape[0], shape[1], inside, 0, mask, what);
        assertEquals(mask.nnz(), triangle.cells(shape[0], shape[1]), what);
        for (Form form : Form.values()) {
          Matrices.assertCells(
              shape[0],
              shape[1],
              (i, j) -> inside.at(i, j) == 0 ? 0 : cells.get(i, j),
              0,
              triangle.values(form.of(cells), Forms.TWO),
              what + " " + form);
        }
      }
    }
  }

  @Test
  void rollsRows() {
    for (int[] shape : SHAPES) {
      Dense cells = random.withSpecials(shape[0], shape[1], 0.3);
      for (long places : new long[] {0, 1, 5, 700, -1, Long.MAX_VALUE}) {
        for (Form form : Form.values()) {
          Matrices.assertCells(
              shape[0],
              shape[1],
              (i, j) -> cells.get((int) Math.floorMod(i - places, (long) shape[0]), j),
              0,
              Reorg.rollRows(form.of(cells), places % Math.max(1, shape[0]), Forms.TWO),
              places + " " + form + ", " + random);
        }
      }
    }
  }

  @Test
  void sumsAlongRows() {
    for (int[] shape : SHAPES) {
      Dense cells = random.withSpecials(shape[0], shape[1], 0.3);
      double[][] sums = new double[shape[0]][shape[1]];
      for (int i = 0; i < shape[0]; i++) {
        double sum = 0;
        for (int j = 0; j < shape[1]; j++) {
          sum += cells.get(i, j);
          sums[i][j] = sum;
        }
      }
      for (Form form : Form.values()) {
        for (boolean reuse : new boolean[] {false, true}) {
          Matrices.assertCells(
              shape[0],
              shape[1],
              (i, j) -> sums[i][j],
              1e-12,
              Cumulative.sumAlongRows(form.of(cells), reuse, Forms.TWO),
              form + ", " + random);
        }
      }
    }
  }

  @Test
  void transformsAgreeWithTheDefinition() {
    for (int[] shape : new int[][] {{1, 1}, {1, 8}, {8, 1}, {2, 4}, {16, 8}}) {
      Dense re = random.dense(shape[0], shape[1], 0.7);
      Dense im = random.dense(shape[0], shape[1], 0.7);
      for (Form form : Form.values()) {
        Matrix a = form.of(re);
        Matrix b = form.of(im);
        String what = form + " " + a.shape() + ", " + random;
        Fourier plane = Fourier.transform(a, b, false, false, Forms.TWO);
        check(re, im, plane, false, what);
        Fourier rows = Fourier.transform(a, b, false, true, Forms.TWO);
        check(re, im, rows, true, what);
        Fourier back =
            Fourier.transform(plane.real(), plane.imaginary(), true, false, Workers.serial());
        Matrices.assertCells(shape[0], shape[1], re::get, 1e-13, back.real(), what);
        Matrices.assertCells(shape[0], shape[1], im::get, 1e-13, back.imaginary(), what);
        Matrices.assertCells(shape[0], shape[1], re::get, 0, a, "inputs stay, " + what);
      }
    }
    assertThrows(
        InputError.class, () -> Fourier.transform(Dense.zeros(2, 3), null, false, true, Forms.TWO));
    assertThrows(
        InputError.class,
        () -> Fourier.transform(Dense.zeros(0, 4), null, false, false, Forms.TWO));
    assertThrows(
        InputError.class,
        () -> Fourier.transform(Dense.zeros(2, 4), Dense.zeros(4, 2), false, true, Forms.TWO));
  }

  private static void check(Dense re, Dense im, Fourier found, boolean byRow, String what) {
    int rows = re.rows();
    int cols = re.cols();
    for (int u = 0; u < rows; u++) {
      for (int v = 0; v < cols; v++) {
        double x = 0;
        double y = 0;
        for (int i = byRow ? u : 0; i < (byRow ? u + 1 : rows); i++) {
          for (int j = 0; j < cols; j++) {
            double turn = (double) v * j / cols + (byRow ? 0 : (double) u * i / rows);
            double c = Math.cos(2 * Math.PI * turn);
            double s = -Math.sin(2 * Math.PI * turn);
            x += re.get(i, j) * c - im.get(i, j) * s;
            y += re.get(i, j) * s + im.get(i, j) * c;
          }
        }
        assertTrue(Math.abs(x - found.real().get(u, v)) < 1e-10, what);
        assertTrue(Math.abs(y - found.imaginary().get(u, v)) < 1e-10, what);
      }
    }
  }
}
