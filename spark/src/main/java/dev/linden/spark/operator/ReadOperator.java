package dev.linden.spark.operator;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.op.InputOutputOps;
import dev.linden.op.Invocation;
import dev.linden.op.Op;
import dev.linden.run.RunEnvironment;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Scatter;
import dev.linden.storage.SplitCsv;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Reads csv files in parallel: one pass counts the rows of each stretch, the other one makes blocks
 * of them, which are kept because reading is dear (S11). Other files are read on the driver, if
 * they fit.
 */
final class ReadOperator implements Operator {
  /** Bytes of text that one task reads. */
  private static final int STRETCH_BYTES = 16 << 20;

  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    return call.environment() instanceof RunEnvironment && split(op, call) != null;
  }

  private static SplitCsv split(Op op, Invocation call) {
    return ((RunEnvironment) call.environment())
        .files()
        .split(InputOutputOps.request(op, call), STRETCH_BYTES);
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    SplitCsv file = split(op, call);
    int count = file.stretches().size();
    if (count == 0) {
      op.kernel().run(call);
      return;
    }
    List<Integer> numbers = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      numbers.add(k);
    }
    JavaRDD<Integer> stretches = session.context().parallelize(numbers, count);
    long[] firstRows = new long[count + 1];
    session
        .job(
            "count rows",
            () ->
                stretches
                    .mapToPair(k -> new Tuple2<>(k, file.count(file.stretches().get(k))))
                    .collect())
        .forEach(counted -> firstRows[counted._1() + 1] = counted._2());
    for (int k = 0; k < count; k++) {
      firstRows[k + 1] += firstRows[k];
    }
    long rows = firstRows[count];
    if (file.declaredRows() >= 0 && file.declaredRows() != rows) {
      throw new InputError(
          file.path() + ": expected " + file.declaredRows() + " rows, found " + rows);
    }
    if (rows == 0) {
      op.kernel().run(call);
      return;
    }
    Grid grid = session.grid(rows, file.cols());
    JavaPairRDD<BlockIndex, Piece> pieces =
        stretches
            .filter(k -> firstRows[k + 1] > firstRows[k])
            .flatMapToPair(
                k -> {
                  Matrix cells = file.read(file.stretches().get(k));
                  return Scatter.place(cells, firstRows[k], 0, 0, grid).iterator();
                });
    Distributed result = session.read(grid, Assembly.ofComplete(pieces, grid, session));
    call.result(new dev.linden.op.MatrixValue(result));
  }
}
