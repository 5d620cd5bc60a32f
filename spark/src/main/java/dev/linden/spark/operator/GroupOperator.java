package dev.linden.spark.operator;

import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Aggregate;
import dev.linden.matrix.kernel.GroupedAggregate;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ValueType;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Scatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * {@code aggregate} with sums and counts: those of each block, added. Other functions run on the
 * driver, if they fit.
 */
final class GroupOperator implements Operator {
  private static final int GROUPS = 1;
  private static final int FUNCTION = 2;
  private static final int WEIGHTS = 3;
  private static final int COUNT = 4;

  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    String function = call.text(FUNCTION).toLowerCase(Locale.ROOT);
    boolean counted =
        !given(call, COUNT)
            || (call.valueType(COUNT) != ValueType.STRING && call.number(COUNT) >= 1);
    return counted && (function.equals("sum") || function.equals("count"));
  }

  private static boolean given(Invocation call, int i) {
    return i < call.count() && call.has(i);
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    boolean sums = call.text(FUNCTION).toLowerCase(Locale.ROOT).equals("sum");
    GroupedAggregate.Kind kind = sums ? GroupedAggregate.Kind.SUM : GroupedAggregate.Kind.COUNT;
    boolean weighted = given(call, WEIGHTS);
    Grid grid = session.grid((MatrixValue) call.value(0));
    Alignment alignment = Alignment.of(call, grid, new BlockCall(op, call), session);
    JavaPairRDD<BlockIndex, Matrix[]> operands = alignment.blocks();
    long groups =
        given(call, COUNT)
            ? call.integer(COUNT)
            : (long)
                (double)
                    session.job(
                        "number of groups",
                        () ->
                            operands
                                .values()
                                .map(
                                    all ->
                                        Aggregate.all(
                                            Aggregate.Kind.MAX, all[GROUPS], Workers.serial()))
                                .reduce(Math::max));
    Grid target = grid.with(groups, grid.cols());
    JavaPairRDD<BlockIndex, Matrix> partials =
        operands.flatMapToPair(
            block -> {
              Matrix[] all = block._2();
              Matrix partial =
                  GroupedAggregate.aggregate(
                      kind,
                      0,
                      all[0],
                      all[GROUPS],
                      weighted ? all[WEIGHTS] : null,
                      groups,
                      Workers.serial());
              return column(partial, block._1().col(), target).iterator();
            });
    JavaPairRDD<BlockIndex, Matrix> blocks =
        Assembly.ofSums(partials, target, session)
            .mapValues(block -> Formats.adapt(block, Workers.serial()));
    call.result(session.result(target, blocks, alignment.sources()));
  }

  /** A column of blocks of the result. */
  private static List<Tuple2<BlockIndex, Matrix>> column(Matrix partial, long col, Grid target) {
    List<Tuple2<BlockIndex, Matrix>> blocks = new ArrayList<>();
    for (long row = 0; row < target.rowBlocks(); row++) {
      BlockIndex index = new BlockIndex(row, col);
      int first = (int) target.firstRow(index);
      Matrix part = Scatter.slice(partial, first, first + target.height(index), 0, partial.cols());
      if (part.nnz() > 0) {
        blocks.add(new Tuple2<>(index, part));
      }
    }
    return blocks;
  }
}
