package dev.linden.spark.operator;

import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Sink;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.Fold;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Blocks;
import dev.linden.spark.block.Grid;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import scala.Tuple2;

/**
 * The results of a fused operator on some blocks. Sums of matrices are added up as blocks come;
 * what has a number or rows for each block waits for all of them and is put together in their
 * order.
 */
final class FusedPartials implements Serializable {
  private static final long serialVersionUID = 1L;

  /** By block, with results in the order of the sinks; null in place of a sum. */
  private final ArrayList<Tuple2<BlockIndex, Object[]>> blocks = new ArrayList<>();

  /** By sink; null where it is no sum of matrices. */
  private final Matrix[] sums;

  /** The results on one block, which are nobody else's. */
  FusedPartials(BlockIndex index, Object[] results, FusedProgram program) {
    sums = new Matrix[results.length];
    Object[] others = results.clone();
    boolean any = false;
    for (int k = 0; k < results.length; k++) {
      if (isSum(program.sinks().get(k))) {
        sums[k] = (Matrix) results[k];
        others[k] = null;
      } else {
        any = true;
      }
    }
    if (any) {
      blocks.add(new Tuple2<>(index, others));
    }
  }

  /** The result is the sum of the matrices that the blocks give. */
  static boolean isSum(Sink sink) {
    return !(sink instanceof Sink.Fold || sink instanceof Sink.Rows);
  }

  /** Takes in the results on other blocks. */
  FusedPartials merge(FusedPartials other) {
    blocks.addAll(other.blocks);
    for (int k = 0; k < sums.length; k++) {
      sums[k] = sums[k] == null ? null : Partials.add(sums[k], other.sums[k]);
    }
    return this;
  }

  Matrix sum(int k) {
    return sums[k];
  }

  private List<Tuple2<BlockIndex, Object[]>> inOrder() {
    blocks.sort(Comparator.comparing(Tuple2::_1));
    return blocks;
  }

  Matrix joined(int k, Grid grid) {
    List<Tuple2<BlockIndex, Matrix>> parts = new ArrayList<>();
    inOrder().forEach(block -> parts.add(new Tuple2<>(block._1(), (Matrix) block._2()[k])));
    return Blocks.join(parts, grid);
  }

  double folded(int k, Aggregate.Kind kind) {
    Fold fold = Fold.of(kind == Aggregate.Kind.SUM_OF_SQUARES ? Aggregate.Kind.SUM : kind);
    double[] values = inOrder().stream().mapToDouble(b -> (Double) b._2()[k]).toArray();
    fold.add(values, 0, values.length);
    return fold.result();
  }
}
