package dev.linden.matrix.kernel.reorg;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.Ranges;
import dev.linden.matrix.kernel.rows.RowView;
import dev.linden.matrix.kernel.rows.SparseChunks;
import java.util.Arrays;

/** Drops rows or columns. */
public final class RemoveEmpty {
  private RemoveEmpty() {}

  public static Matrix apply(
      Matrix a, boolean rows, Matrix select, boolean keepOneIfEmpty, Workers workers) {
    int size = rows ? a.rows() : a.cols();
    int[] kept =
        select == null
            ? filled(a.plain(workers), rows, workers)
            : selected(select, rows, size, workers);
    if (kept.length == 0) {
      int left = keepOneIfEmpty ? 1 : 0;
      return Generate.constant(rows ? left : a.rows(), rows ? a.cols() : left, 0, workers);
    }
    if (kept.length == size) {
      return a;
    }
    Matrix result =
        rows ? Reorg.rowsAt(a, kept, workers) : columnsAt(a.plain(workers), kept, workers);
    // what was sparse may be dense without its empty rows
    return result.isSparse() ? Formats.adapt(result, workers) : result;
  }

  /** Positions where the vector, a column or a row, is not zero. */
  private static int[] selected(Matrix select, boolean rows, int size, Workers workers) {
    boolean column = select.rows() == size && select.cols() == 1;
    if (!column && (select.rows() != 1 || select.cols() != size)) {
      throw new InputError(
          "removeEmpty: select must be "
              + (rows ? size : 1)
              + "x"
              + (rows ? 1 : size)
              + " for margin="
              + (rows ? "\"rows\"" : "\"cols\"")
              + ", but is "
              + select.shape());
    }
    boolean[] flags = new boolean[size];
    Dense marks = Formats.toDense(select, workers);
    workers.forRanges(
        size,
        Grain.CELLS,
        (start, end) -> {
          for (int i = start; i < end; i++) {
            flags[i] = (column ? marks.get(i, 0) : marks.get(0, i)) != 0;
          }
        });
    return positions(flags, workers);
  }

  /** Rows (columns) with a cell other than zero. */
  private static int[] filled(Plain a, boolean rows, Workers workers) {
    boolean[] flags = new boolean[rows ? a.rows() : a.cols()];
    if (a instanceof Dense dense) {
      // several threads may mark a column at once, but all of them do so alike
      workers.forRanges(
          a.rows(),
          Grain.rows(a.cols()),
          (start, end) -> {
            for (int i = start; i < end; i++) {
              markFilled(dense.panelOf(i), dense.offset(i), a.cols(), flags, rows ? i : -1);
            }
          });
      return positions(flags, workers);
    }
    Sparse s = RowView.byRow((Sparse) a);
    for (int i = 0; i < a.rows(); i++) {
      if (rows) {
        flags[i] = s.end(i) > s.start(i);
        continue;
      }
      int[] columns = s.columns(i);
      for (int p = s.start(i), end = s.end(i); p < end; p++) {
        flags[columns[p]] = true;
      }
    }
    return positions(flags, workers);
  }

  /** Marks {@code row}, or the columns of the non-zeros if it is negative. */
  private static void markFilled(double[] cells, int offset, int cols, boolean[] flags, int row) {
    for (int j = 0; j < cols; j++) {
      if (cells[offset + j] != 0) {
        if (row >= 0) {
          flags[row] = true;
          return;
        }
        flags[j] = true;
      }
    }
  }

  private static int[] positions(boolean[] flags, Workers workers) {
    int[] before = new int[Workers.rangeCount(flags.length, Grain.CELLS) + 1];
    workers.forRanges(
        flags.length,
        Grain.CELLS,
        (start, end) -> before[start / Grain.CELLS + 1] = count(flags, start, end));
    for (int range = 1; range < before.length; range++) {
      before[range] += before[range - 1];
    }
    int[] positions = new int[before[before.length - 1]];
    workers.forRanges(
        flags.length,
        Grain.CELLS,
        (start, end) -> {
          int range = start / Grain.CELLS;
          place(flags, start, positions, before[range], before[range + 1]);
        });
    return positions;
  }

  private static int count(boolean[] flags, int start, int end) {
    int count = 0;
    for (int i = start; i < end; i++) {
      count += flags[i] ? 1 : 0;
    }
    return count;
  }

  /** Fills {@code [from, to)} with the positions of set flags from {@code start} on. */
  private static void place(boolean[] flags, int start, int[] positions, int from, int to) {
    int at = from;
    for (int i = start; at < to; i++) {
      positions[at] = i; // overwritten unless it counts: no branch to mispredict
      at += flags[i] ? 1 : 0;
    }
  }

  /** Column j of the result is column {@code source[j]} of A; sources ascend. */
  private static Matrix columnsAt(Plain a, int[] source, Workers workers) {
    int rows = a.rows();
    int cols = source.length;
    int grain = Ranges.rows(rows, (double) rows * cols);
    if (a instanceof Dense dense) {
      Dense result = Dense.allocateUncleared(rows, cols, workers);
      workers.forRanges(
          rows,
          grain,
          (start, end) -> {
            for (int i = start; i < end; i++) {
              double[] from = dense.panelOf(i);
              int fromOffset = dense.offset(i);
              double[] to = result.panelOf(i);
              int toOffset = result.offset(i);
              for (int j = 0; j < cols; j++) {
                to[toOffset + j] = from[fromOffset + source[j]];
              }
            }
          });
      return result;
    }
    Sparse s = RowView.byRow((Sparse) a);
    int[] target = new int[a.cols()];
    Arrays.fill(target, -1);
    for (int j = 0; j < cols; j++) {
      target[source[j]] = j;
    }
    SparseChunks result = new SparseChunks(rows, cols, grain, workers.arrays());
    workers.forRanges(
        rows,
        grain,
        (start, end) -> {
          SparseChunks.Chunk chunk = result.chunk(start, 16);
          for (int i = start; i < end; i++) {
            int[] columns = s.columns(i);
            double[] values = s.values(i);
            for (int p = s.start(i), last = s.end(i); p < last; p++) {
              if (target[columns[p]] >= 0) {
                chunk.add(target[columns[p]], values[p]);
              }
            }
            chunk.endRow(i);
          }
        });
    return result.finish();
  }
}
