package dev.linden.matrix.compress.operator;

/**
 * What operators take, in nanoseconds on two cores of today. They are constants, so that the same
 * matrix and program get the same plan anywhere, at any time.
 */
public final class Costs {
  /** A pass over plain cells, per byte. */
  public static final double DENSE_BYTE = 0.034;

  public static final double SPARSE_BYTE = 0.016;

  /** A multiplication of a cell with one of several columns. */
  public static final double DENSE_FLOP = 0.045;

  public static final double SPARSE_FLOP = 0.1;

  /** The same in t(X) %*% X, which gathers what it multiplies. */
  private static final double DENSE_PAIR = 0.06;

  private static final double SPARSE_PAIR = 0.25;

  /** A cell function as cheap as an addition. */
  public static final double FUNCTION = 0.4;

  /** Work on the code of one row and group: a look-up for all columns of a product, */
  public static final double LOOKUP = 0.35;

  /** and for each column from the right and from the left; */
  public static final double RIGHT = 0.06;

  public static final double LEFT = 0.13;

  /** a sum of its own, a count of a pair. */
  public static final double ROW = 1.0;

  public static final double PAIR = 0.45;

  /** A cell of a dictionary that is multiplied or looked at. */
  public static final double TUPLE = 1.0;

  /** A code that stands with its row, compared with one that each row has. */
  public static final double LISTED = 5;

  /** Coding, per cell of a dense matrix and per non-zero of a sparse one. */
  public static final double ENCODE_CELL = 12;

  public static final double ENCODE_NON_ZERO = 25;

  /** Classes that most programs compress nothing else with are loaded and compiled. */
  public static final double START = 60e6;

  /** Planning of groups, per cell of the sample. */
  public static final double SAMPLED_CELL = 120;

  /** Unpacking, per byte of all cells. */
  public static final double UNPACK_BYTE = 0.15;

  /** What is read from disk because memory is short, and written there before, per byte. */
  public static final double DISK_BYTE = 0.5;

  private Costs() {}

  /** t(X) %*% X of plain cells. */
  public static double plainTimesItself(double rows, double nonZeros, boolean sparse) {
    double products = nonZeros * nonZeros / Math.max(1, rows) / 2;
    return products * (sparse ? SPARSE_PAIR : DENSE_PAIR);
  }

  /** The same by pairs of groups. */
  static double timesItself(double rows, double groups) {
    return PAIR * rows * groups * groups / 2;
  }

  static double unpacking(double rows, double cols) {
    return UNPACK_BYTE * Double.BYTES * rows * cols;
  }
}
