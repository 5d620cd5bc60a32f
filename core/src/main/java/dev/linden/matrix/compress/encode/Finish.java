package dev.linden.matrix.compress.encode;

import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.codes.ConstantCodes;
import dev.linden.matrix.compress.codes.DenseCodes;
import dev.linden.matrix.compress.codes.SparseCodes;
import dev.linden.matrix.compress.dictionary.Dictionary;
import dev.linden.matrix.compress.dictionary.Indicator;
import dev.linden.matrix.compress.dictionary.Tuples;
import dev.linden.matrix.compress.group.CodedGroup;

/** Gives a group its final form: the smallest kind of codes, unit vectors without storage. */
public final class Finish {
  private Finish() {}

  /** With {@code columns.length} cells in {@code tuples} for each code. */
  public static CodedGroup group(int[] columns, Codes codes, double[] tuples) {
    return group(columns, new CodedColumn(codes, tuples));
  }

  static CodedGroup group(int[] columns, CodedColumn column) {
    int width = columns.length;
    int size = column.codes().size();
    if (size == 1) {
      return new CodedGroup(
          columns, new ConstantCodes(column.codes().rows()), new Tuples(1, width, column.tuples()));
    }
    int[] numbers = width > 1 ? unitNumbers(column.tuples(), width) : null;
    if (numbers != null) {
      int last = numbers[size];
      Codes codes = DenseCodes.of(column.codes()).renumbered(numbers, last);
      Codes smallest = Codes.of((DenseCodes) codes);
      return new CodedGroup(columns, smallest, Indicator.units(last, width, last - width));
    }
    if (column.codes() instanceof SparseCodes sparse
        && sparse.bytes() <= DenseCodes.bytes(sparse.rows(), size)) {
      return new CodedGroup(columns, sparse, new Tuples(size, width, column.tuples()));
    }
    DenseCodes codes = DenseCodes.of(column.codes());
    double[] tuples = column.tuples();
    int frequent = mostFrequent(codes.counts());
    if (frequent > 0
        && SparseCodes.bytes(codes.rows(), codes.rows() - codes.counts()[frequent], size)
            < DenseCodes.bytes(codes.rows(), size)) {
      codes = codes.renumbered(swapped(size, frequent), size);
      tuples = swapped(tuples, width, frequent);
    }
    Dictionary dictionary = new Tuples(size, width, tuples);
    return new CodedGroup(columns, Codes.of(codes), dictionary);
  }

  /**
   * New codes for tuples that are unit vectors, perhaps one of them all zeros: 0 for that, then the
   * columns in order. The number of codes stands behind them. Null for other tuples.
   */
  static int[] unitNumbers(double[] tuples, int width) {
    int size = tuples.length / width;
    int[] ones = new int[size];
    boolean empty = false;
    for (int c = 0; c < size; c++) {
      ones[c] = -1;
      for (int j = 0; j < width; j++) {
        double x = tuples[c * width + j];
        if (x == 1 && ones[c] < 0) {
          ones[c] = j;
        } else if (Double.doubleToRawLongBits(x) != 0) {
          return null;
        }
      }
      empty |= ones[c] < 0;
    }
    int shift = empty ? 1 : 0;
    int[] numbers = new int[size + 1];
    for (int c = 0; c < size; c++) {
      numbers[c] = ones[c] < 0 ? 0 : ones[c] + shift;
    }
    numbers[size] = width + shift;
    return numbers;
  }

  private static int mostFrequent(int[] counts) {
    int best = 0;
    for (int c = 1; c < counts.length; c++) {
      best = counts[c] > counts[best] ? c : best;
    }
    return best;
  }

  /** Codes 0 and {@code other} change places. */
  private static int[] swapped(int size, int other) {
    int[] numbers = new int[size];
    for (int c = 0; c < size; c++) {
      numbers[c] = c == 0 ? other : c == other ? 0 : c;
    }
    return numbers;
  }

  private static double[] swapped(double[] tuples, int width, int other) {
    double[] result = tuples.clone();
    System.arraycopy(tuples, other * width, result, 0, width);
    System.arraycopy(tuples, 0, result, other * width, width);
    return result;
  }
}
