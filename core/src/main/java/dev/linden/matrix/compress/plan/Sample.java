package dev.linden.matrix.compress.plan;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.kernel.rows.RowView;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/** Some rows of a matrix, column by column, and whether the row below differs. */
public final class Sample {
  /** Bytes of the objects and array heads of a group, in one block and in each further one. */
  private static final double FIRST_GROUP = 256;

  private static final double GROUP_OF_BLOCK = 120;

  private final Plain cells;
  private final int[] rows;

  /** By sampled row: where the row below is; itself for the last row. */
  private final int[] below;

  private final long allRows;
  private final double blocks;
  private final long allNonZeros;
  private final boolean sparse;

  private Sample(
      Plain cells,
      int[] rows,
      int[] below,
      long allRows,
      double blocks,
      long allNonZeros,
      boolean sparse) {
    this.cells = cells instanceof Sparse rowsOf ? RowView.byRow(rowsOf) : cells;
    this.rows = rows;
    this.below = below;
    this.allRows = allRows;
    this.blocks = blocks;
    this.allNonZeros = allNonZeros;
    this.sparse = sparse;
  }

  /** The {@link SampledRows} of a matrix. */
  static Sample of(Plain matrix) {
    int[] rows =
        Arrays.stream(SampledRows.of(matrix.rows(), matrix.cols()))
            .mapToInt(Math::toIntExact)
            .toArray();
    int[] below = Arrays.stream(rows).map(row -> Math.min(row + 1, matrix.rows() - 1)).toArray();
    return new Sample(matrix, rows, below, matrix.rows(), 1, matrix.nnz(), matrix.isSparse());
  }

  /**
   * Of a matrix that is somewhere else.
   *
   * @param pairs each sampled row, and the row below it or itself again
   * @param rows of the matrix
   * @param blocks of rows, each with groups of its own
   * @param nonZeros of the matrix
   * @param sparse whether most of it is kept without its zeros
   */
  public static Sample ofPairs(Plain pairs, long rows, long blocks, long nonZeros, boolean sparse) {
    int count = pairs.rows() / 2;
    int[] first = IntStream.range(0, count).map(s -> 2 * s).toArray();
    int[] second = IntStream.range(0, count).map(s -> 2 * s + 1).toArray();
    return new Sample(pairs, first, second, rows, blocks, nonZeros, sparse);
  }

  int size() {
    return rows.length;
  }

  int cols() {
    return cells.cols();
  }

  /** Of the whole matrix. */
  long rows() {
    return allRows;
  }

  /** Of the whole matrix. */
  long nonZeros() {
    return allNonZeros;
  }

  /** What a group takes besides codes and tuples. */
  double groupBytes() {
    return FIRST_GROUP + GROUP_OF_BLOCK * (blocks - 1);
  }

  boolean isSparse() {
    return sparse;
  }

  /** The sampled cells of a column; bit s of {@code changes} says that the row below s differs. */
  double[] column(int column, BitSet changes) {
    double[] sampled = new double[rows.length];
    for (int s = 0; s < rows.length; s++) {
      sampled[s] = cell(rows[s], column);
      if (bits(cell(below[s], column)) != bits(sampled[s])) {
        changes.set(s);
      }
    }
    return sampled;
  }

  private double cell(int row, int column) {
    return cells instanceof Dense dense
        ? dense.panelOf(row)[dense.offset(row) + column]
        : cells.get(row, column);
  }

  private static long bits(double x) {
    return Double.doubleToRawLongBits(x);
  }
}
