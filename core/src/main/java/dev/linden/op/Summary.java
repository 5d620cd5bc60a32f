package dev.linden.op;

import dev.linden.frame.Column;
import dev.linden.frame.ColumnBuilder;
import dev.linden.frame.ColumnType;
import dev.linden.frame.Frame;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is worth knowing of the columns of a table: a frame with a row for each. */
final class Summary {
  private static final int BYTES_PER_CELL = 24;
  private static final int BYTES_PER_ROW = 24 << 10;

  /** What is told of numbers. */
  private static final List<String> NUMBERS =
      List.of("min", "25%", "median", "mean", "75%", "max", "sd");

  private final int count;
  private final String[] types;
  private final long[] missing;
  private final double[][] numbers;
  private final String[] mostFrequent;
  private final long[] distinct;

  private Summary(int count) {
    this.count = count;
    types = new String[count];
    missing = new long[count];
    numbers = new double[NUMBERS.size()][count];
    mostFrequent = new String[count];
    distinct = new long[count];
    for (double[] row : numbers) {
      Arrays.fill(row, Double.NaN);
    }
  }

  /** Bytes while a summary is made: the cells of a column on each thread, and texts. */
  static double scratch(Size size, int threads) {
    return size.known()
        ? (double) size.rows() * Math.min(size.cols(), threads) * BYTES_PER_CELL
            + (size.cols() + 8.0) * BYTES_PER_ROW
        : Footprint.UNKNOWN;
  }

  static Frame of(Matrix matrix, List<String> names, Workers workers) {
    Summary summary = new Summary(matrix.cols());
    List<String> rows = new ArrayList<>();
    for (int j = 0; j < matrix.cols(); j++) {
      rows.add(names == null ? "[," + (j + 1) + "]" : names.get(j));
    }
    workers.forRanges(
        matrix.cols(),
        1,
        (start, end) -> {
          for (int j = start; j < end; j++) {
            double[] cells = new double[matrix.rows()];
            for (int i = 0; i < cells.length; i++) {
              cells[i] = matrix.get(i, j);
            }
            summary.ofNumbers(j, cells);
          }
        });
    return summary.frame(rows, false);
  }

  static Frame of(Frame frame, Workers workers) {
    Summary summary = new Summary(frame.cols());
    workers.forRanges(
        frame.cols(),
        1,
        (start, end) -> {
          for (int j = start; j < end; j++) {
            Column column = frame.column(j);
            summary.types[j] = column.type().name().toLowerCase(Locale.ROOT);
            if (column.type().isNumeric()) {
              double[] cells = new double[column.size()];
              for (int i = 0; i < cells.length; i++) {
                cells[i] = column.number(i);
              }
              summary.ofNumbers(j, cells);
            } else {
              summary.ofTexts(j, column);
            }
          }
        });
    return summary.frame(frame.names(), true);
  }

  /** NaN is missing. Quartiles are interpolated between neighbours, as R and pandas do. */
  private void ofNumbers(int col, double[] cells) {
    Arrays.sort(cells); // NaN comes last
    int n = cells.length;
    while (n > 0 && Double.isNaN(cells[n - 1])) {
      n--;
    }
    missing[col] = (long) cells.length - n;
    if (n == 0) {
      return;
    }
    double mean = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double before = cells[i] - mean;
      mean += before / (i + 1);
      squares += before * (cells[i] - mean);
    }
    double[] found = {
      cells[0],
      quantile(cells, n, 0.25),
      quantile(cells, n, 0.5),
      mean,
      quantile(cells, n, 0.75),
      cells[n - 1],
      n > 1 ? Math.sqrt(squares / (n - 1)) : Double.NaN
    };
    for (int k = 0; k < found.length; k++) {
      numbers[k][col] = found[k];
    }
  }

  private static double quantile(double[] sorted, int n, double share) {
    double at = share * (n - 1);
    int below = (int) at;
    double rest = at - below;
    return rest == 0 ? sorted[below] : sorted[below] + rest * (sorted[below + 1] - sorted[below]);
  }

  private void ofTexts(int col, Column column) {
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < column.size(); i++) {
      if (column.isMissing(i)) {
        missing[col]++;
      } else {
        String text =
            column.type() == ColumnType.BOOLEAN
                ? (column.number(i) != 0 ? "TRUE" : "FALSE")
                : column.text(i);
        counts.merge(text, 1, Integer::sum);
      }
    }
    distinct[col] = counts.size();
    counts.entrySet().stream()
        .min(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .ifPresent(most -> mostFrequent[col] = most.getKey() + " (" + most.getValue() + ")");
  }

  private Frame frame(List<String> rows, boolean ofFrame) {
    List<String> names = new ArrayList<>(List.of("column"));
    List<Column> columns = new ArrayList<>(List.of(Column.of(rows.toArray(new String[0]))));
    if (ofFrame) {
      names.add("type");
      columns.add(Column.of(types));
    }
    names.add("missing");
    columns.add(Column.of(missing));
    boolean anyNumbers = !ofFrame || Arrays.stream(types).anyMatch(Summary::isNumeric);
    if (anyNumbers) {
      for (int k = 0; k < numbers.length; k++) {
        names.add(NUMBERS.get(k));
        columns.add(numbers(k));
      }
    }
    if (ofFrame && !Arrays.stream(types).allMatch(Summary::isNumeric)) {
      names.add("distinct");
      columns.add(distinct());
      names.add("most frequent");
      columns.add(Column.of(mostFrequent));
    }
    return new Frame(count, names, columns);
  }

  private static boolean isNumeric(String type) {
    return ColumnType.of(type).isNumeric();
  }

  /** Texts have no such number. */
  private Column numbers(int k) {
    ColumnBuilder column = new ColumnBuilder(ColumnType.FP64, count);
    for (double number : numbers[k]) {
      if (Double.isNaN(number)) {
        column.addMissing();
      } else {
        column.add(number);
      }
    }
    return column.build();
  }

  private Column distinct() {
    ColumnBuilder column = new ColumnBuilder(ColumnType.INT64, count);
    for (int j = 0; j < count; j++) {
      if (isNumeric(types[j])) {
        column.addMissing();
      } else {
        column.add(distinct[j]);
      }
    }
    return column.build();
  }
}
