package dev.linden.spark.operator;

import dev.linden.base.Cancellation;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Append;
import dev.linden.op.Footprint;
import dev.linden.op.InputOutputOps;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.run.RunEnvironment;
import dev.linden.spark.block.Distributed;
import dev.linden.storage.Files;
import dev.linden.storage.SplitWrite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * Writes a distributed matrix that does not fit the driver as a directory of parts, one for each
 * row of blocks, in formats that allow it. Whatever fits is written by the driver, in one file and
 * any format.
 */
final class WriteOperator implements Operator {
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    return call.environment() instanceof RunEnvironment
        && call.value(0) instanceof MatrixValue value
        && value.resident() == null
        && session.isDistributed(value)
        && Footprint.dense(value.size()) > session.cluster().driverBudget()
        && writesParts(call);
  }

  private static boolean writesParts(Invocation call) {
    return files(call).splits(InputOutputOps.writeRequest(call));
  }

  private static Files files(Invocation call) {
    return ((RunEnvironment) call.environment()).files();
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    session.used(Form.WRITE_PARTS);
    Distributed x = session.distributed((MatrixValue) call.value(0));
    Cancellation.Action unfinished = Cancellation.unfinished();
    SplitWrite target =
        files(call).split(InputOutputOps.writeRequest(call)).named((MatrixValue) call.value(0));
    JavaPairRDD<Long, Tuple2<Long, Matrix>> byRow =
        x.blocks()
            .mapToPair(
                block ->
                    new Tuple2<>(block._1().row(), new Tuple2<>(block._1().col(), block._2())));
    try {
      long nnz =
          session.job(
              "write",
              () ->
                  byRow
                      .groupByKey()
                      .map(
                          row -> {
                            Matrix rows = joined(row._2());
                            target.write(row._1(), rows);
                            return rows.nnz();
                          })
                      .fold(0L, Long::sum));
      target.finish(x.rows(), x.cols(), nnz);
    } catch (RuntimeException | Error e) {
      target.discard();
      throw e;
    } finally {
      unfinished.close();
    }
  }

  private static Matrix joined(Iterable<Tuple2<Long, Matrix>> blocks) {
    List<Tuple2<Long, Matrix>> ordered = new ArrayList<>();
    blocks.forEach(ordered::add);
    ordered.sort(Comparator.comparingLong(Tuple2::_1));
    List<Matrix> parts = new ArrayList<>();
    ordered.forEach(block -> parts.add(block._2()));
    return parts.size() == 1 ? parts.get(0) : Append.cbind(parts, Workers.serial());
  }
}
