package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoEntry;
import dev.linden.fuse.explore.MemoTable;
import dev.linden.hop.Hop;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Hand-written operators for several hops, as candidates beside the generated ones. */
final class HandWritten {
  private final Map<Integer, FusedOperator> byRoot = new HashMap<>();
  private final BitSet inner = new BitSet();

  /**
   * @param handWritten the hops that are covered, by the one whose value is the result
   */
  HandWritten(MemoTable memo, Map<Hop, Set<Hop>> handWritten) {
    handWritten.forEach(
        (root, inside) -> {
          BitSet covered = new BitSet();
          inside.forEach(hop -> covered.set(memo.numberOf(hop)));
          BitSet inputs = new BitSet();
          for (Hop hop : inside) {
            for (Hop input : hop.inputs()) {
              if (input != null) {
                inputs.set(memo.numberOf(input));
              }
            }
          }
          inputs.andNot(covered);
          int number = memo.numberOf(root);
          byRoot.put(number, new FusedOperator(number, null, covered, inputs));
          if (!canBeGenerated(memo, covered, number)) {
            inner.or(covered);
            inner.clear(number);
          }
        });
  }

  private static boolean canBeGenerated(MemoTable memo, BitSet covered, int root) {
    return covered.stream()
        .allMatch(
            n ->
                n == root
                    || memo.consumers(n).stream()
                        .anyMatch(c -> covered.get(c) && refersTo(memo, c, n)));
  }

  private static boolean refersTo(MemoTable memo, int consumer, int number) {
    for (MemoEntry entry : memo.group(consumer)) {
      for (int i = 0; i < entry.inputs(); i++) {
        if (entry.reference(i) == number) {
          return true;
        }
      }
    }
    return false;
  }

  /** The hop is inside an operator that no generated one can replace. */
  boolean claims(int number) {
    return inner.get(number);
  }

  /** Null if there is none. */
  FusedOperator at(int root) {
    return byRoot.get(root);
  }
}
