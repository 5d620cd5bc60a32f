package dev.linden.matrix.kernel.product;

import dev.linden.matrix.Cells;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.rows.Ranges;
import dev.linden.matrix.kernel.rows.RowLoops;
import dev.linden.matrix.kernel.rows.RowView;
import dev.linden.matrix.simd.Simd;

/**
 * Chains t(X) %*% f(X %*% v) in one pass over X: while a row is in cache it is multiplied with v,
 * and added to the result with that factor. Ranges of rows have partial results of their own, added
 * up in order; the ranges depend on the sizes only.
 */
final class MatMultChain {
  /** With more columns in v, two products are faster than dots and sums of single rows. */
  private static final int MOST_COLUMNS = 4;

  private static final int MAX_PARTS = 64;

  /** Cells that the partial results may take together: 32 MB. */
  private static final long PARTIAL_CELLS = 4L << 20;

  private final Plain x;

  /** The columns of v as rows. */
  private final Dense v;

  private final Dense w;
  private final Dense y;

  /** How a dense row is multiplied with v. */
  private final Simd dots;

  private MatMultChain(Plain x, Dense v, Dense w, Dense y) {
    this.x = x;
    this.v = v;
    this.w = w;
    this.y = y;
    dots = x instanceof Dense dense ? DenseGemm.forDots(dense, x.cols()) : null;
  }

  static Matrix multiply(Plain x, Plain v, Plain w, Plain y, Workers workers) {
    if (w != null && y != null) {
      throw new IllegalArgumentException("both a factor and a term");
    }
    boolean fits =
        x.cols() == v.rows()
            && x.cells() > 0
            && v instanceof Dense
            && v.cols() >= 1
            && v.cols() <= MOST_COLUMNS
            && isColumn(w, x.rows())
            && isColumn(y, x.rows());
    if (!fits) {
      return inSteps(x, v, w, y, workers);
    }
    Plain byRow = x instanceof Sparse sparse ? RowView.byRow(sparse) : x;
    Dense rows = DenseGemm.transpose((Dense) v, workers);
    return new MatMultChain(byRow, rows, (Dense) w, (Dense) y).run(workers);
  }

  /** A dense column that applies to all columns of X %*% v alike. */
  private static boolean isColumn(Plain a, int rows) {
    return a == null || a instanceof Dense && a.rows() == rows && a.cols() == 1;
  }

  /** One product after the other; X may be packed. */
  static Matrix inSteps(Matrix x, Matrix v, Matrix w, Matrix y, Workers workers) {
    Matrix inner = MatMult.multiply(x, v, workers);
    if (w != null) {
      inner = Elementwise.binary(Cells.TIMES, w, inner, false, true, workers);
    } else if (y != null) {
      inner = Elementwise.binary(Cells.MINUS, inner, y, true, false, workers);
    }
    return MatMult.multiply(x, true, inner, false, workers);
  }

  /** Whether {@link CsrChain} has loops for it. */
  private boolean isSimple() {
    return x instanceof Csr
        && v.rows() <= CsrChain.MOST_COLUMNS
        && v.panelCount() == 1
        && (w == null || w.panelCount() == 1)
        && (y == null || y.panelCount() == 1);
  }

  private Matrix run(Workers workers) {
    int rows = x.rows();
    int columns = v.rows();
    double work = (double) (x instanceof Sparse ? x.nnz() + rows : x.cells()) * columns;
    long resultCells = (long) x.cols() * columns;
    double affordable = Math.max(1, Math.min(MAX_PARTS, (double) PARTIAL_CELLS / resultCells));
    // a partial result is cleared and added up: its range must do more than that
    double useful = Math.max(1, work / (8.0 * resultCells));
    int parts = (int) Math.min(affordable, useful);
    int grain = Math.max(Ranges.rows(rows, 2 * work), (rows - 1) / parts + 1);
    Dense[] partial = new Dense[Workers.rangeCount(rows, grain)];
    CsrChain loops = isSimple() ? new CsrChain((Csr) x, v, w, y) : null;
    workers.forRanges(
        rows,
        grain,
        (start, end) -> {
          Dense part = Dense.allocate(columns, x.cols(), workers);
          if (loops != null) {
            loops.add(start, end, part.panel(0));
          } else if (x instanceof Sparse sparse) {
            addSparse(sparse, part, start, end);
          } else {
            addDense((Dense) x, part, start, end);
          }
          partial[start / grain] = part;
        });
    Dense sum = partial[0];
    for (int p = 1; p < partial.length; p++) {
      for (int j = 0; j < columns; j++) {
        RowLoops.add(
            partial[p].panelOf(j), partial[p].offset(j), sum.panelOf(j), sum.offset(j), x.cols());
      }
      for (int panel = 0; panel < partial[p].panelCount(); panel++) {
        workers.arrays().recycle(partial[p].panel(panel));
      }
    }
    return loops == null ? DenseGemm.transpose(sum, workers) : loops.result(sum);
  }

