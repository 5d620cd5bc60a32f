package dev.linden.hop;

import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Size;
import java.util.List;

/** Worst-case bytes of values and operations; what is not known counts as infinite. */
public final class Memory {
  public static final double UNKNOWN = Double.POSITIVE_INFINITY;

  /** Header, dimensions and references of a block. */
  private static final long BLOCK_OVERHEAD = 96;

  private static final int BYTES_PER_CELL = 8;
  private static final int BYTES_PER_NON_ZERO = 12;

  /** A row of an MCSR block: references, size, and the headers of its two arrays. */
  private static final int BYTES_PER_SPARSE_ROW = 52;

  private Memory() {}

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
    double dense = BLOCK_OVERHEAD + (double) size.rows() * size.cols() * BYTES_PER_CELL;
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

  /** Inputs, intermediates and outputs of an operation together. */
  public static double ofOperation(Hop hop, Environment environment) {
    double sum = 0;
    for (Hop input : hop.inputs()) {
      sum += input == null ? 0 : of(input.info());
    }
    if (hop instanceof Hop.Compute compute) {
      sum +=
          compute
              .op()
              .scratchBytes(
                  SizePropagation.call(
                      compute.op(), compute.inputs(), compute.names(), environment));
      for (Info result : compute.results()) {
        sum += of(result);
      }
      return sum;
    }
    List<Info> results = hop instanceof Hop.Invoke invoke ? invoke.results() : List.of(hop.info());
    for (Info result : results) {
      sum += of(result);
    }
    return sum;
  }
}
