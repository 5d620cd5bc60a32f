package dev.linden.spark.block;

import java.util.Arrays;
import org.apache.spark.util.AccumulatorV2;
import scala.Tuple2;

/** Entries of parts of partitions, counted by the tasks that make pieces of blocks. */
final class PartCounts extends AccumulatorV2<Tuple2<Integer, Long>, long[]> {
  private static final long serialVersionUID = 1L;

  private final long[] counts;

  PartCounts(int parts) {
    this.counts = new long[parts];
  }

  @Override
  public boolean isZero() {
    return Arrays.stream(counts).allMatch(count -> count == 0);
  }

  @Override
  public PartCounts copy() {
    PartCounts copy = new PartCounts(counts.length);
    copy.merge(this);
    return copy;
  }

  @Override
  public void reset() {
    Arrays.fill(counts, 0);
  }

  @Override
  public void add(Tuple2<Integer, Long> found) {
    counts[found._1()] += found._2();
  }

  @Override
  public void merge(AccumulatorV2<Tuple2<Integer, Long>, long[]> other) {
    long[] others = other.value();
    for (int k = 0; k < counts.length; k++) {
      counts[k] += others[k];
    }
  }

  @Override
  public long[] value() {
    return counts;
  }
}
