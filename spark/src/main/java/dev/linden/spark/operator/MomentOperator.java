package dev.linden.spark.operator;

import dev.linden.base.LindenBug;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.Moments;
import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.op.AggregateOps;
import dev.linden.op.DataType;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.StatOps;
import dev.linden.op.ValueType;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Grid;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * Means with weights, central moments and covariances. As locally, means are found first and powers
 * of the deviations from them are summed then, block by block.
 */
final class MomentOperator implements Operator {
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    MatrixValue x = (MatrixValue) call.value(0);
    for (int i = 1; i < call.count(); i++) {
      if (call.has(i)
          && call.dataType(i) == DataType.MATRIX
          && !((MatrixValue) call.value(i)).size().equals(x.size())) {
        return false;
      }
    }
    if (op == StatOps.MOMENT) {
      int order = placeOfOrder(call);
      return call.dataType(order) == DataType.SCALAR
          && call.valueType(order) != ValueType.STRING
          && call.integer(order) >= 2
          && call.integer(order) <= 4;
    }
    return true;
  }

  private static int placeOfOrder(Invocation call) {
    return call.given(2) ? 2 : 1;
  }

  /** -1: all weigh the same. */
  private static int placeOfWeights(Op op, Invocation call) {
    int place = op == StatOps.COV ? 2 : 1;
    boolean given =
        place < call.count() && call.has(place) && call.dataType(place) == DataType.MATRIX;
    return given ? place : -1;
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    Grid grid = session.grid((MatrixValue) call.value(0));
    for (int i = 0; i < call.count(); i++) {
      if (call.has(i) && call.value(i) instanceof MatrixValue value) {
        session.readTwice(value);
      }
    }
    JavaPairRDD<BlockIndex, Matrix[]> blocks =
        Alignment.of(
                call,
                grid,
                (argument, cell) -> {
                  throw new LindenBug("operands of moments have one shape");
                },
                session)
            .blocks();
    int weights = placeOfWeights(op, call);
    if (op == AggregateOps.MEAN) {
      JavaPairRDD<BlockIndex, Double> sums =
          blocks.mapValues(
              all -> Moments.sumOfPowers(all[0], weights(all, weights), 0, 1, Workers.serial()));
      JavaPairRDD<BlockIndex, Double> totals = blocks.mapValues(all -> weight(all, weights));
      double sum = session.job("sum", () -> Partials.sum(sums));
      call.result(sum / session.job("weight", () -> Partials.sum(totals)));
      return;
    }
    Means means = Means.of(blocks, weights, op == StatOps.COV, session);
    double meanX = means.mean(0);
    if (op == StatOps.COV) {
      double meanY = means.mean(1);
      JavaPairRDD<BlockIndex, Double> products =
          blocks.mapValues(
              all ->
                  Moments.sumOfProducts(
                      all[0], meanX, all[1], meanY, weights(all, weights), Workers.serial()));
      call.result(session.job("products", () -> Partials.sum(products)) / (means.total() - 1));
    } else {
      int order = (int) call.integer(placeOfOrder(call));
      JavaPairRDD<BlockIndex, Double> powers =
          blocks.mapValues(
              all ->
                  Moments.sumOfPowers(
                      all[0], weights(all, weights), meanX, order, Workers.serial()));
      call.result(session.job("powers", () -> Partials.sum(powers)) / means.total());
    }
  }

  private static Matrix weights(Matrix[] all, int place) {
    return place < 0 ? null : all[place];
  }

  private static double weight(Matrix[] all, int place) {
    return place < 0
        ? all[0].cells()
        : Aggregate.all(Aggregate.Kind.SUM, all[place], Workers.serial());
  }

  /**
   * Weight and means of one column or two. Each block measures from its first cell, so that the
   * mean of equal cells is exactly their value.
   *
   * @param parts of the blocks in order: the weight, then for each column the first cell, and the
   *     sum of the distances from it
   */
  private record Means(List<double[]> parts) {
    static Means of(
        JavaPairRDD<BlockIndex, Matrix[]> blocks, int weights, boolean two, Session session) {
      JavaPairRDD<BlockIndex, double[]> partials =
          blocks.mapValues(
              all -> {
                double[] part = new double[two ? 5 : 3];
                part[0] = weight(all, weights);
                for (int k = 0; k < (two ? 2 : 1); k++) {
                  double origin = all[k].get(0, 0);
                  part[1 + 2 * k] = origin;
                  part[2 + 2 * k] =
                      Moments.sumOfPowers(
                          all[k], weights(all, weights), origin, 1, Workers.serial());
                }
                return part;
              });
      List<Tuple2<BlockIndex, double[]>> all =
          new ArrayList<>(session.job("means", partials::collect));
      all.sort(Comparator.comparing(Tuple2::_1));
      return new Means(all.stream().map(Tuple2::_2).toList());
    }

    double total() {
      CompensatedSum sum = new CompensatedSum();
      parts.forEach(part -> sum.add(part[0]));
      return sum.value();
    }

    double mean(int column) {
      double origin = parts.get(0)[1 + 2 * column];
      CompensatedSum sum = new CompensatedSum();
      for (double[] part : parts) {
        sum.add(part[2 + 2 * column]);
        sum.add(part[0] * (part[1 + 2 * column] - origin));
      }
      return origin + sum.value() / total();
    }
  }
}
