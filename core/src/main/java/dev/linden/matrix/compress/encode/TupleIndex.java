package dev.linden.matrix.compress.encode;

import java.io.Serializable;
import java.util.Arrays;

/** Numbers tuples in the order in which they appear. Cells are told apart by their bits. */
final class TupleIndex implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final long MIX = 0x9E3779B97F4A7C15L;
  private static final int FIRST_PLACES = 64;

  private final int width;
  private double[] cells;

  /** One more than the number of a tuple; 0 where there is none. At most half are taken. */
  private int[] places = new int[FIRST_PLACES];

  private int size;

  TupleIndex(int width) {
    this.width = width;
    cells = new double[width * FIRST_PLACES / 4];
  }

  /** Of tuples that differ from each other, one behind the other. */
  static TupleIndex of(int width, double[] tuples) {
    TupleIndex index = new TupleIndex(width);
    for (int at = 0; at < tuples.length; at += width) {
      index.number(tuples, at);
    }
    return index;
  }

  /** The number of the tuple that begins there, a new one if it was not known yet. */
  int number(double[] tuples, int at) {
    int place = place(tuples, at);
    if (places[place] != 0) {
      return places[place] - 1;
    }
    if (2 * (size + 1) > places.length) {
      grow();
      place = place(tuples, at);
    }
    if ((size + 1) * width > cells.length) {
      cells = Arrays.copyOf(cells, Math.multiplyExact(2, cells.length) + width);
    }
    System.arraycopy(tuples, at, cells, size * width, width);
    places[place] = ++size;
    return size - 1;
  }

  /** The number of the tuple that begins there; -1 if it is not known. */
  int find(double[] tuples, int at) {
    return places[place(tuples, at)] - 1;
  }

  int size() {
    return size;
  }

  int width() {
    return width;
  }

  /** All tuples by number. */
  double[] tuples() {
    return Arrays.copyOf(cells, size * width);
  }

  /** Where the tuple is, or may be put. */
  private int place(double[] tuples, int at) {
    long hash = 0;
    for (int j = 0; j < width; j++) {
      hash = (hash ^ Double.doubleToRawLongBits(tuples[at + j])) * MIX;
      hash ^= hash >>> 32;
    }
    int mask = places.length - 1;
    int place = (int) hash & mask;
    while (places[place] != 0 && !isAt((places[place] - 1) * width, tuples, at)) {
      place = place + 1 & mask;
    }
    return place;
  }

  private boolean isAt(int known, double[] tuples, int at) {
    for (int j = 0; j < width; j++) {
      if (Double.doubleToRawLongBits(cells[known + j])
          != Double.doubleToRawLongBits(tuples[at + j])) {
        return false;
      }
    }
    return true;
  }

  private void grow() {
    places = new int[2 * places.length];
    for (int k = 0; k < size; k++) {
      places[place(cells, k * width)] = k + 1;
    }
  }
}
