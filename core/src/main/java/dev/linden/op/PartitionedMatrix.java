package dev.linden.op;

import dev.linden.matrix.Matrix;

/**
 * A matrix in partitions of whole rows, or of whole columns, that are fetched when something is
 * taken out of them. It is brought together only for operators that ask for more.
 */
public interface PartitionedMatrix extends RemoteMatrix {
  boolean byRow();

  /**
   * Rows (or columns) from {@code from} to before {@code to}, counted from 0; the block belongs to
   * the caller.
   */
  Matrix slice(int from, int to);
}
