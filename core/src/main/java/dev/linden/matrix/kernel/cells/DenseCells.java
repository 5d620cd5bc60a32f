package dev.linden.matrix.kernel.cells;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.RowTile;
import dev.linden.matrix.simd.Simd;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Cell-wise functions that compute every cell. Small matrices take a direct path: no ranges, no
 * function objects.
 */
final class DenseCells {
  /**
   * Rows shorter than this are handled several at a time: a call per row would cost more than its
   * cells.
   */
  private static final int NARROW = 64;

  /** Cells of such a group of rows. */
  private static final int GROUP_CELLS = 1024;

  /** Cells up to which broadcasting takes a direct path. */
  private static final int SMALL = 1024;

  private DenseCells() {}

  /** One stretch of cells of both inputs and the output; functions of one operand ignore b. */
  private interface Stretch {
    void run(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n);
  }

  static Matrix unary(UnaryFunction f, Dense a, boolean reuse, Workers workers) {
    Dense c = reuse ? a : Dense.allocateUncleared(a.rows(), a.cols(), workers);
    if (a.cells() <= Grain.CELLS) {
      f.apply(a.panel(0), 0, c.panel(0), 0, (int) a.cells());
      return finish(c, f.oftenZero(), !reuse, workers);
    }
    return run(
        a,
        a,
        c,
        f.oftenZero(),
        !reuse,
        workers,
        (x, xi, y, yi, z, zi, n) -> f.apply(x, xi, z, zi, n));
  }

  static Matrix scalarRight(BinaryFunction f, Dense a, double y, boolean reuse, Workers workers) {
    Dense c = reuse ? a : Dense.allocateUncleared(a.rows(), a.cols(), workers);
    if (a.cells() <= Grain.CELLS) {
      f.applyScalarRight(a.panel(0), 0, y, c.panel(0), 0, (int) a.cells());
      return finish(c, f.oftenZero(), !reuse, workers);
    }
    return run(
        a,
        a,
        c,
        f.oftenZero(),
        !reuse,
        workers,
        (x, xi, b, bi, z, zi, n) -> f.applyScalarRight(x, xi, y, z, zi, n));
  }

  static Matrix scalarLeft(BinaryFunction f, double x, Dense b, boolean reuse, Workers workers) {
    Dense c = reuse ? b : Dense.allocateUncleared(b.rows(), b.cols(), workers);
    if (b.cells() <= Grain.CELLS) {
      f.applyScalarLeft(x, b.panel(0), 0, c.panel(0), 0, (int) b.cells());
      return finish(c, f.oftenZero(), !reuse, workers);
    }
    return run(
        b,
        b,
        c,
        f.oftenZero(),
        !reuse,
        workers,
        (a, ai, y, yi, z, zi, n) -> f.applyScalarLeft(x, y, yi, z, zi, n));
  }

  static Matrix equalShapes(
      BinaryFunction f, Dense a, Dense b, boolean reuseA, boolean reuseB, Workers workers) {
    Dense c = reuseA ? a : reuseB ? b : Dense.allocateUncleared(a.rows(), a.cols(), workers);
    boolean fresh = !reuseA && !reuseB;
    if (a.cells() <= Grain.CELLS) {
      f.apply(a.panel(0), 0, b.panel(0), 0, c.panel(0), 0, (int) a.cells());
      return finish(c, f.oftenZero(), fresh, workers);
    }
    return run(a, b, c, f.oftenZero(), fresh, workers, f::apply);
  }

  /**
   * Any shapes and representations that combine to {@code rows x cols}; rows of packed operands are
   * unpacked while they are needed. A reusable operand must be of that shape.
   */
  static Matrix rowByRow(
      BinaryFunction f,
      Matrix a,
      Matrix b,
      int rows,
      int cols,
      boolean reuseA,
      boolean reuseB,
      Workers workers) {
    Matrix left = flat(a, rows, cols, workers);
    Matrix right = flat(b, rows, cols, workers);
    boolean overA = reuseA && a instanceof Dense;
    boolean overB = reuseB && b instanceof Dense;
    Dense c = overA ? (Dense) a : overB ? (Dense) b : Dense.allocateUncleared(rows, cols, workers);
    if (c.cells() <= SMALL && left instanceof Dense x && right instanceof Dense y) {
      small(f, x, y, c);
      return finish(c, f.oftenZero(), !overA && !overB, workers);
    }
    AtomicLong nnz = new AtomicLong();
    boolean count = worthCounting(c, f.oftenZero());
    workers.forRanges(
        rows,
        Grain.rows(cols),
        (start, end) -> {
          int group = cols >= NARROW ? 1 : GROUP_CELLS / Math.max(1, cols);
          RowSource x = RowSource.of(left, cols, group);
          RowSource y = RowSource.of(right, cols, group);
          long counted = 0;
          int next;
          for (int i = start; i < end; i = next) {
            next =
                Math.min(
                    Math.min(end, i + group),
                    Math.min(x.groupEnd(i), Math.min(y.groupEnd(i), c.panelEnd(i))));
            int n = (next - i) * cols;
            double[] z = c.panelOf(i);
            int zi = c.offset(i);
            x.load(i, next);
            y.load(i, next);
            if (x.isScalar()) {
              f.applyScalarLeft(x.scalar(), y.array(), y.offset(), z, zi, n);
            } else if (y.isScalar()) {
              f.applyScalarRight(x.array(), x.offset(), y.scalar(), z, zi, n);
            } else {
              f.apply(x.array(), x.offset(), y.array(), y.offset(), z, zi, n);
            }
            counted += count ? Simd.forLength(n).countNonZeros(z, zi, n) : 0;
          }
          nnz.addAndGet(counted);
        });
    return counted(c, count, nnz.get(), !overA && !overB, workers);
  }

