package dev.linden.matrix.kernel.fold;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.InputError;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.fold.Aggregate.Kind;
import dev.linden.matrix.simd.Simd;
import dev.linden.testkit.Matrices;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RandomMatrices.Form;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Every aggregate in every direction and representation, against plain loops over exact decimals.
 */
class AggregateTest {
  private static final Workers WORKERS = new Workers(2, ArrayPool.none());
  private static final double INF = Double.POSITIVE_INFINITY;
  private static final int[][] SHAPES = {
    {0, 0}, {0, 3}, {3, 0}, {1, 1}, {1, 9}, {9, 1}, {5, 6}, {40, 50}, {2, 5000}, {700, 1}
  };

  private final RandomMatrices random = new RandomMatrices(77);

  @Test
  void finiteCells() {
    check(false);
  }

  @Test
  void nanAndInfinities() {
    check(true);
  }

  private void check(boolean specials) {
    for (int[] shape : SHAPES) {
      for (double density : new double[] {0, 0.05, 1}) {
        int rows = shape[0];
        int cols = shape[1];
        Dense made =
            specials ? random.withSpecials(rows, cols, density) : random.dense(rows, cols, density);
        // an overflow before a zero makes NaN of a dense product, but not of a sparse one
        Dense data = (Dense) Elementwise.replace(made, 1e300, 1e3, true, WORKERS);
        for (Kind kind : Kind.values()) {
          double all = define(kind, data, 0, rows, 0, cols);
          double[] perRow = new double[rows];
          for (int i = 0; i < rows; i++) {
            perRow[i] = define(kind, data, i, i + 1, 0, cols);
          }
          double[] perColumn = new double[cols];
          for (int j = 0; j < cols; j++) {
            perColumn[j] = define(kind, data, 0, rows, j, j + 1);
          }
          for (Form form : Form.values()) {
            Matrix a = form.of(data);
            String message =
                kind + " of " + form + " " + a.shape() + " density " + density + ", " + random;
            Matrix total = Dense.of(1, 1, Aggregate.all(kind, a, WORKERS));
            Matrices.assertCells(1, 1, (i, j) -> all, 1e-12, total, message);
            Matrix rowResults = Aggregate.rows(kind, a, WORKERS);
            Matrices.assertCells(
                rows, 1, (i, j) -> perRow[i], 1e-12, rowResults, "rows " + message);
            Matrix columnResults = Aggregate.cols(kind, a, WORKERS);
            Matrices.assertCells(
                1, cols, (i, j) -> perColumn[j], 1e-12, columnResults, "cols " + message);
          }
        }
        for (Form form : Form.values()) {
          Matrix a = form.of(data);
          checkIndexes(a, true, form + " " + random);
          checkIndexes(a, false, form + " " + random);
        }
      }
    }
  }

  private static void checkIndexes(Matrix a, boolean largest, String message) {
    Matrices.assertCells(
        a.rows(),
        1,
        (i, k) -> {
          int index = 0;
          double best = Double.NaN;
          for (int j = 0; j < a.cols(); j++) {
            double x = a.get(i, j);
            if (!Double.isNaN(x) && (index == 0 || (largest ? x >= best : x <= best))) {
              best = x;
              index = j + 1;
            }
          }
          return index;
        },
        0,
        Aggregate.rowIndexOfExtreme(largest, a, WORKERS),
        "index of " + (largest ? "largest " : "smallest ") + message);
  }

  private static double define(
      Kind kind, Matrix a, int rowStart, int rowEnd, int colStart, int colEnd) {
    double[] cells = new double[(rowEnd - rowStart) * (colEnd - colStart)];
    int n = 0;
    boolean finite = true;
    for (int i = rowStart; i < rowEnd; i++) {
      for (int j = colStart; j < colEnd; j++) {
        cells[n] = a.get(i, j);
        finite &= Double.isFinite(cells[n++]);
      }
    }
    if (kind == Kind.MIN || kind == Kind.MAX) {
      double best = kind == Kind.MIN ? INF : -INF;
      for (double x : cells) {
        best = kind == Kind.MIN ? Math.min(best, x) : Math.max(best, x);
      }
      return best;
    }
    if (kind == Kind.PROD) {
      double product = 1;
      for (double x : cells) {
        product *= x;
      }
      return product;
    }
    if (!finite) {
      double sum = 0;
      for (double x : cells) {
        sum += kind == Kind.SUM_OF_SQUARES ? x * x : x;
      }
      return kind == Kind.VAR || kind == Kind.SD ? Double.NaN : sum;
    }
    return exact(kind, cells);
  }

