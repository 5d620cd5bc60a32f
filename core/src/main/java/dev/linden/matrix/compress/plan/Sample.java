package dev.linden.matrix.compress.plan;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.kernel.rows.RowView;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * Some rows of a matrix, column by column, and whether the row below differs: n^0.65 of them, at
 * least 4096, all of a small matrix.
 */
final class Sample {
  private static final long SEED = 0x5EED;
  private static final double POWER = 0.65;
  private static final int LEAST = 4096;

  /** Up to so many rows, all of them. */
  private static final int SMALL = 2 * LEAST;

  /** Cells of the sample: 128 MB. */
  private static final long MOST_CELLS = 1 << 24;

  private final int[] rows;
  private final Plain matrix;

  Sample(Plain matrix) {
    this.matrix = matrix instanceof Sparse sparse ? RowView.byRow(sparse) : matrix;
    rows = rows(matrix);
  }

  private static int[] rows(Matrix matrix) {
    int n = matrix.rows();
    int most = (int) Math.max(64, MOST_CELLS / Math.max(1, matrix.cols()));
    int wanted = n <= SMALL ? n : (int) Math.max(LEAST, Math.pow(n, POWER));
    int count = Math.min(Math.min(n, wanted), most);
    int[] result = new int[count];
    SplittableRandom random = new SplittableRandom(SEED);
    // one of each stretch, so that rows ascend and none is there twice
    for (int s = 0; s < count; s++) {
      int from = (int) ((long) s * n / count);
      int to = (int) ((s + 1L) * n / count);
      result[s] = from + random.nextInt(Math.max(1, to - from));
    }
    return result;
  }

  int size() {
    return rows.length;
  }

  /** The sampled cells of a column; bit s of {@code changes} says that the row below s differs. */
  double[] column(int column, BitSet changes) {
    double[] cells = new double[rows.length];
    for (int s = 0; s < rows.length; s++) {
      cells[s] = cell(rows[s], column);
      int below = rows[s] + 1;
      if (below < matrix.rows() && bits(cell(below, column)) != bits(cells[s])) {
        changes.set(s);
      }
    }
    return cells;
  }

  private double cell(int row, int column) {
    return matrix instanceof Dense dense
        ? dense.panelOf(row)[dense.offset(row) + column]
        : matrix.get(row, column);
  }

  private static long bits(double x) {
    return Double.doubleToRawLongBits(x);
  }
}
