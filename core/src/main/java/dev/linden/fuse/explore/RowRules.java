package dev.linden.fuse.explore;

import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Sink;
import dev.linden.hop.Hop;
import dev.linden.op.FoldsCells;
import java.util.Set;

/**
 * Operators on the rows of a matrix: products with small matrices, aggregates of rows, cell-wise
 * operators; ended by aggregates over rows and by products with the transposed matrix.
 */
final class RowRules implements TemplateRules {
  /** Cells of a right factor that stays in the cache while rows pass by. */
  private static final double MOST_FACTOR_CELLS = 1 << 16;

  /** Columns of a narrow factor: with more, a product of blocks is faster than one of rows. */
  private static final int MOST_FACTOR_COLUMNS = 16;

  /** Cells of an accumulated {@code t(X) %*% Y}. */
  private static final double MOST_RESULT_CELLS = 1 << 17;

  @Override
  public boolean opens(Hop hop) {
    if (Shape.isTransposedProduct(hop)) {
      return isSmallTransposedProduct(hop);
    }
    if (Shape.isTranspose(hop)) {
      return Shape.rows(hop.inputs().get(0)) >= 2;
    }
    if (isRowProduct(hop) || Shape.isColumnRange(hop)) {
      return true;
    }
    FoldsCells fold = Shape.fold(hop);
    boolean foldsRows = fold != null && fold.direction() == FoldsCells.Direction.EACH_ROW;
    return (foldsRows || Shape.isRowExtreme(hop)) && Shape.cols(hop.inputs().get(0)) > 1;
  }

  static boolean isRowProduct(Hop hop) {
    return Shape.isProduct(hop)
        && !Shape.isTranspose(hop.inputs().get(0))
        && Shape.rows(hop) >= 2
        && Shape.cols(hop.inputs().get(0)) > 1
        && Shape.cols(hop) <= MOST_FACTOR_COLUMNS
        && Shape.cells(hop.inputs().get(1)) <= MOST_FACTOR_CELLS;
  }

  /**
   * One of the factors may be wide: its rows are taken as often as the other has columns. It is
   * read row by row, which a transposed matrix is not.
   */
  private static boolean isSmallTransposedProduct(Hop hop) {
    return Shape.cells(hop) <= MOST_RESULT_CELLS
        && (Shape.cols(hop) <= MOST_FACTOR_COLUMNS
            || (Shape.rows(hop) <= MOST_FACTOR_COLUMNS && !Shape.isTranspose(hop.inputs().get(1))));
  }

  @Override
  public boolean fuses(Hop hop, int operand) {
    return merges(hop, operand);
  }

  @Override
  public boolean merges(Hop hop, int operand) {
    Hop input = hop.inputs().get(operand);
    if (Shape.isTransposedProduct(hop) && operand == 0) {
      return isSmallTransposedProduct(hop);
    }
    // the rows of a transposed matrix are no rows of the original, even if there are as many
    if (isReduced(input) || Shape.isTranspose(input)) {
      return false;
    }
    if (Shape.isTransposedProduct(hop)) {
      return isSmallTransposedProduct(hop) && Shape.space(input) == Shape.rows(input);
    }
    if (Shape.isTranspose(hop)) {
      return Shape.rows(input) >= 2 && Shape.space(input) == Shape.rows(input);
    }
    if (isRowProduct(hop)) {
      // the right factor is read as a whole
      return operand == 0 && hop.inputs().get(1) != input;
    }
    boolean member =
        Shape.isCellwise(hop)
            || Shape.fold(hop) != null
            || Shape.isRowExtreme(hop)
            || Shape.isColumnRange(hop);
    return member && Shape.isKnownMatrix(input) && Shape.rows(input) == Shape.space(hop);
  }

  /** No longer a value per row. */
  private static boolean isReduced(Hop hop) {
    FoldsCells fold = Shape.fold(hop);
    return (fold != null && fold.direction() != FoldsCells.Direction.EACH_ROW)
        || Shape.isTransposedProduct(hop);
  }

  @Override
  public Set<Template> mergedTemplates() {
    return Set.of(Template.ROW, Template.CELL);
  }

  @Override
  public MemoEntry.Status status(MemoTable memo, Hop hop, MemoEntry entry) {
    if (Shape.isTranspose(hop)) {
      return MemoEntry.Status.OPEN_INVALID;
    }
    if (Shape.isTransposedProduct(hop)) {
      return MemoEntry.Status.CLOSED;
    }
    return isReduced(hop) ? MemoEntry.Status.CLOSED : MemoEntry.Status.OPEN;
  }

  @Override
  public Node node(Hop hop, Values values) {
    Hop first = hop.inputs().get(0);
    FoldsCells fold = Shape.fold(hop);
    if (fold != null) {
      return new Node.RowFold(fold.kind(), values.node(first));
    } else if (Shape.isRowExtreme(hop)) {
      return new Node.RowExtreme(Shape.isLargestOfRow(hop), values.node(first));
    } else if (Shape.isProduct(hop)) {
      return new Node.Product(
          values.node(first), values.input(hop.inputs().get(1)), (int) Shape.cols(hop));
    } else if (Shape.isColumnRange(hop)) {
      return new Node.Columns(values.node(first), Shape.firstColumn(hop), (int) Shape.cols(hop));
    }
    return CellRules.cell(hop, values);
  }

  @Override
  public Sink sink(Hop root, Values values) {
    if (Shape.isTransposedProduct(root)) {
      Hop left = root.inputs().get(0).inputs().get(0);
      return new Sink.TransposedProduct(values.node(left), values.node(root.inputs().get(1)));
    }
    return TemplateRules.super.sink(root, values);
  }
}
