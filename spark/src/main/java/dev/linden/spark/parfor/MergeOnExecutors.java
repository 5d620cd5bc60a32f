package dev.linden.spark.parfor;

import dev.linden.base.LindenBug;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.MatrixValue;
import dev.linden.parfor.Patch;
import dev.linden.parfor.PatchMerge;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Scatter;
import dev.linden.spark.operator.Session;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Puts results together where they are: what tasks have changed meets the blocks of the original.
 */
final class MergeOnExecutors {
  private MergeOnExecutors() {}

  static MatrixValue merge(
      Session session, MatrixValue original, String variable, JavaRDD<PackedResult> results) {
    Distributed source = session.distributed(original);
    Grid grid = source.grid();
    JavaPairRDD<BlockIndex, Piece> pieces =
        results.flatMapToPair(result -> pieces(result, variable, grid));
    JavaPairRDD<BlockIndex, Matrix> merged =
        source
            .blocks()
            .cogroup(pieces, session.partitioner(grid))
            .mapValues(both -> merged(both._1(), both._2()));
    MatrixValue value = session.result(grid, merged, List.of(source));
    ((Distributed) value.remote()).cache();
    // Now, since the tasks must not run again.
    session.job("parfor merge", merged::count);
    return value;
  }

  private static Iterator<Tuple2<BlockIndex, Piece>> pieces(
      PackedResult packed, String variable, Grid grid) {
    List<Tuple2<BlockIndex, Piece>> pieces = new ArrayList<>();
    for (Patch patch : packed.result().patches().getOrDefault(variable, List.of())) {
      pieces.addAll(Scatter.place(patch.cells(), patch.row(), patch.col(), 0, grid));
    }
    return pieces.iterator();
  }

  private static Matrix merged(Iterable<Matrix> original, Iterable<Piece> pieces) {
    Iterator<Matrix> blocks = original.iterator();
    if (!blocks.hasNext()) {
      throw new LindenBug("a block of the result of a loop is missing");
    }
    Matrix before = blocks.next();
    PatchMerge merge = new PatchMerge(before, Workers.serial());
    pieces.forEach(piece -> merge.add(new Patch(piece.row(), piece.col(), piece.cells())));
    return merge.merged() == null ? before : merge.merged();
  }
}
