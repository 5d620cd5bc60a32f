package dev.linden.matrix.compress.plan;

import dev.linden.matrix.Plain;
import dev.linden.matrix.compress.encode.Scheme;

/**
 * Whether a workload is faster on groups, the compression included. The figures are nanoseconds on
 * two cores of today; they are constants, so that the same matrix and program get the same plan
 * anywhere, at any time.
 */
public final class Gain {
  /** Smaller matrices stay as they are. */
  private static final long FEWEST_CELLS = 1_000_000;

  /** How much faster all of it must get. */
  private static final double LEAST_GAIN = 1.3;

  /** A pass over plain cells, per byte, and a multiplication with one of several columns. */
  private static final double PLAIN_BYTE = 0.04;

  private static final double PLAIN_FLOP = 0.02;

  /** Work on the codes of one row and group: a look-up, or a sum of its own. */
  private static final double RIGHT = 0.4;

  private static final double LEFT = 0.7;
  private static final double PAIR = 0.8;

  /** Sampling, coding and unpacking, per byte of the plain matrix. */
  private static final double ENCODE_BYTE = 2;

  private static final double UNPACK_BYTE = 0.3;

  private Gain() {}

  /** Whether it could pay at the very best; looking closer takes time, too. */
  public static boolean isWorthASample(Plain matrix, Workload workload) {
    return matrix.cells() >= FEWEST_CELLS
        && workload.mayGain()
        && plain(matrix, workload) > LEAST_GAIN * ENCODE_BYTE * matrix.bytes();
  }

  public static boolean isExpected(Plain matrix, Scheme scheme, Workload workload) {
    double compressed = ENCODE_BYTE * matrix.bytes() + compressed(matrix, scheme, workload);
    return plain(matrix, workload) >= LEAST_GAIN * compressed;
  }

  private static double plain(Plain matrix, Workload workload) {
    double pass = PLAIN_BYTE * matrix.bytes();
    double cells = matrix.isSparse() ? matrix.nnz() : matrix.cells();
    double columns = workload.right() + workload.left();
    double self = PLAIN_FLOP * cells * matrix.cols() / 2;
    return Math.max(pass, PLAIN_FLOP * cells) * columns
        + Math.max(pass, self) * workload.self()
        + pass * (workload.rows() + workload.groups() + workload.plain());
  }

  private static double compressed(Plain matrix, Scheme scheme, Workload workload) {
    double groups = scheme.coded().size();
    double codes = groups * matrix.rows();
    double restShare = (double) scheme.rest().length / matrix.cols();
    double rest = restShare * plain(matrix, workload);
    double pairs = PAIR * codes * groups / 2;
    return rest
        + codes * (RIGHT * workload.right() + LEFT * workload.left() + RIGHT * workload.rows())
        + pairs * workload.self()
        + UNPACK_BYTE * matrix.bytes() * workload.plain();
  }
}
