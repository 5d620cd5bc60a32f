package dev.linden.matrix.compress.dictionary;

import java.io.Serializable;
import java.util.List;

/** Tuples of a group, each a cell for every column of it. Never changed. */
public abstract sealed class Dictionary implements Serializable permits Tuples, Indicator {
  private static final long serialVersionUID = 1L;

  /** Products with more columns are not kept. */
  private static final int MOST_COLUMNS_KEPT = 16;

  private final int size;
  private final int width;
  private final transient Home home;
  private transient volatile Boolean special;

  /** The last product with a matrix, if it has a home: the next block will ask for the same. */
  private transient volatile Times lastTimes;

  Dictionary(int size, int width, Home home) {
    this.size = size;
    this.width = width;
    this.home = home;
  }

  /** Null if no other process has it. */
  public final Home home() {
    return home;
  }

  /** The same tuples, which other processes find there; nowhere if null. */
  public abstract Dictionary at(Home place);

  /** What travels: its home knows how to read it there. */
  Object writeReplace() {
    return home == null ? this : home;
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

  /** Cells of a tuple that are not zero. */
  public abstract int nonZeros(int code);

  /** All tuples one behind the other; not to be changed. */
  public abstract double[] cells();

  /** Cells that are stored. */
  public abstract long stored();

  /** The tuples after a cell function. */
  public abstract Dictionary map(TupleFunction f);

  /** A function of the cells of several dictionaries. */
  @FunctionalInterface
  public interface Combination {
    /** Writes {@code results} from the cells at the same places of the operands. */
    void apply(double[][] operands, double[] results);
  }

  /** Whether the tuples of these can be seen side by side without taking much more room. */
  public static boolean canBeCombined(Dictionary a, Dictionary b) {
    return Indicator.areAlike(a, b) || a instanceof Tuples || b instanceof Tuples;
  }

  /** A function of tuples with the same number, of dictionaries of the same size and width. */
  public static Dictionary combined(List<Dictionary> all, Combination f) {
    Dictionary first = all.get(0);
    if (all.stream().allMatch(other -> Indicator.areAlike(first, other))) {
      return Indicator.ofAlike(all, f);
    }
    double[][] operands = all.stream().map(Dictionary::cells).toArray(double[][]::new);
    double[] results = new double[operands[0].length];
    f.apply(operands, results);
    return new Tuples(first.size, first.width, results);
  }

  /** The columns {@code [start, end)} of the tuples. */
  public abstract Dictionary columns(int start, int end);

  /** Whether a cell of a tuple is not finite. Blocks ask it again and again. */
  public final boolean hasSpecial() {
    Boolean known = special;
    if (known == null) {
      known = findSpecial();
      special = known;
    }
    return known;
  }

  abstract boolean findSpecial();

  /** The same with zeros that have no sign, as sparse cells have them. */
  public abstract Dictionary withoutSignsOfZeros();

  /** Bytes of heap. */
  public abstract long bytes();

  /** A product, by the bits of the other factor. */
  private record Times(double[] b, boolean zerosAbsorb, double[] result) {
    boolean isFor(double[] other, boolean otherZeros) {
      if (zerosAbsorb != otherZeros || b.length != other.length) {
        return false;
      }
      for (int k = 0; k < b.length; k++) {
        if (Double.doubleToRawLongBits(b[k]) != Double.doubleToRawLongBits(other[k])) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * {@code D %*% B} for {@code b} with a row of {@code n} cells for each column of the group. The
   * result is not to be changed.
   *
   * @param zerosAbsorb zeros of the tuples are not stored: they take no part
   */
  public final double[] times(double[] b, int n, boolean zerosAbsorb) {
    if (home == null) {
      return product(b, n, zerosAbsorb);
    }
    Times known = lastTimes;
    if (known == null || !known.isFor(b, zerosAbsorb)) {
      known = new Times(b.clone(), zerosAbsorb, product(b, n, zerosAbsorb));
      // tables with a column for each of many would stay for as long as the dictionary does
      lastTimes = n <= MOST_COLUMNS_KEPT ? known : null;
    }
    return known.result();
  }

  double[] product(double[] b, int n, boolean zerosAbsorb) {
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
