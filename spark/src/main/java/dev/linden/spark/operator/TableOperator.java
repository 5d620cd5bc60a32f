package dev.linden.spark.operator;

import dev.linden.base.LindenBug;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.DataType;
import dev.linden.op.GroupOps;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ValueType;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Lazily;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * Contingency tables: the pairs of a block of positions are sorted by the blocks of the result that
 * they count in, each of which gets a table of its own, and these are added. Where the first
 * positions are the numbers of their rows, as in {@code table(seq(1, n), y, n, k)}, the table of a
 * block of positions is a block of the result already, and stays where it is.
 */
final class TableOperator implements Operator {
  /** What is wrong is left to the local operator and its messages. */
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    GroupOps.TablePlaces places = GroupOps.TablePlaces.of(call);
    return (places.rows() < 0) == (places.cols() < 0)
        && arePositions(call, 1)
        && (places.weights() < 0 || arePositions(call, places.weights()))
        && (places.rows() < 0 || (isCount(call, places.rows()) && isCount(call, places.cols())));
  }

  /** A matrix of the shape of the first one, or a number. */
  private static boolean arePositions(Invocation call, int i) {
    return call.value(i) instanceof MatrixValue value
        ? value.size().equals(((MatrixValue) call.value(0)).size())
        : isNumber(call, i);
  }

  private static boolean isCount(Invocation call, int i) {
    return isNumber(call, i) && call.integer(i) >= 1;
  }

  private static boolean isMatrix(Invocation call, int i) {
    return i >= 0 && call.dataType(i) == DataType.MATRIX;
  }

  private static boolean isNumber(Invocation call, int i) {
    return call.dataType(i) == DataType.SCALAR
        && (call.valueType(i) == ValueType.DOUBLE || call.valueType(i) == ValueType.INT);
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    GroupOps.TablePlaces places = GroupOps.TablePlaces.of(call);
    boolean pairs = isMatrix(call, 1);
    double second = pairs ? 0 : call.number(1);
    boolean weighted = isMatrix(call, places.weights());
    int weights = places.weights();
    double weight = !weighted && weights >= 0 ? call.number(weights) : 1;
    Grid positions = session.grid((MatrixValue) call.value(0));
    boolean ofRows = session.hasRowNumbers((MatrixValue) call.value(0));
    Alignment alignment =
        Alignment.of(
            call,
            positions,
            (argument, cell) -> {
              throw new LindenBug("positions and weights have one shape");
            },
            session);
    JavaPairRDD<BlockIndex, Matrix[]> operands = alignment.blocks();
    long rows;
    long cols;
    if (places.rows() >= 0) {
      rows = call.integer(places.rows());
      cols = call.integer(places.cols());
    } else {
      double[] largest = largest(operands, pairs ? Double.NaN : second, session);
      rows = (long) largest[0];
      cols = (long) largest[1];
    }
    Grid target = session.grid(rows, cols);
    TablePart part = new TablePart(target, weights, weight, second);
    if (ofRows && target.rows() == positions.rows() && target.colBlocks() == 1) {
      call.result(
          session.result(
              target,
              operands.mapPartitionsToPair(
                  blocks ->
                      Lazily.map(
                          blocks,
                          block -> new Tuple2<>(block._1(), part.at(block._1(), block._2()))),
                  true),
              alignment.sources()));
      return;
    }
    JavaPairRDD<BlockIndex, Matrix> partials =
        operands.values().flatMapToPair(all -> part.of(all).iterator());
    JavaPairRDD<BlockIndex, Matrix> blocks =
        Assembly.ofSums(partials, target, session)
            .mapValues(block -> Formats.adapt(block, Workers.serial()));
    call.result(session.result(target, blocks, alignment.sources()));
  }

  /**
   * The largest pair of positions; one with NaN counts nowhere.
   *
   * @param second where it is the same for all; NaN if the second operand has them
   */
  private static double[] largest(
      JavaPairRDD<BlockIndex, Matrix[]> operands, double second, Session session) {
    return session.job(
        "size of table",
        () ->
            operands
                .values()
                .map(
                    all -> {
                      double[] largest = new double[2];
                      for (int i = 0; i < all[0].rows(); i++) {
                        for (int j = 0; j < all[0].cols(); j++) {
                          double a = all[0].get(i, j);
                          double b = Double.isNaN(second) ? all[1].get(i, j) : second;
                          if (!Double.isNaN(a) && !Double.isNaN(b)) {
                            largest[0] = Math.max(largest[0], a);
                            largest[1] = Math.max(largest[1], b);
                          }
                        }
                      }
                      return largest;
                    })
                .reduce((x, y) -> new double[] {Math.max(x[0], y[0]), Math.max(x[1], y[1])}));
  }
}
