package dev.linden.spark.operator;

import dev.linden.matrix.Cells;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.group.Grouping;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.op.DataType;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.plan.distribute.Method;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Blocks;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import java.util.Locale;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * {@code removeEmpty}: marks of the rows that stay, their running count (which is where they go),
 * and the selected parts of blocks moved there. Marks that are too long to be everywhere stay on
 * executors; then only counts per block are needed on the driver.
 */
final class RemoveEmptyOperator implements Operator {
  private final boolean broadcast;

  RemoveEmptyOperator(Method.Marks method) {
    this.broadcast = method == Method.Marks.EVERYWHERE;
  }

  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    String margin = call.text(1).toLowerCase(Locale.ROOT);
    boolean rows = margin.equals("rows");
    if (call.dataType(0) != DataType.MATRIX || !(rows || margin.equals("cols"))) {
      return false;
    }
    // A row that marks rows, or a column that marks columns, is left to the local kernel.
    MatrixValue select = call.given(2) ? (MatrixValue) call.value(2) : null;
    return select == null || (rows ? select.size().cols() == 1 : select.size().rows() == 1);
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    boolean rows = call.text(1).toLowerCase(Locale.ROOT).equals("rows");
    Distributed x = session.distributed((MatrixValue) call.value(0));
    MatrixValue select = call.given(2) ? (MatrixValue) call.value(2) : null;
    try (Sources sources = new Sources(session, x)) {
      RowSelection.Selected selected = selected(x, rows, select, session, sources);
      if (selected == null) {
        nothing(call, rows, x.grid());
        return;
      }
      call.result(
          rows
              ? session.result(selected.grid(), selected.blocks(), sources)
              : session.result(
                  selected.grid().transposed(), Blocks.transposed(selected.blocks()), sources));
    }
  }

  /** Rows that stay, of the matrix or of its transpose; null if there are none. */
  private RowSelection.Selected selected(
      Distributed x, boolean rows, MatrixValue select, Session session, Sources sources) {
    Grid grid = rows ? x.grid() : x.grid().transposed();
    JavaPairRDD<BlockIndex, Matrix> data = rows ? x.blocks() : Blocks.transposed(x.blocks());
    RowSelection selection =
        new RowSelection(
            session,
            grid,
            data,
            (block, marks) -> Grouping.removeEmpty(block, true, marks, false, Workers.serial()));
    if (select == null) {
      if (!broadcast) {
        return selection.by(nonEmptyRows(data));
      }
      BroadcastBlocks found =
          sources.broadcast(nonEmptyRows(data, grid, session), grid.with(grid.rows(), 1));
      return selection.by(row -> found.block(row, 0));
    }
    sources.add(session.source(select));
    if (broadcast) {
      BroadcastBlocks given = session.broadcast(select);
      return selection.by(row -> rows ? given.block(row, 0) : transposed(given.block(0, row)));
    }
    return selection.by(
        session
            .distributed(select)
            .blocks()
            .mapToPair(
                block ->
                    rows
                        ? new Tuple2<>(block._1().row(), block._2())
                        : new Tuple2<>(block._1().col(), transposed(block._2()))));
  }

  private static Matrix transposed(Matrix block) {
    return Reorg.transpose(block, Workers.serial());
  }

  private static JavaPairRDD<Long, Matrix> nonEmptyRows(JavaPairRDD<BlockIndex, Matrix> data) {
    return data.mapToPair(block -> new Tuple2<>(block._1().row(), NonZeroRows.of(block._2())))
        .reduceByKey(Partials::add);
  }

  /** The marks of all rows, on the driver. */
  private static Matrix nonEmptyRows(
      JavaPairRDD<BlockIndex, Matrix> data, Grid grid, Session session) {
    double[] marks = new double[Math.toIntExact(grid.rows())];
    JavaPairRDD<Long, Matrix> found = nonEmptyRows(data);
    session
        .job("find rows", found::collect)
        .forEach(
            part -> {
              int first = Math.toIntExact(part._1() * grid.side());
              for (int i = 0; i < part._2().rows(); i++) {
                marks[first + i] = part._2().get(i, 0);
              }
            });
    return Dense.wrap(marks.length, 1, marks);
  }

  /** One row (column) of zeros stays if the script asks for it. */
  private static void nothing(Invocation call, boolean rows, Grid grid) {
    int left = call.flag(3) ? 1 : 0;
    call.result(
        Generate.constant(
            rows ? left : (int) grid.rows(), rows ? (int) grid.cols() : left, 0, Workers.serial()));
  }

  /** 1 for rows with a cell other than zero. */
  private static final class NonZeroRows {
    static Matrix of(Matrix block) {
      double[] marks = new double[block.rows()];
      Matrix counts =
          Aggregate.rows(
              Aggregate.Kind.SUM,
              Elementwise.scalarRight(Cells.NOT_EQUAL, block, 0, false, Workers.serial()),
              Workers.serial());
      for (int i = 0; i < marks.length; i++) {
        marks[i] = counts.get(i, 0);
      }
      return Dense.wrap(marks.length, 1, marks);
    }
  }
}
