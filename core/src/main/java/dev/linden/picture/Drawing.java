package dev.linden.picture;

import dev.linden.picture.Canvas.Anchor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Draws a plot: title, axes with a grid, what the kind shows, and a legend of several series. */
final class Drawing {
  static final int WIDTH = 640;
  static final int HEIGHT = 400;

  private static final double LEFT = 64;
  private static final double RIGHT = WIDTH - 24.0;
  private static final double TOP = 40;
  private static final double BOTTOM = HEIGHT - 52.0;
  private static final double SMALL = 11;
  private static final double LARGE = 15;
  private static final int GRID = 0xE4E4E4;
  private static final int AXIS = 0x888888;
  private static final int STEPS = 6;

  /** Lines of more points show the least and the largest of each stretch. */
  private static final int MOST_POINTS = 2000;

  private static final int MOST_LABELS = 12;
  private static final int LONGEST_LABEL = 14;

  /** Colours that the colour-blind tell apart as well (Okabe and Ito). */
  private static final int[] COLORS = {
    0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x333333
  };

  /** From small to large, equally far apart for the eye. */
  private static final int[] HEAT = {0x440154, 0x3B528B, 0x21918C, 0x5EC962, 0xFDE725};

  private final Plot plot;
  private final Canvas canvas;

  Drawing(Plot plot, Canvas canvas) {
    this.plot = plot;
    this.canvas = canvas;
  }

  void draw() {
    if (!plot.title().isEmpty()) {
      canvas.text((LEFT + RIGHT) / 2, 24, plot.title(), LARGE, Anchor.MIDDLE);
    }
    switch (plot.kind()) {
      case LINE, SCATTER -> points();
      case HIST -> histogram();
      case HEAT -> heat();
      case BOX -> boxes();
    }
    if (!plot.xLabel().isEmpty()) {
      canvas.text((LEFT + RIGHT) / 2, HEIGHT - 12.0, plot.xLabel(), SMALL + 1, Anchor.MIDDLE);
    }
  }

  private static int color(int series) {
    return COLORS[series % COLORS.length];
  }

  // ---- axes

  private static double x(double share) {
    return LEFT + share * (RIGHT - LEFT);
  }

  private static double y(double share) {
    return BOTTOM - share * (BOTTOM - TOP);
  }

  private void yAxis(Scale scale) {
    for (double tick : scale.ticks()) {
      double at = y(scale.share(tick));
      segment(LEFT, at, RIGHT, at, GRID, 1);
      canvas.text(LEFT - 8, at + 4, scale.label(tick), SMALL, Anchor.END);
    }
  }

  private void xAxis(Scale scale, boolean grid) {
    for (double tick : scale.ticks()) {
      double at = x(scale.share(tick));
      if (grid) {
        segment(at, TOP, at, BOTTOM, GRID, 1);
      }
      segment(at, BOTTOM, at, BOTTOM + 4, AXIS, 1);
      canvas.text(at, BOTTOM + 18, scale.label(tick), SMALL, Anchor.MIDDLE);
    }
  }

  private void baseLine() {
    segment(LEFT, BOTTOM, RIGHT, BOTTOM, AXIS, 1);
  }

  private void segment(double x1, double y1, double x2, double y2, int color, double width) {
    canvas.line(new double[] {x1, x2}, new double[] {y1, y2}, color, width);
  }

  /** Names of places on the horizontal axis, as many as there is room for. */
  private void categories() {
    int count = plot.categories().size();
    int every = (count + MOST_LABELS - 1) / MOST_LABELS;
    for (int j = 0; j < count; j += every) {
      canvas.text(
          x((j + 0.5) / count),
          BOTTOM + 18,
          shortened(plot.categories().get(j)),
          SMALL,
          Anchor.MIDDLE);
    }
  }

  private static String shortened(String name) {
    return name.codePointCount(0, name.length()) <= LONGEST_LABEL
        ? name
        : name.substring(0, name.offsetByCodePoints(0, LONGEST_LABEL - 1)) + "…";
  }

  private void legend() {
    boolean named = plot.series().stream().anyMatch(series -> !series.name().isEmpty());
    if (plot.series().size() < 2 || !named) {
      return;
    }
    int shown = Math.min(plot.series().size(), COLORS.length);
    canvas.box(RIGHT - 118, TOP + 4, 114, 10 + 16.0 * shown, 0xFFFFFF, 0.8);
    for (int s = 0; s < shown; s++) {
      double at = TOP + 20 + 16 * s;
      canvas.box(RIGHT - 112, at - 8, 10, 10, color(s), 1);
      canvas.text(RIGHT - 96, at + 1, shortened(plot.series().get(s).name()), SMALL, Anchor.START);
    }
  }

