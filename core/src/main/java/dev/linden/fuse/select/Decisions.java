package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.select.Partition.Point;
import dev.linden.hop.Hop;
import java.util.List;

/** An assignment of interesting points: at which of them values are materialized. */
final class Decisions {
  private static final int NONE = -1;

  /** Index of the point by consumer and its input; null for consumers without points. */
  private final int[][] index;

  private boolean[] materialized;

  Decisions(MemoTable memo, List<Point> points) {
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

  /** The consumer must read this input. */
  boolean reads(int consumer, int input) {
    return index[consumer] != null
        && index[consumer][input] != NONE
        && materialized[index[consumer][input]];
  }
}
