package dev.linden.display;

import dev.linden.frame.Frame;
import dev.linden.matrix.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A table as lines of text: its title, names, types where columns have them, rows behind their
 * numbers, and what was left out. Ends with a line break.
 */
public final class TextTable {
  private static final String GAP = "  ";

  private final Table table;
  private final List<Table.Shown> fitting = new ArrayList<>();
  private final List<Integer> widths = new ArrayList<>();
  private final int labelsWidth;
  private final StringBuilder out = new StringBuilder();

  private TextTable(Table table, Limits limits) {
    this(table, table.shown(), limits);
  }

  private TextTable(Table table, List<Table.Shown> columns, Limits limits) {
    this.table = table;
    labelsWidth = table.labels().stream().mapToInt(Table::width).max().orElse(1);
    int used = labelsWidth;
    for (Table.Shown column : columns) {
      int width = Table.width(column);
      used += GAP.length() + width;
      // The first column is shown however wide it is.
      if (used > limits.width() && !fitting.isEmpty()) {
        break;
      }
      fitting.add(column);
      widths.add(width);
    }
  }

  /** Names null: rows or columns of the matrix have none. */
  public static String of(
      Matrix matrix, List<String> rowNames, List<String> names, String title, Limits limits) {
    return new TextTable(Table.of(matrix, rowNames, names, title, limits.forText()), limits).text();
  }

  public static String of(Frame frame, String title, Limits limits) {
    return new TextTable(Table.of(frame, title, limits.forText()), limits).text();
  }

  /**
   * All columns, below each other where a line has no room for them; the first one says in each
   * stretch what the rows are about.
   */
  public static String wrapped(Frame frame, String title, Limits limits) {
    Table table = Table.of(frame, title, limits);
    StringBuilder out = new StringBuilder(title).append('\n');
    List<Table.Shown> left = new ArrayList<>(table.shown());
    while (!left.isEmpty()) {
      TextTable part = new TextTable(table, left, limits);
      part.body();
      out.append(part.out);
      Table.Shown first = left.get(0);
      left.subList(0, part.fitting.size()).clear();
      if (!left.isEmpty()) {
        out.append('\n');
        // Beside a very wide first column there may be no room for others.
        if (part.fitting.size() > 1) {
          left.add(0, first);
        }
      }
    }
    return out.toString();
  }

  private void body() {
    if (!fitting.isEmpty()) {
      line("", Table.Shown::name);
      if (fitting.stream().anyMatch(column -> !column.type().isEmpty())) {
        line("", Table.Shown::type);
      }
      for (int i = 0; i < table.shownRows(); i++) {
        int row = i;
        line(table.labels().get(row), column -> column.cells().get(row));
      }
    }
  }

  private String text() {
    out.append(table.title()).append('\n');
    body();
    String omitted = table.omitted(fitting.size());
    return out.append(omitted).append(omitted.isEmpty() ? "" : "\n").toString();
  }

  private void line(String label, Function<Table.Shown, String> cell) {
    StringBuilder line = new StringBuilder(Table.pad(label, labelsWidth, !table.rowNames()));
    for (int j = 0; j < fitting.size(); j++) {
      Table.Shown column = fitting.get(j);
      line.append(GAP).append(Table.pad(cell.apply(column), widths.get(j), column.number()));
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }
}
