package dev.linden.bench.compression;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;

/**
 * Seeded data with the shape of known data sets: numbers of values, skew, order and dependence
 * between columns. {@code scale} is the share of the rows.
 */
final class DataSets {
  private DataSets() {}

  static final List<String> NAMES =
      List.of(
          "covtype",
          "census",
          "onehot",
          "airline",
          "imagenet",
          "mnist",
          "higgs",
          "normals",
          "amazon");

  /** What makes a data set of a share of the rows. */
  static DoubleFunction<Plain> named(String name) {
    return switch (name) {
      case "covtype" -> DataSets::covtype;
      case "census" -> DataSets::census;
      case "onehot" -> DataSets::censusOneHot;
      case "airline" -> DataSets::airline;
      case "imagenet" -> DataSets::imageNet;
      // A tenth of what the others have of their rows: its plain form would not fit beside the
      // rest.
      case "mnist" -> share -> mnist(share / 10);
      case "higgs" -> DataSets::higgs;
      case "normals" -> DataSets::normals;
      case "amazon" -> DataSets::amazon;
      default -> throw new IllegalArgumentException("no data set " + name + "; there are " + NAMES);
    };
  }

  /** Draws 0..n-1, k with a probability that falls with 1/(k+1). */
  private static final class Zipf {
    private final double[] upTo;

    Zipf(int n) {
      upTo = new double[n];
      double sum = 0;
      for (int k = 0; k < n; k++) {
        sum += 1.0 / (k + 1);
        upTo[k] = sum;
      }
      for (int k = 0; k < n; k++) {
        upTo[k] /= sum;
      }
    }

    int next(SplittableRandom random) {
      int found = Arrays.binarySearch(upTo, random.nextDouble());
      return Math.min(upTo.length - 1, found >= 0 ? found : -found - 1);
    }
  }

  private static double[] row(Dense matrix, int i) {
    return matrix.panelOf(i);
  }

  private static int rows(double full, double scale) {
    return (int) (full * scale);
  }

  /** Ten whole numbers, one of 4, one of 40. */
  static Plain covtype(double scale) {
    SplittableRandom random = new SplittableRandom(1);
    int[] values = {1978, 361, 67, 551, 700, 5785, 207, 185, 255, 5827};
    Zipf soil = new Zipf(40);
    Dense x = Dense.zeros(rows(581_012, scale), 54);
    for (int i = 0; i < x.rows(); i++) {
      int at = x.offset(i);
      double[] to = row(x, i);
      for (int j = 0; j < values.length; j++) {
        double bell = (random.nextDouble() + random.nextDouble() + random.nextDouble()) / 3;
        to[at + j] = (int) (bell * values[j]);
      }
      to[at + 10 + random.nextInt(4)] = 1;
      to[at + 14 + soil.next(random)] = 1;
    }
    return (Plain) Formats.adapt(x);
  }

  private static final int CENSUS_COLUMNS = 68;

  /** Values of each column: 378 in all. */
  private static int[] censusValues() {
    int[] values = new int[CENSUS_COLUMNS];
    int sum = 0;
    for (int j = 0; j < values.length; j++) {
      values[j] = 2 + j * 7 % 8;
      values[j] = j % 23 == 5 ? 18 : values[j];
      sum += values[j];
    }
    for (int j = 0; sum != 378; j = (j + 1) % values.length) {
      int step = Integer.signum(378 - sum);
      if (values[j] + step >= 2) {
        values[j] += step;
        sum += step;
      }
    }
    return values;
  }

  private static int[][] censusCells(int rows) {
    SplittableRandom random = new SplittableRandom(2);
    int[] values = censusValues();
    Zipf[] other = new Zipf[values.length];
    int[][] ofClass = new int[40][values.length];
    for (int j = 0; j < values.length; j++) {
      other[j] = new Zipf(values[j]);
      for (int[] cells : ofClass) {
        cells[j] = other[j].next(random);
      }
    }
    Zipf classes = new Zipf(40);
    int[][] cells = new int[rows][values.length];
    for (int[] row : cells) {
      int[] typical = ofClass[classes.next(random)];
      for (int j = 0; j < values.length; j++) {
        row[j] = random.nextDouble() < 0.8 ? typical[j] : other[j].next(random);
      }
    }
    return cells;
  }

  /** A hidden class decides most cells. */
  static Plain census(double scale) {
    int[][] cells = censusCells(rows(2_458_285, scale));
    Dense x = Dense.zeros(cells.length, CENSUS_COLUMNS);
    for (int i = 0; i < cells.length; i++) {
      for (int j = 0; j < CENSUS_COLUMNS; j++) {
        x.panelOf(i)[x.offset(i) + j] = cells[i][j];
      }
    }
    return x;
  }

  /** The same, a column for every value. */
  static Plain censusOneHot(double scale) {
    int[][] cells = censusCells(rows(2_458_285, scale));
    int[] values = censusValues();
    int[] first = new int[values.length];
    for (int j = 1; j < values.length; j++) {
      first[j] = first[j - 1] + values[j - 1];
    }
    int[] starts = new int[cells.length + 1];
    int[] columns = new int[cells.length * CENSUS_COLUMNS];
    double[] ones = new double[columns.length];
    Arrays.fill(ones, 1);
    int at = 0;
    for (int i = 0; i < cells.length; i++) {
      for (int j = 0; j < values.length; j++) {
        columns[at++] = first[j] + cells[i][j];
      }
      starts[i + 1] = at;
    }
    return new Csr(cells.length, 378, starts, columns, ones);
  }

