package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.kernel.rows.RowLoops;
import dev.linden.matrix.simd.Simd;

/**
 * Products of the columns that stay plain, some rows at a time, for operators that go through
 * blocks of rows. Zeros of sparse rows take no part.
 */
final class PlainRows {
  private final PlainGroup group;

  /** Columns of the other operand. */
  private final int n;

  private final int width;
  private final Simd simd;

  PlainRows(PlainGroup group, int n) {
    this.group = group;
    this.n = n;
    width = group.width();
    simd = Simd.forManyOf(n == 1 ? width : n, group.cells().cells());
  }

  /** {@code out += X %*% B} for some rows; {@code b} has a row of n cells for each column. */
  void add(double[] b, int start, int end, double[] out, int at) {
    for (int row = start; row < end; row++) {
      int to = at + (row - start) * n;
      if (group.cells() instanceof Csr csr) {
        for (int p = csr.start(row); p < csr.end(row); p++) {
          addScaled(csr.values()[p], b, csr.columns()[p] * n, out, to);
        }
        continue;
      }
      Dense dense = (Dense) group.cells();
      double[] cells = dense.panelOf(row);
      int from = dense.offset(row);
      if (n == 1) {
        out[to] += simd.dot(cells, from, b, 0, width);
        continue;
      }
      for (int j = 0; j < width; j++) {
        simd.axpy(cells[from + j], b, j * n, out, to, n);
      }
    }
  }

  private void addScaled(double x, double[] from, int at, double[] to, int toAt) {
    if (n == 1) {
      to[toAt] += x * from[at];
    } else {
      simd.axpy(x, from, at, to, toAt, n);
    }
  }

  /** {@code sums += t(X) %*% W} for some rows of W, which begin at {@code w[at]}. */
  void collect(double[] w, int at, int start, int end, double[] sums) {
    if (group.cells() instanceof Csr csr) {
      for (int row = start; row < end; row++) {
        for (int p = csr.start(row); p < csr.end(row); p++) {
          addScaled(csr.values()[p], w, at + (row - start) * n, sums, csr.columns()[p] * n);
        }
      }
    } else if (n == 1) {
      collectColumn((Dense) group.cells(), w, at - start, start, end, sums);
    } else {
      Dense dense = (Dense) group.cells();
      for (int row = start; row < end; row++) {
        double[] cells = dense.panelOf(row);
        int from = dense.offset(row);
        for (int j = 0; j < width; j++) {
          simd.axpy(cells[from + j], w, at + (row - start) * n, sums, j * n, n);
        }
      }
    }
  }

  private void collectColumn(Dense rows, double[] w, int shift, int start, int end, double[] sums) {
    int i = start;
    for (; i + 3 < end; i += 4) {
      RowLoops.addScaled4(
          w[shift + i],
          rows.panelOf(i),
          rows.offset(i),
          w[shift + i + 1],
          rows.panelOf(i + 1),
          rows.offset(i + 1),
          w[shift + i + 2],
          rows.panelOf(i + 2),
          rows.offset(i + 2),
          w[shift + i + 3],
          rows.panelOf(i + 3),
          rows.offset(i + 3),
          sums,
          0,
          width);
    }
    for (; i < end; i++) {
      RowLoops.addScaled(w[shift + i], rows.panelOf(i), rows.offset(i), sums, 0, width);
    }
  }
}
