package dev.linden.matrix.kernel;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Panels;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.SumOfProducts;
import dev.linden.matrix.kernel.reorg.Reorg;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * More than 2^31 cells, and more than 2^31 non-zeros: counts and positions that do not fit an int.
 * Some of the data is one array that stands for many rows or panels, so that a few GB of memory
 * suffice; kernels that only read can't tell.
 */
@Tag("large")
class LargeTest {
  private static final long INT_CELLS = 1L << 31;

  private final Workers workers = new Workers(2, ArrayPool.none());

  @Test
  void sparseWithMoreCellsThanAnIntCounts() {
    int rows = (1 << 16) + 1;
    int cols = 1 << 15;
    int[] starts = new int[rows + 1];
    int[] columns = new int[2 * rows];
    double[] values = new double[2 * rows];
    for (int i = 0; i < rows; i++) {
      starts[i + 1] = 2 * (i + 1);
      columns[2 * i] = i % 7;
      columns[2 * i + 1] = cols - 1 - i % 11;
      values[2 * i] = 2;
      values[2 * i + 1] = 1;
    }
    Csr a = new Csr(rows, cols, starts, columns, values);
    assertTrue(a.cells() > INT_CELLS);
    checkSums(a, 3.0 * rows);
    assertEquals(5.0 * rows, Aggregate.all(Aggregate.Kind.SUM_OF_SQUARES, a, workers));
    assertEquals(0, Aggregate.all(Aggregate.Kind.MIN, a, workers));
    assertEquals(0, Aggregate.all(Aggregate.Kind.PROD, a, workers));
    double mean = 3.0 * rows / a.cells();
    double variance = 5.0 * rows / a.cells() - mean * mean;
    double actual = Aggregate.all(Aggregate.Kind.VAR, a, workers);
    assertWithin(variance, actual, 1e-9 * variance);
    Matrix transposed = Reorg.transpose(a, workers);
    assertEquals(a.nnz(), transposed.nnz());
    assertEquals(
        a.get(rows - 1, cols - 1 - (rows - 1) % 11),
        transposed.get(cols - 1 - (rows - 1) % 11, rows - 1));
    assertEquals(5.0 * rows, SumOfProducts.sum(a, a, null, workers));
  }

  @Test
  void triplesWithPositionsBeyondInt() {
    int side = Integer.MAX_VALUE - 1;
    Coo a =
        new Coo(
            side,
            side,
            new int[] {0, 5, side - 1},
            new int[] {side - 1, 5, 0},
            new double[] {1, 2, 4});
    assertEquals(7, Aggregate.all(Aggregate.Kind.SUM, a, workers));
    assertEquals(7.0 / a.cells(), Aggregate.all(Aggregate.Kind.MEAN, a, workers));
    assertEquals(4, Reorg.transpose(a, workers).get(0, side - 1));
  }

  @Test
  void denseWithMoreCellsThanAnIntCounts() {
    // 2^31 + 2^24 cells in 129 panels, all of them one array of 128 MB
    int cols = 1 << 12;
    int panelRows = 1 << 12;
    int count = 129;
    double[] panel = new double[panelRows * cols];
    for (int k = 0; k < panel.length; k++) {
      panel[k] = k % cols;
    }
    Dense a = Panels.repeated(panel, panelRows * count, cols, panelRows);
    assertTrue(a.cells() > INT_CELLS);
    double rowSum = cols * (cols - 1L) / 2.0;
    checkSums(a, rowSum * a.rows());
    assertEquals(a.cells() - a.rows(), a.nnz());
    assertEquals(cols - 1, Aggregate.all(Aggregate.Kind.MAX, a, workers));
    Matrix columnMaxs = Aggregate.cols(Aggregate.Kind.MAX, a, workers);
    assertEquals(cols - 2, columnMaxs.get(0, cols - 2));
    Matrix indexes = Aggregate.rowIndexOfExtreme(true, a, workers);
    assertEquals(cols, indexes.get(a.rows() - 1, 0));
    double squares = (cols - 1.0) * cols * (2.0 * cols - 1) / 6 * a.rows();
    assertWithin(squares, SumOfProducts.sum(a, a, null, workers), 1e-15 * squares);
  }

  @Test
  void moreNonZerosThanAnArrayHolds() {
    // 2^20 + 1 rows that share one array of 2^11 + 1 non-zeros
    int rows = (1 << 20) + 1;
    int nnz = (1 << 11) + 1;
    int cols = 3 * nnz;
    int[] columns = new int[nnz];
    double[] values = new double[nnz];
    Arrays.setAll(columns, k -> 3 * k + 1);
    Arrays.fill(values, 0.5);
    Mcsr a = new Mcsr(rows, cols);
    for (int i = 0; i < rows; i++) {
      a.setRow(i, columns, values, nnz);
    }
    assertTrue(a.nnz() > INT_CELLS);
    checkSums(a, 0.5 * a.nnz());
    assertEquals(0.25 * a.nnz(), Aggregate.all(Aggregate.Kind.SUM_OF_SQUARES, a, workers));
    Matrix columnSums = Aggregate.cols(Aggregate.Kind.SUM, a, workers);
    assertEquals(0, columnSums.get(0, 0));
    assertEquals(0.5 * rows, columnSums.get(0, cols - 2));
    assertEquals(0.25 * a.nnz(), SumOfProducts.sum(a, a, null, workers));
    Matrix ones = Elementwise.scalarRight(Cells.GREATER, columnSums, 0, false, workers);
    assertEquals(nnz, Aggregate.all(Aggregate.Kind.SUM, ones, workers));
  }

  /** All cells, and the sums of rows and columns, which add up to the same. */
  private void checkSums(Matrix a, double sum) {
    assertEquals(sum, Aggregate.all(Aggregate.Kind.SUM, a, workers));
    assertEquals(sum / a.cells(), Aggregate.all(Aggregate.Kind.MEAN, a, workers));
    for (Matrix partial :
        new Matrix[] {
          Aggregate.rows(Aggregate.Kind.SUM, a, workers),
          Aggregate.cols(Aggregate.Kind.SUM, a, workers)
        }) {
      assertEquals(sum, Aggregate.all(Aggregate.Kind.SUM, partial, workers));
    }
  }
}
