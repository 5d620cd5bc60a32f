package dev.linden.spark.mlcontext;

import dev.linden.base.InputError;
import dev.linden.base.Numbers;
import dev.linden.spark.exchange.MatrixCell;
import dev.linden.spark.exchange.MatrixRow;
import org.apache.spark.sql.Row;
import scala.Tuple3;

/** Elements of RDDs as rows and cells of matrices. */
final class Elements {
  private Elements() {}

  static MatrixRow row(String name, Object element) {
    if (element instanceof String line) {
      return MatrixRow.dense(MatrixRow.UNNUMBERED, numbers(name, line.split(",", -1)));
    } else if (element instanceof double[] cells) {
      return MatrixRow.dense(MatrixRow.UNNUMBERED, cells);
    } else if (element instanceof Number number) {
      return MatrixRow.dense(MatrixRow.UNNUMBERED, new double[] {number.doubleValue()});
    } else if (element instanceof Row row) {
      RowCells cells = new RowCells();
      for (int j = 0; j < row.length(); j++) {
        cells.add(name, row.get(j));
      }
      return cells.row(MatrixRow.UNNUMBERED);
    } else if (element != null && LocalVectors.isLocal(element)) {
      RowCells cells = new RowCells();
      cells.add(name, element);
      return cells.row(MatrixRow.UNNUMBERED);
    }
    throw unexpected(name, "a row: csv text, double[], Row or vector", element);
  }

  static MatrixCell cell(String name, Object element) {
    if (element instanceof String line) {
      double[] numbers = numbers(name, line.strip().split("[\\s,]+"));
      if (numbers.length == 3) {
        return cell(name, numbers[0], numbers[1], numbers[2]);
      }
    } else if (element instanceof Tuple3<?, ?, ?> triple) {
      return cell(
          name, number(name, triple._1()), number(name, triple._2()), number(name, triple._3()));
    } else if (element instanceof Row row && row.length() == 3) {
      return cell(
          name, number(name, row.get(0)), number(name, row.get(1)), number(name, row.get(2)));
    }
    throw unexpected(name, "a row number, a column number and a value", element);
  }

  private static MatrixCell cell(String name, double row, double col, double value) {
    if (row != Math.rint(row) || col != Math.rint(col)) {
      throw unexpected(name, "whole numbers of a row and a column", row + ", " + col);
    }
    return new MatrixCell((long) row, (long) col, value);
  }

  /** A missing number is NaN. */
  static double number(String name, Object value) {
    if (value == null) {
      return Double.NaN;
    } else if (value instanceof Number number) {
      return number.doubleValue();
    } else if (value instanceof Boolean flag) {
      return flag ? 1 : 0;
    }
    throw unexpected(name, "a number", value);
  }

  private static double[] numbers(String name, String[] texts) {
    double[] numbers = new double[texts.length];
    for (int j = 0; j < texts.length; j++) {
      try {
        String text = texts[j].strip();
        numbers[j] = text.isEmpty() ? Double.NaN : Numbers.parse(text);
      } catch (NumberFormatException e) {
        throw unexpected(name, "a number", texts[j]);
      }
    }
    return numbers;
  }

  private static InputError unexpected(String name, String expected, Object found) {
    return new InputError(
        name
            + ": expected "
            + expected
            + ", found "
            + (found == null ? "null" : found + " (" + found.getClass().getSimpleName() + ")"));
  }
}
