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
    List<Tuple2<Integer, SplitCsv.Stretch>> numbered = new ArrayList<>();
    for (int k = 0; k < file.stretches().size(); k++) {
      numbered.add(new Tuple2<>(k, file.stretches().get(k)));
    }
    if (numbered.isEmpty()) {
      throw new InputError(file.path() + ": the file is empty");
    }
    JavaPairRDD<Integer, SplitCsv.Stretch> stretches =
        session.context().parallelizePairs(numbered, numbered.size());
    long[] firstRows = new long[numbered.size() + 1];
    session
        .job("count rows", () -> stretches.mapValues(file::count).collect())
        .forEach(count -> firstRows[count._1() + 1] = count._2());
    for (int k = 0; k < numbered.size(); k++) {
      firstRows[k + 1] += firstRows[k];
    }
    long rows = firstRows[numbered.size()];
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
            .filter(stretch -> firstRows[stretch._1() + 1] > firstRows[stretch._1()])
            .flatMapToPair(
                stretch -> {
                  Matrix cells = file.read(stretch._2());
                  return Scatter.place(cells, firstRows[stretch._1()], 0, 0, grid).iterator();
                });
    Distributed result = session.read(grid, Assembly.ofComplete(pieces, grid, session));
    call.result(new dev.linden.op.MatrixValue(result));
  }
}
