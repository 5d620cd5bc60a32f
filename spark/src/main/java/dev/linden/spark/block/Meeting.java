package dev.linden.spark.block;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * Blocks of two matrices with the same position, in the order of the first. As a rule both come in
 * the same order; what comes early waits.
 */
final class Meeting<A, B> implements Iterator<Tuple2<BlockIndex, Tuple2<A, B>>> {
  private final Iterator<Tuple2<BlockIndex, A>> first;
  private final Iterator<Tuple2<BlockIndex, B>> second;
  private final Map<BlockIndex, B> waiting = new HashMap<>();
  private Tuple2<BlockIndex, Tuple2<A, B>> next;

  private Meeting(Iterator<Tuple2<BlockIndex, A>> first, Iterator<Tuple2<BlockIndex, B>> second) {
    this.first = first;
    this.second = second;
  }

  /**
   * An inner join, in which every position is there once on either side at most.
   *
   * @param place where they meet; who is there does not move
   */
  static <A, B> JavaPairRDD<BlockIndex, Tuple2<A, B>> of(
      JavaPairRDD<BlockIndex, A> first, JavaPairRDD<BlockIndex, B> second, Partitioner place) {
    return PlacedRdd.of(
        at(place, first)
            .zipPartitions(at(place, second), (a, b) -> new Meeting<>(a, b))
            .mapToPair(met -> met),
        place);
  }

  private static <T> JavaPairRDD<BlockIndex, T> at(
      Partitioner place, JavaPairRDD<BlockIndex, T> blocks) {
    return place.equals(blocks.partitioner().orNull()) ? blocks : blocks.partitionBy(place);
  }

  @Override
  public boolean hasNext() {
    while (next == null && first.hasNext()) {
      Tuple2<BlockIndex, A> block = first.next();
      B other = partner(block._1());
      if (other != null) {
        next = new Tuple2<>(block._1(), new Tuple2<>(block._2(), other));
      }
    }
    return next != null;
  }

  private B partner(BlockIndex index) {
    B early = waiting.remove(index);
    while (early == null && second.hasNext()) {
      Tuple2<BlockIndex, B> block = second.next();
      if (block._1().equals(index)) {
        return block._2();
      }
      waiting.put(block._1(), block._2());
    }
    return early;
  }

  @Override
  public Tuple2<BlockIndex, Tuple2<A, B>> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Tuple2<BlockIndex, Tuple2<A, B>> result = next;
    next = null;
    return result;
  }
}
