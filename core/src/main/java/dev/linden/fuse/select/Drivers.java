package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.fuse.explore.Zeros;
import dev.linden.hop.Hop;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/** Sparse inputs whose zeros make the cells of a fused operator zero. */
final class Drivers {
  private Drivers() {}

  /** The sparsest input that drives the operator; -1 if there is none. */
  static int best(MemoTable memo, FusedOperator operator) {
    if (operator.template() == null || !operator.template().isDriven()) {
      return -1;
    }
    int best = -1;
    double lowest = 1;
    BitSet inputs = operator.inputs();
    for (int input = inputs.nextSetBit(0); input >= 0; input = inputs.nextSetBit(input + 1)) {
      Hop hop = memo.hop(input);
      if (Zeros.isSparse(hop) && drives(memo, operator, input)) {
        double sparsity = hop.info().size().sparsity();
        if (sparsity < lowest) {
          lowest = sparsity;
          best = input;
        }
      }
    }
    return best;
  }

  static boolean drives(MemoTable memo, FusedOperator operator, int driver) {
    Hop driving = memo.hop(driver);
    Set<Hop> self = Set.of(driving);
    Set<Hop> zero = new HashSet<>(self);
    BitSet covered = operator.covered();
    for (int n = covered.nextSetBit(0); n >= 0; n = covered.nextSetBit(n + 1)) {
      Hop hop = memo.hop(n);
      if (Shape.isCellwise(hop)) {
        boolean sameShape =
            Shape.rows(hop) == Shape.rows(driving) && Shape.cols(hop) == Shape.cols(driving);
        if (sameShape && !Zeros.of(hop, x -> zero.contains(x) ? self : Set.of()).isEmpty()) {
          zero.add(hop);
        }
      } else if (Shape.isTranspose(hop) && zero.contains(hop.inputs().get(0))) {
        zero.add(hop);
      }
    }
    Hop root = memo.hop(operator.root());
    return Shape.isCellwise(root) ? zero.contains(root) : zero.contains(root.inputs().get(0));
  }
}
