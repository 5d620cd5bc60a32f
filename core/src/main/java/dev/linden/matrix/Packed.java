package dev.linden.matrix;

import java.io.DataOutput;
import java.io.IOException;

/**
 * Cells in a form of somebody else, smaller than dense or sparse cells: the place where further
 * representations join. One is a class that extends this and a {@link Packing}, which is found by
 * name; nobody else has to know it.
 *
 * <ul>
 *   <li><b>Operators</b>: a packed matrix does itself what the interfaces {@code OwnCells}, {@code
 *       OwnFolds}, {@code OwnProducts} and {@code OwnSlices} of the kernel families ask for, as far
 *       as it implements them; for everything else the kernel unpacks it.
 *   <li><b>Memory</b>: the budget counts {@link #bytes}, and besides, while an operator runs, what
 *       it may need: some rows unpacked, or all of them.
 *   <li><b>Spill files and the wire</b>: {@link #write} and {@link Packing#read}; the form stays.
 *   <li><b>Files</b>: writers see rows as {@link #unpack} gives them, whatever the format.
 * </ul>
 *
 * <p>Packed matrices are never changed, so several may share arrays.
 */
public abstract non-sealed class Packed extends Matrix {
  /** Of sparse rows while they are gathered. */
  private static final int SMALLEST_PIECES = 1 << 18;

  protected Packed(int rows, int cols) {
    super(rows, cols);
  }

  /** Who reads what {@link #write} writes. */
  public abstract Packing packing();

  /** Rows {@code [rowStart, rowEnd)} as new plain cells, in the form that suits them. */
  public abstract Plain unpack(int rowStart, int rowEnd, Workers workers);

  /** All that {@link Packing#read} needs. */
  public abstract void write(DataOutput out) throws IOException;

  @Override
  public final Plain plain(Workers workers) {
    workers.unpacking();
    return unpack(0, rows(), workers);
  }

  /** Bytes of what {@link #plain} gives. */
  public final double plainBytes() {
    return isSparse() ? 12.0 * nnz() + 4.0 * (rows() + 1L) : 8.0 * cells();
  }

  /** Bytes that {@link #plain} needs at most: sparse rows are gathered in pieces and joined. */
  public double unpackingBytes() {
    return isSparse() ? 4 * plainBytes() + SMALLEST_PIECES : plainBytes();
  }

  /** Bytes that an operator needs at most besides others if it does not unpack. */
  public double workingBytes() {
    return 2.0 * bytes();
  }

  /** Bytes that products need besides, for each column or row of the other operand. */
  public double bytesPerColumn() {
    return 2.0 * Double.BYTES * ((double) rows() + cols());
  }

  /** Bytes that {@code t(X) %*% X} needs besides for all threads together. */
  public double bytesOfSelf() {
    return 0;
  }

  /** The same for every thread. */
  public double bytesOfSelfPerThread() {
    return 0;
  }

  @Override
  public boolean nnzKnown() {
    return true;
  }

  @Override
  public final Packed copy() {
    return this;
  }

  @Override
  public String toString() {
    return packing().name() + " " + shape() + " nnz=" + nnz();
  }
}
