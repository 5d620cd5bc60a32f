package dev.linden.matrix.kernel.random;

import dev.linden.base.InputError;
import dev.linden.base.Numbers;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.Ranges;
import java.util.Arrays;
import java.util.StringTokenizer;

/** New matrices from nothing. */
public final class Generate {
  /** Zero matrices below this size are dense. */
  private static final long SMALL_CELLS = 1 << 20;

  private Generate() {}

  /**
   * All cells equal. Zeros usually wait to be filled cell by cell: small matrices and columns are
   * therefore dense. Large ones are sparse without any non-zero; the first write turns them into
   * the form for updates.
   */
  public static Matrix constant(int rows, int cols, double value, Workers workers) {
    long cells = (long) rows * cols;
    if (value == 0) {
      return cells < SMALL_CELLS || cols == 1
          ? Dense.allocate(rows, cols, workers).withNnz(0)
          : Formats.zeros(rows, cols);
    }
    Dense result = Dense.allocateUncleared(rows, cols, workers);
    workers.forRanges(
        rows,
        Ranges.rows(rows, cells),
        (start, end) -> {
          for (int i = start; i < end; i++) {
            int offset = result.offset(i);
            Arrays.fill(result.panelOf(i), offset, offset + cols, value);
          }
        });
    return result.withNnz(cells);
  }

  /**
   * From text like {@code "1 2 3 4"}, row by row; throws InputError if the count or a number is
   * wrong.
   */
  public static Matrix parse(String text, int rows, int cols) {
    StringTokenizer words = new StringTokenizer(text);
    int count = words.countTokens();
    if (count != (long) rows * cols) {
      throw new InputError(
          "matrix: "
              + rows
              + "x"
              + cols
              + " needs "
              + (long) rows * cols
              + " numbers, but the text has "
              + count);
    }
    double[] cells = new double[count];
    for (int i = 0; i < count; i++) {
      cells[i] = number(words.nextToken(), i + 1);
    }
    return Dense.wrap(rows, cols, cells);
  }

  private static double number(String word, int place) {
    try {
      return Numbers.parse(word);
    } catch (NumberFormatException e) {
      throw new InputError(
          "matrix: \"" + word + "\" (word " + place + " of the text) is not a number", e);
    }
  }

  /** Number of values that {@link #sequence} gives. */
  public static long sequenceLength(double from, double to, double increment) {
    if (!Double.isFinite(from) || !Double.isFinite(to) || !Double.isFinite(increment)) {
      throw new InputError(
          "seq needs finite numbers, but found from "
              + from
              + ", to "
              + to
              + ", increment "
              + increment);
    }
    if (increment == 0) {
      throw new InputError("seq: the increment must not be 0");
    }
    if (from != to && from < to != increment > 0) {
      throw new InputError(
          "seq: an increment of " + increment + " does not lead from " + from + " to " + to);
    }
    double steps = Math.floor(to / increment - from / increment);
    double next = from + (steps + 1) * increment;
    boolean another = increment > 0 ? next <= to : next >= to;
    double length = steps + 1 + (another ? 1 : 0);
    if (!(length < 0x1p62)) {
      throw new InputError(
          "seq: from " + from + " to " + to + " by " + increment + " has too many values");
    }
    return (long) length;
  }

  /** {@link #sequence(double, double, double, Workers)} on this thread alone. */
  public static Matrix sequence(double from, double to, double increment) {
    return sequence(from, to, increment, Workers.serial());
  }

  /** from, from+increment, ... as a column; values by repeated addition. */
  public static Matrix sequence(double from, double to, double increment, Workers workers) {
    long length = sequenceLength(from, to, increment);
    if (length > Integer.MAX_VALUE) {
      throw new InputError(
          "seq: "
              + length
              + " values are more than a matrix can have rows ("
              + Integer.MAX_VALUE
              + ")");
    }
    Dense result = Dense.allocateUncleared((int) length, 1, workers);
    boolean exact = from == Math.rint(from) && increment == Math.rint(increment);
    if (exact && Math.max(Math.abs(from), Math.abs(to)) < 0x1p52) {
      // additions of whole numbers round nothing, wherever they start
      double first = from;
      for (int p = 0; p < result.panelCount(); p++) {
        double[] cells = result.panel(p);
        double start = first;
        workers.forRanges(
            cells.length,
            Grain.CELLS,
            (begin, end) -> {
              for (int i = begin; i < end; i++) {
                cells[i] = start + i * increment;
              }
            });
        first += cells.length * increment;
      }
      return result;
    }
    double value = from;
    for (int i = 0; i < length; i++) {
      result.panelOf(i)[result.offset(i)] = value;
      value += increment;
    }
    return result;
  }

  /**
   * Uniform in [min, max); each cell is non-zero with probability {@code sparsity}. Depends on seed
   * and cell position only.
   */
  public static Matrix uniform(
      int rows, int cols, double min, double max, double sparsity, long seed, Workers workers) {
    return uniform(Region.whole(rows, cols), min, max, sparsity, seed, workers);
  }

  /** A part of such a matrix. */
  public static Matrix uniform(
      Region region, double min, double max, double sparsity, long seed, Workers workers) {
    if (!(min <= max) || Double.isInfinite(min) || Double.isInfinite(max)) {
      throw new InputError(
          "rand: min must be a finite number not above max, but min is "
              + min
              + " and max is "
              + max);
    }
    if (min == max && sparsity == 1) {
      return constant(region.rows(), region.cols(), min, workers);
    }
    return RandomMatrix.generate(
        region, sparsity, seed, () -> new Variates.Uniform(min, max, seed), workers);
  }

  /** N(0,1). */
  public static Matrix normal(int rows, int cols, double sparsity, long seed, Workers workers) {
    return normal(Region.whole(rows, cols), sparsity, seed, workers);
  }

  /** A part of such a matrix. */
  public static Matrix normal(Region region, double sparsity, long seed, Workers workers) {
    return RandomMatrix.generate(region, sparsity, seed, () -> new Variates.Normal(seed), workers);
  }

  public static Matrix poisson(
      int rows, int cols, double lambda, double sparsity, long seed, Workers workers) {
    return poisson(Region.whole(rows, cols), lambda, sparsity, seed, workers);
  }

  /** A part of such a matrix. */
  public static Matrix poisson(
      Region region, double lambda, double sparsity, long seed, Workers workers) {
    if (!(lambda >= 0) || Double.isInfinite(lambda)) {
      throw new InputError("rand: lambda must be a finite number of at least 0, but is " + lambda);
    }
    if (lambda == 0) {
      return constant(region.rows(), region.cols(), 0, workers);
    }
    return RandomMatrix.generate(
        region,
        sparsity,
        seed,
        () ->
            lambda < Variates.LargePoisson.MIN_LAMBDA
                ? new Variates.SmallPoisson(lambda, seed)
                : new Variates.LargePoisson(lambda, seed),
        workers);
  }

  /** {@code size} numbers out of 1..range as a column. */
  public static Matrix sample(long range, int size, boolean replace, long seed) {
    return Sampling.sample(range, size, replace, seed);
  }

  /** Rows from {@code firstRow} on of a sample with replacement, which may be any length. */
  public static Matrix sampleRows(long range, long firstRow, int rows, long seed) {
    return Sampling.drawn(range, firstRow, rows, seed);
  }
}
