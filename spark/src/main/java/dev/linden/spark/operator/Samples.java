package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.group.ValueOrder;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Rdds;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.api.java.JavaPairRDD;

/** Random cells, to learn how values are spread. They decide where work is done, not results. */
final class Samples {
  /** Cells per range that keep ranges from being much larger than others. */
  private static final int PER_RANGE = 32;

  private Samples() {}

  /** Which keys are of interest. */
  interface KeyTest extends Serializable {
    boolean test(long key);
  }

  /**
   * Keys of about this share of the cells as far as they pass the test, ascending, each once.
   *
   * @param round another one gives other cells
   */
  static long[] keys(
      JavaPairRDD<BlockIndex, Matrix> blocks,
      double share,
      KeyTest test,
      int round,
      Session session) {
    List<long[]> samples =
        session.job(
            "sample",
            () ->
                Rdds.collect(
                    Rdds.map(
                        blocks, block -> ofBlock(block._1(), block._2(), share, test, round))));
    return samples.stream().flatMapToLong(Arrays::stream).sorted().distinct().toArray();
  }

  private static long[] ofBlock(
      BlockIndex index, Matrix block, double share, KeyTest test, int round) {
    SplittableRandom random = new SplittableRandom(31L * (31L * index.row() + index.col()) + round);
    long count = (long) (Math.min(1, share) * block.cells() + random.nextDouble());
    List<Long> keys = new ArrayList<>();
    for (long k = 0; k < count; k++) {
      long key =
          ValueOrder.key(block.get(random.nextInt(block.rows()), random.nextInt(block.cols())));
      if (test.test(key)) {
        keys.add(key);
      }
    }
    return keys.stream().mapToLong(Long::longValue).toArray();
  }

  /** Bounds of about this many ranges of values with equally many cells. */
  static long[] bounds(
      JavaPairRDD<BlockIndex, Matrix> blocks,
      double cells,
      KeyTest test,
      int ranges,
      Session session) {
    if (ranges <= 1) {
      return new long[0];
    }
    long[] keys = keys(blocks, (double) PER_RANGE * ranges / cells, test, 0, session);
    long[] bounds = new long[Math.min(ranges - 1, keys.length)];
    for (int k = 0; k < bounds.length; k++) {
      bounds[k] = keys[(int) ((k + 1L) * keys.length / (bounds.length + 1L))];
    }
    return bounds;
  }

  /** Number of the range of a key: ranges begin with their bounds. */
  static int range(long[] bounds, long key) {
    int found = Arrays.binarySearch(bounds, key);
    return found >= 0 ? found + 1 : -found - 1;
  }
}
