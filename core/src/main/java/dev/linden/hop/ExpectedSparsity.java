package dev.linden.hop;

import dev.linden.op.Size;

/**
 * The share of non-zeros that a matrix is expected to have, for costs; memory estimates use the
 * upper bounds of {@link Size}. Operators know what they make of the shares of their operands;
 * where the structure is known, as for a diagonal or a selection of rows, it decides.
 */
public final class ExpectedSparsity {
  /** How far operands are followed; beyond, bounds have to do. */
  private static final int DEPTH = 8;

  private ExpectedSparsity() {}

  /** Between 0 and 1; 1 when nothing is known. */
  public static double of(Hop hop) {
    return of(hop, DEPTH);
  }

  private static double of(Hop hop, int depth) {
    if (!hop.info().isMatrix()) {
      return 1;
    }
    double bound = hop.info().size().sparsity();
    return depth > 0 && hop instanceof Hop.Compute call
        ? Math.min(bound, expected(call, depth - 1))
        : bound;
  }

  private static double expected(Hop.Compute call, int depth) {
    Hop sameShare = Structure.operandWithSameShare(call);
    return sameShare != null
        ? of(sameShare, depth)
        : call.op().expectedShare().of(call.operands(), i -> of(call.inputs().get(i), depth));
  }
}
