package dev.linden.op;

import static dev.linden.op.Parameter.matrix;
import static dev.linden.op.Parameter.matrixOrScalar;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.fold.Quantiles;
import java.util.List;

/** Order statistics of columns; weights count as multiplicities. */
public final class QuantileOps {
  public static final Op MEDIAN =
      Op.define("median", "The middle value of a column, or the mean of the two in the middle.")
          .parameters(matrix("x"), matrix("weights").orAbsent())
          .rule(call -> inferColumn(call, "median"))
          .kernel(call -> call.result(sorted(call, call.given(1)).median()))
          .scratch(QuantileOps::sortBytes)
          .operationsPerCell(200)
          .distribution(Distribution.SCATTERED)
          .build();

  public static final Op INTER_QUARTILE_MEAN =
      Op.define(
              "interQuartileMean",
              "Mean of the values of a column between the quartiles, those at the ends in part.")
          .parameters(matrix("x"), matrix("weights").orAbsent())
          .rule(call -> inferColumn(call, "interQuartileMean"))
          .kernel(call -> call.result(sorted(call, call.given(1)).interQuartileMean()))
          .scratch(QuantileOps::sortBytes)
          .operationsPerCell(200)
          .distribution(Distribution.SCATTERED)
          .build();

  public static final Op QUANTILE =
      Op.define(
              "quantile",
              "The value at position ceil(p*n) of a sorted column; a column of them for a column"
                  + " p.")
          .parameters(
              matrix("x"), matrixOrScalar("weights").orAbsent(), matrixOrScalar("p").orAbsent())
          .rule(QuantileOps::inferQuantile)
          .kernel(QuantileOps::runQuantile)
          .scratch(QuantileOps::sortBytes)
          .operationsPerCell(200)
          .distribution(Distribution.SCATTERED)
          .build();

  public static final Op INTER_QUANTILE =
      Op.define(
              "interQuantile",
              "The sorted values of a column after its p-quantile up to its (1-p)-quantile.")
          .parameters(matrix("x"), matrixOrScalar("weights").orAbsent(), scalar("p").orAbsent())
          .rule(QuantileOps::inferInterQuantile)
          .kernel(QuantileOps::runInterQuantile)
          .scratch(QuantileOps::sortBytes)
          .operationsPerCell(200)
          .properties(Property.DATA_DEPENDENT_SIZE)
          .distribution(Distribution.SCATTERED)
          .build();

  static final List<Op> ALL = List.of(MEDIAN, QUANTILE, INTER_QUARTILE_MEAN, INTER_QUANTILE);

  private static final List<Info> DOUBLE = List.of(Info.scalar(ValueType.DOUBLE));

  private QuantileOps() {}

  /** A sorted copy and a buffer to merge into; with weights also the permutation and their sums. */
  private static double sortBytes(CallSite call, int threads) {
    return Footprint.times(Indexes.given(call, 1) ? 6 * 8 : 2 * 8, call.in(0).size().rows());
  }

  private static List<Info> inferColumn(CallSite call, String name) {
    Args.needColumn(call, 0, "x of " + name);
    if (Indexes.given(call, 1)) {
      Args.needSameShape(call, 0, "x", 1, "the weights of " + name);
    }
    return DOUBLE;
  }

  private static Quantiles sorted(Invocation call, boolean weighted) {
    Matrix weights = weighted ? call.matrix(1) : null;
    return new Quantiles(call.matrix(0), weights, call.workers());
  }

  /** {@code quantile(x, p)} and {@code quantile(x, weights, p)}: where p stands. */
  private static int placeOfP(CallSite call, String name) {
    Args.needColumn(call, 0, "x of " + name);
    int place = Indexes.given(call, 2) ? 2 : 1;
    if (!Indexes.given(call, place)) {
      throw new OpError(name + " needs p, the share of the values, as its last argument");
    }
    if (place == 2 && Indexes.given(call, 1)) {
      if (!call.in(1).isMatrix()) {
        throw new OpError(
            1, "the weights of " + name + " must be a matrix, but are " + call.in(1).describeOne());
      }
      Args.needSameShape(call, 0, "x", 1, "the weights of " + name);
    }
    Args.needNumber(call, place, "p of " + name);
    return place;
  }

  private static int placeOfP(Invocation call) {
    return call.given(2) ? 2 : 1;
  }

  private static boolean isWeighted(Invocation call) {
    return call.given(1) && placeOfP(call) == 2;
  }

  private static List<Info> inferQuantile(CallSite call) {
    int place = placeOfP(call, "quantile");
    Info p = call.in(place);
    if (p.isScalar()) {
      if (p.isConstant()) {
        checkShare(p.constant().asDouble(), place, "quantile", 1);
      }
      return DOUBLE;
    }
    Args.needColumn(call, place, "p of quantile");
    return List.of(Info.matrix(Sizes.full(p.size().rows(), 1)));
  }

  private static void runQuantile(Invocation call) {
    int place = placeOfP(call);
    if (call.dataType(place) == DataType.MATRIX) {
      Matrix p = call.matrix(place);
      if (p.cols() != 1) {
        throw new InputError("p of quantile must be a column (n x 1), but is " + p.shape());
      }
      for (int i = 0; i < p.rows(); i++) {
        checkShare(p.get(i, 0), place, "quantile", 1);
      }
      call.result(sorted(call, isWeighted(call)).at(p));
    } else {
      double p = checkShare(Args.number(call, place, "p of quantile"), place, "quantile", 1);
      call.result(sorted(call, isWeighted(call)).at(p));
    }
  }

  private static double checkShare(double p, int argument, String name, double most) {
    if (!(p >= 0 && p <= most)) {
      throw new OpError(
          argument,
          "p of "
              + name
              + " must be within 0.."
              + DoubleText.compact(most)
              + ", but is "
              + DoubleText.compact(p));
    }
    return p;
  }

  private static List<Info> inferInterQuantile(CallSite call) {
    int place = placeOfP(call, "interQuantile");
    if (!call.in(place).isScalar()) {
      throw new OpError(
          place, "p of interQuantile must be a number, but is " + call.in(place).describeOne());
    }
    if (call.in(place).isConstant()) {
      checkShare(call.in(place).constant().asDouble(), place, "interQuantile", 0.5);
    }
    return List.of(Info.matrix(Size.of(Sizes.UNKNOWN, 1)));
  }

  private static void runInterQuantile(Invocation call) {
    int place = placeOfP(call);
    double p =
        checkShare(Args.number(call, place, "p of interQuantile"), place, "interQuantile", 0.5);
    call.result(sorted(call, isWeighted(call)).between(p));
  }
}
