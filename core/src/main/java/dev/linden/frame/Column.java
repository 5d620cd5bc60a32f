package dev.linden.frame;

import dev.linden.base.InputError;
import dev.linden.base.Numbers;
import java.lang.reflect.Array;
import java.util.BitSet;
import java.util.List;

/** The cells of one column, in an array of their own type. Any cell may be missing. Immutable. */
public final class Column {
  /** A reference and the headers of a string and its array. */
  private static final int BYTES_PER_TEXT = 48;

  private final ColumnType type;
  private final Object cells;
  private final int size;

  /** Null when no cell is missing, and for strings, whose missing cells are null. */
  private final BitSet missing;

  /** Takes the array over, which may be longer than {@code size}. */
  Column(ColumnType type, Object cells, int size, BitSet missing) {
    this.type = type;
    this.cells = cells;
    this.size = size;
    this.missing = missing == null || missing.isEmpty() ? null : missing;
  }

  /** Takes the array over; null cells are missing. */
  public static Column of(String... texts) {
    return new Column(ColumnType.STRING, texts, texts.length, null);
  }

  public static Column of(boolean... flags) {
    return new Column(ColumnType.BOOLEAN, flags, flags.length, null);
  }

  public static Column of(long... integers) {
    return new Column(ColumnType.INT64, integers, integers.length, null);
  }

  public static Column of(double... numbers) {
    return new Column(ColumnType.FP64, numbers, numbers.length, null);
  }

  /**
   * Numbers in the narrowest type that holds them all exactly: BOOLEAN if all are 0 or 1, else
   * INT32, INT64, FP32 or FP64.
   */
  public static Column narrowest(double[] numbers) {
    ColumnType type = numbers.length == 0 ? ColumnType.INT32 : ColumnType.BOOLEAN;
    boolean singlePrecision = true;
    for (double number : numbers) {
      type = type.join(narrowest(number));
      singlePrecision &= number == (float) number || Double.isNaN(number);
    }
    // Large integers beside short fractions.
    type = type == ColumnType.FP32 && !singlePrecision ? ColumnType.FP64 : type;
    ColumnBuilder column = new ColumnBuilder(type, numbers.length);
    for (double number : numbers) {
      column.add(number);
    }
    return column.build();
  }

  static ColumnType narrowest(double number) {
    if (number == 0 || number == 1) {
      return ColumnType.BOOLEAN;
    }
    if (number == Math.rint(number) && Math.abs(number) < 0x1p63) {
      return number == (int) number ? ColumnType.INT32 : ColumnType.INT64;
    }
    return Double.isNaN(number) || number == (float) number ? ColumnType.FP32 : ColumnType.FP64;
  }

  public ColumnType type() {
    return type;
  }

  public int size() {
    return size;
  }

  public boolean isMissing(int row) {
    return type == ColumnType.STRING
        ? ((String[]) cells)[row] == null
        : missing != null && missing.get(row);
  }

  /** Missing, an empty text, or not a number in a numeric column. */
  public boolean isBlank(int row) {
    return isMissing(row) || isEmptyText(row) || isNaN(row);
  }

  /** A text without characters, which is not the same as a missing cell. */
  public boolean isEmptyText(int row) {
    return type == ColumnType.STRING && "".equals(((String[]) cells)[row]);
  }

  /** A cell of a numeric column that is there, but is not a number. */
  public boolean isNaN(int row) {
    return type.isFloating() && !isMissing(row) && Double.isNaN(number(row));
  }

  /** The cell as plain text; null when missing. */
  public String text(int row) {
    if (isMissing(row)) {
      return null;
    }
    return switch (type) {
      case STRING -> ((String[]) cells)[row];
      case BOOLEAN -> ((boolean[]) cells)[row] ? "true" : "false";
      case INT32 -> Integer.toString(((int[]) cells)[row]);
      case INT64 -> Long.toString(((long[]) cells)[row]);
      case FP32 -> Float.toString(((float[]) cells)[row]);
      case FP64 -> Double.toString(((double[]) cells)[row]);
    };
  }

  /** The cell as a number; missing and empty are NaN, text is parsed, and true is 1. */
  public double number(int row) {
    if (isMissing(row)) {
      return Double.NaN;
    }
    return switch (type) {
      case STRING -> CellText.numberOrFlag(((String[]) cells)[row]);
      case BOOLEAN -> ((boolean[]) cells)[row] ? 1 : 0;
      case INT32 -> ((int[]) cells)[row];
      case INT64 -> ((long[]) cells)[row];
      case FP32 -> ((float[]) cells)[row];
      case FP64 -> ((double[]) cells)[row];
    };
  }

  /** A cell of an integer column, without a detour over double. */
  public long integer(int row) {
    return type == ColumnType.INT64 ? ((long[]) cells)[row] : ((int[]) cells)[row];
  }

  /** Cells {@code [from, to)}. */
  public Column slice(int from, int to) {
    Object part = newArray(to - from);
    System.arraycopy(cells, from, part, 0, to - from);
    return new Column(type, part, to - from, missing == null ? null : missing.get(from, to));
  }

