package dev.linden.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a variable of the oracle holds. */
public sealed interface OracleValue {
  /** A matrix as plain rows; {@code cols} is kept apart for matrices without rows. */
  record Grid(int rows, int cols, double[][] cells) implements OracleValue {
    public static Grid zeros(int rows, int cols) {
      return new Grid(rows, cols, new double[rows][cols]);
    }

    /** Row-major cells. */
    public static Grid of(int rows, int cols, double... cells) {
      Grid grid = zeros(rows, cols);
      for (int i = 0; i < rows * cols; i++) {
        grid.cells[i / cols][i % cols] = cells[i];
      }
      return grid;
    }

    public double get(int row, int col) {
      return cells[row][col];
    }

    public Grid copy() {
      double[][] rowsCopy = new double[rows][];
      for (int i = 0; i < rows; i++) {
        rowsCopy[i] = cells[i].clone();
      }
      return new Grid(rows, cols, rowsCopy);
    }

    String shape() {
      return rows + "x" + cols;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Grid that
          && rows == that.rows
          && cols == that.cols
          && Arrays.deepEquals(cells, that.cells);
    }

    @Override
    public int hashCode() {
      return Arrays.deepHashCode(cells) * 31 + cols;
    }

    @Override
    public String toString() {
      return shape() + Arrays.deepToString(cells);
    }
  }

  /** A list; {@code names} is null when its elements have none. */
  record Items(List<OracleValue> values, List<String> names) implements OracleValue {
    Items slice(int from, int to) {
      return new Items(
          List.copyOf(values.subList(from, to)),
          names == null ? null : List.copyOf(names.subList(from, to)));
    }

    Items without(int position) {
      List<OracleValue> rest = new ArrayList<>(values);
      rest.remove(position);
      List<String> others = names == null ? null : new ArrayList<>(names);
      if (others != null) {
        others.remove(position);
      }
      return new Items(rest, others);
    }

    Items with(int position, OracleValue value) {
      List<OracleValue> changed = new ArrayList<>(values);
      changed.set(position, value);
      return new Items(changed, names);
    }
  }

  /** Value types of scalars. */
  enum Kind {
    INT,
    DOUBLE,
    BOOLEAN,
    STRING
  }

  /**
   * A scalar; {@code integer} holds ints and booleans, {@code real} doubles, {@code string}
   * strings.
   */
  record Atom(Kind kind, long integer, double real, String string) implements OracleValue {
    public static Atom of(long value) {
      return new Atom(Kind.INT, value, 0, null);
    }

    public static Atom of(double value) {
      return new Atom(Kind.DOUBLE, 0, value, null);
    }

    public static Atom of(boolean value) {
      return new Atom(Kind.BOOLEAN, value ? 1 : 0, 0, null);
    }

    public static Atom of(String value) {
      return new Atom(Kind.STRING, 0, 0, value);
    }

    public boolean isString() {
      return kind == Kind.STRING;
    }

    /** TRUE is 1; a string is no number. */
    public double number() {
      return switch (kind) {
        case INT, BOOLEAN -> integer;
        case DOUBLE -> real;
        case STRING ->
            throw new OracleError("\"" + string + "\" is a string where a number is needed");
      };
    }

    public boolean isTrue() {
      return number() != 0;
    }

    /** As print shows it. */
    public String text() {
      return switch (kind) {
        case INT -> Long.toString(integer);
        case BOOLEAN -> integer != 0 ? "TRUE" : "FALSE";
        case DOUBLE -> OracleText.shortest(real);
        case STRING -> string;
      };
    }
  }
}
