package dev.linden.spark.operator;

import dev.linden.base.LindenBug;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Rdds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.Function2;
import scala.Tuple2;

/** Partial results of blocks, put together. */
public final class Partials {
  /** Levels of aggregation between executors and driver. */
  private static final int TREE_DEPTH = 2;

  /** Up to this many partitions the driver alone puts together what each of them gives. */
  private static final int MOST_PARTITIONS_HERE = 16;

  private Partials() {}

  /** In the order of the blocks: however tasks end, the same bits. */
  static FoldState inOrder(JavaPairRDD<BlockIndex, FoldState> partials) {
    List<Tuple2<BlockIndex, FoldState>> all = new ArrayList<>(Rdds.collect(partials));
    all.sort(Comparator.comparing(Tuple2::_1));
    FoldState total = all.get(0)._2();
    for (int k = 1; k < all.size(); k++) {
      total = total.merge(all.get(k)._2());
    }
    return total;
  }

  static FoldState total(JavaRDD<FoldState> partials) {
    return reduced(partials, FoldState::merge);
  }

  /** Sum of numbers in the order of the blocks, compensated. */
  static double sum(JavaPairRDD<BlockIndex, Double> partials) {
    List<Tuple2<BlockIndex, Double>> all = new ArrayList<>(Rdds.collect(partials));
    all.sort(Comparator.comparing(Tuple2::_1));
    CompensatedSum sum = new CompensatedSum();
    all.forEach(partial -> sum.add(partial._2()));
    return sum.value();
  }

  /** Sum of matrices of one shape that nobody else holds. */
  public static Matrix sum(JavaRDD<Matrix> partials) {
    return reduced(partials, Partials::add);
  }

  /**
   * A second stage costs more than it saves where few partitions are. There the order is that of
   * the partitions, so the bits are always the same.
   */
  static <T> T reduced(JavaRDD<T> partials, Function2<T, T, T> merge) {
    return partials.getNumPartitions() > MOST_PARTITIONS_HERE
        ? partials.treeReduce(merge, TREE_DEPTH)
        : gathered(partials, merge);
  }

  /** In the order of the partitions, in one stage: for what must come here whatever it takes. */
  static <T> T gathered(JavaRDD<T> partials, Function2<T, T, T> merge) {
    List<T> ofPartitions =
        Rdds.collect(Rdds.mapPartitions(partials, all -> merged(all, merge).iterator()));
    return merged(ofPartitions.iterator(), merge).get(0);
  }

  /** One value, or none if there are none. */
  private static <T> List<T> merged(Iterator<T> values, Function2<T, T, T> merge) {
    if (!values.hasNext()) {
      return List.of();
    }
    try {
      T total = values.next();
      while (values.hasNext()) {
        total = merge.call(total, values.next());
      }
      return List.of(total);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new LindenBug("partial results can't be put together", e);
    }
  }

  public static Matrix add(Matrix a, Matrix b) {
    return Elementwise.binary(Cells.PLUS, a, b, true, false, Workers.serial());
  }
}