  /** Broadcasting for few cells, without any objects. */
  private static void small(BinaryFunction f, Dense a, Dense b, Dense c) {
    int cols = c.cols();
    double[] x = a.panel(0);
    double[] y = b.panel(0);
    double[] z = c.panel(0);
    for (int i = 0; i < c.rows(); i++) {
      int xi = a.rows() == 1 ? 0 : i * a.cols();
      int yi = b.rows() == 1 ? 0 : i * b.cols();
      if (a.cols() != cols) {
        f.applyScalarLeft(x[xi], y, yi, z, i * cols, cols);
      } else if (b.cols() != cols) {
        f.applyScalarRight(x, xi, y[yi], z, i * cols, cols);
      } else {
        f.apply(x, xi, y, yi, z, i * cols, cols);
      }
    }
  }

  /** Vectors are read in full for each range, so sparse ones are unpacked once. */
  private static Matrix flat(Matrix a, int rows, int cols, Workers workers) {
    return a.rows() == rows && a.cols() == cols ? a : Formats.toDense(a, workers);
  }

  private static Matrix run(
      Dense a,
      Dense b,
      Dense c,
      boolean oftenZero,
      boolean fresh,
      Workers workers,
      Stretch stretch) {
    AtomicLong nnz = new AtomicLong();
    boolean count = worthCounting(c, oftenZero);
    if (sameLayout(a, c) && sameLayout(b, c)) {
      for (int p = 0; p < c.panelCount(); p++) {
        double[] x = a.panel(p);
        double[] y = b.panel(p);
        double[] z = c.panel(p);
        workers.forRanges(
            z.length,
            Grain.CELLS,
            (start, end) -> {
              int n = end - start;
              stretch.run(x, start, y, start, z, start, n);
              if (count) {
                nnz.addAndGet(Simd.forLength(n).countNonZeros(z, start, n));
              }
            });
      }
    } else {
      int cols = c.cols();
      workers.forRanges(
          c.rows(),
          Grain.rows(cols),
          (start, end) -> {
            for (int i = start; i < end; i++) {
              stretch.run(
                  a.panelOf(i),
                  a.offset(i),
                  b.panelOf(i),
                  b.offset(i),
                  c.panelOf(i),
                  c.offset(i),
                  cols);
              if (count) {
                nnz.addAndGet(Simd.forLength(cols).countNonZeros(c.panelOf(i), c.offset(i), cols));
              }
            }
          });
    }
    return counted(c, count, nnz.get(), fresh, workers);
  }

  private static boolean sameLayout(Dense a, Dense b) {
    return a.panelCount() == b.panelCount()
        && (a.panelCount() == 1 || a.panelRows() == b.panelRows());
  }

  /** Only a matrix that could become sparse needs its non-zeros counted right away. */
  private static boolean worthCounting(Dense c, boolean oftenZero) {
    return oftenZero && c.cols() > 1 && c.cells() >= Formats.SMALLEST_SPARSE;
  }

  private static Matrix finish(Dense c, boolean oftenZero, boolean fresh, Workers workers) {
    boolean count = worthCounting(c, oftenZero);
    int n = (int) c.cells();
    return counted(
        c, count, count ? Simd.forLength(n).countNonZeros(c.panel(0), 0, n) : 0, fresh, workers);
  }

  /**
   * Arrays of a fresh result that turned sparse go back to the pool; those of an input are its
   * owner's.
   */
  private static Matrix counted(
      Dense c, boolean counted, long nnz, boolean fresh, Workers workers) {
    if (!counted) {
      c.forgetNnz();
      return c;
    }
    c.withNnz(nnz);
    if (!Formats.sparse(c.rows(), c.cols(), nnz)) {
      return c;
    }
    Matrix adapted = Formats.adapt(c, workers);
    if (fresh) {
      for (int p = 0; p < c.panelCount(); p++) {
        workers.arrays().recycle(c.panel(p));
      }
    }
    return adapted;
  }

