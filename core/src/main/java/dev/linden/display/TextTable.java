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
  private final int first;
  private final List<Table.Shown> fitting = new ArrayList<>();
  private final List<Integer> widths = new ArrayList<>();
  private final int numbersWidth;
  private final StringBuilder out = new StringBuilder();

  private TextTable(Table table, Limits limits) {
    first = limits.first();
    this.table = table;
    numbersWidth = Integer.toString(table.shownRows()).length();
    int used = numbersWidth;
    for (Table.Shown column : table.shown()) {
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

  /** {@code names} null: the columns of the matrix have none. */
  public static String of(Matrix matrix, List<String> names, String title, Limits limits) {
    return new TextTable(Table.of(matrix, names, title, limits.forText()), limits).text();
  }

  public static String of(Frame frame, String title, Limits limits) {
    return new TextTable(Table.of(frame, title, limits.forText()), limits).text();
  }

  private String text() {
    out.append(table.title()).append('\n');
    if (!fitting.isEmpty()) {
      line("", Table.Shown::name);
      if (fitting.stream().anyMatch(column -> !column.type().isEmpty())) {
        line("", Table.Shown::type);
      }
      for (int i = 0; i < table.shownRows(); i++) {
        int row = i;
        line(Integer.toString(row + first), column -> column.cells().get(row));
      }
    }
    String omitted = table.omitted(fitting.size());
    return out.append(omitted).append(omitted.isEmpty() ? "" : "\n").toString();
  }

  private void line(String label, Function<Table.Shown, String> cell) {
    StringBuilder line = new StringBuilder(Table.pad(label, numbersWidth, true));
    for (int j = 0; j < fitting.size(); j++) {
      Table.Shown column = fitting.get(j);
      line.append(GAP).append(Table.pad(cell.apply(column), widths.get(j), column.number()));
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }
}
