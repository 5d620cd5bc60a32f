package dev.linden.op;

import static dev.linden.op.Parameter.matrix;
import static dev.linden.op.Parameter.matrixOrScalar;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.fold.Moments;
import java.util.List;

/** Statistics of columns. */
public final class StatOps {
  public static final Op MOMENT =
      Op.define(
              "moment",
              "Biased central moment of order 2, 3 or 4 of a column, perhaps with weights.")
          .aliases("centralMoment")
          .parameters(matrix("x"), matrixOrScalar("weights").orAbsent(), scalar("order").orAbsent())
          .rule(StatOps::inferMoment)
          .kernel(StatOps::runMoment)
          .properties(Property.AGGREGATES)
          .distribution(Distribution.AGGREGATE)
          .build();

  public static final Op COV =
      Op.define("cov", "Unbiased covariance of two columns, perhaps with weights.")
          .parameters(matrix("x"), matrix("y"), matrix("weights").orAbsent())
          .rule(StatOps::inferCov)
          .kernel(
              call -> {
                Matrix weights = call.given(2) ? call.matrix(2) : null;
                call.result(
                    Moments.covariance(call.matrix(0), call.matrix(1), weights, call.workers()));
              })
          .properties(Property.AGGREGATES)
          .distribution(Distribution.AGGREGATE)
          .build();

  static final List<Op> ALL = List.of(MOMENT, COV);

  private static final List<Info> DOUBLE = List.of(Info.scalar(ValueType.DOUBLE));

  private StatOps() {}

  /** {@code moment(x, k)} and {@code moment(x, weights, k)}. */
  private static List<Info> inferMoment(CallSite call) {
    Args.needColumn(call, 0, "x of moment");
    boolean weighted = Indexes.given(call, 1) && call.in(1).isMatrix();
    if (weighted) {
      Args.needSameShape(call, 0, "x", 1, "the weights of moment");
    }
    int order = Indexes.given(call, 2) ? 2 : 1;
    if (!Indexes.given(call, order) || !call.in(order).isScalar()) {
      throw new OpError("moment needs the order 2, 3 or 4 as its last argument");
    }
    if (order == 2 && Indexes.given(call, 1) && !weighted) {
      throw new OpError(
          1, "the weights of moment must be a matrix, but are " + call.in(1).describeOne());
    }
    Args.needNumber(call, order, "the order of moment");
    if (call.in(order).isConstant()) {
      checkOrder(call.in(order).constant().asLong(), order);
    }
    return DOUBLE;
  }

  private static int checkOrder(long order, int argument) {
    if (order < 2 || order > 4) {
      throw new OpError(argument, "the order of moment must be 2, 3 or 4, but is " + order);
    }
    return (int) order;
  }

  private static void runMoment(Invocation call) {
    boolean weighted = call.given(1) && call.dataType(1) == DataType.MATRIX;
    int at = call.given(2) ? 2 : 1;
    if (!call.given(at) || call.dataType(at) != DataType.SCALAR) {
      throw new InputError("moment needs the order 2, 3 or 4 as its last argument");
    }
    int order = checkOrder(call.integer(at), at);
    call.result(
        Moments.centralMoment(
            call.matrix(0), weighted ? call.matrix(1) : null, order, call.workers()));
  }

  private static List<Info> inferCov(CallSite call) {
    Args.needColumn(call, 0, "x of cov");
    Args.needColumn(call, 1, "y of cov");
    Args.needSameShape(call, 0, "x", 1, "y of cov");
    if (Indexes.given(call, 2)) {
      Args.needSameShape(call, 0, "x", 2, "the weights of cov");
    }
    return DOUBLE;
  }
}