  /** Sorted dates, minutes, carriers, airports, a distance that these decide, delays. */
  static Plain airline(double scale) {
    SplittableRandom random = new SplittableRandom(3);
    Dense x = Dense.zeros(rows(14_500_000, scale), 29);
    Zipf carriers = new Zipf(20);
    Zipf airports = new Zipf(300);
    for (int i = 0; i < x.rows(); i++) {
      int at = x.offset(i);
      double[] to = row(x, i);
      int day = (int) ((long) i * 365 / x.rows());
      int from = airports.next(random);
      int target = airports.next(random);
      int departure = random.nextInt(1440);
      int distance = 100 + (from * 7919 + target * 104_729) % 2500;
      int late = (int) Math.min(1200, -20 * Math.log(1 - random.nextDouble())) - 10;
      int carrier = carriers.next(random);
      double[] cells = {
        2007,
        day / 31 + 1,
        day % 31 + 1,
        day % 7 + 1,
        departure,
        departure / 60,
        departure + distance / 8,
        carrier,
        carrier * 100 + random.nextInt(60),
        random.nextInt(5000),
        distance / 8 + 30,
        distance / 8 + 25,
        distance / 8,
        late,
        Math.max(0, late),
        from,
        target,
        distance,
        5 + random.nextInt(15),
        8 + random.nextInt(20),
        random.nextInt(100) < 2 ? 1 : 0,
        0,
        random.nextInt(500) == 0 ? 1 : 0,
        late > 15 ? late / 2 : 0,
        0,
        late > 30 ? late / 3 : 0,
        0,
        late > 60 ? late / 4 : 0,
        day / 92 + 1
      };
      System.arraycopy(cells, 0, to, at, cells.length);
    }
    return x;
  }

  /**
   * Mostly real numbers, measured with the precision of four bytes; four columns with few values.
   */
  static Plain higgs(double scale) {
    SplittableRandom random = new SplittableRandom(4);
    Dense x = Dense.zeros(rows(11_000_000, scale), 28);
    double[] tags = {0, 1.0865380764007568, 2.1730761528015137};
    for (int i = 0; i < x.rows(); i++) {
      int at = x.offset(i);
      for (int j = 0; j < 28; j++) {
        boolean tag = j % 7 == 6;
        double real = random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5;
        row(x, i)[at + j] = tag ? tags[random.nextInt(3)] : (float) real;
      }
    }
    return x;
  }

  /** Counts with many zeros. */
  static Plain imageNet(double scale) {
    SplittableRandom random = new SplittableRandom(5);
    Dense x = Dense.zeros(rows(1_262_102, scale), 900);
    Zipf counts = new Zipf(60);
    for (int i = 0; i < x.rows(); i++) {
      int at = x.offset(i);
      for (int j = 0; j < 900; j++) {
        row(x, i)[at + j] = random.nextInt(100) < 31 ? 1 + counts.next(random) : 0;
      }
    }
    return (Plain) Formats.adapt(x);
  }

  /** Strokes in the middle, an empty border. */
  static Plain mnist(double scale) {
    SplittableRandom random = new SplittableRandom(6);
    Dense x = Dense.zeros(rows(8_100_000, scale), 784);
    for (int i = 0; i < x.rows(); i++) {
      int at = x.offset(i);
      for (int y = 4; y < 24; y++) {
        int start = 4 + random.nextInt(12);
        int length = 2 + random.nextInt(13);
        for (int k = start; k < Math.min(24, start + length); k++) {
          boolean edge = k == start || k == start + length - 1;
          row(x, i)[at + y * 28 + k] =
              edge || random.nextInt(3) == 0 ? 1 + random.nextInt(255) : 254 + random.nextInt(2);
        }
      }
    }
    return (Plain) Formats.adapt(x);
  }

  static Plain normals(double scale) {
    SplittableRandom random = new SplittableRandom(7);
    Dense x = Dense.zeros(rows(10_000_000, scale), 100);
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < 100; j++) {
        row(x, i)[x.offset(i) + j] = random.nextDouble() + random.nextDouble();
      }
    }
    return x;
  }

  /** So few non-zeros that nothing can be gained. */
  static Plain amazon(double scale) {
    SplittableRandom random = new SplittableRandom(8);
    int n = rows(8_000_000, scale);
    int cols = rows(2_300_000, scale);
    int perRow = 2;
    int[] starts = new int[n + 1];
    int[] columns = new int[n * perRow];
    double[] values = new double[n * perRow];
    for (int i = 0; i < n; i++) {
      int a = random.nextInt(cols / 2);
      columns[2 * i] = a;
      columns[2 * i + 1] = cols / 2 + random.nextInt(cols / 2);
      values[2 * i] = 1 + random.nextInt(5);
      values[2 * i + 1] = 1 + random.nextInt(5);
      starts[i + 1] = 2 * (i + 1);
    }
    return new Csr(n, cols, starts, columns, values);
  }

  static Workers workers() {
    return new Workers(
        Integer.getInteger("threads", Runtime.getRuntime().availableProcessors()),
        ArrayPool.none());
  }
}
