package dev.linden.op;

import java.util.List;

/** Estimates of {@link Op#operations} where an operator says nothing of its own. */
public final class CellWork {
  /** Folding a cell: sums are compensated. */
  public static final double FOLD = 2;

  /** Of a non-zero of a sparse matrix, whose place is kept beside it. */
  private static final double NON_ZERO = 5;

  /** The same for what does much with each. */
  private static final double IN_PASS = 2;

  private CellWork() {}

  /** Cells by the cost of the cell function, or of a fold; nothing for what only asks for sizes. */
  static double usual(Op op, List<Info> operands, List<Info> results) {
    Info part = op.part(operands, results);
    if (op.countsFlops() || op.has(Property.ASKS_SHAPE)) {
      return 0;
    } else if (part != null) {
      return cells(part);
    } else if (op.fold() != null) {
      return FOLD * largest(operands);
    }
    boolean cellwise = op.hasCellFunction() && !results.isEmpty() && results.get(0).isMatrix();
    return op.costPerCell(operands) * (cellwise ? largest(results) : visited(operands, results));
  }

  /** Cells of the largest operand or result. */
  static double visited(List<Info> operands, List<Info> results) {
    return Math.max(largest(operands), largest(results));
  }

  private static double largest(List<Info> infos) {
    double most = 0;
    for (Info info : infos) {
      most = info == null ? most : Math.max(most, cells(info));
    }
    return most;
  }

  /** Cells of a matrix of known size, in each of which there is as much to do as in a dense one. */
  static double cells(Info info) {
    Size size = info.size();
    if (!info.isMatrix() || !size.known()) {
      return 0;
    }
    double all = (double) size.rows() * size.cols();
    return Footprint.isSparse(size) ? Math.min(all, NON_ZERO * size.nnz()) : all;
  }

  /** What part of the work of a dense matrix a sparse one leaves, in one pass over it. */
  public static double share(Size size) {
    return Footprint.isSparse(size) ? Math.min(1, IN_PASS * size.sparsity()) : 1;
  }
}