  /** The cells of these rows, in their order. */
  public Column select(int[] rows) {
    Object part = newArray(rows.length);
    BitSet partMissing = new BitSet();
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(cells, rows[i], part, i, 1);
      if (missing != null && missing.get(rows[i])) {
        partMissing.set(i);
      }
    }
    return new Column(type, part, rows.length, partMissing);
  }

  /** All columns on top of each other, in a type that holds them all. */
  public static Column concat(List<Column> columns) {
    ColumnType joined = columns.get(0).type;
    int total = 0;
    for (Column column : columns) {
      joined = joined.join(column.type);
      total = Math.addExact(total, column.size);
    }
    Object all = columns.get(0).convert(joined).newArray(total);
    BitSet allMissing = new BitSet();
    int at = 0;
    for (Column column : columns) {
      Column part = column.convert(joined);
      part.copyTo(all, allMissing, at);
      at += part.size;
    }
    return new Column(joined, all, total, allMissing);
  }

  /** With the cells from {@code from} on replaced, in a type that holds both. */
  public Column with(int from, Column part) {
    ColumnType joined =
        part.size == size ? part.type : part.size == 0 ? type : type.join(part.type);
    Column result = convert(joined);
    Object changed = result.newArray(size);
    BitSet changedMissing = new BitSet();
    result.copyTo(changed, changedMissing, 0);
    part.convert(joined).copyTo(changed, changedMissing, from);
    return new Column(joined, changed, size, changedMissing);
  }

  private void copyTo(Object target, BitSet targetMissing, int at) {
    System.arraycopy(cells, 0, target, at, size);
    targetMissing.clear(at, at + size);
    if (missing != null) {
      missing.stream().forEach(i -> targetMissing.set(at + i));
    }
  }

  private Object newArray(int length) {
    return Array.newInstance(cells.getClass().getComponentType(), length);
  }

  /**
   * In another type; a cell that has no value there is an {@link InputError}, which names the row.
   */
  public Column convert(ColumnType wanted) {
    if (wanted == type) {
      return this;
    }
    ColumnBuilder column = new ColumnBuilder(wanted, size);
    for (int i = 0; i < size; i++) {
      if (isMissing(i)) {
        column.addMissing();
      } else {
        convertCell(i, wanted, column);
      }
    }
    return column.build();
  }

  /** Whether a type has all values of this column, text being taken for what it says. */
  public boolean fits(ColumnType wanted) {
    for (int i = 0; i < size; i++) {
      if (!isMissing(i) && !fits(i, wanted)) {
        return false;
      }
    }
    return true;
  }

  private boolean fits(int row, ColumnType wanted) {
    if (wanted == ColumnType.STRING) {
      return true;
    }
    if (type == ColumnType.STRING && CellText.isFlag(text(row).strip())) {
      return wanted == ColumnType.BOOLEAN;
    }
    if (type == ColumnType.STRING && !Numbers.isNumber(text(row))) {
      return false;
    }
    if (wanted == ColumnType.FP32) {
      return number(row) == (float) number(row) || Double.isNaN(number(row));
    }
    ColumnType own = type == ColumnType.STRING ? narrowest(number(row)) : narrowest(row);
    return own.join(wanted) == wanted;
  }

  private void convertCell(int row, ColumnType wanted, ColumnBuilder target) {
    try {
      if (wanted == ColumnType.INT64 && type == ColumnType.INT32) {
        target.add(integer(row));
      } else if (wanted.isNumeric() && type != ColumnType.STRING) {
        target.add(number(row));
      } else {
        target.add(text(row));
      }
    } catch (InputError e) {
      throw new InputError("row " + (row + 1) + ": " + e.getMessage(), e);
    }
  }

  /**
   * The name of the narrowest type that holds all cells, looking into texts; string if all are
   * missing.
   */
  public String detect() {
    if (type == ColumnType.STRING) {
      return CellText.typeOfAll(this);
    }
    ColumnType found = null;
    for (int i = 0; i < size; i++) {
      if (!isMissing(i)) {
        found = found == null ? narrowest(i) : found.join(narrowest(i));
      }
    }
    return (found == null ? ColumnType.STRING : found).name();
  }

  private ColumnType narrowest(int row) {
    return switch (type) {
      case INT32, INT64 ->
          integer(row) == 0 || integer(row) == 1
              ? ColumnType.BOOLEAN
              : integer(row) == (int) integer(row) ? ColumnType.INT32 : ColumnType.INT64;
      case FP32, FP64 -> narrowest(number(row));
      default -> type;
    };
  }

  /** Bytes of heap that the cells take, roughly. */
  long bytes() {
    return switch (type) {
      case BOOLEAN -> size;
      case INT32, FP32 -> 4L * size;
      case INT64, FP64 -> 8L * size;
      case STRING -> {
        long bytes = 0;
        for (int i = 0; i < size; i++) {
          bytes += BYTES_PER_TEXT + (isMissing(i) ? 0 : text(i).length());
        }
        yield bytes;
      }
    };
  }

  public boolean hasMissing() {
    for (int i = 0; i < size; i++) {
      if (isMissing(i)) {
        return true;
      }
    }
    return false;
  }
}
