package dev.linden.matrix.lapack;

import dev.linden.matrix.Workers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;

/**
 * Factorisations in blocks: native code does the blocks, the workers share them. How a matrix is
 * cut depends on its size only, so the bits do not depend on the number of threads. The factors of
 * the last {@link #factor} stay in native memory until this object is closed.
 */
final class BlockedLapack implements Lapack {
  /** Rows that are factored before the rest is updated. */
  private static final int CHOLESKY_BLOCK = 128;

  private static final int LU_BLOCK = 64;

  /** Rows of the rest, or right-hand sides, that one call updates. */
  private static final int TILE = 96;

  /** Cells that are copied in one range. */
  private static final int COPIED = 1 << 16;

  private final NativeLibrary library;
  private final Workers workers;
  private double[] factored;
  private DoubleBuffer factors;
  private IntBuffer exchanges;

  BlockedLapack(NativeLibrary library, Workers workers) {
    this.library = library;
    this.workers = workers;
  }

  /** Whether a matrix of this order fits one block of native memory. */
  static boolean holds(int n) {
    return (long) n * n <= NativeMemory.LARGEST;
  }

  @Override
  public int cholesky(int n, double[] a) {
    if (!holds(n)) {
      return library.cholesky(n, a);
    }
    DoubleBuffer l = NativeMemory.take(n * n);
    copyIn(a, n * n, l);
    int failed = 0;
    for (int k = 0; k < n && failed == 0; k += CHOLESKY_BLOCK) {
      int size = Math.min(CHOLESKY_BLOCK, n - k);
      DoubleBuffer diagonal = NativeMemory.at(l, k * n + k);
      int info = library.cholesky(size, diagonal, n);
      failed = info == 0 ? 0 : k + info;
      if (failed == 0) {
        updateBelow(n, l, k, size, diagonal);
      }
    }
    copyOut(l, n * n, a);
    NativeMemory.give(l);
    return failed;
  }

  private void updateBelow(int n, DoubleBuffer l, int k, int size, DoubleBuffer diagonal) {
    int first = k + size;
    int rest = n - first;
    workers.forRanges(
        rest,
        TILE,
        (start, end) ->
            library.solveByLowerTransposed(
                end - start, size, diagonal, n, NativeMemory.at(l, (first + start) * n + k), n));
    int tiles = Workers.rangeCount(rest, TILE);
    workers.forRanges(
        tiles,
        1,
        (start, end) -> {
          // the longest rows first, so that no thread is left with them at the end
          for (int tile = tiles - 1 - start; tile > tiles - 1 - end; tile--) {
            int row = first + tile * TILE;
            int rows = Math.min(TILE, n - row);
            library.gemm(
                false,
                true,
                rows,
                row + rows - first,
                size,
                -1,
                NativeMemory.at(l, row * n + k),
                n,
                NativeMemory.at(l, first * n + k),
                n,
                1,
                NativeMemory.at(l, row * n + first),
                n);
          }
        });
  }

  /** Writes only the diagonal of the factors to {@code a}. */
  @Override
  public void factor(int n, double[] a, int[] pivots) {
    close();
    factored = a;
    if (!holds(n)) {
      library.factor(n, a, pivots);
      return;
    }
    DoubleBuffer lu = NativeMemory.take(n * n);
    copyIn(a, n * n, lu);
    IntBuffer steps = factor(n, lu);
    for (int k = 0; k < n; k++) {
      pivots[k] = steps.get(k) - 1;
      a[k * n + k] = lu.get(k * n + k);
    }
    factors = lu;
    exchanges = steps;
  }

  private IntBuffer factor(int n, DoubleBuffer lu) {
    IntBuffer steps =
        ByteBuffer.allocateDirect(Integer.BYTES * Math.max(1, n))
            .order(ByteOrder.nativeOrder())
            .asIntBuffer();
    for (int k = 0; k < n; k += LU_BLOCK) {
      factorBlock(n, lu, k, Math.min(LU_BLOCK, n - k), steps);
    }
    return steps;
  }

  private void factorBlock(int n, DoubleBuffer lu, int k, int size, IntBuffer steps) {
    DoubleBuffer diagonal = NativeMemory.at(lu, k * n + k);
    IntBuffer own = steps.duplicate().position(k);
    library.factorRows(size, n - k, diagonal, n, own);
    int next = k + size;
    int above = Workers.rangeCount(k, TILE);
    workers.forRanges(
        above + Workers.rangeCount(n - next, TILE),
        1,
        (start, end) -> {
          for (int tile = start; tile < end; tile++) {
            if (tile < above) {
              int row = tile * TILE;
              int rows = Math.min(TILE, k - row);
              library.exchangeColumns(rows, NativeMemory.at(lu, row * n + k), n, size, own);
            } else {
              updateRows(n, lu, k, size, own, next + (tile - above) * TILE);
            }
          }
        });
    for (int j = k; j < next; j++) {
      steps.put(j, steps.get(j) + k);
    }
  }

  private void updateRows(int n, DoubleBuffer lu, int k, int size, IntBuffer own, int row) {
    int rows = Math.min(TILE, n - row);
    int next = k + size;
    DoubleBuffer left = NativeMemory.at(lu, row * n + k);
    library.exchangeColumns(rows, left, n, size, own);
    library.solveByUnitUpper(rows, size, NativeMemory.at(lu, k * n + k), n, left, n);
    if (next < n) {
      library.gemm(
          false,
          false,
          rows,
          n - next,
          size,
          -1,
          left,
          n,
          NativeMemory.at(lu, k * n + next),
          n,
          1,
          NativeMemory.at(lu, row * n + next),
          n);
    }
  }

