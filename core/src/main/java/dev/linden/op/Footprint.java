package dev.linden.op;

import java.util.List;

/** Worst-case bytes of values and of calls; what is not known counts as infinite. */
public final class Footprint {
  public static final double UNKNOWN = Double.POSITIVE_INFINITY;

  /** Header, dimensions and references of a block. */
  private static final long BLOCK_OVERHEAD = 96;

  private static final int BYTES_PER_CELL = 8;
  private static final int BYTES_PER_NON_ZERO = 12;

  /** A row of an MCSR block: references, size, and the headers of its two arrays. */
  private static final int BYTES_PER_SPARSE_ROW = 52;

  private Footprint() {}

  /** A value in the larger of the representations that it may have. */
  public static double of(Info info) {
    if (info == null || info.isScalar()) {
      return 0;
    }
    return info.isMatrix() ? of(info.size()) : UNKNOWN;
  }

  public static double of(Size size) {
    if (!size.known()) {
      return UNKNOWN;
    }
    double dense = dense(size);
    if (!size.nnzKnown()) {
      return dense;
    }
    // Growing rows may hold twice their non-zeros.
    double sparse =
        BLOCK_OVERHEAD
            + (double) size.rows() * BYTES_PER_SPARSE_ROW
            + 2.0 * size.nnz() * BYTES_PER_NON_ZERO;
    return Math.min(dense, sparse);
  }

  /** A matrix of that size with all its cells. */
  public static double dense(Size size) {
    return size.known()
        ? BLOCK_OVERHEAD + (double) size.rows() * size.cols() * BYTES_PER_CELL
        : UNKNOWN;
  }

  /** So many bytes for each of so many things, of which -1 are unknown. */
  static double times(double bytes, long count) {
    return count < 0 ? UNKNOWN : bytes * count;
  }

  /** What a call needs besides its arguments: results and intermediates. */
  public static double ofCall(Op op, CallSite call, List<Info> results, int threads) {
    double sum = op.scratchBytes(call, threads);
    for (Info result : results) {
      sum += of(result);
    }
    return sum;
  }
}
