package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.hop.Hop;
import dev.linden.op.CellwiseOps;

/**
 * Fused operators that exist as kernels of their own. They read the same data once, so they cost no
 * more than a generated operator, and need no class.
 */
final class HandWritten {
  /** Columns of v up to which chains exist. */
  private static final int MOST_CHAIN_COLUMNS = 4;

  private HandWritten() {}

  /** The operator is one of the chains {@code t(X) %*% (w * (X %*% v))} and no more. */
  static boolean covers(MemoTable memo, FusedOperator operator) {
    Hop root = memo.hop(operator.root());
    if (!Shape.isTransposedProduct(root)) {
      return false;
    }
    Hop x = root.inputs().get(0).inputs().get(0);
    Hop right = root.inputs().get(1);
    long work =
        operator.covered().keySet().stream()
            .filter(n -> !Shape.isTranspose(memo.hop(n)))
            .count();
    if (isInner(memo, right, x)) {
      return work == 2;
    }
    if (work != 3 || !isAlone(memo, right) || !(right instanceof Hop.Compute call)) {
      return false;
    }
    Hop first = right.inputs().get(0);
    Hop second = right.inputs().size() > 1 ? right.inputs().get(1) : null;
    if (call.op() == CellwiseOps.TIMES) {
      return (isInner(memo, first, x) && isColumn(second))
          || (isInner(memo, second, x) && isColumn(first));
    }
    return call.op() == CellwiseOps.MINUS && isInner(memo, first, x) && isColumn(second);
  }

  private static boolean isColumn(Hop hop) {
    return Shape.isKnownMatrix(hop) && Shape.cols(hop) == 1;
  }

  private static boolean isInner(MemoTable memo, Hop hop, Hop x) {
    return Shape.isProduct(hop)
        && hop.inputs().get(0) == x
        && Shape.cols(hop) <= MOST_CHAIN_COLUMNS
        && isAlone(memo, hop);
  }

  private static boolean isAlone(MemoTable memo, Hop hop) {
    int number = memo.numberOf(hop);
    return memo.consumers(number).size() == 1 && !memo.isRequired(number);
  }
}
