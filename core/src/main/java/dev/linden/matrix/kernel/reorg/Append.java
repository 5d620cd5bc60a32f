package dev.linden.matrix.kernel.reorg;

import static java.util.Comparator.comparingInt;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.CountedRows;
import dev.linden.matrix.kernel.rows.Ranges;
import dev.linden.matrix.kernel.rows.RowView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Side by side and on top of each other; operands without columns (rows) are neutral. */
public final class Append {
  private Append() {}

  public static Matrix cbind(List<Matrix> parts, Workers workers) {
    List<Matrix> filled = new ArrayList<>();
    long cols = 0;
    long nnz = 0;
    for (Matrix part : parts) {
      if (part.cols() > 0) {
        filled.add(part);
        cols += part.cols();
        nnz += nnzBound(part);
      }
    }
    if (filled.size() <= 1) {
      return filled.isEmpty() ? Collections.max(parts, comparingInt(Matrix::rows)) : filled.get(0);
    }
    int rows = filled.get(0).rows();
    for (Matrix part : filled) {
      if (part.rows() != rows) {
        throw new InputError(
            "cbind needs operands with the same number of rows, but found "
                + filled.get(0).shape()
                + " and "
                + part.shape());
      }
    }
    int width = fitting(cols, "cbind", "columns");
    Matrix own = own(filled, false, workers);
    if (own != null) {
      return own;
    }
    return RowView.pays(rows, width, nnz)
        ? cbindSparse(sparseParts(filled, workers), rows, width, workers)
        : cbindDense(filled, rows, width, workers);
  }

  private static Matrix own(List<Matrix> parts, boolean rows, Workers workers) {
    return parts.get(0) instanceof OwnSlices slices ? slices.append(parts, rows, workers) : null;
  }

  private static Dense cbindDense(List<Matrix> parts, int rows, int cols, Workers workers) {
    Dense result = Dense.allocate(rows, cols, workers);
    List<Plain> readable = parts.stream().map(part -> rowReadable(part, workers)).toList();
    workers.forRanges(
        rows,
        Ranges.rows(rows, result.cells()),
        (start, end) -> {
          int col = 0;
          for (Plain part : readable) {
            place(part, start, end, result, start, col);
            col += part.cols();
          }
        });
    return result;
  }

  private static Plain rowReadable(Matrix part, Workers workers) {
    Plain plain = part.plain(workers);
    return plain instanceof Sparse s ? RowView.byRow(s) : plain;
  }

  /** Writes rows {@code [start, end)} of a part to the cleared target. */
  private static void place(Plain part, int start, int end, Dense target, int row, int col) {
    if (part instanceof Dense dense) {
      Indexing.copyRectangle(dense, start, 0, target, row, col, end - start, part.cols());
      return;
    }
    Sparse s = (Sparse) part;
    for (int i = start; i < end; i++) {
      int to = row + i - start;
      RowView.scatter(s, i, s.start(i), s.end(i), target.panelOf(to), target.offset(to) + col);
    }
  }

  private static Sparse cbindSparse(List<Sparse> parts, int rows, int cols, Workers workers) {
    int[] sizes = new int[rows];
    for (Sparse part : parts) {
      for (int i = 0; i < rows; i++) {
        sizes[i] += part.end(i) - part.start(i);
      }
    }
    CountedRows result = new CountedRows(rows, cols, sizes, workers.arrays());
    workers.forRanges(
        rows,
        Ranges.rows(rows, (double) rows * parts.size()),
        (start, end) -> {
          for (int i = start; i < end; i++) {
            int col = 0;
            for (Sparse part : parts) {
              result.appendRun(i, part, i, part.start(i), part.end(i), col);
              col += part.cols();
            }
          }
        });
    return result.finish();
  }

  public static Matrix rbind(List<Matrix> parts, Workers workers) {
    List<Matrix> filled = new ArrayList<>();
    long rows = 0;
    long nnz = 0;
    for (Matrix part : parts) {
      if (part.rows() > 0) {
        filled.add(part);
        rows += part.rows();
        nnz += nnzBound(part);
      }
    }
    if (filled.size() <= 1) {
      return filled.isEmpty() ? Collections.max(parts, comparingInt(Matrix::cols)) : filled.get(0);
    }
    int cols = filled.get(0).cols();
    for (Matrix part : filled) {
      if (part.cols() != cols) {
        throw new InputError(
            "rbind needs operands with the same number of columns, but found "
                + filled.get(0).shape()
                + " and "
                + part.shape());
      }
    }
    int height = fitting(rows, "rbind", "rows");
    Matrix own = own(filled, true, workers);
    if (own != null) {
      return own;
    }
    return RowView.pays(height, cols, nnz)
        ? rbindSparse(sparseParts(filled, workers), height, cols)
        : rbindDense(filled, height, cols, workers);
  }

  private static Dense rbindDense(List<Matrix> parts, int rows, int cols, Workers workers) {
    Dense result = Dense.allocate(rows, cols, workers);
    int row = 0;
    for (Matrix part : parts) {
      Plain readable = rowReadable(part, workers);
      int first = row;
      workers.forRanges(
          part.rows(),
          Ranges.rows(part.rows(), part.cells()),
          (start, end) -> place(readable, start, end, result, first + start, 0));
      row += part.rows();
    }
    return result;
  }

  private static Sparse rbindSparse(List<Sparse> parts, int rows, int cols) {
    int[] sizes = new int[rows];
    int row = 0;
    for (Sparse part : parts) {
      for (int i = 0; i < part.rows(); i++) {
        sizes[row++] = part.end(i) - part.start(i);
      }
    }
    CountedRows result = new CountedRows(rows, cols, sizes);
    row = 0;
    for (Sparse part : parts) {
      for (int i = 0; i < part.rows(); i++) {
        result.appendRun(row++, part, i, part.start(i), part.end(i), 0);
      }
    }
    return result.finish();
  }

  private static List<Sparse> sparseParts(List<Matrix> parts, Workers workers) {
    List<Sparse> result = new ArrayList<>();
    for (Matrix part : parts) {
      Plain plain = rowReadable(part, workers);
      result.add(plain instanceof Sparse s ? s : Formats.toCsr(plain, workers));
    }
    return result;
  }

  /**
   * Counting a dense matrix takes a pass over it; without a count at hand it is taken for full,
   * unless it is a column.
   */
  private static long nnzBound(Matrix part) {
    boolean full = !part.isSparse() && !part.nnzKnown() && !part.isColumn();
    return full ? part.cells() : part.nnz();
  }

  private static int fitting(long size, String function, String what) {
    if (size > Integer.MAX_VALUE) {
      throw new InputError(
          function
              + ": the result would have "
              + size
              + " "
              + what
              + ", at most "
              + Integer.MAX_VALUE
              + " are possible");
    }
    return (int) size;
  }
}
