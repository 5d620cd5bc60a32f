package dev.linden.hop;

import dev.linden.op.AggregateOps;
import dev.linden.op.AppendOps;
import dev.linden.op.CellwiseOps;
import dev.linden.op.IndexOps;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.op.ReorgOps;
import dev.linden.op.Size;
import java.util.Set;

/**
 * The share of non-zeros that a matrix is expected to have, for costs; memory estimates use the
 * upper bounds of {@link Size}. Non-zeros are taken to be spread evenly and independently: a
 * product over k terms has {@code 1 - (1 - a b)^k}. Where the structure is known, as for a diagonal
 * or a selection of rows, it decides.
 */
public final class ExpectedSparsity {
  /** How far operands are followed; beyond, bounds have to do. */
  private static final int DEPTH = 8;

  private static final Set<Op> KEEPS_SHARE =
      Set.of(ReorgOps.TRANSPOSE, ReorgOps.REV, ReorgOps.ROLL, IndexOps.INDEX);
  private static final Set<Op> MEETS = Set.of(CellwiseOps.TIMES, CellwiseOps.AND);
  private static final Set<Op> UNITES =
      Set.of(CellwiseOps.PLUS, CellwiseOps.MINUS, CellwiseOps.OR, CellwiseOps.XOR);

  private ExpectedSparsity() {}

  /** Between 0 and 1; 1 when nothing is known. */
  public static double of(Hop hop) {
    return of(hop, DEPTH);
  }

  private static double of(Hop hop, int depth) {
    if (!hop.info().isMatrix()) {
      return 1;
    }
    double bound = hop.info().size().sparsity();
    return depth > 0 && hop instanceof Hop.Compute call
        ? Math.min(bound, expected(call, depth - 1))
        : bound;
  }

  private static double expected(Hop.Compute call, int depth) {
    Op op = call.op();
    Hop first = call.inputs().isEmpty() ? null : call.inputs().get(0);
    if (first == null || !first.info().isMatrix() && op.binary() == null) {
      return 1;
    }
    Size size = first.info().size();
    if (op == ProductOps.MATMULT) {
      return product(first, call.inputs().get(1), depth);
    } else if (MEETS.contains(op)) {
      return of(first, depth) * of(call.inputs().get(1), depth);
    } else if (UNITES.contains(op)) {
      double a = of(first, depth);
      double b = of(call.inputs().get(1), depth);
      return a + b - a * b;
    } else if (KEEPS_SHARE.contains(op) || keepsZeros(call)) {
      return of(first, depth);
    } else if (op == AggregateOps.ROW_SUMS && size.colsKnown()) {
      return any(of(first, depth), size.cols());
    } else if (op == AggregateOps.COL_SUMS && size.rowsKnown()) {
      return any(of(first, depth), size.rows());
    } else if (op == AppendOps.CBIND || op == AppendOps.RBIND) {
      return appended(call, depth);
    }
    return 1;
  }

  /** A function of single cells whose result is bounded by the non-zeros of its operand. */
  private static boolean keepsZeros(Hop.Compute call) {
    return call.op().unary() != null && call.info().size().sparsity() < 1;
  }

  private static double product(Hop a, Hop b, int depth) {
    if (Structure.isDiagonal(a) || Structure.selectsRows(a)) {
      return of(b, depth);
    } else if (Structure.isDiagonal(b)) {
      return of(a, depth);
    }
    long terms = a.info().size().cols();
    return terms < 0 ? 1 : any(of(a, depth) * of(b, depth), terms);
  }

  /** That at least one of {@code count} cells is not zero. */
  private static double any(double share, long count) {
    return 1 - Math.pow(1 - share, count);
  }

  private static double appended(Hop.Compute call, int depth) {
    double cells = 0;
    double nonZeros = 0;
    for (Hop part : call.inputs()) {
      if (part == null || !part.info().isMatrix() || !part.info().size().known()) {
        return 1;
      }
      double partCells = (double) part.info().size().rows() * part.info().size().cols();
      cells += partCells;
      nonZeros += partCells * of(part, depth);
    }
    return cells == 0 ? 1 : nonZeros / cells;
  }
}
