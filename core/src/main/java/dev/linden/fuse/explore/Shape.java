package dev.linden.fuse.explore;

import dev.linden.hop.Hop;
import dev.linden.op.AggregateOps;
import dev.linden.op.CellwiseOps;
import dev.linden.op.FoldsCells;
import dev.linden.op.IndexOps;
import dev.linden.op.ProductOps;
import dev.linden.op.ReorgOps;
import dev.linden.op.Size;
import dev.linden.op.ValueType;

/** Questions about hops that the conditions of the templates are made of. */
public final class Shape {
  /** An outer product has at least this many times the cells of its factors. */
  private static final double LEAST_GROWTH = 2;

  private Shape() {}

  /** A matrix of known size that has cells. */
  public static boolean isKnownMatrix(Hop hop) {
    return hop != null
        && hop.info() != null
        && hop.info().isMatrix()
        && hop.info().size().known()
        && hop.info().size().cells() > 0;
  }

  public static long rows(Hop matrix) {
    return matrix.info().size().rows();
  }

  public static long cols(Hop matrix) {
    return matrix.info().size().cols();
  }

  public static double cells(Hop matrix) {
    Size size = matrix.info().size();
    return (double) size.rows() * size.cols();
  }

  public static boolean isNumber(Hop hop) {
    return hop != null
        && hop.info() != null
        && hop.info().isScalar()
        && hop.info().value() != ValueType.STRING
        && hop.info().value() != ValueType.UNKNOWN;
  }

  public static boolean isOneCell(Hop hop) {
    return isKnownMatrix(hop) && rows(hop) == 1 && cols(hop) == 1;
  }

  /**
   * A cell-wise operator whose result has several cells and whose operands are matrices of the same
   * shape, vectors that are repeated, or numbers.
   */
  public static boolean isCellwise(Hop hop) {
    if (!(hop instanceof Hop.Compute compute) || !isKnownMatrix(hop) || isOneCell(hop)) {
      return false;
    }
    int given = 0;
    for (Hop input : hop.inputs()) {
      given += input == null ? 0 : 1;
    }
    boolean function =
        (given == 1 && compute.op().unary() != null)
            || (given == 2 && compute.op().binary() != null)
            || isChoice(hop);
    if (!function) {
      return false;
    }
    for (Hop input : hop.inputs()) {
      if (input != null && !isNumber(input) && !fits(hop, input)) {
        return false;
      }
    }
    return true;
  }

  private static boolean fits(Hop result, Hop operand) {
    return isKnownMatrix(operand)
        && (rows(operand) == rows(result) || rows(operand) == 1)
        && (cols(operand) == cols(result) || cols(operand) == 1);
  }

  /**
   * How an aggregate that can be fused folds its only argument, else null. Single rows are folded
   * as a whole only.
   */
  public static FoldsCells fold(Hop hop) {
    if (!(hop instanceof Hop.Compute compute) || hop.inputs().isEmpty()) {
      return null;
    }
    FoldsCells fold = compute.op().forArguments(1).fold();
    if (fold == null) {
      return null;
    }
    for (int i = 1; i < hop.inputs().size(); i++) {
      if (hop.inputs().get(i) != null) {
        return null;
      }
    }
    Hop argument = hop.inputs().get(0);
    if (!isKnownMatrix(argument) || isOneCell(argument)) {
      return null;
    }
    return rows(argument) >= 2 || fold.direction() == FoldsCells.Direction.ALL ? fold : null;
  }

  /** Takes each cell from one operand or from another: the only function of three cells. */
  public static boolean isChoice(Hop hop) {
    return is(hop, CellwiseOps.IFELSE);
  }

  /** Whether an operator that looks for an extreme cell in each row wants the largest. */
  public static boolean isLargestOfRow(Hop hop) {
    return is(hop, AggregateOps.ROW_INDEX_MAX);
  }

  public static boolean isRowExtreme(Hop hop) {
    return (isLargestOfRow(hop) || is(hop, AggregateOps.ROW_INDEX_MIN))
        && isKnownMatrix(hop.inputs().get(0))
        && rows(hop.inputs().get(0)) >= 2;
  }

  public static boolean isProduct(Hop hop) {
    return is(hop, ProductOps.MATMULT)
        && isKnownMatrix(hop.inputs().get(0))
        && isKnownMatrix(hop.inputs().get(1));
  }

  public static boolean isTranspose(Hop hop) {
    return is(hop, ReorgOps.TRANSPOSE) && isKnownMatrix(hop.inputs().get(0));
  }

  /** {@code t(X) %*% Y} with as many rows in Y as in X, more than one. */
  public static boolean isTransposedProduct(Hop hop) {
    return isProduct(hop) && isTranspose(hop.inputs().get(0)) && rows(hop.inputs().get(1)) >= 2;
  }

  /** {@code U %*% t(V)}, much larger than U and V. */
  public static boolean isOuterProduct(Hop hop) {
    return isProduct(hop)
        && isTranspose(hop.inputs().get(1))
        && !isTranspose(hop.inputs().get(0))
        && rows(hop) >= 2
        && cols(hop) >= 2
        && cells(hop) >= LEAST_GROWTH * (cells(hop.inputs().get(0)) + cells(hop.inputs().get(1)));
  }

  /** {@code X[, a:b]} with constant columns. */
  public static boolean isColumnRange(Hop hop) {
    if (!is(hop, IndexOps.INDEX) || !isKnownMatrix(hop) || !isKnownMatrix(hop.inputs().get(0))) {
      return false;
    }
    Hop x = hop.inputs().get(0);
    return rows(hop) == rows(x)
        && rows(hop) >= 2
        && hop.inputs().get(1) == null
        && hop.inputs().get(2) == null
        && firstColumn(hop) >= 0
        && firstColumn(hop) + cols(hop) <= cols(x);
  }

  /** 0-based first column of a column range; -1 if not constant. */
  public static int firstColumn(Hop hop) {
    Hop from = hop.inputs().get(3);
    if (from == null) {
      return 0;
    }
    return from instanceof Hop.Literal literal ? (int) literal.value().asDouble() - 1 : -1;
  }

  static boolean is(Hop hop, dev.linden.op.Op op) {
    return hop instanceof Hop.Compute compute && compute.op() == op;
  }

  /** Rows over which a fused operator with this hop in it runs; -1 if it can't be in one. */
  public static long space(Hop hop) {
    if (isCellwise(hop) || isColumnRange(hop)) {
      return rows(hop);
    }
    if (fold(hop) != null || isRowExtreme(hop)) {
      return rows(hop.inputs().get(0));
    }
    if (isTransposedProduct(hop)) {
      return rows(hop.inputs().get(1));
    }
    if (isProduct(hop) && rows(hop) >= 2) {
      return rows(hop);
    }
    return isTranspose(hop) ? rows(hop.inputs().get(0)) : -1;
  }
}
