package dev.linden.matrix.compress.plan;

import dev.linden.matrix.Plain;
import dev.linden.matrix.compress.encode.Scheme;
import dev.linden.matrix.compress.operator.Costs;
import java.util.Locale;

/**
 * Whether a workload is faster on groups, the compression included, as far as {@link Costs} tell.
 */
public final class Gain {
  /** Smaller matrices stay as they are. */
  public static final long FEWEST_CELLS = 1_000_000;

  /** How much faster all of it must get. */
  private static final double LEAST_GAIN = 1.3;

  /** A look at the cells may take this share of what it is to make faster. */
  private static final double MOST_LOOKING = 0.03;

  private Gain() {}

  /** Whether a look at so many cells may pay. */
  public static Decision beforeSample(long cells, Workload workload) {
    if (cells < FEWEST_CELLS) {
      return Decision.no("fewer than " + FEWEST_CELLS + " cells", 0);
    }
    return workload.mayGain()
        ? Decision.yes("a sample decides", 0)
        : Decision.no("nothing that follows is faster on groups", 0);
  }

  /** Whether it could pay at the very best; looking closer takes time, too. */
  public static Decision beforeSample(Plain matrix, Workload workload) {
    Decision look = beforeSample(matrix.cells(), workload);
    if (!look.compress()) {
      return look;
    }
    double plain = plain(matrix, workload);
    double sampling = sampling(matrix);
    if (plain * MOST_LOOKING < sampling) {
      return Decision.no(time(plain) + " on cells; a sample takes " + time(sampling), 0);
    }
    double encoding = sampling + Costs.START + encoding(matrix);
    String reason = time(plain) + " on cells, compressing alone takes " + time(encoding);
    return new Decision(plain > LEAST_GAIN * encoding, reason, 0);
  }

  /** {@code ratio}: as {@link Planner} predicts it. */
  public static Decision afterSample(Plain matrix, Scheme scheme, double ratio, Workload workload) {
    return afterSample(matrix, 1, scheme, ratio, workload);
  }

  /** The same for a matrix that has {@code times} as many rows as these, of the same kind. */
  public static Decision afterSample(
      Plain matrix, double times, Scheme scheme, double ratio, Workload workload) {
    double plain = times * plain(matrix, workload);
    double compressed =
        sampling(matrix)
            + Costs.START
            + times * (encoding(matrix) + compressed(matrix, scheme, workload));
    String reason = time(plain) + " on cells, " + time(compressed) + " to compress and on groups";
    return new Decision(plain >= LEAST_GAIN * compressed, reason, ratio);
  }

  private static String time(double nanoseconds) {
    return String.format(Locale.ROOT, "%.1f ms", nanoseconds / 1e6);
  }

  private static double sampling(Plain matrix) {
    double sampled = (double) SampledRows.count(matrix.rows(), matrix.cols()) * matrix.cols();
    return Costs.SAMPLED_CELL * sampled;
  }

  private static double encoding(Plain matrix) {
    return matrix.isSparse()
        ? Costs.ENCODE_NON_ZERO * matrix.nnz()
        : Costs.ENCODE_CELL * matrix.cells();
  }

  private static double plain(Plain matrix, Workload workload) {
    boolean sparse = matrix.isSparse();
    double pass = (sparse ? Costs.SPARSE_BYTE : Costs.DENSE_BYTE) * matrix.bytes();
    double cells = sparse ? matrix.nnz() : matrix.cells();
    double product = (sparse ? Costs.SPARSE_FLOP : Costs.DENSE_FLOP) * cells;
    double self = Costs.plainTimesItself(matrix.rows(), cells, sparse);
    double products =
        Math.max(pass * workload.products(), product * (workload.right() + workload.left()));
    return products
        + Math.max(pass, self) * workload.self()
        + pass * (workload.rows() + workload.groups() + workload.plain())
        + Costs.FUNCTION * cells * workload.functions()
        + Costs.DISK_BYTE * matrix.bytes() * workload.restores();
  }

  private static double compressed(Plain matrix, Scheme scheme, Workload workload) {
    double codes = scheme.visited();
    double groups = codes / Math.max(1, matrix.rows());
    double restShare = (double) scheme.rest().length / matrix.cols();
    double rest = restShare * plain(matrix, workload);
    return rest
        + Costs.DISK_BYTE * scheme.bytes() * workload.restores()
        + codes
            * (Costs.LOOKUP * workload.products()
                + Costs.RIGHT * workload.right()
                + Costs.LEFT * workload.left()
                + Costs.ROW * workload.rows())
        + scheme.tuples()
            * (Costs.TUPLE * (workload.right() + workload.left() + workload.groups())
                + Costs.FUNCTION * workload.functions())
        + Costs.PAIR * codes * groups / 2 * workload.self()
        + Costs.UNPACK_BYTE * Double.BYTES * matrix.cells() * workload.plain();
  }
}
