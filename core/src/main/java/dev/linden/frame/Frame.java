package dev.linden.frame;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import java.util.ArrayList;
import java.util.List;

/** A table of named, typed columns of equal length. Immutable. */
public final class Frame {
  private final int rows;
  private final List<String> names;
  private final List<Column> columns;

  public Frame(int rows, List<String> names, List<Column> columns) {
    if (names.size() != columns.size()) {
      throw new IllegalArgumentException(
          names.size() + " names for " + columns.size() + " columns");
    }
    for (Column column : columns) {
      if (column.size() != rows) {
        throw new IllegalArgumentException(
            "a column of " + column.size() + " cells in a frame of " + rows + " rows");
      }
    }
    this.rows = rows;
    this.names = List.copyOf(names);
    this.columns = List.copyOf(columns);
  }

  /** Columns named C1, C2, ... */
  public static Frame of(int rows, List<Column> columns) {
    return new Frame(rows, defaultNames(columns.size()), columns);
  }

  /** One cell. */
  public static Frame of(Column cell) {
    return of(cell.size(), List.of(cell));
  }

  /** Each column in the narrowest type that holds its values. */
  public static Frame of(Matrix matrix) {
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < matrix.cols(); j++) {
      double[] cells = new double[matrix.rows()];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = matrix.get(i, j);
      }
      columns.add(Column.narrowest(cells));
    }
    return of(matrix.rows(), columns);
  }

  private static List<String> defaultNames(int count) {
    List<String> names = new ArrayList<>();
    for (int j = 1; j <= count; j++) {
      names.add("C" + j);
    }
    return names;
  }

  public int rows() {
    return rows;
  }

  public int cols() {
    return columns.size();
  }

  public String name(int col) {
    return names.get(col);
  }

  public List<String> names() {
    return names;
  }

  /** Null if the columns have the names that those without a name get. */
  public List<String> givenNames() {
    return names.equals(defaultNames(names.size())) ? null : names;
  }

  /** The first column of that name, or -1. */
  public int position(String name) {
    return names.indexOf(name);
  }

  public List<Column> columns() {
    return columns;
  }

  public Frame withNames(List<String> newNames) {
    return new Frame(rows, newNames, columns);
  }

  /** Other columns of the same number under the same names. */
  public Frame withColumns(int newRows, List<Column> newColumns) {
    return new Frame(newRows, names, newColumns);
  }

  public Column column(int col) {
    return columns.get(col);
  }

  /** Rows {@code [rowStart, rowEnd)} of columns {@code [colStart, colEnd)}. */
  public Frame slice(int rowStart, int rowEnd, int colStart, int colEnd) {
    List<Column> parts =
        columns.subList(colStart, colEnd).stream().map(c -> c.slice(rowStart, rowEnd)).toList();
    return new Frame(rowEnd - rowStart, names.subList(colStart, colEnd), parts);
  }

  /** These rows, in their order. */
  public Frame selectRows(int[] selected) {
    return withColumns(selected.length, columns.stream().map(c -> c.select(selected)).toList());
  }

  /** These columns, in their order. */
  public Frame selectColumns(int[] selected) {
    List<String> someNames = new ArrayList<>();
    List<Column> some = new ArrayList<>();
    for (int col : selected) {
      someNames.add(names.get(col));
      some.add(columns.get(col));
    }
    return new Frame(rows, someNames, some);
  }

  /** With a part replaced; types of columns widen where they must, names stay. */
  public Frame with(int rowStart, int colStart, Frame part) {
    List<Column> changed = new ArrayList<>(columns);
    for (int j = 0; j < part.cols(); j++) {
      changed.set(colStart + j, columns.get(colStart + j).with(rowStart, part.column(j)));
    }
    return withColumns(rows, changed);
  }

  /** Columns of all frames side by side; columns that would share a name get default names. */
  public static Frame cbind(List<Frame> frames) {
    List<Column> all = new ArrayList<>();
    List<String> allNames = new ArrayList<>();
    for (Frame frame : frames) {
      all.addAll(frame.columns);
      allNames.addAll(frame.names);
    }
    boolean unique = allNames.stream().distinct().count() == allNames.size();
    return unique ? new Frame(frames.get(0).rows, allNames, all) : of(frames.get(0).rows, all);
  }

  /** Rows of all frames on top of each other, under the names of the first. */
  public static Frame rbind(List<Frame> frames) {
    Frame first = frames.get(0);
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < first.cols(); j++) {
      int col = j;
      columns.add(Column.concat(frames.stream().map(f -> f.column(col)).toList()));
    }
    int rows = frames.stream().mapToInt(Frame::rows).reduce(0, Math::addExact);
    return new Frame(rows, first.names, columns);
  }

  /** Bytes of heap that the cells take, roughly: texts that cells share are counted for each. */
  public long bytes() {
    return columns.stream().mapToLong(Column::bytes).sum();
  }

  /** Every cell must be a number; missing ones become NaN. */
  public Matrix toMatrix() {
    Dense result = Dense.zeros(rows, cols());
    for (int j = 0; j < cols(); j++) {
      for (int i = 0; i < rows; i++) {
        result.set(i, j, columns.get(j).number(i));
      }
    }
    return result;
  }
}