  private static double exact(Kind kind, double[] cells) {
    int n = cells.length;
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal squares = BigDecimal.ZERO;
    for (double x : cells) {
      sum = sum.add(new BigDecimal(x));
      squares = squares.add(new BigDecimal(x).multiply(new BigDecimal(x)));
    }
    return switch (kind) {
      case SUM -> sum.doubleValue();
      case MEAN -> n == 0 ? Double.NaN : sum.doubleValue() / n;
      case SUM_OF_SQUARES -> squares.doubleValue();
      default -> {
        if (n == 0) {
          yield Double.NaN;
        }
        if (n == 1) {
          yield 0;
        }
        BigDecimal mean = sum.divide(BigDecimal.valueOf(n), MathContext.DECIMAL128);
        BigDecimal deviations = BigDecimal.ZERO;
        for (double x : cells) {
          BigDecimal d = new BigDecimal(x).subtract(mean);
          deviations = deviations.add(d.multiply(d));
        }
        double variance = deviations.doubleValue() / (n - 1);
        yield kind == Kind.SD ? Math.sqrt(variance) : variance;
      }
    };
  }

  @Test
  void valuesOfTheLanguageDescription() {
    Dense a = Dense.of(2, 3, 1, 2, 3, 4, 5, 6);
    assertEquals(21, Aggregate.all(Kind.SUM, a, WORKERS));
    assertEquals(3.5, Aggregate.all(Kind.MEAN, a, WORKERS));
    assertEquals(720, Aggregate.all(Kind.PROD, a, WORKERS));
    assertEquals(3.5, Aggregate.all(Kind.VAR, a, WORKERS));
    assertEquals("Dense 1x3 [4.5, 4.5, 4.5]", Aggregate.cols(Kind.VAR, a, WORKERS).toString());
    assertEquals("Dense 2x1 [1.0, 1.0]", Aggregate.rows(Kind.SD, a, WORKERS).toString());
    Dense ties = Dense.of(2, 3, 1, 3, 3, 0, 0, 0);
    assertEquals(
        "Dense 2x1 [3.0, 3.0]", Aggregate.rowIndexOfExtreme(true, ties, WORKERS).toString());
    assertEquals(
        "Dense 1x2 [2.0, NaN]",
        Aggregate.cols(Kind.MAX, Dense.of(2, 2, 1, Double.NaN, 2, 3), WORKERS).toString());
    Dense empty = Dense.zeros(0, 3);
    assertEquals(0, Aggregate.all(Kind.SUM, empty, WORKERS));
    assertEquals(Double.NaN, Aggregate.all(Kind.MEAN, empty, WORKERS));
    assertEquals(INF, Aggregate.all(Kind.MIN, empty, WORKERS));
    assertEquals(-INF, Aggregate.all(Kind.MAX, empty, WORKERS));
    assertEquals("Dense 1x3 [0.0, 0.0, 0.0]", Aggregate.cols(Kind.SUM, empty, WORKERS).toString());
    assertEquals(7, Aggregate.trace(Dense.of(2, 2, 4, 2, 2, 3)));
    assertThrows(InputError.class, () -> Aggregate.trace(a));
  }

  @Test
  void traceInEveryForm() {
    Dense data = random.dense(60, 60, 0.2);
    for (Form form : Form.values()) {
      assertEquals(Aggregate.trace(data), Aggregate.trace(form.of(data)), form.toString());
    }
  }

  @Test
  void sumsSurviveCancellationAcrossRangesAndKeepInfinity() {
    int n = 200_000;
    double[] cells = new double[n];
    java.util.Arrays.fill(cells, 1);
    cells[5] = 1e18;
    cells[n - 5] = -1e18; // in the same column as the other one
    for (Dense a :
        new Dense[] {
          Dense.wrap(n, 1, cells), Dense.wrap(1, n, cells), Dense.wrap(n / 10, 10, cells)
        }) {
      assertEquals(n - 2, Aggregate.all(Kind.SUM, a, WORKERS));
      Matrix cols = Aggregate.cols(Kind.SUM, a, WORKERS);
      assertEquals(n - 2, Aggregate.all(Kind.SUM, cols, WORKERS));
    }
    cells[100] = INF;
    assertEquals(INF, Aggregate.all(Kind.SUM, Dense.wrap(n, 1, cells), WORKERS));
    assertEquals(INF, Aggregate.cols(Kind.SUM, Dense.wrap(n / 2, 2, cells), WORKERS).get(0, 0));
    cells[90_000] = -INF;
    assertEquals(Double.NaN, Aggregate.all(Kind.SUM, Dense.wrap(n, 1, cells), WORKERS));
  }

