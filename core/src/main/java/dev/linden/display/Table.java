package dev.linden.display;

import dev.linden.frame.Column;
import dev.linden.frame.ColumnType;
import dev.linden.frame.Frame;
import dev.linden.matrix.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The upper left corner of a matrix or frame, ready to be laid out as text or HTML.
 *
 * @param title a line about the whole
 * @param rows of the whole
 * @param names of all columns; null: they have numbers only
 * @param labels of the first rows: their names or numbers
 * @param rowNames rows have names
 * @param shown the first columns
 * @param shownRows how many cells each of them has
 */
public record Table(
    String title,
    int rows,
    int cols,
    List<String> names,
    List<String> labels,
    boolean rowNames,
    List<Shown> shown,
    int shownRows) {
  private static final int LONGEST_TEXT = 40;

  /** Of columns that are left out. */
  private static final int MOST_NAMES = 8;

  private static final String MISSING = "NA";

  /** The cells of a column that are shown, as text; numbers are aligned at their right. */
  record Shown(String name, String type, boolean number, List<String> cells) {}

  /**
   * @param rowNames null: rows are shown behind their numbers
   * @param names null: columns are shown under their numbers, as scripts write them
   */
  public static Table of(
      Matrix matrix, List<String> rowNames, List<String> names, String title, Limits limits) {
    int rows = Math.min(matrix.rows(), limits.rows());
    List<Shown> shown = new ArrayList<>();
    for (int j = 0; j < Math.min(matrix.cols(), limits.cols()); j++) {
      int col = j;
      double[] cells = IntStream.range(0, rows).mapToDouble(i -> matrix.get(i, col)).toArray();
      String name = names == null ? "[," + (j + limits.first()) + "]" : oneLine(names.get(j));
      shown.add(new Shown(name, "", true, Numerals.of(cells)));
    }
    return new Table(
        title,
        matrix.rows(),
        matrix.cols(),
        names,
        labels(rowNames, rows, limits.first()),
        rowNames != null,
        shown,
        rows);
  }

  public static Table of(Frame frame, String title, Limits limits) {
    int rows = Math.min(frame.rows(), limits.rows());
    List<Shown> shown = new ArrayList<>();
    for (int j = 0; j < Math.min(frame.cols(), limits.cols()); j++) {
      Column column = frame.column(j);
      String type = column.type().name().toLowerCase(Locale.ROOT);
      boolean number = column.type().isNumeric();
      shown.add(new Shown(oneLine(frame.name(j)), type, number, cells(column, rows)));
    }
    return new Table(
        title,
        frame.rows(),
        frame.cols(),
        frame.names(),
        labels(null, rows, limits.first()),
        false,
        shown,
        rows);
  }

  private static List<String> labels(List<String> rowNames, int rows, int first) {
    return IntStream.range(0, rows)
        .mapToObj(i -> rowNames == null ? Integer.toString(i + first) : oneLine(rowNames.get(i)))
        .toList();
  }

  private static List<String> cells(Column column, int rows) {
    if (!column.type().isFloating()) {
      return IntStream.range(0, rows).mapToObj(i -> cell(column, i)).toList();
    }
    double[] numbers = IntStream.range(0, rows).mapToDouble(column::number).toArray();
    List<String> texts = new ArrayList<>(Numerals.of(numbers));
    IntStream.range(0, rows).filter(column::isMissing).forEach(i -> texts.set(i, MISSING));
    return texts;
  }

  private static String cell(Column column, int row) {
    if (column.isMissing(row)) {
      return MISSING;
    }
    return column.type() == ColumnType.BOOLEAN
        ? (column.number(row) != 0 ? "TRUE" : "FALSE")
        : oneLine(column.text(row));
  }

  /** Without line breaks and other characters that would spoil the table, and not too long. */
  static String oneLine(String text) {
    StringBuilder line = new StringBuilder();
    int count = 0;
    for (int c : text.codePoints().limit(LONGEST_TEXT + 1L).toArray()) {
      if (count++ == LONGEST_TEXT) {
        line.setLength(line.offsetByCodePoints(line.length(), -1));
        return line.append('…').toString();
      }
      switch (c) {
        case '\n' -> line.append("\\n");
        case '\t' -> line.append("\\t");
        case '\r' -> line.append("\\r");
        default -> {
          if (Character.isISOControl(c)) {
            line.append(String.format(Locale.ROOT, "\\u%04x", c));
          } else {
            line.appendCodePoint(c);
          }
        }
      }
    }
    return line.toString();
  }

  /** What is left out if so many columns are shown, with the names of some; empty if nothing is. */
  String omitted(int shownColumns) {
    int moreRows = rows - shownRows;
    int moreCols = cols - shownColumns;
    List<String> parts = new ArrayList<>();
    if (moreRows > 0) {
      parts.add(moreRows + (moreRows == 1 ? " more row" : " more rows"));
    }
    if (moreCols > 0) {
      parts.add(moreCols + (moreCols == 1 ? " more column" : " more columns") + some(shownColumns));
    }
    return parts.isEmpty() ? "" : "… " + String.join(", ", parts);
  }

  private String some(int from) {
    int to = Math.min(cols, from + MOST_NAMES);
    if (names == null) {
      return "";
    }
    List<String> some = names.subList(from, to).stream().map(Table::oneLine).toList();
    return " (" + String.join(", ", some) + (to < cols ? ", …)" : ")");
  }

  /** Characters on a terminal, but for scripts whose characters are wide. */
  static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  /** The widest of all texts of a column. */
  static int width(Shown column) {
    int names = Math.max(width(column.name()), width(column.type()));
    return column.cells().stream().mapToInt(Table::width).reduce(names, Math::max);
  }

  static String pad(String text, int width, boolean right) {
    char[] blanks = new char[Math.max(0, width - width(text))];
    Arrays.fill(blanks, ' ');
    return right ? new String(blanks) + text : text + new String(blanks);
  }
}