  // ---- lines and points

  private void points() {
    Scale xScale = plot.xScale(STEPS + 2);
    Scale yScale = plot.yScale(STEPS);
    yAxis(yScale);
    xAxis(xScale, true);
    baseLine();
    for (int s = 0; s < plot.series().size(); s++) {
      Plot.Series series = plot.series().get(s);
      if (plot.kind() == Plot.Kind.LINE) {
        lines(series, xScale, yScale, color(s));
      } else {
        dots(series, xScale, yScale, color(s));
      }
    }
    legend();
    if (plot.series().size() == 1 && !plot.series().get(0).name().isEmpty()) {
      canvas.text(LEFT, TOP - 8, plot.series().get(0).name(), SMALL + 1, Anchor.MIDDLE);
    }
  }

  /** A number that is missing parts the line. */
  private void lines(Plot.Series series, Scale xScale, Scale yScale, int color) {
    int from = 0;
    for (int i = 0; i <= series.y().length; i++) {
      boolean end =
          i == series.y().length
              || !Double.isFinite(series.y()[i])
              || !Double.isFinite(series.x()[i]);
      if (end) {
        line(series, from, i, xScale, yScale, color);
        from = i + 1;
      }
    }
  }

  private void line(Plot.Series series, int from, int to, Scale xScale, Scale yScale, int color) {
    List<Integer> kept = new ArrayList<>();
    int stretch = Math.max(1, (int) ((to - (long) from) * 2 / MOST_POINTS));
    for (int start = from; start < to; start += stretch) {
      int low = start;
      int high = start;
      for (int i = start; i < Math.min(to, start + stretch); i++) {
        low = series.y()[i] < series.y()[low] ? i : low;
        high = series.y()[i] > series.y()[high] ? i : high;
      }
      kept.add(Math.min(low, high));
      if (low != high) {
        kept.add(Math.max(low, high));
      }
    }
    if (kept.isEmpty()) {
      return;
    }
    double[] xs = kept.stream().mapToDouble(i -> x(xScale.share(series.x()[i]))).toArray();
    double[] ys = kept.stream().mapToDouble(i -> y(yScale.share(series.y()[i]))).toArray();
    if (xs.length == 1) {
      canvas.dot(xs[0], ys[0], 2, color, 1);
    } else {
      canvas.line(xs, ys, color, 1.8);
    }
  }

  /** One dot for all points of a place. */
  private void dots(Plot.Series series, Scale xScale, Scale yScale, int color) {
    Set<Long> taken = new HashSet<>();
    double opacity = series.y().length > 300 ? 0.4 : 0.75;
    for (int i = 0; i < series.y().length; i++) {
      if (!Double.isFinite(series.x()[i]) || !Double.isFinite(series.y()[i])) {
        continue;
      }
      double at = x(xScale.share(series.x()[i]));
      double up = y(yScale.share(series.y()[i]));
      if (taken.add(Math.round(at) * HEIGHT + Math.round(up))) {
        canvas.dot(at, up, 3, color, opacity);
      }
    }
  }

  // ---- histograms

  private void histogram() {
    Plot.Bins bins = Plot.Bins.of(plot.series());
    Scale counts = Scale.around(0, Math.max(1, bins.highest()), STEPS);
    yAxis(counts);
    int several = plot.series().size();
    for (int s = 0; s < several; s++) {
      for (int b = 0; b < bins.count(); b++) {
        double height = counts.share(bins.counts()[s][b]) * (BOTTOM - TOP);
        double left = x((double) b / bins.count());
        double width = (RIGHT - LEFT) / bins.count();
        if (height > 0) {
          canvas.box(
              left + 0.5, BOTTOM - height, width - 1, height, color(s), several > 1 ? 0.5 : 0.85);
        }
      }
    }
    // Not all borders of bins have room for a label.
    int every = (bins.count() + 9) / 10;
    Scale scale = bins.scale();
    for (int b = 0; b <= bins.count(); b += every) {
      double at = x((double) b / bins.count());
      segment(at, BOTTOM, at, BOTTOM + 4, AXIS, 1);
      String label = scale.label(scale.min() + b * scale.step());
      canvas.text(at, BOTTOM + 18, label, SMALL, Anchor.MIDDLE);
    }
    baseLine();
    legend();
  }