  /** What the row counts in the result, given its product with v. */
  private double factor(int row, double product) {
    if (w != null) {
      return w.panelOf(row)[w.offset(row)] * product;
    }
    return y == null ? product : product - y.panelOf(row)[y.offset(row)];
  }

  private void addDense(Dense rows, Dense part, int start, int end) {
    int i = start;
    for (; i + 3 < end; i += 4) {
      for (int j = 0; j < v.rows(); j++) {
        addFourRows(rows, i, v.panelOf(j), v.offset(j), part.panelOf(j), part.offset(j));
      }
    }
    for (; i < end; i++) {
      double[] row = rows.panelOf(i);
      int offset = rows.offset(i);
      for (int j = 0; j < v.rows(); j++) {
        double product = dots.dot(row, offset, v.panelOf(j), v.offset(j), x.cols());
        RowLoops.addScaled(
            factor(i, product), row, offset, part.panelOf(j), part.offset(j), x.cols());
      }
    }
  }

  private void addFourRows(
      Dense rows, int i, double[] vector, int vectorOffset, double[] sum, int sumOffset) {
    double[] r0 = rows.panelOf(i);
    double[] r1 = rows.panelOf(i + 1);
    double[] r2 = rows.panelOf(i + 2);
    double[] r3 = rows.panelOf(i + 3);
    int o0 = rows.offset(i);
    int o1 = rows.offset(i + 1);
    int o2 = rows.offset(i + 2);
    int o3 = rows.offset(i + 3);
    int n = x.cols();
    double f0 = 0;
    double f1 = 0;
    double f2 = 0;
    double f3 = 0;
    if (n < DenseGemm.SHORT_ROW) {
      for (int k = 0; k < n; k++) {
        double factor = vector[vectorOffset + k];
        f0 += r0[o0 + k] * factor;
        f1 += r1[o1 + k] * factor;
        f2 += r2[o2 + k] * factor;
        f3 += r3[o3 + k] * factor;
      }
    } else {
      f0 = dots.dot(r0, o0, vector, vectorOffset, n);
      f1 = dots.dot(r1, o1, vector, vectorOffset, n);
      f2 = dots.dot(r2, o2, vector, vectorOffset, n);
      f3 = dots.dot(r3, o3, vector, vectorOffset, n);
    }
    f0 = factor(i, f0);
    f1 = factor(i + 1, f1);
    f2 = factor(i + 2, f2);
    f3 = factor(i + 3, f3);
    RowLoops.addScaled4(f0, r0, o0, f1, r1, o1, f2, r2, o2, f3, r3, o3, sum, sumOffset, n);
  }

  private void addSparse(Sparse rows, Dense part, int start, int end) {
    if (rows instanceof Csr csr) {
      int[] rowStarts = csr.rowStarts();
      for (int i = start; i < end; i++) {
        addSparseRow(csr.columns(), csr.values(), rowStarts[i], rowStarts[i + 1], i, part);
      }
    } else {
      for (int i = start; i < end; i++) {
        addSparseRow(rows.columns(i), rows.values(i), rows.start(i), rows.end(i), i, part);
      }
    }
  }

  private void addSparseRow(
      int[] columns, double[] values, int from, int end, int row, Dense part) {
    for (int j = 0; j < v.rows(); j++) {
      double product = CsrLoops.dot(columns, values, from, end, v.panelOf(j), v.offset(j));
      CsrLoops.addScaled(
          factor(row, product), columns, values, from, end, part.panelOf(j), part.offset(j));
    }
  }
}
