package dev.linden.matrix.kernel.rows;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import java.util.Arrays;

/**
 * Products with a matrix that has at most one non-zero per row, as permutations and selections
 * have: each row of the result is a row of the other operand, scaled; nothing is added up.
 */
public final class RowGather {
  private RowGather() {}

  public static boolean applies(Sparse a) {
    if (a.nnz() > a.rows()) {
      return false;
    }
    for (int i = 0; i < a.rows(); i++) {
      if (a.end(i) - a.start(i) > 1) {
        return false;
      }
    }
    return true;
  }

  public static Matrix multiply(Sparse a, Plain b, Workers workers) {
    return b instanceof Dense dense
        ? fromDense(a, dense, workers)
        : Formats.adapt(fromSparse(a, RowView.byRow((Sparse) b), workers), workers);
  }

  private static Matrix fromDense(Sparse a, Dense b, Workers workers) {
    int m = a.rows();
    int n = b.cols();
    if (RowView.pays(m, n, a.nnz() * n)) {
      return Formats.adapt(nonZerosOfDense(a, b, workers), workers);
    }
    Dense c = Dense.allocateUncleared(m, n, workers);
    workers.forRanges(
        m,
        Ranges.rows(m, c.cells()),
        (start, end) -> {
          for (int i = start; i < end; i++) {
            int p = a.start(i);
            int to = c.offset(i);
            if (p == a.end(i)) {
              Arrays.fill(c.panelOf(i), to, to + n, 0);
            } else {
              int k = a.columns(i)[p];
              scale(a.values(i)[p], b.panelOf(k), b.offset(k), c.panelOf(i), to, n);
            }
          }
        });
    return c;
  }

  private static void scale(double x, double[] b, int from, double[] c, int to, int n) {
    if (x == 1) {
      System.arraycopy(b, from, c, to, n);
    } else {
      RowLoops.scale(x, b, from, c, to, n);
    }
  }

  private static Sparse nonZerosOfDense(Sparse a, Dense b, Workers workers) {
    int m = a.rows();
    int n = b.cols();
    int grain = Ranges.rows(m, (double) a.nnz() * n + m);
    SparseChunks result = new SparseChunks(m, n, grain, workers.arrays());
    workers.forRanges(
        m,
        grain,
        (start, end) -> {
          SparseChunks.Chunk chunk = result.chunk(start, 16);
          for (int i = start; i < end; i++) {
            for (int p = a.start(i); p < a.end(i); p++) {
              int k = a.columns(i)[p];
              double x = a.values(i)[p];
              double[] row = b.panelOf(k);
              int offset = b.offset(k);
              for (int j = 0; j < n; j++) {
                chunk.add(j, x * row[offset + j]);
              }
            }
            chunk.endRow(i);
          }
        });
    return result.finish();
  }

  private static Sparse fromSparse(Sparse a, Sparse b, Workers workers) {
    int m = a.rows();
    int grain = Ranges.rows(m, (double) b.nnz() + m);
    SparseChunks result = new SparseChunks(m, b.cols(), grain, workers.arrays());
    workers.forRanges(
        m,
        grain,
        (start, end) -> {
          SparseChunks.Chunk chunk = result.chunk(start, 16);
          for (int i = start; i < end; i++) {
            for (int p = a.start(i); p < a.end(i); p++) {
              addScaled(a.values(i)[p], b, a.columns(i)[p], chunk);
            }
            chunk.endRow(i);
          }
        });
    return result.finish();
  }

  private static void addScaled(double x, Sparse b, int row, SparseChunks.Chunk chunk) {
    int[] columns = b.columns(row);
    double[] values = b.values(row);
    for (int q = b.start(row), end = b.end(row); q < end; q++) {
      chunk.add(columns[q], x * values[q]); // a product may be too small and become zero
    }
  }
}