  /**
   * Presents an operand as rows of the result, one group of rows at a time: a dense matrix as it
   * is, a sparse one unpacked into scratch, a row repeated, a column as a scalar per row or, for
   * groups, each cell repeated over its row; rows of a packed one as those of the tile at hand. One
   * per range, since it holds scratch.
   */
  private abstract static class RowSource {
    abstract void load(int start, int end);

    /** First row behind {@code row} that can't be in one group with it. */
    int groupEnd(int row) {
      return Integer.MAX_VALUE;
    }

    boolean isScalar() {
      return false;
    }

    double scalar() {
      throw new UnsupportedOperationException();
    }

    abstract double[] array();

    abstract int offset();

    static RowSource of(Matrix a, int cols, int group) {
      if (a instanceof Packed packed) {
        return new Tiles(packed, group);
      }
      if (a instanceof Sparse sparse) {
        return new Unpacked(sparse, group);
      }
      Dense dense = (Dense) a;
      if (a.rows() == 1) {
        return new RepeatedRow(dense, group);
      }
      if (a.cols() == cols) {
        return new Direct(dense);
      }
      return group == 1 ? new ColumnScalar(dense) : new RepeatedColumn(dense, cols, group);
    }
  }

  private static final class Tiles extends RowSource {
    private final RowTile tile;
    private final int cols;
    private final int group;
    private Plain rows;
    private RowSource source;

    Tiles(Packed a, int group) {
      tile = new RowTile(a);
      cols = a.cols();
      this.group = group;
    }

    private RowSource at(int row) {
      Plain now = tile.around(row);
      if (now != rows) {
        rows = now;
        source = RowSource.of(now, cols, group);
      }
      return source;
    }

    @Override
    void load(int start, int end) {
      at(start).load(start - tile.first(), end - tile.first());
    }

    @Override
    int groupEnd(int row) {
      int inTile = at(row).groupEnd(row - tile.first());
      return tile.first() + Math.min(rows.rows(), inTile);
    }

    @Override
    double[] array() {
      return source.array();
    }

    @Override
    int offset() {
      return source.offset();
    }
  }

  private static final class Direct extends RowSource {
    private final Dense a;
    private int row;

    Direct(Dense a) {
      this.a = a;
    }

    @Override
    void load(int start, int end) {
      row = start;
    }

    @Override
    int groupEnd(int at) {
      return a.panelEnd(at);
    }

    @Override
    double[] array() {
      return a.panelOf(row);
    }

    @Override
    int offset() {
      return a.offset(row);
    }
  }

  /** Sources that work from an array of their own. */
  private abstract static class Buffered extends RowSource {
    final double[] buffer;

    Buffered(int cells) {
      buffer = new double[cells];
    }

    @Override
    final double[] array() {
      return buffer;
    }

    @Override
    final int offset() {
      return 0;
    }
  }

  private static final class Unpacked extends Buffered {
    private final Sparse a;
    private int loadedStart;
    private int loadedEnd;

    Unpacked(Sparse a, int group) {
      super(a.cols() * group);
      this.a = a;
    }

    @Override
    void load(int start, int end) {
      for (int i = loadedStart; i < loadedEnd; i++) {
        int at = (i - loadedStart) * a.cols();
        for (int p = a.start(i), last = a.end(i); p < last; p++) {
          buffer[at + a.columns(i)[p]] = 0;
        }
      }
      for (int i = start; i < end; i++) {
        Formats.scatterRow(a, i, buffer, (i - start) * a.cols());
      }
      loadedStart = start;
      loadedEnd = end;
    }
  }

  private static final class RepeatedRow extends RowSource {
    private final double[] repeated;

    RepeatedRow(Dense a, int group) {
      int cols = a.cols();
      if (group == 1) {
        repeated = a.panel(0);
      } else {
        repeated = new double[cols * group];
        for (int i = 0; i < group; i++) {
          System.arraycopy(a.panel(0), 0, repeated, i * cols, cols);
        }
      }
    }

    @Override
    void load(int start, int end) {
      // the same for every row
    }

    @Override
    double[] array() {
      return repeated;
    }

    @Override
    int offset() {
      return 0;
    }
  }

  private static final class RepeatedColumn extends Buffered {
    private final Dense a;
    private final int cols;

    RepeatedColumn(Dense a, int cols, int group) {
      super(cols * group);
      this.a = a;
      this.cols = cols;
    }

    @Override
    void load(int start, int end) {
      for (int i = start; i < end; i++) {
        int at = (i - start) * cols;
        Arrays.fill(buffer, at, at + cols, a.get(i, 0));
      }
    }
  }

  private static final class ColumnScalar extends RowSource {
    private final Dense a;
    private double value;

    ColumnScalar(Dense a) {
      this.a = a;
    }

    @Override
    void load(int start, int end) {
      value = a.get(start, 0);
    }

    @Override
    boolean isScalar() {
      return true;
    }

    @Override
    double scalar() {
      return value;
    }

    @Override
    double[] array() {
      throw new UnsupportedOperationException();
    }

    @Override
    int offset() {
      throw new UnsupportedOperationException();
    }
  }
}
