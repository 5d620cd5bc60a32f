package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Grouping;
import dev.linden.matrix.kernel.Reorg;
import dev.linden.op.DataType;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Scatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.broadcast.Broadcast;
import scala.Tuple2;

/**
 * {@code removeEmpty}: marks of the rows that stay, their running count (which is where they go),
 * and the selected parts of blocks moved there (U5). Only counts per block are needed on the
 * driver.
 */
final class RemoveEmptyOperator implements Operator {
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    String margin = call.text(1).toLowerCase(Locale.ROOT);
    return call.dataType(0) == DataType.MATRIX && (margin.equals("rows") || margin.equals("cols"));
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    boolean rows = call.text(1).toLowerCase(Locale.ROOT).equals("rows");
    Distributed x = session.distributed((MatrixValue) call.value(0));
    List<Distributed> sources = new ArrayList<>();
    sources.add(x);
    Grid grid = rows ? x.grid() : x.grid().transposed();
    x.blocks(); // read twice
    JavaPairRDD<BlockIndex, Matrix> data =
        rows ? x.blocks() : ProductOperator.transposed(x.blocks());
    JavaPairRDD<Long, Matrix> marks;
    if (call.count() > 2 && call.has(2)) {
      Distributed select = session.distributed((MatrixValue) call.value(2));
      sources.add(select);
      boolean column = rows;
      marks =
          select
              .blocks()
              .mapToPair(
                  block ->
                      column
                          ? new Tuple2<>(block._1().row(), block._2())
                          : new Tuple2<>(
                              block._1().col(), Reorg.transpose(block._2(), Workers.serial())));
    } else {
      marks =
          data.mapToPair(block -> new Tuple2<>(block._1().row(), NonZeroRows.of(block._2())))
              .reduceByKey(Partials::add);
    }
    TreeMap<Long, Long> counts = new TreeMap<>();
    JavaPairRDD<Long, Long> counted = marks.mapValues(Matrix::nnz);
    session.job("count rows", counted::collect).forEach(c -> counts.put(c._1(), c._2()));
    long[] starts = new long[(int) grid.rowBlocks() + 1];
    for (int b = 0; b < grid.rowBlocks(); b++) {
      starts[b + 1] = starts[b] + counts.getOrDefault((long) b, 0L);
    }
    long kept = starts[(int) grid.rowBlocks()];
    if (kept == 0) {
      nothing(call, rows, x.grid());
      return;
    }
    Grid target = grid.with(kept, grid.cols());
    Broadcast<long[]> firstRows = session.context().broadcast(Arrays.copyOf(starts, starts.length));
    JavaPairRDD<BlockIndex, Piece> pieces =
        data.mapToPair(block -> new Tuple2<>(block._1().row(), block))
            .join(marks)
            .flatMapToPair(
                met -> {
                  BlockIndex index = met._2()._1()._1();
                  Matrix mark = met._2()._2();
                  if (mark.nnz() == 0) {
                    return java.util.Collections.emptyIterator();
                  }
                  Matrix selected =
                      Grouping.removeEmpty(met._2()._1()._2(), true, mark, false, Workers.serial());
                  return Scatter.place(
                          selected,
                          firstRows.value()[(int) index.row()],
                          grid.firstCol(index),
                          0,
                          target)
                      .iterator();
                });
    JavaPairRDD<BlockIndex, Matrix> blocks = Assembly.ofComplete(pieces, target, session);
    call.result(
        rows
            ? session.result(target, blocks, sources)
            : session.result(target.transposed(), ProductOperator.transposed(blocks), sources));
  }

  /** One row (column) of zeros stays if the script asks for it. */
  private static void nothing(Invocation call, boolean rows, Grid grid) {
    int left = call.flag(3) ? 1 : 0;
    call.result(
        dev.linden.matrix.kernel.Generate.constant(
            rows ? left : (int) grid.rows(), rows ? (int) grid.cols() : left, 0, Workers.serial()));
  }

  /** 1 for rows with a cell other than zero. */
  private static final class NonZeroRows {
    static Matrix of(Matrix block) {
      double[] marks = new double[block.rows()];
      Matrix counts =
          dev.linden.matrix.kernel.Aggregate.rows(
              dev.linden.matrix.kernel.Aggregate.Kind.SUM,
              dev.linden.matrix.kernel.Elementwise.scalarRight(
                  dev.linden.matrix.Cells.NOT_EQUAL, block, 0, false, Workers.serial()),
              Workers.serial());
      for (int i = 0; i < marks.length; i++) {
        marks[i] = counts.get(i, 0);
      }
      return dev.linden.matrix.Dense.wrap(marks.length, 1, marks);
    }
  }
}
