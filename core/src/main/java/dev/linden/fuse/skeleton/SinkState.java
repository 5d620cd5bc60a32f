package dev.linden.fuse.skeleton;

import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Sink;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.ColumnFold;
import dev.linden.matrix.kernel.fold.Fold;
import dev.linden.matrix.kernel.product.Narrow;
import dev.linden.matrix.simd.Simd;

/** What a sink has received from a range of rows. */
abstract class SinkState {
  /** Adds what another state of the same sink has received from later rows. */
  abstract void add(SinkState later);

  /** A {@link dev.linden.matrix.Matrix} or a {@link Double}. */
  abstract Object result(int rows);

  static SinkState of(FusedProgram program, Sink sink) {
    if (sink instanceof Sink.Fold fold) {
      return new All(fold.kind());
    } else if (sink instanceof Sink.ColumnFold fold) {
      return new EachColumn(fold.kind(), program.nodes().get(fold.x()).width());
    } else if (sink instanceof Sink.TransposedProduct product) {
      return new Transposed(
          program.nodes().get(product.x()).width(), program.nodes().get(product.y()).width());
    }
    return new Nothing();
  }

  /** Rows go straight to the result. */
  static final class Nothing extends SinkState {
    @Override
    void add(SinkState later) {}

    @Override
    Object result(int rows) {
      throw new IllegalStateException("rows are not collected");
    }
  }

  static final class All extends SinkState {
    final Fold fold;

    All(Aggregate.Kind kind) {
      fold = Fold.of(kind);
    }

    @Override
    void add(SinkState later) {
      fold.add(((All) later).fold);
    }

    @Override
    Object result(int rows) {
      return fold.result();
    }
  }

  static final class EachColumn extends SinkState {
    final ColumnFold fold;
    private final int width;

    EachColumn(Aggregate.Kind kind, int width) {
      this.width = width;
      fold = new ColumnFold(kind, width, false);
    }

    @Override
    void add(SinkState later) {
      fold.add(((EachColumn) later).fold);
    }

    @Override
    Object result(int rows) {
      double[] cells = new double[width];
      fold.results(rows, cells, 0);
      return Dense.wrap(1, width, cells);
    }
  }

  /** The same for columns that come one by one. */
  static final class ColumnByColumn extends SinkState {
    final Fold[] folds;

    ColumnByColumn(Aggregate.Kind kind, int width, int cells) {
      folds = new Fold[width];
      for (int j = 0; j < width; j++) {
        folds[j] = Fold.ofMany(kind, cells, Long.MAX_VALUE);
      }
    }

    @Override
    void add(SinkState later) {
      for (int j = 0; j < folds.length; j++) {
        folds[j].add(((ColumnByColumn) later).folds[j]);
      }
    }

    @Override
    Object result(int rows) {
      double[] cells = new double[folds.length];
      for (int j = 0; j < cells.length; j++) {
        cells[j] = folds[j].result();
      }
      return Dense.wrap(1, cells.length, cells);
    }
  }

  /** t(x) %*% y, kept with the wider operand along the rows of the accumulator. */
  static final class Transposed extends SinkState {
    private final int left;
    private final int right;
    private final boolean byRight;
    private final double[] sums;

    Transposed(int left, int right) {
      this(left, right, left >= right);
    }

    private Transposed(int left, int right, boolean byRight) {
      this.left = left;
      this.right = right;
      this.byRight = byRight;
      this.sums = new double[left * right];
    }

    /** For {@link #addRows} and {@link #addColumns}. */
    static Transposed ofColumns(int left, int right) {
      return new Transposed(left, right, true);
    }

    /** Adds the product of one row of both. */
    void addRow(double[] x, int xi, double[] y, int yi) {
      if (byRight) {
        Simd simd = RowLoops.simd(left);
        for (int c = 0; c < right; c++) {
          simd.axpy(y[yi + c], x, xi, sums, c * left, left);
        }
      } else {
        Simd simd = RowLoops.simd(right);
        for (int j = 0; j < left; j++) {
          simd.axpy(x[xi + j], y, yi, sums, j * right, right);
        }
      }
    }

    /** Adds the product of some rows of x with columns of y, four rows at a time. */
    void addRows(double[] x, int xi, double[] y, int yi, int count) {
      for (int c = 0; c < right; c++) {
        addRows(x, xi, y, yi + c * count, count, c * left);
      }
    }

