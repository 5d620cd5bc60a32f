package dev.linden.spark.block;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaRDDLike;
import org.apache.spark.rdd.RDD;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;

/**
 * Steps and jobs of RDDs that are cheap to set up. Spark's interface for Java wraps functions in
 * closures of Scala, and each closure is cleaned of what it does not use: for that the class that
 * has it, such as RDD or SparkContext, is read from its file and parsed every time. In jobs on a
 * few blocks this took four fifths of the driver's time. Functions of a class of their own hold
 * what they need and nothing else, and Spark leaves them as they are.
 */
public final class Rdds {
  private Rdds() {}

  /** What tasks compute. */
  public interface Step<A, B> extends Function<A, B>, Serializable {}

  private static final class OfPartition<A, B>
      extends AbstractFunction1<scala.collection.Iterator<A>, scala.collection.Iterator<B>>
      implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Step<Iterator<A>, Iterator<B>> step;

    private OfPartition(Step<Iterator<A>, Iterator<B>> step) {
      this.step = step;
    }

    @Override
    public scala.collection.Iterator<B> apply(scala.collection.Iterator<A> all) {
      return CollectionConverters.asScala(step.apply(CollectionConverters.asJava(all)));
    }
  }

  private static final class Gather<T>
      extends AbstractFunction2<TaskContext, scala.collection.Iterator<T>, Object[]>
      implements Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public Object[] apply(TaskContext task, scala.collection.Iterator<T> all) {
      List<T> found = new ArrayList<>();
      while (all.hasNext()) {
        found.add(all.next());
      }
      return found.toArray();
    }
  }

  private static final class Count<T>
      extends AbstractFunction2<TaskContext, scala.collection.Iterator<T>, Long>
      implements Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public Long apply(TaskContext task, scala.collection.Iterator<T> all) {
      long count = 0;
      while (all.hasNext()) {
        all.next();
        count++;
      }
      return count;
    }
  }

  // ---- steps

  public static <A, B> JavaRDD<B> map(JavaRDDLike<A, ?> from, Step<A, B> step) {
    return mapPartitions(from, all -> Lazily.map(all, step));
  }

  public static <A, B> JavaRDD<B> mapPartitions(
      JavaRDDLike<A, ?> from, Step<Iterator<A>, Iterator<B>> step) {
    return new JavaRDD<>(partitions(from, step, false), anyClass());
  }

  /** The keys stay, and so does the place. */
  public static <K, A, B> JavaPairRDD<K, B> mapValues(JavaPairRDD<K, A> from, Step<A, B> step) {
    return mapPairs(from, pair -> new Tuple2<>(pair._1(), step.apply(pair._2())));
  }

  /** The step leaves the keys as they are, and so the place stays. */
  public static <K, A, B> JavaPairRDD<K, B> mapPairs(
      JavaPairRDD<K, A> from, Step<Tuple2<K, A>, Tuple2<K, B>> step) {
    Step<Iterator<Tuple2<K, A>>, Iterator<Tuple2<K, B>>> ofAll = all -> Lazily.map(all, step);
    return pairs(partitions(from, ofAll, true));
  }

  public static <A, K, B> JavaPairRDD<K, B> flatMapToPair(
      JavaRDDLike<A, ?> from, Step<A, ? extends Iterable<Tuple2<K, B>>> step) {
    Step<Iterator<A>, Iterator<Tuple2<K, B>>> ofAll = all -> Lazily.flatMap(all, step);
    return pairs(partitions(from, ofAll, false));
  }

  private static <K, B> JavaPairRDD<K, B> pairs(RDD<Tuple2<K, B>> pairs) {
    return new JavaPairRDD<>(pairs, anyClass(), anyClass());
  }

  private static <A, B> RDD<B> partitions(
      JavaRDDLike<A, ?> from, Step<Iterator<A>, Iterator<B>> step, boolean inPlace) {
    return from.rdd().mapPartitions(new OfPartition<>(step), inPlace, anyClass());
  }

  private static <T> ClassTag<T> anyClass() {
    return ClassTag$.MODULE$.apply(Object.class);
  }

  // ---- jobs

  /** In the order of the partitions. */
  public static <T> List<T> collect(JavaRDDLike<T, ?> rdd) {
    Object[] parts = run(rdd, new Gather<>(), Object[].class);
    List<T> all = new ArrayList<>();
    for (Object part : parts) {
      for (Object element : (Object[]) part) {
        @SuppressWarnings("unchecked") // as Gather found them
        T typed = (T) element;
        all.add(typed);
      }
    }
    return all;
  }

  public static long count(JavaRDDLike<?, ?> rdd) {
    return countTyped(rdd);
  }

  private static <T> long countTyped(JavaRDDLike<T, ?> rdd) {
    long count = 0;
    for (Object ofPartition : run(rdd, new Count<>(), Long.class)) {
      count += (Long) ofPartition;
    }
    return count;
  }

  /** What the function gives for each partition, in an array of the class. */
  private static <T, R> Object[] run(
      JavaRDDLike<T, ?> rdd,
      AbstractFunction2<TaskContext, scala.collection.Iterator<T>, R> function,
      Class<R> type) {
    return (Object[])
        rdd.rdd().context().runJob(rdd.rdd(), function, ClassTag$.MODULE$.apply(type));
  }
}
