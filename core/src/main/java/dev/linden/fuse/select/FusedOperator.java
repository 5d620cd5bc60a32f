package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoEntry;
import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.fuse.program.Template;
import dev.linden.hop.Hop;
import dev.linden.hop.Memory;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Hops that are computed together.
 *
 * @param root the hop whose value is the result
 * @param covered all hops computed inside, with the plan of each
 */
record FusedOperator(int root, Template template, Map<Integer, MemoEntry> covered) {
  FusedOperator {
    covered = new TreeMap<>(covered);
  }

  /** Hops that are read. */
  Set<Integer> inputs(MemoTable memo) {
    Set<Integer> inputs = new TreeSet<>();
    covered.forEach(
        (number, entry) -> {
          for (int i = 0; i < entry.references().size(); i++) {
            Hop input = memo.hop(number).inputs().get(i);
            if (input != null && entry.references().get(i) == MemoEntry.READ) {
              inputs.add(memo.numberOf(input));
            }
          }
        });
    return inputs;
  }

  /** Rows that it runs over. */
  long space(MemoTable memo) {
    return Shape.space(memo.hop(root));
  }

  /** Does the work of more than one operator; transposes do not count, products do without them. */
  boolean isWorthwhile(MemoTable memo) {
    return covered.keySet().stream().filter(n -> !Shape.isTranspose(memo.hop(n))).count() > 1;
  }

  /** Inputs and result, in the worst case. */
  double bytes(MemoTable memo) {
    double sum = Memory.of(memo.hop(root).info());
    for (int input : inputs(memo)) {
      sum += Memory.of(memo.hop(input).info());
    }
    return sum;
  }

  /** Some matrix that it reads has at least so many cells. */
  boolean reads(long cells, MemoTable memo) {
    return inputs(memo).stream()
        .map(memo::hop)
        .anyMatch(h -> Shape.isKnownMatrix(h) && Shape.cells(h) >= cells);
  }
}
