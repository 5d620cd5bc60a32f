package dev.linden.spark.block;

import org.apache.spark.Partition;
import org.apache.spark.Partitioner;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.rdd.RDD;
import scala.Option;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** Blocks that are where a partitioner would have put them; Spark can't know without being told. */
final class PlacedRdd<T> extends RDD<Tuple2<BlockIndex, T>> {
  private static final long serialVersionUID = 1L;

  private final transient Partitioner place;

  private PlacedRdd(RDD<Tuple2<BlockIndex, T>> blocks, Partitioner place) {
    super(blocks, type());
    this.place = place;
  }

  static <T> JavaPairRDD<BlockIndex, T> of(JavaPairRDD<BlockIndex, T> blocks, Partitioner place) {
    return new JavaPairRDD<>(
        new PlacedRdd<>(blocks.rdd(), place),
        ClassTag$.MODULE$.apply(BlockIndex.class),
        ClassTag$.MODULE$.apply(Object.class));
  }

  private static <T> ClassTag<Tuple2<BlockIndex, T>> type() {
    return ClassTag$.MODULE$.apply(Tuple2.class);
  }

  @Override
  public Option<Partitioner> partitioner() {
    return Option.apply(place);
  }

  @Override
  public Partition[] getPartitions() {
    return parent().partitions();
  }

  @Override
  public Iterator<Tuple2<BlockIndex, T>> compute(Partition split, TaskContext context) {
    return parent().iterator(split, context);
  }

  private RDD<Tuple2<BlockIndex, T>> parent() {
    return firstParent(type());
  }
}
