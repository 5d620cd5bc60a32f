package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Coo;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.RowCells;

/** Rows of a matrix, or those of its transpose: some at a time, one behind the other. */
interface RowSource {
  int rows();

  int cols();

  /** What is done with rows {@code [start, end)}, which begin at {@code cells[at]}. */
  interface Consumer {
    void accept(double[] cells, int at, int start, int end);
  }

  /** Hands out rows {@code [start, end)}, at most {@code most} at a time. */
  void forEach(int start, int end, int most, Consumer consumer);

  static RowSource of(Matrix matrix, Workers workers) {
    return matrix instanceof Dense dense
        ? of(dense)
        : unpacked(matrix instanceof Coo triples ? Formats.toCsr(triples, workers) : matrix);
  }

  /** Rows that have to be written out first. */
  private static RowSource unpacked(Matrix matrix) {
    return new RowSource() {
      @Override
      public int rows() {
        return matrix.rows();
      }

      @Override
      public int cols() {
        return matrix.cols();
      }

      @Override
      public void forEach(int start, int end, int most, Consumer consumer) {
        int n = matrix.cols();
        RowCells row = new RowCells(matrix);
        double[] rows = new double[Math.min(most, end - start) * n];
        for (int from = start; from < end; from += most) {
          int to = Math.min(end, from + most);
          for (int i = from; i < to; i++) {
            row.read(i);
            System.arraycopy(row.cells(), row.offset(), rows, (i - from) * n, n);
          }
          consumer.accept(rows, 0, from, to);
        }
      }
    };
  }

  private static RowSource of(Dense matrix) {
    return new RowSource() {
      @Override
      public int rows() {
        return matrix.rows();
      }

      @Override
      public int cols() {
        return matrix.cols();
      }

      @Override
      public void forEach(int start, int end, int most, Consumer consumer) {
        Rows.stretches(
            matrix,
            start,
            end,
            most,
            (from, to) -> consumer.accept(matrix.panelOf(from), matrix.offset(from), from, to));
      }
    };
  }

  /** Rows are columns of the matrix; they are copied in stretches that stay in cache. */
  static RowSource transposed(Dense matrix) {
    return new RowSource() {
      @Override
      public int rows() {
        return matrix.cols();
      }

      @Override
      public int cols() {
        return matrix.rows();
      }

      @Override
      public void forEach(int start, int end, int most, Consumer consumer) {
        int n = matrix.rows();
        double[] rows = new double[Math.min(most, end - start) * n];
        for (int from = start; from < end; from += most) {
          int to = Math.min(end, from + most);
          for (int k = 0; k < n; k++) {
            double[] cells = matrix.panelOf(k);
            int at = matrix.offset(k) + from;
            for (int i = 0; i < to - from; i++) {
              rows[i * n + k] = cells[at + i];
            }
          }
          consumer.accept(rows, 0, from, to);
        }
      }
    };
  }
}
