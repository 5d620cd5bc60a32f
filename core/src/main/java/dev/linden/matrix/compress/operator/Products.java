package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.kernel.reorg.Reorg;
import java.util.List;

/** Which products groups do, and with which operands; null: unpack. */
public final class Products {
  /** Cells of all tables together, in multiples of the cells of operand and result. */
  private static final int MOST_TABLES = 2;

  /** The same as a share of the cells that would be unpacked instead. */
  private static final double SHARE_OF_CELLS = 1 / 16.0;

  /** One panel. */
  private static final long MOST_RESULT_CELLS = 1 << 27;

  private final List<Group> groups;
  private final int rows;
  private final int cols;
  private final boolean sparse;

  public Products(List<Group> groups, int rows, int cols, boolean sparse) {
    this.groups = groups;
    this.rows = rows;
    this.cols = cols;
    this.sparse = sparse;
  }

  /** X %*% B. */
  public Dense times(Matrix b, Workers workers) {
    Dense dense = operand(b, workers);
    return dense == null || dense.panelCount() > 1
        ? null
        : RightProduct.multiply(groups, rows, dense, sparse, workers);
  }

  /**
   * t(X) %*% W. What is not finite must meet each cell of W by itself, not their sum, and tuples of
   * no row must meet none: those who see cells do that.
   */
  public Dense transposedTimes(Matrix w, Workers workers) {
    return canBeSummed(w.cols()) && takes(w)
        ? LeftProduct.multiply(groups, cols, w, sparse, workers)
        : null;
  }

  /** A %*% X, or A %*% t(X), which is the transpose of X %*% t(A). */
  public Dense timesFromLeft(Matrix a, boolean transpose, Workers workers) {
    if (transpose) {
      Dense product = times(Reorg.transpose(a, workers), workers);
      return product == null ? null : (Dense) Reorg.transpose(product, workers);
    }
    Dense dense = canBeSummed(a.rows()) ? operand(a, workers) : null;
    return dense == null
        ? null
        : LeftProduct.multiplyFromLeft(dense, groups, cols, sparse, workers);
  }

  private boolean canBeSummed(int columns) {
    return !hasSpecial() && (long) cols * columns <= MOST_RESULT_CELLS;
  }

  public Dense timesItself(Workers workers) {
    return SelfProduct.multiply(groups, rows, cols, sparse, workers);
  }

  /** As {@link dev.linden.matrix.kernel.product.OwnProducts#chain}. */
  public Dense chain(Matrix v, Matrix w, Matrix y, Workers workers) {
    boolean columns =
        v instanceof Dense dense
            && dense.panelCount() == 1
            && v.cols() == 1
            && isColumn(w)
            && isColumn(y)
            && (w == null || y == null);
    if (!columns || hasSpecial()) {
      return null;
    }
    GroupRows groupRows = new GroupRows(groups, rows, cols, sparse);
    return GroupChain.multiply(groupRows, rows, (Dense) v, (Dense) w, (Dense) y, workers);
  }

  private boolean isColumn(Matrix a) {
    return a == null || a instanceof Dense && a.rows() == rows && a.cols() == 1;
  }

  /**
   * Whether tables are small, and zeros that the other operand does not store, which would absorb
   * infinities of X, don't matter. Products of two sparse matrices are best left to those who know
   * both.
   */
  private boolean takes(Matrix other) {
    double most = MOST_TABLES * ((double) rows + cols);
    boolean tablesFit = tuples() <= Math.max(most, SHARE_OF_CELLS * rows * cols);
    return tablesFit && !(other.isSparse() && (sparse || hasSpecial()));
  }

  /** The other operand with all its cells, if it is such a one. */
  private Dense operand(Matrix other, Workers workers) {
    return takes(other) ? Formats.toDense(other, workers) : null;
  }

  private boolean hasSpecial() {
    return groups.stream().anyMatch(Group::hasSpecial);
  }

  /** Those that other blocks have as well do not count: their tables serve all of them. */
  private double tuples() {
    return groups.stream()
        .mapToDouble(
            group ->
                group instanceof CodedGroup coded && coded.dictionary().home() == null
                    ? coded.codes().size()
                    : 0)
        .sum();
  }
}
