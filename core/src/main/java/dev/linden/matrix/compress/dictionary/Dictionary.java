package dev.linden.matrix.compress.dictionary;

import java.io.Serializable;

/** Tuples of a group, each a cell for every column of it. Never changed. */
public abstract sealed class Dictionary implements Serializable permits Tuples, Indicator {
  private static final long serialVersionUID = 1L;

  private final int size;
  private final int width;

  Dictionary(int size, int width) {
    this.size = size;
    this.width = width;
  }

  /** Number of tuples. */
  public final int size() {
    return size;
  }

  /** Cells of a tuple. */
  public final int width() {
    return width;
  }

  public abstract double value(int code, int column);

  /** All tuples one behind the other; not to be changed. */
  public abstract double[] cells();

  /** The tuples after a cell function. */
  public abstract Dictionary map(TupleFunction f);

  /** The columns {@code [start, end)} of the tuples. */
  public abstract Dictionary columns(int start, int end);

  /** Whether a cell of a tuple is not finite. */
  public abstract boolean hasSpecial();

  /** The same with zeros that have no sign, as sparse cells have them. */
  public abstract Dictionary withoutSignsOfZeros();

  /** Bytes of heap. */
  public abstract long bytes();

  /**
   * {@code D %*% B} for {@code b} with a row of {@code n} cells for each column of the group.
   *
   * @param zerosAbsorb zeros of the tuples are not stored: they take no part
   */
  public double[] times(double[] b, int n, boolean zerosAbsorb) {
    double[] cells = cells();
    double[] result = new double[Math.multiplyExact(size, n)];
    for (int c = 0; c < size; c++) {
      for (int j = 0; j < width; j++) {
        double x = cells[c * width + j];
        if (x != 0 || !zerosAbsorb) {
          addScaled(x, b, j * n, result, c * n, n);
        }
      }
    }
    return result;
  }

  /**
   * Adds {@code t(D) %*% S} to {@code result}, which has a row of {@code n} cells for each column
   * of the group, {@code sums} one for each tuple.
   */
  public void addTransposedTimes(double[] sums, int n, boolean zerosAbsorb, double[] result) {
    double[] cells = cells();
    for (int c = 0; c < size; c++) {
      for (int j = 0; j < width; j++) {
        double x = cells[c * width + j];
        if (x != 0 || !zerosAbsorb) {
          addScaled(x, sums, c * n, result, j * n, n);
        }
      }
    }
  }

  static void addScaled(double x, double[] a, int ai, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] += x * a[ai + k];
    }
  }

  static boolean hasSpecial(double[] cells) {
    for (double x : cells) {
      if (!Double.isFinite(x)) {
        return true;
      }
    }
    return false;
  }
}
