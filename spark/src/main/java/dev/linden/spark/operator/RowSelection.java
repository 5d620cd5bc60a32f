package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Scatter;
import java.io.Serializable;
import java.util.Collections;
import java.util.Iterator;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * Takes marked rows out of the blocks of a matrix and moves them together. Marks that every
 * executor has are looked up, so that only what is selected moves; others meet the blocks by row.
 */
public final class RowSelection {
  /** The marks of a row of blocks: a column with a non-zero for each row that stays. */
  public interface Marks extends Serializable {
    Matrix of(long rowOfBlocks);
  }

  /** The marked rows of a block. */
  public interface Pick extends Serializable {
    Matrix rows(Matrix block, Matrix marks);
  }

  /** What is left. */
  public record Selected(Grid grid, JavaPairRDD<BlockIndex, Matrix> blocks) {}

  private final Session session;
  private final Grid grid;
  private final JavaPairRDD<BlockIndex, Matrix> data;
  private final Pick pick;

  public RowSelection(Session session, Grid grid, JavaPairRDD<BlockIndex, Matrix> data, Pick pick) {
    this.session = session;
    this.grid = grid;
    this.data = data;
    this.pick = pick;
  }

  /** Null if no row is marked. */
  public Selected by(Marks marks) {
    long[] firstRows = new long[Math.toIntExact(grid.rowBlocks() + 1)];
    for (int b = 0; b < grid.rowBlocks(); b++) {
      firstRows[b + 1] = marks.of(b).nnz();
    }
    Placing placing = placing(firstRows);
    return placing == null
        ? null
        : selected(
            placing,
            data.flatMapToPair(
                block -> placing.of(block._1(), block._2(), marks.of(block._1().row()))));
  }

  /**
   * Null if no row is marked.
   *
   * @param marks by rows of blocks
   */
  public Selected by(JavaPairRDD<Long, Matrix> marks) {
    long[] firstRows = new long[Math.toIntExact(grid.rowBlocks() + 1)];
    JavaPairRDD<Long, Long> counted = marks.mapValues(Matrix::nnz);
    session
        .job("count rows", counted::collect)
        .forEach(count -> firstRows[Math.toIntExact(count._1() + 1)] = count._2());
    Placing placing = placing(firstRows);
    return placing == null
        ? null
        : selected(
            placing,
            data.mapToPair(block -> new Tuple2<>(block._1().row(), block))
                .join(marks)
                .flatMapToPair(
                    met -> placing.of(met._2()._1()._1(), met._2()._1()._2(), met._2()._2())));
  }

  /** The placing that follows from counts by rows of blocks, the first of which is 0. */
  private Placing placing(long[] counts) {
    for (int b = 1; b < counts.length; b++) {
      counts[b] += counts[b - 1];
    }
    long kept = counts[counts.length - 1];
    return kept == 0 ? null : new Placing(grid, grid.with(kept, grid.cols()), counts, pick);
  }

  private Selected selected(Placing placing, JavaPairRDD<BlockIndex, Piece> pieces) {
    return new Selected(placing.target(), Assembly.ofComplete(pieces, placing.target(), session));
  }

  /** Where the selected rows of a block go. */
  private record Placing(Grid grid, Grid target, long[] firstRows, Pick pick)
      implements Serializable {
    Iterator<Tuple2<BlockIndex, Piece>> of(BlockIndex index, Matrix block, Matrix marks) {
      if (marks.nnz() == 0) {
        return Collections.emptyIterator();
      }
      return Scatter.place(
              pick.rows(block, marks),
              firstRows[(int) index.row()],
              grid.firstCol(index),
              0,
              target)
          .iterator();
    }
  }
}
