package dev.linden.matrix.kernel.group;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;

/** Another form than a sparse matrix for tables with one 1 in each row. */
@FunctionalInterface
public interface UnitRowsForm {
  /** Null if the form does not suit such a size, or if the columns are not to be had. */
  Matrix make(int rows, int cols, Columns columns, Workers workers);

  /** Where the ones are. */
  @FunctionalInterface
  interface Columns {
    /**
     * {@code to[at + i - start]} becomes the column of row i; false if rows are no unit vectors.
     */
    boolean read(int start, int end, int[] to, int at);
  }
}