    private void addRows(double[] x, int xi, double[] y, int yi, int count, int to) {
      int r = 0;
      for (; r < count - 3; r += 4) {
        int x0 = xi + r * left;
        int x1 = x0 + left;
        int x2 = x1 + left;
        int x3 = x2 + left;
        double y0 = y[yi + r];
        double y1 = y[yi + r + 1];
        double y2 = y[yi + r + 2];
        double y3 = y[yi + r + 3];
        for (int j = 0; j < left; j++) {
          sums[to + j] += (x[x0 + j] * y0 + x[x1 + j] * y1) + (x[x2 + j] * y2 + x[x3 + j] * y3);
        }
      }
      for (; r < count; r++) {
        for (int j = 0; j < left; j++) {
          sums[to + j] += x[xi + r * left + j] * y[yi + r];
        }
      }
    }

    /** Adds the product of some rows of both, which are given by columns. */
    void addColumns(double[] x, int xi, double[] y, int yi, int count) {
      Simd simd = RowLoops.simd(count);
      for (int j = 0; j < left; j++) {
        for (int c = 0; c < right; c++) {
          sums[c * left + j] += simd.dot(x, xi + j * count, y, yi + c * count, count);
        }
      }
    }

    /** Adds the products of some rows of x with single cells of y. */
    void addSparseRows(Csr x, int row, int count, double[] y, int yi) {
      int[] starts = x.rowStarts();
      int[] columns = x.columns();
      double[] values = x.values();
      for (int r = 0; r < count; r++) {
        double factor = y[yi + r];
        for (int p = starts[row + r]; p < starts[row + r + 1]; p++) {
          sums[columns[p]] += values[p] * factor;
        }
      }
    }

    /** The same for non-zeros of x. */
    void addSparseRow(double[] values, int[] columns, int from, int to, double[] y, int yi) {
      for (int p = from; p < to; p++) {
        double x = values[p];
        int j = columns[p];
        if (byRight) {
          for (int c = 0; c < right; c++) {
            sums[c * left + j] += x * y[yi + c];
          }
        } else {
          for (int c = 0; c < right; c++) {
            sums[j * right + c] += x * y[yi + c];
          }
        }
      }
    }

    @Override
    void add(SinkState later) {
      double[] other = ((Transposed) later).sums;
      Simd.forLength(sums.length).add(sums, 0, other, 0, sums, 0, sums.length);
    }

    @Override
    Object result(int rows) {
      if (!byRight) {
        return Dense.wrap(left, right, sums);
      }
      double[] cells = new double[sums.length];
      for (int j = 0; j < left; j++) {
        for (int c = 0; c < right; c++) {
          cells[j * right + c] = sums[c * left + j];
        }
      }
      return Dense.wrap(left, right, cells);
    }
  }

  /** t(x) %*% y for compressed rows of x and few columns of y. */
  static final class NarrowTransposed extends SinkState {
    private final int cols;
    private final double[] sums;

    NarrowTransposed(int rows, int cols) {
      this.cols = cols;
      this.sums = new double[Math.multiplyExact(rows, Narrow.width(cols))];
    }

    /** Adds the product of some rows of both. */
    void add(Csr x, int row, int count, double[] y, int yi) {
      Narrow.addTransposedTimes(x, row, row + count, y, yi, sums, cols);
    }

    @Override
    void add(SinkState later) {
      double[] other = ((NarrowTransposed) later).sums;
      Simd.forLength(sums.length).add(sums, 0, other, 0, sums, 0, sums.length);
    }

    @Override
    Object result(int rows) {
      return Dense.wrap(sums.length / Narrow.width(cols), cols, Narrow.unpadded(sums, cols));
    }
  }

  /** A matrix to whose rows multiples of other rows are added. */
  static final class Accumulated extends SinkState {
    private final Dense sums;

    Accumulated(int rows, int cols) {
      sums = Dense.zeros(rows, cols);
    }

    void add(int row, double factor, double[] cells, int at) {
      RowLoops.simd(sums.cols())
          .axpy(factor, cells, at, sums.panelOf(row), sums.offset(row), sums.cols());
    }

    @Override
    void add(SinkState later) {
      Dense other = ((Accumulated) later).sums;
      for (int p = 0; p < sums.panelCount(); p++) {
        double[] to = sums.panel(p);
        Simd.forLength(to.length).add(to, 0, other.panel(p), 0, to, 0, to.length);
      }
    }

    @Override
    Object result(int rows) {
      return sums;
    }
  }
}
