package dev.linden.spark.operator;

import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Scatter;
import dev.linden.storage.format.Placed;
import dev.linden.storage.format.SplitBlocks;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * A file of blocks: the driver finds out where they are, executors read them. Blocks of a file that
 * are the blocks of the matrix need not move.
 */
final class BlockFileBlocks {
  private BlockFileBlocks() {}

  /** Null if there are no cells. */
  static Distributed of(SplitBlocks file, Session session) {
    if (file.groups() == 0) {
      return null;
    }
    Grid grid = session.grid(file.rows(), file.cols());
    JavaPairRDD<BlockIndex, Piece> pieces =
        session
            .numbers(file.groups())
            .flatMapToPair(
                k -> {
                  List<Tuple2<BlockIndex, Piece>> all = new ArrayList<>();
                  for (Placed block : file.read(k)) {
                    all.addAll(Scatter.place(block.cells(), block.row(), block.col(), 0, grid));
                  }
                  return all.iterator();
                });
    boolean complete =
        file.blocks()
            == new Grid(file.rows(), 1, file.blockRows()).rowBlocks()
                * new Grid(1, file.cols(), file.blockCols()).colBlocks();
    boolean aligned =
        sameBorders(file.rows(), file.blockRows(), grid.side())
            && sameBorders(file.cols(), file.blockCols(), grid.side());
    session.used(complete && aligned ? Form.READ_BLOCKS : Form.READ_BLOCKS_CUT_ANEW);
    if (complete && aligned) {
      return session.read(grid, pieces.mapValues(Piece::cells));
    }
    return session.read(grid, Assembly.ofKept(pieces, grid, session));
  }

  /** Blocks of this many rows or columns end where those of the grid end. */
  private static boolean sameBorders(long cells, int ofFile, int ofGrid) {
    return ofFile == ofGrid || (cells <= ofFile && cells <= ofGrid);
  }
}
