package dev.linden.matrix.compress.dictionary;

import java.util.Arrays;

/** Tuples as cells, one behind the other. */
public final class Tuples extends Dictionary {
  private static final long serialVersionUID = 1L;

  private final double[] cells;

  /** Takes the cells over. */
  public Tuples(int size, int width, double[] cells) {
    this(size, width, cells, null);
  }

  private Tuples(int size, int width, double[] cells, Home home) {
    super(size, width, home);
    if (cells.length != (long) size * width) {
      throw new IllegalArgumentException(cells.length + " cells for " + size + " tuples");
    }
    this.cells = cells;
  }

  @Override
  public Dictionary at(Home place) {
    return new Tuples(size(), width(), cells, place);
  }

  @Override
  public double value(int code, int column) {
    return cells[code * width() + column];
  }

  @Override
  public int nonZeros(int code) {
    int nonZeros = 0;
    for (int k = code * width(); k < (code + 1) * width(); k++) {
      nonZeros += cells[k] != 0 ? 1 : 0;
    }
    return nonZeros;
  }

  @Override
  public double[] cells() {
    return cells;
  }

  @Override
  public long stored() {
    return cells.length;
  }

  @Override
  public Dictionary map(TupleFunction f) {
    double[] results = new double[cells.length];
    f.apply(cells, width(), results);
    return new Tuples(size(), width(), results);
  }

  @Override
  public Dictionary columns(int start, int end) {
    int part = end - start;
    double[] result = new double[size() * part];
    for (int c = 0; c < size(); c++) {
      System.arraycopy(cells, c * width() + start, result, c * part, part);
    }
    return new Tuples(size(), part, result);
  }

  @Override
  boolean findSpecial() {
    return hasSpecial(cells);
  }

  @Override
  public Dictionary withoutSignsOfZeros() {
    for (double x : cells) {
      if (x == 0 && Double.doubleToRawLongBits(x) != 0) {
        double[] unsigned = Arrays.stream(cells).map(cell -> cell == 0 ? 0 : cell).toArray();
        return new Tuples(size(), width(), unsigned);
      }
    }
    return this;
  }

  @Override
  public long bytes() {
    return 8L * cells.length + 48;
  }
}
