package dev.linden.matrix.kernel.rows;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;

/**
 * The rows of any matrix around the one that is read: a plain matrix as a whole, a packed one some
 * rows at a time, so that reading it in order takes little memory. Loops whose ranges are those of
 * {@link Grain#rows} unpack every row once. One per thread.
 */
public final class RowTile {
  private final Packed packed;
  private Plain rows;
  private int first;

  public RowTile(Matrix matrix) {
    packed = matrix instanceof Packed p ? p : null;
    rows = matrix instanceof Plain plain ? readable(plain) : null;
  }

  private static Plain readable(Plain plain) {
    return plain instanceof Sparse sparse ? RowView.byRow(sparse) : plain;
  }

  /** Plain rows, among them {@code row}; the first of them is {@link #first()}. */
  public Plain around(int row) {
    if (packed != null && (rows == null || row < first || row >= first + rows.rows())) {
      int grain = Grain.rows(packed.cols());
      first = row / grain * grain;
      int end = (int) Math.min(packed.rows(), (long) first + grain);
      rows = readable(packed.unpack(first, end, Workers.serial()));
    }
    return rows;
  }

  public int first() {
    return first;
  }
}