  @Test
  void varianceIsStableAndExactlyZeroForEqualCells() {
    int n = 100_000;
    double[] cells = new double[n];
    for (int k = 0; k < n; k++) {
      cells[k] = 1e9 + k % 2;
    }
    double expected = 0.25 * n / (n - 1);
    assertWithin(expected, Aggregate.all(Kind.VAR, Dense.wrap(n, 1, cells), WORKERS), 1e-12);
    assertEquals(
        expected, Aggregate.rows(Kind.VAR, Dense.wrap(1, n, cells), WORKERS).get(0, 0), 1e-12);
    java.util.Arrays.fill(cells, 0.1);
    Dense equal = Dense.wrap(n / 10, 10, cells);
    for (Matrix a : new Matrix[] {equal, Formats.toCsr(equal)}) {
      assertEquals(0, Aggregate.all(Kind.VAR, a, WORKERS));
      Matrices.assertCells(1, 10, (i, j) -> 0, 0, Aggregate.cols(Kind.SD, a, WORKERS), "columns");
      Matrices.assertCells(n / 10, 1, (i, j) -> 0, 0, Aggregate.rows(Kind.SD, a, WORKERS), "rows");
    }
  }

  @Test
  void sparseProductsAreZeroThoughOthersOverflow() {
    double[] cells = new double[2000];
    java.util.Arrays.fill(cells, 0, 500, 1e10);
    Matrix a = Formats.toCsr(Dense.wrap(20, 100, cells));
    assertEquals(0, Aggregate.all(Kind.PROD, a, WORKERS));
    Matrices.assertCells(1, 100, (i, j) -> 0, 0, Aggregate.cols(Kind.PROD, a, WORKERS), "columns");
  }

  /** Matrices so large that short rows are folded in vectors; whole numbers, so sums are exact. */
  @Test
  void manyShortRows() {
    for (int cols : new int[] {1, 5, 17, 100}) {
      int rows = Simd.MANY_CELLS / cols + 7;
      Dense a = Dense.zeros(rows, cols);
      double[] cells = a.panel(0);
      for (int k = 0; k < cells.length; k++) {
        cells[k] = (k * 7919L) % 1013 - 500;
      }
      for (Aggregate.Kind kind :
          new Aggregate.Kind[] {
            Aggregate.Kind.SUM,
            Aggregate.Kind.SUM_OF_SQUARES,
            Aggregate.Kind.MEAN,
            Aggregate.Kind.MIN,
            Aggregate.Kind.MAX
          }) {
        Matrix rowResults = Aggregate.rows(kind, a, Forms.TWO);
        double[] columnFolds = new double[cols];
        Arrays.fill(columnFolds, neutral(kind));
        for (int i = 0; i < rows; i++) {
          double rowFold = neutral(kind);
          for (int j = 0; j < cols; j++) {
            double x = cells[i * cols + j];
            rowFold = combine(kind, rowFold, x);
            columnFolds[j] = combine(kind, columnFolds[j], x);
          }
          double expected = kind == Aggregate.Kind.MEAN ? rowFold / cols : rowFold;
          assertEquals(expected, rowResults.get(i, 0), kind + " of row " + i);
        }
        Matrix columnResults = Aggregate.cols(kind, a, Forms.TWO);
        for (int j = 0; j < cols; j++) {
          double expected = kind == Aggregate.Kind.MEAN ? columnFolds[j] / rows : columnFolds[j];
          assertEquals(expected, columnResults.get(0, j), kind + " of column " + j);
        }
      }
      Matrix running = Cumulative.cumulate(Cumulative.Kind.SUM, a, false, Forms.TWO);
      Matrix sums = Aggregate.cols(Aggregate.Kind.SUM, a, Forms.TWO);
      for (int j = 0; j < cols; j++) {
        assertEquals(sums.get(0, j), running.get(rows - 1, j), "running sum of column " + j);
      }
      Matrix largest = Aggregate.rowIndexOfExtreme(true, a, Forms.TWO);
      Matrix maxs = Aggregate.rows(Aggregate.Kind.MAX, a, Forms.TWO);
      for (int i = 0; i < rows; i += 101) {
        assertEquals(maxs.get(i, 0), a.get(i, (int) largest.get(i, 0) - 1), "row " + i);
      }
    }
  }

  private static double neutral(Aggregate.Kind kind) {
    return switch (kind) {
      case MIN -> Double.POSITIVE_INFINITY;
      case MAX -> Double.NEGATIVE_INFINITY;
      default -> 0;
    };
  }

  private static double combine(Aggregate.Kind kind, double fold, double x) {
    return switch (kind) {
      case MIN -> Math.min(fold, x);
      case MAX -> Math.max(fold, x);
      case SUM_OF_SQUARES -> fold + x * x;
      default -> fold + x;
    };
  }
}
