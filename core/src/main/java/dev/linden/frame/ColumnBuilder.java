package dev.linden.frame;

import dev.linden.base.InputError;
import java.util.Arrays;
import java.util.BitSet;

/** A growing column of one type. */
public final class ColumnBuilder {
  private static final int SMALLEST = 16;

  private final ColumnType type;
  private final BitSet missing = new BitSet();
  private int size;

  // One of these holds the cells.
  private String[] strings;
  private boolean[] booleans;
  private int[] ints;
  private long[] longs;
  private float[] floats;
  private double[] doubles;

  public ColumnBuilder(ColumnType type) {
    this(type, SMALLEST);
  }

  public ColumnBuilder(ColumnType type, int capacity) {
    this.type = type;
    switch (type) {
      case STRING -> strings = new String[capacity];
      case BOOLEAN -> booleans = new boolean[capacity];
      case INT32 -> ints = new int[capacity];
      case INT64 -> longs = new long[capacity];
      case FP32 -> floats = new float[capacity];
      case FP64 -> doubles = new double[capacity];
    }
  }

  public void addMissing() {
    int at = next();
    if (type != ColumnType.STRING) {
      missing.set(at);
    }
  }

  /** A cell by its text; an {@link InputError} if the type has no such value. */
  public void add(String text) {
    switch (type) {
      case STRING -> {
        int at = next();
        strings[at] = text;
      }
      case BOOLEAN -> {
        boolean flag = CellText.flag(text);
        int at = next();
        booleans[at] = flag;
      }
      case INT32, INT64 -> add(CellText.integer(text, type));
      default -> add(CellText.number(text));
    }
  }

  /** A number into a column of numbers or booleans; an {@link InputError} if it does not fit. */
  public void add(double number) {
    switch (type) {
      case BOOLEAN -> {
        if (number != 0 && number != 1) {
          throw doesNotFit(number);
        }
        int at = next();
        booleans[at] = number == 1;
      }
      case INT32 -> {
        if (number != (int) number) {
          throw doesNotFit(number);
        }
        int at = next();
        ints[at] = (int) number;
      }
      case INT64 -> {
        if (number != Math.rint(number) || Math.abs(number) > 0x1p63) {
          throw doesNotFit(number);
        }
        int at = next();
        longs[at] = (long) number;
      }
      case FP32 -> {
        int at = next();
        floats[at] = (float) number;
      }
      case FP64 -> {
        int at = next();
        doubles[at] = number;
      }
      default -> throw new IllegalStateException("not numeric: " + type);
    }
  }

  private InputError doesNotFit(double number) {
    return new InputError("the cell " + number + " is no " + type);
  }

  /** A whole number into an integer column that has room for it. */
  public void add(long number) {
    if (type == ColumnType.INT64) {
      int at = next();
      longs[at] = number;
    } else {
      add((double) number);
    }
  }

  /** The place of a new cell. Call it before naming an array: it may put a longer one there. */
  private int next() {
    if (size == capacity()) {
      int grown = Math.max(SMALLEST, size + (size >> 1));
      switch (type) {
        case STRING -> strings = Arrays.copyOf(strings, grown);
        case BOOLEAN -> booleans = Arrays.copyOf(booleans, grown);
        case INT32 -> ints = Arrays.copyOf(ints, grown);
        case INT64 -> longs = Arrays.copyOf(longs, grown);
        case FP32 -> floats = Arrays.copyOf(floats, grown);
        case FP64 -> doubles = Arrays.copyOf(doubles, grown);
      }
    }
    return size++;
  }

  private int capacity() {
    return switch (type) {
      case STRING -> strings.length;
      case BOOLEAN -> booleans.length;
      case INT32 -> ints.length;
      case INT64 -> longs.length;
      case FP32 -> floats.length;
      case FP64 -> doubles.length;
    };
  }

  public int size() {
    return size;
  }

  /** The column; the builder must not be used afterwards. */
  public Column build() {
    Object cells =
        switch (type) {
          case STRING -> strings;
          case BOOLEAN -> booleans;
          case INT32 -> ints;
          case INT64 -> longs;
          case FP32 -> floats;
          case FP64 -> doubles;
        };
    return new Column(type, cells, size, missing);
  }
}
