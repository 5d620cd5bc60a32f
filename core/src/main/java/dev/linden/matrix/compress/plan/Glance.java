package dev.linden.matrix.compress.plan;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Plain;
import dev.linden.matrix.compress.encode.ValueCodes;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A first look at a few rows of a dense matrix. Most matrices that gain nothing have columns in
 * which no two cells are equal, and that is soon seen: a proper sample would take as long as some
 * operators.
 */
final class Glance {
  /**
   * Where a column has 65,536 values, all as likely as the others, some two of these rows have the
   * same one, but for one case in three thousand.
   */
  static final int ROWS = 1024;

  /** Of matrices with fewer rows, the sample itself costs little more. */
  private static final int LEAST_ROWS = 8 * ROWS;

  private Glance() {}

  /** Why the matrix stays as it is; null if a proper sample is to tell. */
  static Planner.Planned refuses(Plain matrix) {
    if (!(matrix instanceof Dense cells) || !isFor(matrix.rows())) {
      return null;
    }
    int[] rows =
        Arrays.stream(SampledRows.some(matrix.rows() - 1L, ROWS))
            .mapToInt(Math::toIntExact)
            .toArray();
    return refuses(cells, rows);
  }

  static boolean isFor(long rows) {
    return rows >= LEAST_ROWS;
  }

  /** The same where these rows, each before one beside it, are all there is. */
  static Planner.Planned refusesPairs(Plain pairs) {
    return pairs instanceof Dense cells
        ? refuses(cells, IntStream.range(0, pairs.rows() / 2).map(s -> 2 * s).toArray())
        : null;
  }

  private static Planner.Planned refuses(Dense cells, int[] rows) {
    int cols = cells.cols();
    int mayGain = 0;
    for (int j = 0; j < cols; j++) {
      if (!isDistinct(cells, rows, j)) {
        mayGain++;
        if (!Planner.isTooMuch(cols - mayGain, cols)) {
          return null;
        }
      }
    }
    return Planner.tooFew(mayGain, cols, (double) cols / (cols - mayGain));
  }

  /** No two of the cells looked at are equal, nor is one equal to that below it. */
  private static boolean isDistinct(Dense cells, int[] rows, int column) {
    ValueCodes known = new ValueCodes();
    for (int row : rows) {
      int before = known.size();
      double cell = cell(cells, row, column);
      if (known.code(cell) != before || bits(cell) == bits(cell(cells, row + 1, column))) {
        return false;
      }
    }
    return true;
  }

  private static double cell(Dense cells, int row, int column) {
    return cells.panelOf(row)[cells.offset(row) + column];
  }

  private static long bits(double x) {
    return Double.doubleToRawLongBits(x);
  }
}
