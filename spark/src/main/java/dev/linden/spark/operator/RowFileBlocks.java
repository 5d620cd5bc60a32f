package dev.linden.spark.operator;

import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Lazily;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Scatter;
import dev.linden.storage.format.RowCount;
import dev.linden.storage.format.RowPlaces;
import dev.linden.storage.format.SplitRows;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;

/**
 * A file whose lines are rows: one pass counts the rows of each stretch, the other one makes blocks
 * of them.
 */
final class RowFileBlocks {
  private RowFileBlocks() {}

  /** Null if there are no rows. */
  static Distributed of(SplitRows file, Session session) {
    int count = file.stretches().size();
    if (count == 0) {
      return null;
    }
    session.used(Form.READ_ROWS);
    JavaRDD<Integer> stretches = session.numbers(count);
    List<RowCount> counts =
        session.job(
            "count rows", () -> stretches.map(k -> file.count(file.stretches().get(k))).collect());
    RowPlaces places = file.places(counts);
    if (places.rows() == 0) {
      return null;
    }
    Grid grid = session.grid(places.rows(), places.cols());
    JavaPairRDD<BlockIndex, Piece> pieces =
        stretches.flatMapToPair(
            k ->
                Lazily.flatMap(
                    FileTasks.closing(file.read(k, places)),
                    rows -> Scatter.place(rows.cells(), rows.row(), rows.col(), 0, grid)));
    return session.read(grid, Assembly.ofKept(pieces, grid, session));
  }
}
