package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Gathering;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Lazily;
import dev.linden.storage.format.SplitCells;
import dev.linden.storage.format.Triples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/** A file whose lines are cells: each stretch gives some cells of blocks. */
final class CellFileBlocks {
  private CellFileBlocks() {}

  /** Null if there are no cells. */
  static Distributed of(SplitCells file, Session session) {
    if (file.rows() == 0 || file.cols() == 0 || file.stretches().isEmpty()) {
      return null;
    }
    session.used(Form.READ_CELLS);
    JavaRDD<Integer> stretches = session.numbers(file.stretches().size());
    if (file.entries() >= 0) {
      file.check(
          session.job(
              "count entries",
              () -> stretches.map(k -> file.count(file.stretches().get(k))).fold(0L, Long::sum)));
    }
    Grid grid = session.grid(file.rows(), file.cols());
    JavaPairRDD<BlockIndex, Tuple2<Long, Triples>> cells =
        stretches.flatMapToPair(
            k -> {
              AtomicLong order = new AtomicLong((long) k << 32);
              return Lazily.flatMap(
                  FileTasks.closing(file.read(file.stretches().get(k))),
                  chunk -> byBlock(chunk, order.getAndIncrement(), grid));
            });
    return session.read(grid, session.gathered(cells, grid, new Parts(grid)));
  }

  private static List<Tuple2<BlockIndex, Tuple2<Long, Triples>>> byBlock(
      Triples cells, long order, Grid grid) {
    List<Tuple2<BlockIndex, Tuple2<Long, Triples>>> parts = new ArrayList<>();
    cells
        .byBlock(grid.side(), grid.colBlocks())
        .forEach((at, part) -> parts.add(new Tuple2<>(grid.at(at), new Tuple2<>(order, part))));
    return parts;
  }

  /** Cells with their place in the order of the file: of equal cells the last one counts. */
  private record Parts(Grid grid) implements Gathering.Pieces<Tuple2<Long, Triples>> {
    @Override
    public long entries(Tuple2<Long, Triples> part) {
      return part._2().count();
    }

    @Override
    public Matrix block(BlockIndex index, Iterable<Tuple2<Long, Triples>> parts) {
      List<Tuple2<Long, Triples>> ordered = new ArrayList<>();
      parts.forEach(ordered::add);
      ordered.sort(Comparator.comparingLong(Tuple2::_1));
      return Triples.toMatrix(
          ordered.stream().map(Tuple2::_2).toList(),
          grid.height(index),
          grid.width(index),
          Workers.serial());
    }
  }
}
