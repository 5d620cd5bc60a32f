package dev.linden.api;

import dev.linden.base.InputError;
import dev.linden.frame.Column;
import dev.linden.frame.Frame;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.FrameValue;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Matrices and frames of the engine from Java arrays, and back. */
final class Cells {
  private Cells() {}

  /** {@code what} names the value in errors. A single row is wrapped, more are copied. */
  static MatrixValue matrix(String what, double[][] rows) {
    requireRows(what, rows);
    if (rows.length == 1) {
      return new MatrixValue(Dense.wrap(1, rows[0].length, rows[0]));
    }
    int cols = rows.length == 0 ? 0 : rows[0].length;
    double[] cells = new double[Math.multiplyExact(rows.length, cols)];
    for (int i = 0; i < rows.length; i++) {
      requireLength(what, i, rows[i].length, cols);
      System.arraycopy(rows[i], 0, cells, i * cols, cols);
    }
    return new MatrixValue(Dense.wrap(rows.length, cols, cells));
  }

  /** Wraps the array, row after row. */
  static MatrixValue matrix(String what, int rows, int cols, double[] cells) {
    requireGiven(what, cells);
    if (rows < 0 || cols < 0 || (long) rows * cols != cells.length) {
      throw new InputError(
          what + " is " + rows + "x" + cols + ", but has " + cells.length + " cells");
    }
    return new MatrixValue(Dense.wrap(rows, cols, cells));
  }

  static double[][] rows(Matrix matrix) {
    double[] cells = flat(matrix);
    int cols = matrix.cols();
    double[][] rows = new double[matrix.rows()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Arrays.copyOfRange(cells, i * cols, (i + 1) * cols);
    }
    return rows;
  }

  /** Row after row; the matrix's own array where it has one. */
  static double[] flat(Matrix matrix) {
    if (matrix.cells() > Integer.MAX_VALUE - 8) {
      throw new InputError("a " + matrix.shape() + " matrix has too many cells for one array");
    }
    Dense dense = Formats.toDense(matrix, Workers.serial());
    return dense.panelCount() == 1 ? dense.panel(0) : dense.toArray();
  }

  /** Text columns; null is a missing cell. */
  static FrameValue frame(String what, String[] names, String[][] rows) {
    requireGiven(what, names);
    for (int j = 0; j < names.length; j++) {
      if (names[j] == null) {
        throw new InputError("column " + (j + 1) + " of " + what + " has null as its name");
      }
    }
    requireRows(what, rows);
    for (int i = 0; i < rows.length; i++) {
      requireLength(what, i, rows[i].length, names.length);
    }
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < names.length; j++) {
      int col = j;
      columns.add(Column.of(Arrays.stream(rows).map(row -> row[col]).toArray(String[]::new)));
    }
    return new FrameValue(new Frame(rows.length, List.of(names), columns));
  }

  static String[][] rows(Frame frame) {
    String[][] rows = new String[frame.rows()][frame.cols()];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < frame.cols(); j++) {
        rows[i][j] = frame.column(j).text(i);
      }
    }
    return rows;
  }

  /** {@code names} is null for a list without names. */
  static ListValue list(String what, Collection<?> elements, List<String> names) {
    List<Value> values = new ArrayList<>();
    for (Object element : elements) {
      values.add(value(what, element));
    }
    if (names != null && names.contains(null)) {
      throw new InputError("an element of the list " + what + " has null as its name");
    }
    return new ListValue(values, names);
  }

  private static Value value(String what, Object element) {
    if (element instanceof Value value) {
      return value;
    } else if (element instanceof Double || element instanceof Float) {
      return Scalar.of(((Number) element).doubleValue());
    } else if (element instanceof Long || element instanceof Integer) {
      return Scalar.of(((Number) element).longValue());
    } else if (element instanceof Boolean flag) {
      return Scalar.of(flag);
    } else if (element instanceof String text) {
      return Scalar.of(text);
    } else if (element instanceof double[][] rows) {
      return matrix(what, rows);
    } else if (element instanceof List<?> list) {
      return list(what, list, null);
    } else if (element instanceof Map<?, ?> map) {
      return list(what, map.values(), map.keySet().stream().map(String::valueOf).toList());
    }
    throw new InputError(
        "an element of the list "
            + what
            + " is "
            + (element == null ? "null" : "a " + element.getClass().getName())
            + "; expected a number, boolean, text, double[][], list or map");
  }

  /** {@code what} says what a value is given for. */
  static <T> T requireGiven(String what, T value) {
    if (value == null) {
      throw new InputError(what + " is given null in place of a value");
    }
    return value;
  }

  private static void requireRows(String what, Object[] rows) {
    requireGiven(what, rows);
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] == null) {
        throw new InputError("row " + (i + 1) + " of " + what + " is null");
      }
    }
  }

  private static void requireLength(String what, int row, int length, int expected) {
    if (length != expected) {
      throw new InputError(
          "row "
              + (row + 1)
              + " of "
              + what
              + " has "
              + length
              + " cells, but "
              + expected
              + " are expected");
    }
  }
}
