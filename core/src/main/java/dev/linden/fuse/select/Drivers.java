package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.fuse.program.Template;
import dev.linden.hop.Hop;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Formats;
import dev.linden.op.CellwiseOps;
import dev.linden.op.Size;
import java.util.HashSet;
import java.util.Set;

/** Sparse inputs whose zeros make the cells of a fused operator zero. */
final class Drivers {
  private Drivers() {}

  /** The share of cells that have to be visited: the sparsity of the best driver, or 1. */
  static double share(MemoTable memo, FusedOperator operator) {
    int driver = best(memo, operator);
    return driver < 0 ? 1 : memo.hop(driver).info().size().sparsity();
  }

  /** The sparsest input that drives the operator; -1 if there is none. */
  static int best(MemoTable memo, FusedOperator operator) {
    if (operator.template() != Template.CELL && operator.template() != Template.OUTER) {
      return -1;
    }
    int best = -1;
    double lowest = 1;
    for (int input : operator.inputs(memo)) {
      Hop hop = memo.hop(input);
      if (isSparse(hop) && drives(memo, operator, input)) {
        double sparsity = hop.info().size().sparsity();
        if (sparsity < lowest) {
          lowest = sparsity;
          best = input;
        }
      }
    }
    return best;
  }

  private static boolean isSparse(Hop hop) {
    if (!Shape.isKnownMatrix(hop)) {
      return false;
    }
    Size size = hop.info().size();
    return size.nnzKnown() && Formats.sparse(size.rows(), size.cols(), size.nnz());
  }

  static boolean drives(MemoTable memo, FusedOperator operator, int driver) {
    Hop driving = memo.hop(driver);
    Set<Hop> zero = new HashSet<>();
    zero.add(driving);
    for (int number : operator.covered().keySet()) {
      Hop hop = memo.hop(number);
      if (Shape.isCellwise(hop)) {
        boolean sameShape =
            Shape.rows(hop) == Shape.rows(driving) && Shape.cols(hop) == Shape.cols(driving);
        if (sameShape && isZero(hop, zero)) {
          zero.add(hop);
        }
      } else if (Shape.isTranspose(hop) && zero.contains(hop.inputs().get(0))) {
        zero.add(hop);
      }
    }
    Hop root = memo.hop(operator.root());
    return Shape.isCellwise(root) ? zero.contains(root) : zero.contains(root.inputs().get(0));
  }

  private static boolean isZero(Hop hop, Set<Hop> zero) {
    Hop.Compute call = (Hop.Compute) hop;
    boolean x = zero.contains(hop.inputs().get(0));
    if (call.op() == CellwiseOps.IFELSE) {
      return zero.contains(hop.inputs().get(2)) && (x || zero.contains(hop.inputs().get(1)));
    }
    boolean two = hop.inputs().size() > 1 && hop.inputs().get(1) != null;
    if (!two) {
      return x && call.op().unary().keepsZeros();
    }
    BinaryFunction f = call.op().binary();
    boolean y = zero.contains(hop.inputs().get(1));
    if (x && hop.inputs().get(1) instanceof Hop.Literal right && Shape.isNumber(right)) {
      return f.apply(0, right.value().asDouble()) == 0;
    }
    if (y && hop.inputs().get(0) instanceof Hop.Literal left && Shape.isNumber(left)) {
      return f.apply(left.value().asDouble(), 0) == 0;
    }
    return x && y ? f.keepsZeros() : (x || y) && (f == Cells.TIMES || f == Cells.AND);
  }
}
