package dev.linden.matrix.compress.operator;

/**
 * What operators take, in nanoseconds on two cores of today. They are constants, so that the same
 * matrix and program get the same plan anywhere, at any time.
 */
public final class Costs {
  /** A pass over plain cells, per byte. */
  public static final double DENSE_BYTE = 0.04;

  public static final double SPARSE_BYTE = 0.03;

  /** A multiplication of a cell with one of several columns. */
  public static final double DENSE_FLOP = 0.04;

  public static final double SPARSE_FLOP = 0.12;

  /** Work on the code of one row and group: a look-up, a sum of its own, a count of a pair. */
  public static final double RIGHT = 0.2;

  public static final double LEFT = 0.3;
  public static final double ROW = 0.7;
  public static final double PAIR = 0.5;

  /** Sampling and coding, per byte of the plain matrix. */
  public static final double ENCODE_BYTE = 1.7;

  /** Unpacking, per byte of all cells. */
  public static final double UNPACK_BYTE = 0.15;

  private Costs() {}

  /** t(X) %*% X of plain cells. */
  public static double plainTimesItself(double rows, double nonZeros, boolean sparse) {
    double products = nonZeros * nonZeros / Math.max(1, rows) / 2;
    return products * (sparse ? SPARSE_FLOP : DENSE_FLOP);
  }

  /** The same by pairs of groups. */
  static double timesItself(double rows, double groups) {
    return PAIR * rows * groups * groups / 2;
  }

  static double unpacking(double rows, double cols) {
    return UNPACK_BYTE * Double.BYTES * rows * cols;
  }
}
