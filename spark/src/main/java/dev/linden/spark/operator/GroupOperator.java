package dev.linden.spark.operator;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.group.GroupedAggregate;
import dev.linden.op.GroupOps;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.Size;
import dev.linden.op.ValueType;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Lazily;
import org.apache.spark.api.java.JavaPairRDD;

/** {@code aggregate}: the groups of each block of rows by themselves, then those of all blocks. */
final class GroupOperator implements Operator {
  private static final int GROUPS = 1;
  private static final int FUNCTION = 2;
  private static final int WEIGHTS = 3;
  private static final int COUNT = 4;
  private static final int ORDER = 5;

  /** What is wrong is left to the local operator and its messages. */
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    GroupedAggregate.Kind kind = kind(call);
    boolean counted =
        !call.given(COUNT)
            || (call.valueType(COUNT) != ValueType.STRING && call.number(COUNT) >= 1);
    boolean ordered = kind != GroupedAggregate.Kind.CENTRAL_MOMENT || isOrder(call);
    return kind != null && counted && ordered && isColumn(call, GROUPS) && isColumn(call, WEIGHTS);
  }

  private static GroupedAggregate.Kind kind(Invocation call) {
    return GroupOps.aggregateKind(call.text(FUNCTION));
  }

  /** It may be a string. */
  private static boolean isOrder(Invocation call) {
    return call.given(ORDER) && GroupOps.isMomentOrder(call.number(ORDER));
  }

  private static boolean isColumn(Invocation call, int i) {
    long rows = ((MatrixValue) call.value(0)).size().rows();
    return !call.given(i) || ((MatrixValue) call.value(i)).size().equals(Size.of(rows, 1));
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    GroupedAggregate.Kind kind = kind(call);
    GroupState.Function function =
        new GroupState.Function(
            kind, kind == GroupedAggregate.Kind.CENTRAL_MOMENT ? (int) call.number(ORDER) : 0);
    boolean weighted = call.given(WEIGHTS);
    MatrixValue x = (MatrixValue) call.value(0);
    Grid grid = session.grid(x);
    if (!call.given(COUNT)) {
      session.readTwice(x);
    }
    // The group and the weight of a matrix of one row.
    Matrix[] single = new Matrix[call.count()];
    Alignment alignment =
        Alignment.of(
            call, grid, (argument, cell) -> single[argument] = Dense.of(1, 1, cell), session);
    JavaPairRDD<BlockIndex, Matrix[]> operands =
        alignment
            .blocks()
            .mapValues(
                all -> {
                  Matrix[] complete = all.clone();
                  for (int i = 0; i < complete.length; i++) {
                    complete[i] = single[i] == null ? complete[i] : single[i];
                  }
                  return complete;
                });
    long count = call.given(COUNT) ? call.integer(COUNT) : largest(operands, grid, session);
    Grid target = grid.with(count, grid.cols());
    JavaPairRDD<BlockIndex, Matrix> blocks =
        operands
            .flatMapToPair(
                block -> {
                  Matrix[] all = block._2();
                  Matrix weights = weighted ? all[WEIGHTS] : null;
                  long[] ids = ids(block._1(), all[GROUPS], weights, count, grid);
                  return GroupState.of(function, all[0], ids, weights)
                      .split(block._1().col(), target)
                      .iterator();
                })
            .reduceByKey(session.partitioner(target), GroupState::merge)
            .mapPartitionsToPair(
                states ->
                    Lazily.map(
                        states,
                        state ->
                            new scala.Tuple2<>(state._1(), state._2().block(state._1(), target))),
                true);
    call.result(
        session.result(target, Assembly.ofSums(blocks, target, session), alignment.sources()));
  }

  private static long largest(
      JavaPairRDD<BlockIndex, Matrix[]> operands, Grid grid, Session session) {
    return session.job(
        "number of groups",
        () ->
            operands
                .map(
                    block -> {
                      long largest = 0;
                      for (long id :
                          ids(block._1(), block._2()[GROUPS], null, Long.MAX_VALUE, grid)) {
                        largest = Math.max(largest, id + 1);
                      }
                      return largest;
                    })
                .reduce(Math::max));
  }

  /** The group of each row from 0; -1 for rows without weight or beyond the last group. */
  private static long[] ids(
      BlockIndex index, Matrix groups, Matrix weights, long count, Grid grid) {
    long[] ids = new long[groups.rows()];
    for (int i = 0; i < ids.length; i++) {
      double id = groups.get(i, 0);
      if (!(id >= 1)) {
        throw new InputError(
            "aggregate: groups must be at least 1, but row "
                + (grid.firstRow(index) + i + 1)
                + " has "
                + id);
      }
      boolean counts = (long) id <= count && (weights == null || weights.get(i, 0) != 0);
      ids[i] = counts ? (long) id - 1 : -1;
    }
    return ids;
  }
}
