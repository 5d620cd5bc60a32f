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
    Dense dense = canBeSummed(w.cols()) ? operand(w, workers) : null;
    return dense == null ? null : LeftProduct.multiply(groups, cols, dense, sparse, workers);
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
        v instanceof Dense
            && v.cols() == 1
            && isColumn(w)
            && isColumn(y)
            && (w == null || y == null);
    boolean allCoded = groups.stream().allMatch(CodedGroup.class::isInstance);
    return columns && allCoded && !hasSpecial()
        ? GroupChain.multiply(groups, rows, (Dense) v, (Dense) w, (Dense) y, sparse, workers)
        : null;
  }

  private boolean isColumn(Matrix a) {
    return a == null || a instanceof Dense && a.rows() == rows && a.cols() == 1;
  }

  /**
   * The other operand with all its cells. Zeros that it does not store would absorb infinities of
   * X, and products of two sparse matrices are best left to those who know both.
   */
  private Dense operand(Matrix other, Workers workers) {
    boolean tablesFit = tuples() <= MOST_TABLES * ((double) rows + cols);
    if (!tablesFit || other.isSparse() && (sparse || hasSpecial())) {
      return null;
    }
    return Formats.toDense(other, workers);
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
