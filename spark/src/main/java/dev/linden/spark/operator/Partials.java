package dev.linden.spark.operator;

import dev.linden.matrix.Cells;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Elementwise;
import dev.linden.spark.block.BlockIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/** Partial results of blocks, put together. */
final class Partials {
  /** Levels of aggregation between executors and driver. */
  private static final int TREE_DEPTH = 2;

  private Partials() {}

  /** In the order of the blocks: however tasks end, the same bits. */
  static FoldState inOrder(JavaPairRDD<BlockIndex, FoldState> partials) {
    List<Tuple2<BlockIndex, FoldState>> all = new ArrayList<>(partials.collect());
    all.sort(Comparator.comparing(Tuple2::_1));
    FoldState total = all.get(0)._2();
    for (int k = 1; k < all.size(); k++) {
      total = total.merge(all.get(k)._2());
    }
    return total;
  }

  static FoldState total(JavaRDD<FoldState> partials) {
    return partials.treeReduce(FoldState::merge, TREE_DEPTH);
  }

  /** Sum of numbers in the order of the blocks, compensated. */
  static double sum(JavaPairRDD<BlockIndex, Double> partials) {
    List<Tuple2<BlockIndex, Double>> all = new ArrayList<>(partials.collect());
    all.sort(Comparator.comparing(Tuple2::_1));
    dev.linden.matrix.simd.CompensatedSum sum = new dev.linden.matrix.simd.CompensatedSum();
    all.forEach(partial -> sum.add(partial._2()));
    return sum.value();
  }

  /** Sum of matrices of one shape that nobody else holds. */
  static Matrix sum(JavaRDD<Matrix> partials) {
    return partials.treeReduce(Partials::add, TREE_DEPTH);
  }

  static Matrix add(Matrix a, Matrix b) {
    return Elementwise.binary(Cells.PLUS, a, b, true, false, Workers.serial());
  }
}
