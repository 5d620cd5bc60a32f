package dev.linden.frame;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** Finds, changes and enforces the types of columns; one column is one piece of work. */
public final class Schemas {
  private Schemas() {}

  /** Per column the narrowest type that holds it, marked where cells are missing. */
  public static List<String> detect(Frame f, Workers workers) {
    String[] types = new String[f.cols()];
    forColumns(
        f.cols(),
        workers,
        j -> {
          Column column = f.column(j);
          String type = column.detect();
          boolean mark = !type.equals(ColumnType.STRING.name()) && column.hasMissing();
          types[j] = type + (mark ? ColumnType.WITH_MISSING : "");
          return null;
        });
    return Arrays.asList(types);
  }

  public static Frame apply(Frame f, List<ColumnType> schema, Workers workers) {
    Column[] columns = new Column[f.cols()];
    forColumns(
        f.cols(),
        workers,
        j -> {
          try {
            columns[j] = f.column(j).convert(schema.get(j));
          } catch (InputError e) {
            throw new InputError("column " + f.name(j) + ", " + e.getMessage(), e);
          }
          return null;
        });
    return f.withColumns(f.rows(), Arrays.asList(columns));
  }

  private static void forColumns(int cols, Workers workers, IntFunction<Void> task) {
    workers.forRanges(
        cols,
        1,
        (start, end) -> {
          for (int j = start; j < end; j++) {
            task.apply(j);
          }
        });
  }

  /** Columns keep their types; cells that the wanted types have no value for go missing. */
  public static Frame dropInvalid(Frame f, List<ColumnType> schema) {
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < f.cols(); j++) {
      Column column = f.column(j);
      ColumnType wanted = schema.get(j);
      columns.add(keep(column, i -> fits(column.text(i), wanted)));
    }
    return f.withColumns(f.rows(), columns);
  }

  /** {@code lengths} has the longest allowed text of each column. */
  public static Frame dropLonger(Frame f, Matrix lengths) {
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < f.cols(); j++) {
      Column column = f.column(j);
      double longest = lengths.get(0, j);
      columns.add(keep(column, i -> column.text(i).length() <= longest));
    }
    return f.withColumns(f.rows(), columns);
  }

  private static Column keep(Column column, IntFunction<Boolean> valid) {
    ColumnBuilder kept = new ColumnBuilder(column.type(), column.size());
    for (int i = 0; i < column.size(); i++) {
      if (column.isMissing(i) || !valid.apply(i)) {
        kept.addMissing();
      } else {
        kept.add(column.text(i));
      }
    }
    return kept.build();
  }

  /** A missing cell and every text fit STRING; others must be of the type or narrower. */
  private static boolean fits(String text, ColumnType wanted) {
    if (text == null || wanted == ColumnType.STRING) {
      return true;
    }
    ColumnType type = CellText.type(text);
    // A short decimal such as 0.1 has no exact FP32, but a column of FP32 takes it; 0 and 1, which
    // could be booleans, are numbers as well.
    return wanted.isFloating()
        ? type.isNumeric() || type == ColumnType.BOOLEAN
        : type.join(wanted) == wanted;
  }

  /**
   * In each row, a cell that does not fit its column changes places with the first one that fits
   * there and takes its place. Columns become strings.
   */
  public static Frame swap(Frame f, List<ColumnType> schema) {
    String[][] cells = new String[f.cols()][f.rows()];
    for (int j = 0; j < f.cols(); j++) {
      for (int i = 0; i < f.rows(); i++) {
        cells[j][i] = f.column(j).text(i);
      }
    }
    for (int i = 0; i < f.rows(); i++) {
      for (int j = 0; j < f.cols(); j++) {
        if (!fits(cells[j][i], schema.get(j))) {
          swapCell(cells, i, j, schema);
        }
      }
    }
    return f.withColumns(f.rows(), Arrays.stream(cells).map(Column::of).toList());
  }

  private static void swapCell(String[][] cells, int row, int col, List<ColumnType> schema) {
    String misplaced = cells[col][row];
    for (int k = 0; k < cells.length; k++) {
      String other = cells[k][row];
      if (k != col
          && other != null
          && fits(misplaced, schema.get(k))
          && fits(other, schema.get(col))) {
        cells[k][row] = misplaced;
        cells[col][row] = other;
        return;
      }
    }
  }
}
