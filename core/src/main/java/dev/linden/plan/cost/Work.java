package dev.linden.plan.cost;

import dev.linden.hop.Hop;
import dev.linden.op.Distribution;
import dev.linden.op.Footprint;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.Size;
import java.util.List;

/**
 * What a call has to do, wherever it runs.
 *
 * @param read bytes of operands
 * @param written bytes of results, but for those that take the memory of an operand
 * @param operations see {@link Op#operations}
 * @param flops of products and solvers, over dense operands
 * @param sparseFlops the same where an operand is sparse
 * @param narrowest the least of the sides of a product, from which kernels gain
 */
record Work(
    double read,
    double written,
    double operations,
    double flops,
    double sparseFlops,
    double narrowest) {
  /** The side from which on a product takes less than twice the time that it could. */
  private static final double WIDE = 15;

  /** Products with a vector are loops of their own. */
  private static final double LEAST_EFFICIENCY = 0.27;

  /**
   * Null if the size of an operand or result is not known.
   *
   * @param inPlace the result takes the memory of an operand
   */
  static Work of(Hop.Compute call, boolean inPlace) {
    Op op = call.op();
    List<Info> operands = call.operands();
    List<Info> results = call.results();
    Info part = op.part(operands, results);
    if (part != null) {
      double bytes = bytes(part);
      return isKnown(bytes) ? new Work(2 * bytes, 0, 0, 0, 0, 1) : null;
    }
    double read = sum(operands);
    double written = sum(results);
    if (!isKnown(read) || !isKnown(written)) {
      return null;
    }
    double flops = op.flops(operands, results);
    double share = sparsity(op, operands);
    boolean product = op.distribution() == Distribution.PRODUCT;
    return new Work(
        inPlace ? read + written : read,
        inPlace ? 0 : written,
        op.operations(operands, results),
        share < 1 ? 0 : flops,
        share < 1 ? share * flops : 0,
        product ? narrowest(operands, results) : Double.POSITIVE_INFINITY);
  }

  private static boolean isKnown(double bytes) {
    return bytes != Footprint.UNKNOWN;
  }

  private static double sum(List<Info> infos) {
    double sum = 0;
    for (Info info : infos) {
      sum += bytes(info);
    }
    return sum;
  }

  /** Of a matrix as it is kept; frames and lists are small beside what is done with matrices. */
  static double bytes(Info info) {
    return info == null || !info.isMatrix() ? 0 : bytes(info.size());
  }

  static double bytes(Size size) {
    return Footprint.least(size);
  }

  /** Of multiplications those that are done: non-zeros of one operand meet those of the other. */
  private static double sparsity(Op op, List<Info> operands) {
    boolean withItself = op.distribution() == Distribution.PRODUCT && operands.size() == 1;
    double share = 1;
    for (Info operand : operands) {
      if (operand != null && operand.isMatrix() && Footprint.isSparse(operand.size())) {
        share *= operand.size().sparsity();
      }
    }
    return withItself ? share * share : share;
  }

  private static double narrowest(List<Info> operands, List<Info> results) {
    double least = Double.POSITIVE_INFINITY;
    for (List<Info> infos : List.of(operands, results)) {
      for (Info info : infos) {
        if (info != null && info.isMatrix()) {
          least = Math.min(least, Math.min(info.size().rows(), info.size().cols()));
        }
      }
    }
    return Double.isInfinite(least) ? 1 : Math.max(1, least);
  }

  /** The same for a part of the rows, or for several times as many. */
  Work times(double factor) {
    return new Work(
        factor * read,
        factor * written,
        factor * operations,
        factor * flops,
        factor * sparseFlops,
        narrowest);
  }

  /** On so many cores of one machine, which share its memory. */
  double seconds(double cores, Rates rates) {
    double streams = Rates.streams(cores);
    double efficiency =
        Double.isInfinite(narrowest)
            ? 1
            : Math.max(LEAST_EFFICIENCY, narrowest / (narrowest + WIDE));
    double computing =
        operations / rates.operations()
            + flops / (efficiency * rates.flops())
            + sparseFlops / rates.sparseFlops();
    return Math.max(read / (rates.memory() * streams), computing / cores)
        + written / (rates.fresh() * streams);
  }
}
