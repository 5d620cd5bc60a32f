package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.select.Partition.Point;
import dev.linden.hop.Hop;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** An assignment of interesting points: at which of them values are materialized. */
final class Decisions {
  private static final int NONE = -1;

  /** Index of the point by consumer and its input; null for consumers without points. */
  private final int[][] index;

  private final MemoTable memo;
  private final List<Point> points;

  /** Per root, the points that an operator with it can meet; null if not asked for yet. */
  private final BitSet[] relevant;

  /** Per root, the number of the operator by the points at which it materializes. */
  private final Map<Integer, Map<BitSet, Integer>> numbers = new HashMap<>();

  private final List<FusedOperator> operators = new ArrayList<>();
  private boolean[] materialized;

  Decisions(MemoTable memo, List<Point> points) {
    this.memo = memo;
    this.points = points;
    relevant = new BitSet[memo.size()];
    index = new int[memo.size()][];
    for (int p = 0; p < points.size(); p++) {
      int consumer = points.get(p).consumer();
      List<Hop> inputs = memo.hop(consumer).inputs();
      if (index[consumer] == null) {
        index[consumer] = new int[inputs.size()];
        java.util.Arrays.fill(index[consumer], NONE);
      }
      for (int i = 0; i < inputs.size(); i++) {
        if (inputs.get(i) != null && memo.numberOf(inputs.get(i)) == points.get(p).target()) {
          index[consumer][i] = p;
        }
      }
    }
    materialized = new boolean[points.size()];
  }

  /**
   * @param points true where the consumer reads the value
   */
  void set(boolean[] points) {
    materialized = points;
  }

  /** Points at which the assignment materializes. */
  Set<Point> materialized() {
    Set<Point> all = new HashSet<>();
    for (int p = 0; p < materialized.length; p++) {
      if (materialized[p]) {
        all.add(points.get(p));
      }
    }
    return all;
  }

  /** The consumer must read this input. */
  boolean reads(int consumer, int input) {
    return index[consumer] != null
        && index[consumer][input] != NONE
        && materialized[index[consumer][input]];
  }

  /**
   * The number of the operator with this root under the assignment. Assignments that differ only
   * elsewhere have the same one: it is put together once.
   */
  int operator(int root, Supplier<FusedOperator> made) {
    BitSet key = new BitSet(points.size());
    BitSet met = met(root);
    for (int p = met.nextSetBit(0); p >= 0; p = met.nextSetBit(p + 1)) {
      if (materialized[p]) {
        key.set(p);
      }
    }
    return numbers
        .computeIfAbsent(root, r -> new HashMap<>())
        .computeIfAbsent(
            key,
            k -> {
              operators.add(made.get());
              return operators.size() - 1;
            });
  }

  FusedOperator operator(int number) {
    return operators.get(number);
  }

  private BitSet met(int root) {
    if (relevant[root] == null) {
      relevant[root] = new BitSet(points.size());
      BitSet below = memo.below(root);
      for (int p = 0; p < points.size(); p++) {
        int consumer = points.get(p).consumer();
        relevant[root].set(p, consumer == root || below.get(consumer));
      }
    }
    return relevant[root];
  }
}
