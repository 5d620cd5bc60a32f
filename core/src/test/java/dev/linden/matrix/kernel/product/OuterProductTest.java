package dev.linden.matrix.kernel.product;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Cells;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.testkit.RandomTests;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whole numbers make all sums exact, so results must be equal to the definition. */
class OuterProductTest {
  private final Random random = new Random(RandomTests.SEED);

  private static CellStep times(Matrix w) {
    return new CellStep.WithMatrix(Cells.TIMES, false, w, false);
  }

  private static CellStep minus(Matrix x) {
    return new CellStep.WithMatrix(Cells.MINUS, true, x, false);
  }

  private static double[][] product(double[][] u, double[][] v) {
    double[][] p = new double[u.length][v.length];
    for (int i = 0; i < u.length; i++) {
      for (int j = 0; j < v.length; j++) {
        for (int k = 0; k < u[i].length; k++) {
          p[i][j] += u[i][k] * v[j][k];
        }
      }
    }
    return p;
  }

  private static double[][] transpose(double[][] a, int cols) {
    double[][] t = new double[cols][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < cols; j++) {
        t[j][i] = a[i][j];
      }
    }
    return t;
  }

  /** Without panels: dense matrices of one shape have the same ones. */
  private static List<Matrix> forms(double[][] cells, int cols) {
    return List.of(
        Forms.dense(cells, cols),
        Forms.csr(cells, cols),
        Forms.mcsr(cells, cols),
        Forms.coo(cells, cols));
  }

  /** W * (P - X) with all forms of W and X, and everything that can be made of it. */
  @Test
  void agreesWithTheDefinitionInAllForms() {
    int[][] shapes = {{40, 30, 3}, {1, 50, 2}, {50, 1, 2}, {7, 5, 0}, {33, 64, 300}, {2, 3000, 1}};
    for (int[] shape : shapes) {
      int m = shape[0];
      int n = shape[1];
      int r = shape[2];
      for (double density : new double[] {0, 0.1, 1}) {
        double[][] w = Forms.whole(random, m, n, density);
        double[][] x = Forms.whole(random, m, n, 0.2);
        double[][] u = Forms.whole(random, m, r, 1);
        double[][] v = Forms.whole(random, n, r, 1);
        double[][] c = product(u, v);
        double sum = 0;
        for (int i = 0; i < m; i++) {
          for (int j = 0; j < n; j++) {
            c[i][j] = w[i][j] * (c[i][j] - x[i][j]);
            sum += c[i][j];
          }
        }
        double[][] timesV = product(c, transpose(v, r));
        double[][] timesU = product(transpose(c, n), transpose(u, r));
        for (Matrix weights : forms(w, n)) {
          for (Matrix side : forms(x, n)) {
            for (boolean byColumns : new boolean[] {false, true}) {
              Matrix factor = byColumns ? Forms.dense(transpose(v, r), n) : Forms.panels(v, r);
              OuterProduct outer =
                  new OuterProduct(
                      Forms.panels(u, r),
                      factor,
                      byColumns,
                      List.of(minus(side), times(weights)),
                      1,
                      Forms.TWO);
              String what = weights + " " + side;
              assertEquals(weights.isSparse(), outer.isSelective(), what);
              Forms.assertCells(c, n, outer.cells(), what);
              assertEquals(sum, outer.sum(), what);
              Forms.assertCells(timesV, r, outer.timesV(), what);
              Forms.assertCells(timesU, r, outer.transposedTimesU(), what);
              Forms.assertCells(w, n, weights, what);
              Forms.assertCells(x, n, side, what);
            }
          }
        }
      }
    }
  }

  /** More cells than one block of rows holds. */
  @Test
  void denseDriversAreComputedInBlocks() {
    int m = 2100;
    int n = 600;
    double[][] w = Forms.whole(random, m, n, 0.8);
    double[][] u = Forms.whole(random, m, 2, 1);
    double[][] v = Forms.whole(random, n, 2, 1);
    double[][] c = product(u, v);
    double sum = 0;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        c[i][j] *= w[i][j];
        sum += c[i][j];
      }
    }
    CellStep step = times(Forms.dense(w, n));
    Dense left = Forms.dense(u, 2);
    OuterProduct outer =
        new OuterProduct(left, Forms.dense(v, 2), false, List.of(step), 0, Forms.TWO);
    assertFalse(outer.isSelective());
    assertEquals(sum, outer.sum());
    Forms.assertCells(c, n, outer.cells(), "blocks");
    Forms.assertCells(product(c, transpose(v, 2)), 2, outer.timesV(), "blocks");
    Forms.assertCells(
        product(transpose(c, n), transpose(u, 2)), 2, outer.transposedTimesU(), "blocks");
  }

  /** A mask and operands that are repeated rows and columns. */
  @Test
  void sidesMayBeVectors() {
    double[][] w = Forms.whole(random, 40, 50, 0.1);
    Matrix u = Forms.dense(Forms.whole(random, 40, 3, 1), 3);
    Matrix v = Forms.dense(Forms.whole(random, 50, 3, 1), 3);
    Matrix column = Forms.dense(Forms.whole(random, 40, 1, 1), 1);
    Matrix row = Forms.dense(Forms.whole(random, 1, 50, 1), 50);
    CellStep sparse = new CellStep.WithMatrix(Cells.TIMES, true, Forms.csr(w, 50), true);
    OuterProduct outer =
        new OuterProduct(
            u, v, false, List.of(minus(column), minus(row), sparse), 2, Workers.serial());
    assertTrue(outer.isSelective());
    Matrix cells = outer.cells();
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 50; j++) {
        double p = 0;
        for (int k = 0; k < 3; k++) {
          p += u.get(i, k) * v.get(j, k);
        }
        double expected = w[i][j] == 0 ? 0 : p - column.get(i, 0) - row.get(0, j);
        assertEquals(expected, cells.get(i, j), "at " + i + "," + j);
      }
    }
  }

  /**
   * A vector that is no full matrix can't drive, and a product that a side makes larger neither.
   */
  @Test
  void driversMustHaveTheShapeOfTheProduct() {
    Matrix u = Forms.dense(Forms.whole(random, 1, 3, 1), 3);
    Matrix v = Forms.dense(Forms.whole(random, 50, 3, 1), 3);
    Sparse row = Forms.csr(Forms.whole(random, 1, 50, 0.1), 50);
    Matrix larger = Forms.dense(Forms.whole(random, 40, 50, 1), 50);
    OuterProduct outer =
        new OuterProduct(u, v, false, List.of(minus(larger), times(row)), 1, Workers.serial());
    assertFalse(outer.isSelective());
    assertEquals("40x50", outer.cells().shape());
  }

  /** Zero divided by a cell of P is zero only if no cell of P is zero or NaN. */
  @Test
  void quotientsAreSelectiveOnlyIfZerosProvablyStay() {
    Sparse x = Forms.csr(Forms.whole(random, 40, 50, 0.1), 50);
    CellStep divide = new CellStep.WithMatrix(Cells.DIVIDE, false, x, false);
    Dense u = Forms.dense(Forms.whole(random, 40, 2, 0), 2);
    Dense v = Forms.dense(Forms.whole(random, 50, 2, 0), 2);
    CellStep epsilon = new CellStep.WithScalar(Cells.PLUS, true, 1e-9);
    assertFalse(isSelective(u, v, divide), "all zero");
    assertTrue(isSelective(u, v, epsilon, divide), "eps saves it");
    fill(u, 0.5);
    fill(v, 0.5);
    assertTrue(isSelective(u, v, divide), "positive");
    u.set(3, 0, 0);
    v.set(4, 1, 0);
    assertFalse(isSelective(u, v, divide), "row 3 and row 4 meet in zero");
    v.set(4, 1, 0.1);
    assertTrue(isSelective(u, v, divide), "a zero in one factor is no harm");
    u.set(5, 1, -1e-3);
    assertFalse(isSelective(u, v, divide), "negative");
    assertFalse(isSelective(u, v, epsilon, divide), "negative");
    u.set(5, 1, Double.NaN);
    assertFalse(isSelective(u, v, epsilon, divide), "NaN");
    u.set(5, 1, Double.POSITIVE_INFINITY);
    assertFalse(isSelective(u, v, epsilon, divide), "infinite");
    CellStep cosine = new CellStep.Unary(Cells.COS);
    u.set(5, 1, 1);
    assertFalse(isSelective(u, v, cosine, divide), "not monotone");
  }

  private static boolean isSelective(Matrix u, Matrix v, CellStep... steps) {
    return new OuterProduct(u, v, false, List.of(steps), steps.length - 1, Workers.serial())
        .isSelective();
  }

  private static void fill(Dense a, double value) {
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < a.cols(); j++) {
        a.set(i, j, value);
      }
    }
  }

  /** The expanded square would lose all digits where X is nearly the product. */
  @Test
  void lossWithoutWeightsSurvivesCancellation() {
    Matrix u = Forms.dense(Forms.gaussian(random, 60, 2, 0.3), 2);
    Matrix v = Forms.dense(Forms.gaussian(random, 70, 2, 0.3), 2);
    double[][] x = product(Forms.cells(u), Forms.cells(v));
    double expected = 0;
    for (double[] row : x) {
      for (int j = 0; j < row.length; j++) {
        double p = row[j];
        row[j] = p == 0 ? 0 : p + 1e-9 * random.nextGaussian();
        expected += (row[j] - p) * (row[j] - p);
      }
    }
    double found = SquaredLoss.ofProduct(Forms.csr(x, 70), u, v, false, Forms.TWO);
    assertWithin(expected, found, 1e-6 * expected, "seed " + RandomTests.SEED);
  }
}