  // ---- heat maps

  private static final int MOST_BLOCKS = 160;
  private static final double BAR = 70;

  private void heat() {
    double[][] blocks = plot.blocks(MOST_BLOCKS, MOST_BLOCKS);
    Scale scale = Plot.scale(List.of(blocks), STEPS);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double[] row : blocks) {
      for (double cell : row) {
        if (Double.isFinite(cell)) {
          low = Math.min(low, cell);
          high = Math.max(high, cell);
        }
      }
    }
    double right = RIGHT - BAR;
    double width = (right - LEFT) / blocks[0].length;
    double height = (BOTTOM - TOP) / blocks.length;
    for (int r = 0; r < blocks.length; r++) {
      for (int c = 0; c < blocks[0].length; c++) {
        double share = high > low ? (blocks[r][c] - low) / (high - low) : 0.5;
        int color = Double.isFinite(blocks[r][c]) ? heat(share) : GRID;
        // A little larger, so that no gap shows between neighbours.
        canvas.box(LEFT + c * width, TOP + r * height, width + 0.3, height + 0.3, color, 1);
      }
    }
    rowNumbers(plot.series().get(0).y().length);
    int count = plot.categories().size();
    int every = (count + MOST_LABELS - 1) / MOST_LABELS;
    for (int j = 0; j < count; j += every) {
      double at = LEFT + (j + 0.5) / count * (right - LEFT);
      canvas.text(at, BOTTOM + 18, shortened(plot.categories().get(j)), SMALL, Anchor.MIDDLE);
    }
    if (low <= high) {
      int steps = 64;
      for (int k = 0; k < steps; k++) {
        double top = BOTTOM - (k + 1) * (BOTTOM - TOP) / steps;
        canvas.box(right + 16, top, 14, (BOTTOM - TOP) / steps + 0.3, heat((k + 0.5) / steps), 1);
      }
      canvas.text(right + 36, BOTTOM, scale.label(low), SMALL, Anchor.START);
      canvas.text(right + 36, TOP + 10, scale.label(high), SMALL, Anchor.START);
    }
  }

  private void rowNumbers(int rows) {
    int every = (rows + MOST_LABELS - 1) / MOST_LABELS;
    for (int i = 0; i < rows; i += every) {
      double at = TOP + (i + 0.5) / rows * (BOTTOM - TOP);
      canvas.text(LEFT - 8, at + 4, Integer.toString(i + 1), SMALL, Anchor.END);
    }
  }

  private static int heat(double share) {
    double at = Math.max(0, Math.min(1, share)) * (HEAT.length - 1);
    int below = Math.min(HEAT.length - 2, (int) at);
    double rest = at - below;
    int color = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int from = HEAT[below] >> shift & 0xFF;
      int to = HEAT[below + 1] >> shift & 0xFF;
      color |= (int) Math.round(from + rest * (to - from)) << shift;
    }
    return color;
  }

  // ---- box plots

  private static final int MOST_OUTLIERS = 500;

  private void boxes() {
    Scale scale = plot.yScale(STEPS);
    yAxis(scale);
    int count = plot.series().size();
    double room = (RIGHT - LEFT) / count;
    double half = Math.min(40, room * 0.32);
    for (int s = 0; s < count; s++) {
      double[] values = Plot.finite(plot.series().get(s).y());
      if (values.length == 0) {
        continue;
      }
      Plot.Box box = Plot.Box.of(values);
      double at = LEFT + (s + 0.5) * room;
      double q1 = y(scale.share(box.q1()));
      double q3 = y(scale.share(box.q3()));
      segment(at, y(scale.share(box.low())), at, q1, color(s), 1.5);
      segment(at, q3, at, y(scale.share(box.high())), color(s), 1.5);
      for (double end : new double[] {box.low(), box.high()}) {
        double level = y(scale.share(end));
        segment(at - half / 2, level, at + half / 2, level, color(s), 1.5);
      }
      canvas.box(at - half, q3, 2 * half, Math.max(1, q1 - q3), color(s), 0.35);
      double median = y(scale.share(box.median()));
      segment(at - half, median, at + half, median, color(s), 2.5);
      int every = box.outliers().length / MOST_OUTLIERS + 1;
      for (int k = 0; k < box.outliers().length; k += every) {
        canvas.dot(at, y(scale.share(box.outliers()[k])), 2.5, color(s), 0.7);
      }
    }
    baseLine();
    categories();
  }
}
