package dev.linden.picture;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * What is to be seen in a picture.
 *
 * @param title empty if there is none
 * @param xLabel of the horizontal axis; empty if there is none
 * @param series points, values or rows of cells, as the kind has it
 * @param categories what the places on the horizontal axis of box plots and heat maps are called
 */
public record Plot(
    Kind kind, String title, String xLabel, List<Series> series, List<String> categories) {
  /** What is drawn. */
  public enum Kind {
    LINE,
    SCATTER,
    HIST,
    HEAT,
    BOX;

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The names of all in scripts. */
    public static List<String> words() {
      return Arrays.stream(values()).map(Kind::word).toList();
    }

    /** By its name in scripts. */
    public static Kind of(String word) {
      for (Kind kind : values()) {
        if (kind.word().equals(word)) {
          return kind;
        }
      }
      throw new InputError(
          "kind of plot must be \"line\", \"scatter\", \"hist\", \"heat\" or \"box\", but is \""
              + word
              + "\"");
    }
  }

  /**
   * Numbers with a name, which is empty if they have none; {@code x} is null where none are needed.
   */
  public record Series(String name, double[] x, double[] y) {}

  /**
   * {@code y} null: the columns of x are shown, as lines and points over their positions 1, 2, ...
   * Names may be null.
   */
  public static Plot of(
      Kind kind, Matrix x, List<String> xNames, Matrix y, List<String> yNames, String title) {
    boolean pairs = kind == Kind.LINE || kind == Kind.SCATTER;
    if (y != null && !pairs) {
      throw new InputError(
          "a plot of kind \"" + kind.name().toLowerCase(Locale.ROOT) + "\" takes x only");
    }
    if (y != null && (x.cols() != 1 || x.rows() != y.rows())) {
      throw new InputError(
          "plot needs a column x with as many rows as y, but x is "
              + x.shape()
              + " and y is "
              + y.shape());
    }
    Matrix shown = y == null ? x : y;
    List<String> names = y == null ? xNames : yNames;
    if (shown.cells() == 0) {
      throw new InputError("there is nothing to plot in a " + shown.shape() + " matrix");
    }
    double[] positions =
        y != null
            ? column(x, 0)
            : DoubleStream.iterate(1, p -> p + 1).limit(shown.rows()).toArray();
    List<Series> series = new ArrayList<>();
    for (int j = 0; j < shown.cols(); j++) {
      String name = names == null ? "" : names.get(j);
      series.add(new Series(name, pairs ? positions : null, column(shown, j)));
    }
    List<String> categories = new ArrayList<>();
    for (int j = 0; j < shown.cols(); j++) {
      categories.add(names == null ? Integer.toString(j + 1) : names.get(j));
    }
    boolean named = y == null ? kind == Kind.HIST && series.size() == 1 : true;
    List<String> labels = y == null ? names : xNames;
    return new Plot(kind, title, named && labels != null ? labels.get(0) : "", series, categories);
  }

  private static double[] column(Matrix matrix, int col) {
    double[] cells = new double[matrix.rows()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = matrix.get(i, col);
    }
    return cells;
  }

  /** A picture in a text of SVG. */
  public String svg() {
    SvgCanvas canvas = new SvgCanvas(Drawing.WIDTH, Drawing.HEIGHT, title);
    new Drawing(this, canvas).draw();
    return canvas.text();
  }

  /** The bytes of a PNG file. */
  public byte[] png() {
    ImageCanvas canvas = new ImageCanvas(Drawing.WIDTH, Drawing.HEIGHT);
    new Drawing(this, canvas).draw();
    return canvas.png();
  }

  /** A picture of characters, for terminals. */
  public String sketch() {
    return Sketch.of(this);
  }

  // ---- what drawings ask

  /** Values that can be shown, sorted. */
  static double[] finite(double[] values) {
    return Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
  }

  /** A scale for all finite numbers; 0 to 1 if there are none. */
  static Scale scale(List<double[]> values, int steps) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double[] some : values) {
      for (double value : some) {
        if (Double.isFinite(value)) {
          low = Math.min(low, value);
          high = Math.max(high, value);
        }
      }
    }
    return low > high ? new Scale(0, 1, 0.2) : Scale.around(low, high, steps);
  }

  Scale xScale(int steps) {
    return scale(series.stream().map(Series::x).toList(), steps);
  }

  Scale yScale(int steps) {
    return scale(series.stream().map(Series::y).toList(), steps);
  }

  /** Quartiles, and whiskers to the last values within one and a half times their distance. */
  record Box(double low, double q1, double median, double q3, double high, double[] outliers) {
    static Box of(double[] sorted) {
      double q1 = quantile(sorted, 0.25);
      double q3 = quantile(sorted, 0.75);
      double reach = 1.5 * (q3 - q1);
      double[] inside =
          Arrays.stream(sorted).filter(v -> v >= q1 - reach && v <= q3 + reach).toArray();
      double[] outside =
          Arrays.stream(sorted).filter(v -> v < q1 - reach || v > q3 + reach).toArray();
      return new Box(inside[0], q1, quantile(sorted, 0.5), q3, inside[inside.length - 1], outside);
    }

    private static double quantile(double[] sorted, double share) {
      double at = share * (sorted.length - 1);
      int below = (int) at;
      double rest = at - below;
      return rest == 0 ? sorted[below] : sorted[below] * (1 - rest) + sorted[below + 1] * rest;
    }
  }

  /** How many values fall between neighbouring bounds, for each series. */
  record Bins(Scale scale, int count, long[][] counts) {
    private static final int MOST = 60;

    /** Bounds are round numbers, which makes up to two and a half times fewer; half of that. */
    private static final double ROUNDING = 1.5;

    static Bins of(List<Series> series) {
      double[] all =
          series.stream().flatMapToDouble(s -> Arrays.stream(finite(s.y()))).sorted().toArray();
      if (all.length == 0) {
        return new Bins(new Scale(0, 1, 1), 1, new long[series.size()][1]);
      }
      // A whole number stands for the stretch to the next one.
      boolean whole = Arrays.stream(all).allMatch(value -> value == Math.rint(value));
      double end = all[all.length - 1] + (whole ? 1 : 0);
      double range = end - all[0];
      // The rule of Freedman and Diaconis, but not less than Sturges says.
      double width =
          2 * (Box.quantile(all, 0.75) - Box.quantile(all, 0.25)) / Math.cbrt(all.length);
      double sturges = Math.log(all.length) / Math.log(2) + 1;
      double wanted = ROUNDING * Math.max(sturges, width > 0 ? range / width : 0);
      if (whole) {
        wanted = Math.min(wanted, range); // narrower ones would stay empty
      }
      int steps = (int) Math.max(1, Math.min(MOST, Math.ceil(wanted)));
      Scale scale = Scale.around(all[0], end, steps);
      int count = (int) Math.max(1, Math.round((scale.max() - scale.min()) / scale.step()));
      long[][] counts = new long[series.size()][count];
      for (int s = 0; s < counts.length; s++) {
        for (double value : finite(series.get(s).y())) {
          // Divided first: nothing overflows, and whole numbers are exact.
          int bin = (int) (value / scale.step() - scale.min() / scale.step());
          counts[s][Math.min(count - 1, bin)]++;
        }
      }
      return new Bins(scale, count, counts);
    }

    long highest() {
      return Arrays.stream(counts).flatMapToLong(Arrays::stream).max().orElse(0);
    }
  }

  /** Means of blocks of cells, at most this many each way; rows first. */
  double[][] blocks(int mostRows, int mostCols) {
    int rows = series.get(0).y().length;
    int cols = series.size();
    int blockRows = Math.min(rows, mostRows);
    int blockCols = Math.min(cols, mostCols);
    double[][] sums = new double[blockRows][blockCols];
    long[][] counts = new long[blockRows][blockCols];
    for (int j = 0; j < cols; j++) {
      int c = (int) ((long) j * blockCols / cols);
      for (int i = 0; i < rows; i++) {
        int r = (int) ((long) i * blockRows / rows);
        double value = series.get(j).y()[i];
        if (Double.isFinite(value)) {
          sums[r][c] += value;
          counts[r][c]++;
        }
      }
    }
    for (int r = 0; r < blockRows; r++) {
      for (int c = 0; c < blockCols; c++) {
        sums[r][c] = counts[r][c] == 0 ? Double.NaN : sums[r][c] / counts[r][c];
      }
    }
    return sums;
  }
}
