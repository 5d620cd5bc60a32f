package dev.linden.op;

import static dev.linden.op.Parameter.matrix;

import dev.linden.matrix.kernel.MatMult;
import java.util.List;

/** Matrix products. */
public final class ProductOps {
  public static final Op MATMULT =
      Op.define("%*%", "Matrix product.")
          .parameters(matrix("A"), matrix("B"))
          .rule(call -> List.of(inferProduct(call.in(0), call.in(1))))
          .kernel(
              call -> call.result(MatMult.multiply(call.matrix(0), call.matrix(1), call.workers())))
          .distribution(Distribution.PRODUCT)
          .build();

  static final List<Op> ALL = List.of(MATMULT);

  private ProductOps() {}

  private static Info inferProduct(Info left, Info right) {
    Size a = left.size();
    Size b = right.size();
    if (Sizes.differ(a.cols(), b.rows())) {
      throw new OpError(
          "cannot multiply "
              + left.describeOne()
              + " with "
              + right.describeOne()
              + ": the columns of the left ("
              + a.cols()
              + ") must equal the rows of the right ("
              + b.rows()
              + ")");
    }
    if (a.cols() == 0 || b.rows() == 0) {
      return Info.matrix(Size.of(a.rows(), b.cols(), 0));
    }
    // At worst every non-zero of A lies in a row of its own and every one of B in a column of its
    // own, and all meet.
    long rowsWithCells = Sizes.smaller(a.rows(), a.nnz());
    long colsWithCells = Sizes.smaller(b.cols(), b.nnz());
    return Info.matrix(
        Sizes.bounded(a.rows(), b.cols(), Sizes.product(rowsWithCells, colsWithCells)));
  }
}