  @Override
  public void solveFactored(int n, double[] a, int[] pivots, int columns, double[] b) {
    needFactors(a);
    if (factors == null) {
      library.solveFactored(n, a, pivots, columns, b);
      return;
    }
    double[] byColumn = columns == 1 ? b : Transpose.of(n, columns, b);
    int perCall = Math.max(1, Math.min(TILE, NativeMemory.LARGEST / Math.max(1, n)));
    workers.forRanges(
        columns, perCall, (start, end) -> solve(false, n, end - start, byColumn, start * n));
    if (columns > 1) {
      Transpose.into(columns, n, byColumn, b);
    }
  }

  @Override
  public void solveTransposed(int n, double[] a, int[] pivots, double[] b) {
    needFactors(a);
    if (factors == null) {
      library.solveTransposed(n, a, pivots, b);
      return;
    }
    solve(true, n, 1, b, 0);
  }

  private void solve(boolean transposed, int n, int columns, double[] b, int offset) {
    DoubleBuffer x = NativeMemory.take(n * columns);
    x.put(0, b, offset, n * columns);
    library.solveFactored(transposed, n, columns, factors, exchanges, x);
    x.get(0, b, offset, n * columns);
    NativeMemory.give(x);
  }

  /** Rows of the inverse are the solutions for unit vectors with the transpose. */
  @Override
  public void invertFactored(int n, double[] a, int[] pivots) {
    needFactors(a);
    if (factors == null) {
      library.invertFactored(n, a, pivots);
      return;
    }
    workers.forRanges(
        n,
        TILE,
        (start, end) -> {
          int cells = (end - start) * n;
          DoubleBuffer rows = NativeMemory.take(cells);
          rows.put(0, new double[cells]);
          for (int i = start; i < end; i++) {
            rows.put((i - start) * n + i, 1);
          }
          library.solveFactored(true, n, end - start, factors, exchanges, rows);
          rows.get(0, a, start * n, cells);
          NativeMemory.give(rows);
        });
  }

  private void needFactors(double[] a) {
    if (a != factored) {
      throw new IllegalStateException("not the matrix that was factored last");
    }
  }

  @Override
  public void close() {
    if (factors != null) {
      NativeMemory.give(factors);
      factors = null;
    }
    factored = null;
  }

  private void copyIn(double[] from, int cells, DoubleBuffer to) {
    workers.forRanges(cells, COPIED, (start, end) -> to.put(start, from, start, end - start));
  }

  private void copyOut(DoubleBuffer from, int cells, double[] to) {
    workers.forRanges(cells, COPIED, (start, end) -> from.get(start, to, start, end - start));
  }

  /** Writes the n x m transpose of an m x n block. */
  private void copyOutTransposed(int m, int n, DoubleBuffer from, double[] to) {
    workers.forRanges(
        m,
        Transpose.BLOCK,
        (start, end) -> {
          double[] rows = new double[(end - start) * n];
          from.get(start * n, rows);
          Transpose.intoColumns(end - start, n, rows, to, m, start);
        });
  }

  /** The factors of the transpose by rows are, transposed, those by columns. */
  @Override
  public void lu(int n, double[] a, int[] pivots) {
    if (!holds(n)) {
      library.lu(n, a, pivots);
      return;
    }
    DoubleBuffer rows = NativeMemory.take(n * n);
    copyIn(a, n * n, rows);
    copyOutTransposed(n, n, rows, a);
    copyIn(a, n * n, rows);
    IntBuffer steps = factor(n, rows);
    copyOutTransposed(n, n, rows, a);
    NativeMemory.give(rows);
    for (int k = 0; k < n; k++) {
      pivots[k] = steps.get(k) - 1;
    }
  }

  @Override
  public void qr(int m, int n, double[] a, double[] tau) {
    if ((long) m * n > NativeMemory.LARGEST) {
      library.qr(m, n, a, tau);
      return;
    }
    DoubleBuffer qr = NativeMemory.take(m * n);
    DoubleBuffer scales = NativeMemory.take(tau.length);
    copyIn(a, m * n, qr);
    library.qr(m, n, qr, scales);
    copyOut(qr, m * n, a);
    scales.get(0, tau);
    NativeMemory.give(qr);
    NativeMemory.give(scales);
  }

  @Override
  public void symmetricEigen(int n, double[] a, double[] values) {
    if (!holds(n)) {
      library.symmetricEigen(n, a, values);
      return;
    }
    DoubleBuffer vectors = NativeMemory.take(n * n);
    DoubleBuffer ascending = NativeMemory.take(n);
    copyIn(a, n * n, vectors);
    library.symmetricEigen(n, vectors, ascending);
    ascending.get(0, values);
    copyOutTransposed(n, n, vectors, a);
    NativeMemory.give(vectors);
    NativeMemory.give(ascending);
  }

  @Override
  public boolean eigen(int n, double[] a, double[] values, double[] vectors) {
    return library.eigen(n, a, values, vectors);
  }

  @Override
  public void svd(int m, int n, double[] a, double[] u, double[] s, double[] v) {
    if ((long) m * n > NativeMemory.LARGEST) {
      library.svd(m, n, a, u, s, v);
      return;
    }
    int k = Math.min(m, n);
    DoubleBuffer cells = NativeMemory.take(m * n);
    DoubleBuffer left = NativeMemory.take(m * k);
    DoubleBuffer values = NativeMemory.take(k);
    DoubleBuffer right = NativeMemory.take(n * k);
    copyIn(a, m * n, cells);
    library.svd(m, n, cells, left, values, right);
    copyOut(left, m * k, u);
    values.get(0, s);
    copyOutTransposed(k, n, right, v);
    NativeMemory.give(cells);
    NativeMemory.give(left);
    NativeMemory.give(values);
    NativeMemory.give(right);
  }
}
