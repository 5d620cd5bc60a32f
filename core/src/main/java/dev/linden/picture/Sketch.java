package dev.linden.picture;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A plot in characters: lines and points in Braille patterns, which have two by four dots each;
 * several lines have their names at their ends, several kinds of points signs of their own;
 * histograms in bars, heat maps in shades, box plots in a line for each column.
 */
final class Sketch {
  private static final int COLS = 64;
  private static final int ROWS = 16;
  private static final char BRAILLE = '\u2800';
  private static final String SIGNS = "ox+*#%@&";
  private static final String EIGHTHS = " ▁▂▃▄▅▆▇█";
  private static final String SHADES = " ░▒▓█";

  /** Bits of the dots of a character, by column and row. */
  private static final int[][] DOTS = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};

  private final Plot plot;
  private final StringBuilder out = new StringBuilder();

  private Sketch(Plot plot) {
    this.plot = plot;
  }

  static String of(Plot plot) {
    return new Sketch(plot).text();
  }

  private String text() {
    if (!plot.title().isEmpty()) {
      out.append(plot.title()).append('\n');
    }
    switch (plot.kind()) {
      case LINE, SCATTER -> points();
      case HIST -> histogram();
      case HEAT -> heat();
      case BOX -> boxes();
    }
    return out.toString();
  }

  // ---- a field of characters with axes

  /** Rows from top to bottom beside a vertical axis, above a horizontal one. */
  private void field(char[][] rows, Scale xScale, Scale yScale) {
    field(rows, xScale, yScale, Map.of());
  }

  /** With words to the right of some rows. */
  private void field(char[][] rows, Scale xScale, Scale yScale, Map<Integer, String> beside) {
    String top = yScale.label(yScale.max());
    String middle = yScale.label((yScale.min() + yScale.max()) / 2);
    String bottom = yScale.label(yScale.min());
    int width = Math.max(top.length(), Math.max(middle.length(), bottom.length()));
    for (int r = 0; r < rows.length; r++) {
      String label =
          r == 0 ? top : r == rows.length - 1 ? bottom : r == rows.length / 2 ? middle : "";
      out.append(" ".repeat(width - label.length())).append(label);
      out.append(label.isEmpty() ? " │" : " ┤");
      String row = new String(rows[r]) + beside.getOrDefault(r, "");
      out.append(row.stripTrailing()).append('\n');
    }
    out.append(" ".repeat(width + 1)).append('└').append("─".repeat(rows[0].length)).append('\n');
    String low = xScale.label(xScale.min());
    String high = xScale.label(xScale.max());
    String name = plot.xLabel();
    int room = rows[0].length - low.length() - high.length();
    int before = Math.max(1, (room - name.length()) / 2);
    int after = Math.max(1, room - name.length() - before);
    out.append(" ".repeat(width + 2)).append(low).append(" ".repeat(before)).append(name);
    out.append(" ".repeat(after)).append(high).append('\n');
  }

  // ---- lines and points

  private void points() {
    Scale xScale = plot.xScale(10);
    Scale yScale = plot.yScale(8);
    if (plot.kind() == Plot.Kind.SCATTER && plot.series().size() > 1) {
      signs(xScale, yScale);
      return;
    }
    Map<Integer, String> names = new TreeMap<>();
    int[][] dots = new int[ROWS][COLS];
    int number = 0;
    for (Plot.Series series : plot.series()) {
      double lastX = Double.NaN;
      double lastY = Double.NaN;
      int end = -1;
      for (int i = 0; i < series.y().length; i++) {
        double x = xScale.share(series.x()[i]) * (2 * COLS - 1);
        double y = (1 - yScale.share(series.y()[i])) * (4 * ROWS - 1);
        boolean seen = Double.isFinite(x) && Double.isFinite(y);
        if (seen && plot.kind() == Plot.Kind.LINE && Double.isFinite(lastX)) {
          line(dots, lastX, lastY, x, y);
        } else if (seen) {
          dot(dots, x, y);
        }
        lastX = seen ? x : Double.NaN;
        lastY = y;
        end = seen ? (int) Math.round(y) / 4 : end;
      }
      if (plot.series().size() > 1 && end >= 0) {
        names.merge(end, " " + name(number), (one, other) -> one + "," + other);
      }
      number++;
    }
    char[][] rows = new char[ROWS][COLS];
    for (int r = 0; r < ROWS; r++) {
      for (int c = 0; c < COLS; c++) {
        rows[r][c] = dots[r][c] == 0 ? ' ' : (char) (BRAILLE + dots[r][c]);
      }
    }
    field(rows, xScale, yScale, names);
  }

  private String name(int series) {
    return plot.categories().get(series);
  }

  /** Points of several series, of which the later ones hide the earlier ones. */
  private void signs(Scale xScale, Scale yScale) {
    char[][] rows = new char[ROWS][COLS];
    for (char[] row : rows) {
      Arrays.fill(row, ' ');
    }
    StringBuilder legend = new StringBuilder();
    for (int s = 0; s < plot.series().size(); s++) {
      Plot.Series series = plot.series().get(s);
      char sign = SIGNS.charAt(s % SIGNS.length());
      for (int i = 0; i < series.y().length; i++) {
        double x = xScale.share(series.x()[i]) * (COLS - 1);
        double y = (1 - yScale.share(series.y()[i])) * (ROWS - 1);
        if (Double.isFinite(x) && Double.isFinite(y)) {
          rows[(int) Math.round(y)][(int) Math.round(x)] = sign;
        }
      }
      legend.append("   ").append(sign).append(' ').append(name(s));
    }
    field(rows, xScale, yScale);
    out.append(legend).append('\n');
  }

  private static void line(int[][] dots, double x1, double y1, double x2, double y2) {
    int steps = (int) Math.ceil(Math.max(1, Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1))));
    for (int k = 0; k <= steps; k++) {
      double share = (double) k / steps;
      dot(dots, x1 + share * (x2 - x1), y1 + share * (y2 - y1));
    }
  }

  private static void dot(int[][] dots, double x, double y) {
    int col = (int) Math.round(x);
    int row = (int) Math.round(y);
    dots[row / 4][col / 2] |= DOTS[col % 2][row % 4];
  }

  // ---- histograms

  private void histogram() {
    Plot.Bins bins = Plot.Bins.of(plot.series());
    long[] counts = new long[bins.count()];
    for (long[] some : bins.counts()) {
      for (int b = 0; b < counts.length; b++) {
        counts[b] += some[b];
      }
    }
    Scale scale = Scale.around(0, Math.max(1, Arrays.stream(counts).max().orElse(1)), 4);
    int width = Math.max(1, COLS / counts.length);
    char[][] rows = new char[ROWS / 2][width * counts.length];
    for (int r = 0; r < rows.length; r++) {
      for (int b = 0; b < counts.length; b++) {
        double eighths = scale.share(counts[b]) * rows.length * 8 - 8.0 * (rows.length - 1 - r);
        int level = (int) Math.max(0, Math.min(8, Math.round(eighths)));
        Arrays.fill(rows[r], b * width, (b + 1) * width, EIGHTHS.charAt(level));
      }
    }
    field(rows, bins.scale(), scale);
  }

  // ---- heat maps

  private void heat() {
    double[][] blocks = plot.blocks(ROWS, COLS / 2);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double[] row : blocks) {
      for (double cell : Plot.finite(row)) {
        low = Math.min(low, cell);
        high = Math.max(high, cell);
      }
    }
    for (double[] row : blocks) {
      out.append('│');
      for (double cell : row) {
        double share = high > low ? (cell - low) / (high - low) : 0.5;
        char shade =
            Double.isFinite(cell)
                ? SHADES.charAt((int) Math.min(SHADES.length() - 1, share * SHADES.length()))
                : '·';
        out.append(shade).append(shade);
      }
      out.append("│\n");
    }
    if (low <= high) {
      Scale scale = Plot.scale(List.of(blocks), 5);
      out.append(scale.label(low)).append("  ").append(SHADES).append("  ");
      out.append(scale.label(high)).append('\n');
    }
  }

  // ---- box plots

  private void boxes() {
    Scale scale = plot.yScale(10);
    int names = plot.categories().stream().mapToInt(String::length).max().orElse(0);
    names = Math.min(names, 16);
    for (int s = 0; s < plot.series().size(); s++) {
      String name = plot.categories().get(s);
      name = name.length() > names ? name.substring(0, names - 1) + "…" : name;
      out.append(" ".repeat(names - name.length())).append(name).append(' ');
      double[] values = Plot.finite(plot.series().get(s).y());
      out.append(values.length == 0 ? "" : box(Plot.Box.of(values), scale)).append('\n');
    }
    String low = scale.label(scale.min());
    String high = scale.label(scale.max());
    out.append(" ".repeat(names + 1)).append(low);
    out.append(" ".repeat(Math.max(1, COLS - low.length() - high.length()))).append(high);
    out.append('\n');
  }

  private static String box(Plot.Box box, Scale scale) {
    char[] line = new char[COLS];
    Arrays.fill(line, ' ');
    for (double outlier : box.outliers()) {
      line[at(outlier, scale)] = '•';
    }
    Arrays.fill(line, at(box.low(), scale), at(box.high(), scale) + 1, '─');
    Arrays.fill(line, at(box.q1(), scale), at(box.q3(), scale) + 1, '▒');
    line[at(box.low(), scale)] = '├';
    line[at(box.high(), scale)] = '┤';
    line[at(box.median(), scale)] = '█';
    return new String(line).stripTrailing();
  }

  private static int at(double value, Scale scale) {
    return (int) Math.round(scale.share(value) * (COLS - 1));
  }
}
