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
      return new Transposed(program, Sides.of(program, product));
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

  /**
   * t(x) %*% y, as sums of multiples of rows of the wider operand: one for each column of the
   * narrower one.
   */
  static final class Transposed extends SinkState {
    private final Sides sides;
    private final int wide;
    private final int narrow;
    private final double[] sums;

    Transposed(FusedProgram program, Sides sides) {
      this.sides = sides;
      wide = program.nodes().get(sides.wide()).width();
      narrow = program.nodes().get(sides.narrow()).width();
      sums = new double[Math.multiplyExact(wide, narrow)];
    }

    /**
     * Adds the product of some rows of both. Zeros of the narrower operand are left out: there are
     * many in indicators of classes and clusters.
     */
    void addRows(double[] x, int xi, double[] y, int yi, int count) {
      Simd simd = RowLoops.simd(wide);
      for (int r = 0; r < count; r++) {
        for (int c = 0; c < narrow; c++) {
          double factor = y[yi + r * narrow + c];
          if (factor != 0) {
            simd.axpy(factor, x, xi + r * wide, sums, c * wide, wide);
          }
        }
      }
    }

    /** Adds the product of some rows of x with columns of y, four rows at a time. */
    void addRowsByColumns(double[] x, int xi, double[] y, int yi, int count) {
      for (int c = 0; c < narrow; c++) {
        addRowsByColumn(x, xi, y, yi + c * count, count, c * wide);
      }
    }

    private void addRowsByColumn(double[] x, int xi, double[] y, int yi, int count, int to) {
      int r = 0;
      for (; r < count - 3; r += 4) {
        int x0 = xi + r * wide;
        int x1 = x0 + wide;
        int x2 = x1 + wide;
        int x3 = x2 + wide;
        double y0 = y[yi + r];
        double y1 = y[yi + r + 1];
        double y2 = y[yi + r + 2];
        double y3 = y[yi + r + 3];
        for (int j = 0; j < wide; j++) {
          sums[to + j] += (x[x0 + j] * y0 + x[x1 + j] * y1) + (x[x2 + j] * y2 + x[x3 + j] * y3);
        }
      }
      for (; r < count; r++) {
        for (int j = 0; j < wide; j++) {
          sums[to + j] += x[xi + r * wide + j] * y[yi + r];
        }
      }
    }

    /** Adds the product of some rows of both, which are given by columns. */
    void addColumns(double[] x, int xi, double[] y, int yi, int count) {
      Simd simd = RowLoops.simd(count);
      for (int j = 0; j < wide; j++) {
        for (int c = 0; c < narrow; c++) {
          sums[c * wide + j] += simd.dot(x, xi + j * count, y, yi + c * count, count);
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

    /** The same for the non-zeros of a row and several cells. */
    void addSparseRow(double[] values, int[] columns, int from, int to, double[] y, int yi) {
      for (int c = 0; c < narrow; c++) {
        double factor = y[yi + c];
        for (int p = from; p < to; p++) {
          sums[c * wide + columns[p]] += values[p] * factor;
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
      return sides.isTurned()
          ? Dense.wrap(narrow, wide, sums)
          : Dense.wrap(wide, narrow, turned(sums, narrow, wide));
    }
  }

  /** t(x) %*% y for compressed rows of the wider operand and few columns of the other. */
  static final class NarrowTransposed extends SinkState {
    private final Sides sides;
    private final int cols;
    private final double[] sums;

    NarrowTransposed(Sides sides, int rows, int cols) {
      this.sides = sides;
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
      int wide = sums.length / Narrow.width(cols);
      double[] cells = Narrow.unpadded(sums, cols);
      return sides.isTurned()
          ? Dense.wrap(cols, wide, turned(cells, wide, cols))
          : Dense.wrap(wide, cols, cells);
    }
  }

  /** The cells of a transposed matrix of so many rows and columns. */
  static double[] turned(double[] cells, int rows, int cols) {
    if (rows == 1 || cols == 1) {
      return cells;
    }
    double[] result = new double[cells.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        result[j * rows + i] = cells[i * cols + j];
      }
    }
    return result;
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
