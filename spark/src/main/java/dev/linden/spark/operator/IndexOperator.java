package dev.linden.spark.operator;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.op.DataType;
import dev.linden.op.IndexOps;
import dev.linden.op.Invocation;
import dev.linden.op.KnownCall;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.OpError;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Lazily;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Scatter;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/** Reading and replacing a rectangle. */
final class IndexOperator implements Operator {
  /** A rectangle, 0-based, ends excluded. */
  private record Rectangle(long rowStart, long rowEnd, long colStart, long colEnd)
      implements java.io.Serializable {
    long rows() {
      return rowEnd - rowStart;
    }

    long cols() {
      return colEnd - colStart;
    }

    boolean isWhole(Grid grid) {
      return rows() == grid.rows() && cols() == grid.cols();
    }
  }

  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    return call.dataType(0) == DataType.MATRIX
        && (op == IndexOps.INDEX || call.dataType(1) == DataType.MATRIX || isNumber(call));
  }

  private static boolean isNumber(Invocation call) {
    return call.dataType(1) == DataType.SCALAR
        && switch (call.valueType(1)) {
          case DOUBLE, INT -> true;
          default -> false;
        };
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    // The rule knows all that can be wrong with bounds and shapes, and how to say it.
    check(op, call);
    MatrixValue target = (MatrixValue) call.value(0);
    if (op == IndexOps.INDEX) {
      read(call, target, rectangle(call, 1, target), session);
    } else {
      write(call, target, rectangle(call, 2, target), session);
    }
  }

  private static void check(Op op, Invocation call) {
    List<dev.linden.op.Info> arguments = new ArrayList<>();
    for (int i = 0; i < call.count(); i++) {
      arguments.add(call.has(i) ? dev.linden.op.ValuesCall.describe(call.value(i)) : null);
    }
    op.infer(new KnownCall(op, arguments, List.of(), null));
  }

  private static Rectangle rectangle(Invocation call, int first, MatrixValue target) {
    long rows = target.size().rows();
    long cols = target.size().cols();
    long rowStart = start(call, first);
    long colStart = start(call, first + 2);
    return new Rectangle(
        rowStart, end(call, first, rowStart, rows), colStart, end(call, first + 2, colStart, cols));
  }

  private static long start(Invocation call, int from) {
    return call.given(from) ? call.integer(from) - 1 : 0;
  }

  private static long end(Invocation call, int from, long start, long dimension) {
    if (!call.given(from)) {
      return dimension;
    }
    return call.given(from + 1) ? call.integer(from + 1) : start + 1;
  }

  private static void read(Invocation call, MatrixValue target, Rectangle part, Session session) {
    Distributed x = session.distributed(target);
    Grid grid = x.grid();
    if (part.isWhole(grid)) {
      call.result(target);
      return;
    }
    Grid result = grid.with(part.rows(), part.cols());
    JavaPairRDD<BlockIndex, Matrix> touched =
        x.blocks().filter(block -> overlaps(grid, block._1(), part));
    int side = grid.side();
    boolean aligned = part.rowStart() % side == 0 && part.colStart() % side == 0;
    JavaPairRDD<BlockIndex, Matrix> blocks;
    if (aligned) {
      long row = part.rowStart() / side;
      long col = part.colStart() / side;
      blocks =
          touched.mapToPair(
              block -> {
                BlockIndex at = new BlockIndex(block._1().row() - row, block._1().col() - col);
                return new Tuple2<>(
                    at, Scatter.slice(block._2(), 0, result.height(at), 0, result.width(at)));
              });
    } else {
      blocks =
          Assembly.ofComplete(
              touched.flatMapToPair(
                  block -> {
                    long firstRow = grid.firstRow(block._1());
                    long firstCol = grid.firstCol(block._1());
                    Matrix cells = overlap(block._2(), firstRow, firstCol, part);
                    return Scatter.place(
                            cells,
                            Math.max(firstRow, part.rowStart()) - part.rowStart(),
                            Math.max(firstCol, part.colStart()) - part.colStart(),
                            0,
                            result)
                        .iterator();
                  }),
              result,
              session);
    }
    call.result(session.result(result, blocks, List.of(x)));
  }

  private static boolean overlaps(Grid grid, BlockIndex index, Rectangle part) {
    long row = grid.firstRow(index);
    long col = grid.firstCol(index);
    return row < part.rowEnd()
        && row + grid.height(index) > part.rowStart()
        && col < part.colEnd()
        && col + grid.width(index) > part.colStart();
  }

  private static Matrix overlap(Matrix block, long firstRow, long firstCol, Rectangle part) {
    return Scatter.slice(
        block,
        (int) Math.max(0, part.rowStart() - firstRow),
        (int) Math.min(block.rows(), part.rowEnd() - firstRow),
        (int) Math.max(0, part.colStart() - firstCol),
        (int) Math.min(block.cols(), part.colEnd() - firstCol));
  }

  private static void write(Invocation call, MatrixValue target, Rectangle part, Session session) {
    Distributed x = session.distributed(target);
    Grid grid = x.grid();
    List<Distributed> sources = new ArrayList<>();
    sources.add(x);
    if (call.dataType(1) == DataType.SCALAR) {
      double number = call.number(1);
      JavaPairRDD<BlockIndex, Matrix> blocks =
          x.blocks()
              .mapPartitionsToPair(
                  all ->
                      Lazily.map(
                          all,
                          block ->
                              overlaps(grid, block._1(), part)
                                  ? new Tuple2<>(
                                      block._1(),
                                      filled(grid, block._1(), block._2(), part, number))
                                  : block),
                  true);
      call.result(session.result(grid, blocks, sources));
      return;
    }
    MatrixValue given = (MatrixValue) call.value(1);
    if (part.isWhole(grid)) {
      call.result(given);
      return;
    }
    if (given.size().rows() != part.rows() || given.size().cols() != part.cols()) {
      throw new OpError(
          1,
          "cannot assign a "
              + given.size().shape()
              + " matrix to a "
              + part.rows()
              + "x"
              + part.cols()
              + " part of a matrix");
    }
    Distributed value = session.distributed(given);
    sources.add(value);
    Grid valueGrid = value.grid();
    JavaPairRDD<BlockIndex, Piece> patches =
        value
            .blocks()
            .flatMapToPair(
                block ->
                    Scatter.place(
                            block._2(),
                            part.rowStart() + valueGrid.firstRow(block._1()),
                            part.colStart() + valueGrid.firstCol(block._1()),
                            1,
                            grid)
                        .iterator());
    JavaPairRDD<BlockIndex, Piece> base = x.blocks().mapValues(block -> new Piece(0, 0, 0, block));
    JavaPairRDD<BlockIndex, Matrix> blocks =
        base.cogroup(patches, session.meeting(grid, base, patches))
            .mapPartitionsToPair(
                all -> Lazily.map(all, block -> patched(grid, block._1(), block._2())), true);
    call.result(session.result(grid, blocks, sources));
  }

  private static Tuple2<BlockIndex, Matrix> patched(
      Grid grid, BlockIndex index, Tuple2<Iterable<Piece>, Iterable<Piece>> pieces) {
    List<Piece> all = new ArrayList<>();
    pieces._1().forEach(all::add);
    pieces._2().forEach(all::add);
    if (all.isEmpty()) {
      throw new InputError("a block is missing");
    }
    return new Tuple2<>(index, Scatter.assemble(grid.height(index), grid.width(index), all));
  }

  private static Matrix filled(
      Grid grid, BlockIndex index, Matrix block, Rectangle part, double number) {
    int rowStart = (int) Math.max(0, part.rowStart() - grid.firstRow(index));
    int rowEnd = (int) Math.min(block.rows(), part.rowEnd() - grid.firstRow(index));
    int colStart = (int) Math.max(0, part.colStart() - grid.firstCol(index));
    int colEnd = (int) Math.min(block.cols(), part.colEnd() - grid.firstCol(index));
    double[] cells = new double[(rowEnd - rowStart) * (colEnd - colStart)];
    java.util.Arrays.fill(cells, number);
    Matrix value = Dense.wrap(rowEnd - rowStart, colEnd - colStart, cells);
    return Scatter.assemble(
        block.rows(),
        block.cols(),
        List.of(new Piece(0, 0, 0, block), new Piece(rowStart, colStart, 1, value)));
  }
}
