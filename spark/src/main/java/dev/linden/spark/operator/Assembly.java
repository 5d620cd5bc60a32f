package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Gathering;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Lazily;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Scatter;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/** Blocks out of pieces that come from anywhere. */
public final class Assembly {
  private Assembly() {}

  /** For pieces that leave blocks without any: these are empty blocks, which exist too. */
  static JavaPairRDD<BlockIndex, Matrix> of(
      JavaPairRDD<BlockIndex, Piece> pieces, Grid grid, Session session) {
    return pieces
        .cogroup(session.indexes(grid), session.partitioner(grid))
        .mapPartitionsToPair(
            blocks -> Lazily.map(blocks, block -> assembled(grid, block._1(), block._2()._1())),
            true);
  }

  /**
   * For pieces of what comes from outside: each is made now, and blocks are in partitions that take
   * tasks as long as each other.
   */
  public static JavaPairRDD<BlockIndex, Matrix> ofKept(
      JavaPairRDD<BlockIndex, Piece> pieces, Grid grid, Session session) {
    return session.gathered(pieces, grid, new Rectangles(grid));
  }

  private record Rectangles(Grid grid) implements Gathering.Pieces<Piece> {
    @Override
    public long entries(Piece piece) {
      return piece.cells().nnz();
    }

    @Override
    public Matrix block(BlockIndex index, Iterable<Piece> pieces) {
      return Scatter.assemble(grid.height(index), grid.width(index), pieces);
    }
  }

  /** For pieces that cover every block. */
  static JavaPairRDD<BlockIndex, Matrix> ofComplete(
      JavaPairRDD<BlockIndex, Piece> pieces, Grid grid, Session session) {
    return pieces
        .groupByKey(session.partitioner(grid))
        .mapPartitionsToPair(
            blocks -> Lazily.map(blocks, block -> assembled(grid, block._1(), block._2())), true);
  }

  private static Tuple2<BlockIndex, Matrix> assembled(
      Grid grid, BlockIndex index, Iterable<Piece> pieces) {
    return new Tuple2<>(index, Scatter.assemble(grid.height(index), grid.width(index), pieces));
  }

  /** Sums of partial blocks; blocks without any are empty. */
  public static JavaPairRDD<BlockIndex, Matrix> ofSums(
      JavaPairRDD<BlockIndex, Matrix> partials, Grid grid, Session session) {
    return partials
        .reduceByKey(session.partitioner(grid), Partials::add)
        .cogroup(session.indexes(grid), session.partitioner(grid))
        .mapPartitionsToPair(
            blocks ->
                Lazily.map(
                    blocks,
                    block -> {
                      java.util.Iterator<Matrix> given = block._2()._1().iterator();
                      return given.hasNext()
                          ? new Tuple2<>(block._1(), given.next())
                          : assembled(grid, block._1(), List.of());
                    }),
            true);
  }
}
