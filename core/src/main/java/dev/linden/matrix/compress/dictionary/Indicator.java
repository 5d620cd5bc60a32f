package dev.linden.matrix.compress.dictionary;

import java.util.Arrays;
import java.util.List;

/**
 * Tuples that differ from each other in one column: tuple c has {@code on[j]} in column {@code j =
 * c - shift}, if there is such a column, and {@code off} in all others. Unit vectors, the result of
 * one-of-k coding, have 1 and 0; they are not stored. Two values a column are closed under all cell
 * functions with scalars and rows.
 */
public final class Indicator extends Dictionary {
  private static final long serialVersionUID = 1L;

  private final int shift;

  /** Null: zeros. */
  private final double[] off;

  /** Null: ones. */
  private final double[] on;

  private Indicator(int size, int width, int shift, double[] off, double[] on, Home home) {
    super(size, width, home);
    this.shift = shift;
    this.off = off;
    this.on = on;
  }

  /** Unit vectors: tuple c has its one in column {@code c - shift}. */
  public static Indicator units(int size, int width, int shift) {
    return new Indicator(size, width, shift, null, null, null);
  }

  /** With {@code off} and {@code on} for each column. */
  public static Indicator of(int size, int shift, double[] off, double[] on) {
    boolean units = true;
    for (int j = 0; j < off.length; j++) {
      units &= Double.doubleToRawLongBits(off[j]) == 0 && on[j] == 1;
    }
    return units
        ? units(size, off.length, shift)
        : new Indicator(size, off.length, shift, off, on, null);
  }

  @Override
  public Dictionary at(Home place) {
    return new Indicator(size(), width(), shift, off, on, place);
  }

  public int shift() {
    return shift;
  }

  /** What columns have in all tuples but one. */
  public double[] off() {
    return off != null ? off.clone() : new double[width()];
  }

  public double[] on() {
    return on != null ? on.clone() : ones(width());
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  public boolean isUnits() {
    return off == null;
  }

  @Override
  public double value(int code, int column) {
    if (code - shift == column) {
      return on == null ? 1 : on[column];
    }
    return off == null ? 0 : off[column];
  }

  @Override
  public int nonZeros(int code) {
    int j = code - shift;
    boolean one = j >= 0 && j < width();
    if (isUnits()) {
      return one ? 1 : 0;
    }
    int nonZeros = nonZerosOff();
    return one ? nonZeros - (off[j] != 0 ? 1 : 0) + (on[j] != 0 ? 1 : 0) : nonZeros;
  }

  private int nonZerosOff() {
    int nonZeros = 0;
    for (double x : off) {
      nonZeros += x != 0 ? 1 : 0;
    }
    return nonZeros;
  }

  @Override
  public double[] cells() {
    double[] cells = new double[Math.multiplyExact(size(), width())];
    for (int c = 0; c < size(); c++) {
      if (off != null) {
        System.arraycopy(off, 0, cells, c * width(), width());
      }
      int j = c - shift;
      if (j >= 0 && j < width()) {
        cells[c * width() + j] = on == null ? 1 : on[j];
      }
    }
    return cells;
  }

  @Override
  public long stored() {
    return isUnits() ? 0 : 2L * width();
  }

  @Override
  public Dictionary map(TupleFunction f) {
    double[] newOff = new double[width()];
    double[] newOn = new double[width()];
    f.apply(off(), width(), newOff);
    f.apply(on(), width(), newOn);
    return of(size(), shift, newOff, newOn);
  }

  /** Whether tuples with the same number differ from the others in the same column. */
  static boolean areAlike(Dictionary a, Dictionary b) {
    return a instanceof Indicator x && b instanceof Indicator y && x.shift == y.shift;
  }

  /** Of those that are alike. */
  static Dictionary ofAlike(List<Dictionary> all, Combination f) {
    Indicator first = (Indicator) all.get(0);
    double[] newOff = new double[first.width()];
    double[] newOn = new double[first.width()];
    f.apply(all.stream().map(d -> ((Indicator) d).off()).toArray(double[][]::new), newOff);
    f.apply(all.stream().map(d -> ((Indicator) d).on()).toArray(double[][]::new), newOn);
    return of(first.size(), first.shift, newOff, newOn);
  }

  @Override
  public Dictionary columns(int start, int end) {
    return isUnits()
        ? units(size(), end - start, shift + start)
        : of(
            size(),
            shift + start,
            Arrays.copyOfRange(off, start, end),
            Arrays.copyOfRange(on, start, end));
  }

  @Override
  boolean findSpecial() {
    return !isUnits() && (hasSpecial(off) || hasSpecial(on));
  }

  @Override
  public Dictionary withoutSignsOfZeros() {
    return isUnits()
        ? this
        : of(
            size(),
            shift,
            Arrays.stream(off).map(x -> x == 0 ? 0 : x).toArray(),
            Arrays.stream(on).map(x -> x == 0 ? 0 : x).toArray());
  }

  @Override
  public long bytes() {
    return 48 + (isUnits() ? 0 : 16L * width());
  }

  /** A row of B for each unit vector, unless zeros meet cells that are not finite. */
  @Override
  double[] product(double[] b, int n, boolean zerosAbsorb) {
    if (!isUnits() || !zerosAbsorb && hasSpecial(b)) {
      return super.product(b, n, zerosAbsorb);
    }
    double[] result = new double[Math.multiplyExact(size(), n)];
    int first = Math.max(0, shift);
    int end = Math.min(size(), width() + shift);
    if (first < end) {
      System.arraycopy(b, (first - shift) * n, result, first * n, (end - first) * n);
    }
    return result;
  }

  @Override
  public void addTransposedTimes(double[] sums, int n, boolean zerosAbsorb, double[] result) {
    if (!isUnits() || !zerosAbsorb && hasSpecial(sums)) {
      super.addTransposedTimes(sums, n, zerosAbsorb, result);
      return;
    }
    int first = Math.max(0, shift);
    int end = Math.min(size(), width() + shift);
    for (int k = first * n; k < end * n; k++) {
      result[k - shift * n] += sums[k];
    }
  }
}
