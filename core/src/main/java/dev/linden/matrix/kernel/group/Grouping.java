package dev.linden.matrix.kernel.group;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.RemoveEmpty;

/** Operations whose result size depends on the data. */
public final class Grouping {
  private Grouping() {}

  /**
   * Contingency table F[a_k, b_k] += w_k. Null matrices stand for the scalar beside them. {@code
   * rows}, {@code cols}: the size of the result with pairs outside dropped, or -1 for max(a) x
   * max(b).
   */
  public static Matrix table(
      Matrix a,
      Matrix b,
      double bScalar,
      Matrix weights,
      double weightScalar,
      long rows,
      long cols,
      Workers workers) {
    return table(
        a, b, bScalar, weights, weightScalar, rows, cols, (n, width, ones, w) -> null, workers);
  }

  /**
   * @param unitRows the form of tables with one 1 in each row, where it gives one
   */
  public static Matrix table(
      Matrix a,
      Matrix b,
      double bScalar,
      Matrix weights,
      double weightScalar,
      long rows,
      long cols,
      UnitRowsForm unitRows,
      Workers workers) {
    return new Table(a, b, bScalar, weights, weightScalar, workers).build(rows, cols, unitRows);
  }

  /**
   * Rows (or columns) of A that are not all zero, or where {@code select} (may be null) is
   * non-zero.
   */
  public static Matrix removeEmpty(
      Matrix a, boolean rows, Matrix select, boolean keepOneIfEmpty, Workers workers) {
    return RemoveEmpty.apply(a, rows, select, keepOneIfEmpty, workers);
  }
}
