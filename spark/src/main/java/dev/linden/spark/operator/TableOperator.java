package dev.linden.spark.operator;

import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Aggregate;
import dev.linden.matrix.kernel.Grouping;
import dev.linden.op.DataType;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ValueType;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Scatter;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/** Contingency tables: one for each block of positions, cut into blocks of the result and added. */
final class TableOperator implements Operator {
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    boolean sizes = isNumber(call, 2) && isNumber(call, 3) && !isNumber(call, 4);
    boolean withWeights =
        isNumber(call, 3)
            && isNumber(call, 4)
            && (!given(call, 2) || isNumber(call, 2) || isMatrix(call, 2));
    boolean unsized = !given(call, 3) && !given(call, 4) && (!given(call, 2) || isMatrix(call, 2));
    return isMatrix(call, 1) && !given(call, 5) && (sizes || withWeights || unsized);
  }

  private static boolean given(Invocation call, int i) {
    return i < call.count() && call.has(i);
  }

  private static boolean isMatrix(Invocation call, int i) {
    return given(call, i) && call.dataType(i) == DataType.MATRIX;
  }

  private static boolean isNumber(Invocation call, int i) {
    return given(call, i)
        && call.dataType(i) == DataType.SCALAR
        && (call.valueType(i) == ValueType.DOUBLE || call.valueType(i) == ValueType.INT);
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    boolean sizesInPlaceOfWeights = isNumber(call, 2) && isNumber(call, 3) && !given(call, 4);
    boolean weighted = isMatrix(call, 2);
    double weight = !weighted && !sizesInPlaceOfWeights && given(call, 2) ? call.number(2) : 1;
    Grid positions = session.grid((MatrixValue) call.value(0));
    BlockCall unused = new BlockCall(op, call);
    Alignment alignment = Alignment.of(call, positions, unused, session);
    JavaPairRDD<BlockIndex, Matrix[]> operands = alignment.blocks();
    long rows = -1;
    long cols = -1;
    if (sizesInPlaceOfWeights) {
      rows = call.integer(2);
      cols = call.integer(3);
    } else if (given(call, 3)) {
      rows = call.integer(3);
      cols = call.integer(4);
    } else {
      rows = (long) largest(operands, 0, session);
      cols = (long) largest(operands, 1, session);
    }
    Grid target = session.grid(rows, cols);
    long tableRows = rows;
    long tableCols = cols;
    JavaPairRDD<BlockIndex, Matrix> partials =
        operands
            .values()
            .flatMapToPair(
                all ->
                    cut(
                            Grouping.table(
                                all[0],
                                all[1],
                                0,
                                weighted ? all[2] : null,
                                weight,
                                tableRows,
                                tableCols,
                                Workers.serial()),
                            target)
                        .iterator());
    JavaPairRDD<BlockIndex, Matrix> blocks =
        Assembly.ofSums(partials, target, session)
            .mapValues(block -> Formats.adapt(block, Workers.serial()));
    call.result(session.result(target, blocks, alignment.sources()));
  }

  private static double largest(
      JavaPairRDD<BlockIndex, Matrix[]> operands, int argument, Session session) {
    return session.job(
        "size of table",
        () ->
            operands
                .values()
                .map(all -> Aggregate.all(Aggregate.Kind.MAX, all[argument], Workers.serial()))
                .reduce(Math::max));
  }

  /** The blocks of a table with a cell in them, as whole blocks. */
  private static List<Tuple2<BlockIndex, Matrix>> cut(Matrix table, Grid target) {
    List<Tuple2<BlockIndex, Matrix>> blocks = new ArrayList<>();
    Scatter.place(table, 0, 0, 0, target)
        .forEach(
            placed -> {
              if (placed._2().cells().nnz() > 0) {
                blocks.add(new Tuple2<>(placed._1(), placed._2().cells().copy()));
              }
            });
    return blocks;
  }
}
