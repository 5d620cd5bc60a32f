package dev.linden.matrix.kernel.rows;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;

/**
 * Kernels of plain rows over packed matrices: a tile of rows after the other is unpacked, and used
 * while it is in cache. This is what a facade does with a packed operand that has no form of its
 * own, wherever rows can be seen apart from each other; nothing else knows how. Tiles depend on
 * sizes only.
 */
public final class RowTiles {
  /** Cells, or non-zeros of sparse rows, of a tile: 4 MB. */
  private static final int CELLS = 1 << 19;

  /**
   * Rows of a tile at least: results that tiles have to add to may be as large as many rows are.
   */
  private static final int FEWEST_ROWS = 1 << 9;

  private RowTiles() {}

  /** Rows of a tile. */
  private static int rows(Packed x) {
    double perRow = x.isSparse() ? (double) x.nnz() / Math.max(1, x.rows()) : x.cols();
    double rows = Math.max(FEWEST_ROWS, CELLS / Math.max(1, perRow));
    return (int) Math.max(1, Math.min(x.rows(), rows));
  }

  /** Bytes of a tile, of the {@code all} that the whole matrix takes. */
  public static double bytes(Packed x, double all) {
    return x.rows() == 0 ? all : all * Math.min(1, 2.0 * rows(x) / x.rows());
  }

  /** Works on rows {@code [start, end)}. */
  @FunctionalInterface
  public interface Task {
    void run(Plain tile, int start, int end);
  }

  /** One tile after the other, in order; the task may use all workers. */
  public static void forEach(Packed x, Workers workers, Task task) {
    int together = rows(x);
    int start = 0;
    do {
      int end = (int) Math.min(x.rows(), (long) start + together);
      task.run(x.unpack(start, end, workers), start, end);
      start = end;
    } while (start < x.rows());
  }

  /** What belongs to rows {@code [start, end)} of another matrix with as many rows. */
  @FunctionalInterface
  public interface Kernel {
    Matrix apply(Plain tile, int start, int end);
  }

  /** The results of all tiles, each with a row for every row of the tile, on top of each other. */
  public static Matrix stacked(Packed x, int cols, Workers workers, Kernel kernel) {
    Stack stack = new Stack(x.rows(), cols, rows(x), workers);
    forEach(x, workers, (tile, start, end) -> stack.add(kernel.apply(tile, start, end), start));
    return stack.result();
  }

  /** Rows that come in order; kept dense or sparse as the first of them are. */
  private static final class Stack {
    private final int rows;
    private final int cols;
    private final int grain;
    private final Workers workers;
    private Matrix all;
    private Dense dense;
    private SparseChunks sparse;

    /** Whether there are sparse rows among dense ones: the others may outweigh these or not. */
    private boolean mixed;

    Stack(int rows, int cols, int grain, Workers workers) {
      this.rows = rows;
      this.cols = cols;
      this.grain = grain;
      this.workers = workers;
    }

    void add(Matrix part, int start) {
      if (part.rows() == rows) {
        all = part;
        return;
      }
      Plain cells = part.plain(workers);
      if (start == 0 && cells.isSparse()) {
        sparse = new SparseChunks(rows, cols, grain, workers.arrays());
      } else if (start == 0) {
        dense = Dense.allocate(rows, cols, workers);
      }
      if (dense != null) {
        mixed |= cells.isSparse();
        copy(cells, start);
      } else {
        gather(cells, start);
      }
    }

    private void copy(Plain cells, int start) {
      for (int i = 0; i < cells.rows(); i++) {
        double[] to = dense.panelOf(start + i);
        int at = dense.offset(start + i);
        if (cells instanceof Dense from) {
          System.arraycopy(from.panelOf(i), from.offset(i), to, at, cols);
        } else {
          Formats.scatterRow((Sparse) cells, i, to, at);
        }
      }
    }

    private void gather(Plain cells, int start) {
      SparseChunks.Chunk chunk = sparse.chunk(start, (int) cells.nnz());
      NonZeros row = new NonZeros(cells);
      for (int i = 0; i < cells.rows(); i++) {
        row.moveTo(i);
        for (int p = row.start(); p < row.end(); p++) {
          chunk.add(row.column(p), row.value(p));
        }
        chunk.endRow(start + i);
      }
    }

    Matrix result() {
      if (all != null) {
        return all;
      }
      if (dense == null) {
        return Formats.adapt(sparse.finish(), workers);
      }
      dense.forgetNnz();
      return mixed ? Formats.adapt(dense, workers) : dense;
    }
  }
}
