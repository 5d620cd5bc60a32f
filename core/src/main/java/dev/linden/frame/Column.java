package dev.linden.frame;

import dev.linden.base.InputError;
import java.util.Arrays;

/**
 * The cells of one column, in an array of their own type. A cell of a string column may be missing
 * (null).
 */
public final class Column {
  private final ColumnType type;
  private final Object cells;
  private final int size;

  private Column(ColumnType type, Object cells, int size) {
    this.type = type;
    this.cells = cells;
    this.size = size;
  }

  /** Takes the array over; null cells are missing. */
  public static Column of(String... texts) {
    return new Column(ColumnType.STRING, texts, texts.length);
  }

  public static Column of(boolean... flags) {
    return new Column(ColumnType.BOOLEAN, flags, flags.length);
  }

  public static Column of(long... integers) {
    return new Column(ColumnType.INT64, integers, integers.length);
  }

  public static Column of(double... numbers) {
    return new Column(ColumnType.FP64, numbers, numbers.length);
  }

  /** Numbers in the narrowest type that holds them all exactly: INT32, INT64, FP32 or FP64. */
  public static Column narrowest(double[] numbers) {
    ColumnType type = ColumnType.INT32;
    for (double number : numbers) {
      type = type.join(narrowest(number));
    }
    return numbers(type, numbers);
  }

  private static ColumnType narrowest(double number) {
    if (number == Math.rint(number) && Math.abs(number) < 0x1p63) {
      return number == (int) number ? ColumnType.INT32 : ColumnType.INT64;
    }
    return Double.isNaN(number) || number == (float) number ? ColumnType.FP32 : ColumnType.FP64;
  }

  private static Column numbers(ColumnType type, double[] numbers) {
    int n = numbers.length;
    switch (type) {
      case INT32:
        int[] ints = new int[n];
        for (int i = 0; i < n; i++) {
          ints[i] = (int) numbers[i];
        }
        return new Column(type, ints, n);
      case INT64:
        long[] longs = new long[n];
        for (int i = 0; i < n; i++) {
          longs[i] = (long) numbers[i];
        }
        return new Column(type, longs, n);
      case FP32:
        float[] floats = new float[n];
        for (int i = 0; i < n; i++) {
          floats[i] = (float) numbers[i];
        }
        return new Column(type, floats, n);
      case FP64:
        return new Column(type, numbers, n);
      default:
        throw new IllegalArgumentException("not numeric: " + type);
    }
  }

  public ColumnType type() {
    return type;
  }

  public int size() {
    return size;
  }

  public boolean isMissing(int row) {
    return type == ColumnType.STRING && ((String[]) cells)[row] == null;
  }

  /** The cell as plain text; null when missing. */
  public String text(int row) {
    return switch (type) {
      case STRING -> ((String[]) cells)[row];
      case BOOLEAN -> ((boolean[]) cells)[row] ? "TRUE" : "FALSE";
      case INT32 -> Integer.toString(((int[]) cells)[row]);
      case INT64 -> Long.toString(((long[]) cells)[row]);
      case FP32 -> Float.toString(((float[]) cells)[row]);
      case FP64 -> Double.toString(((double[]) cells)[row]);
    };
  }

  /** The cell as a number; missing is NaN, text is parsed. */
  public double number(int row) {
    return switch (type) {
      case STRING -> parse(((String[]) cells)[row]);
      case BOOLEAN -> ((boolean[]) cells)[row] ? 1 : 0;
      case INT32 -> ((int[]) cells)[row];
      case INT64 -> ((long[]) cells)[row];
      case FP32 -> ((float[]) cells)[row];
      case FP64 -> ((double[]) cells)[row];
    };
  }

  private static double parse(String text) {
    if (text == null) {
      return Double.NaN;
    }
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw new InputError("the cell \"" + text + "\" is not a number", e);
    }
  }

  /** Cells {@code [from, to)}. */
  public Column slice(int from, int to) {
    Object part =
        switch (type) {
          case STRING -> Arrays.copyOfRange((String[]) cells, from, to);
          case BOOLEAN -> Arrays.copyOfRange((boolean[]) cells, from, to);
          case INT32 -> Arrays.copyOfRange((int[]) cells, from, to);
          case INT64 -> Arrays.copyOfRange((long[]) cells, from, to);
          case FP32 -> Arrays.copyOfRange((float[]) cells, from, to);
          case FP64 -> Arrays.copyOfRange((double[]) cells, from, to);
        };
    return new Column(type, part, to - from);
  }

  /** This column with the other one below, in a type that holds both. */
  public Column append(Column below) {
    ColumnType joined = type.join(below.type);
    int total = size + below.size;
    if (joined == ColumnType.STRING) {
      String[] texts = new String[total];
      for (int i = 0; i < total; i++) {
        texts[i] = i < size ? text(i) : below.text(i - size);
      }
      return of(texts);
    } else if (joined == ColumnType.BOOLEAN) {
      boolean[] flags = Arrays.copyOf((boolean[]) cells, total);
      System.arraycopy((boolean[]) below.cells, 0, flags, size, below.size);
      return of(flags);
    } else if (joined == ColumnType.INT64) {
      long[] longs = new long[total];
      for (int i = 0; i < total; i++) {
        longs[i] = i < size ? integer(i) : below.integer(i - size);
      }
      return of(longs);
    }
    double[] numbers = new double[total];
    for (int i = 0; i < total; i++) {
      numbers[i] = i < size ? number(i) : below.number(i - size);
    }
    return numbers(joined, numbers);
  }

  /** A cell of an integer column, without a detour over double. */
  private long integer(int row) {
    return type == ColumnType.INT64 ? ((long[]) cells)[row] : ((int[]) cells)[row];
  }
}
