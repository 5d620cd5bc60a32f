package dev.linden.op;

import static dev.linden.op.Parameter.matrix;
import static dev.linden.op.Parameter.scalar;

import dev.linden.matrix.Cells;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.group.Grouping;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.reorg.Reorg;
import java.util.List;
import java.util.Set;

/**
 * Matrix products. Besides {@code %*%} there are operators that only plans contain: each stands for
 * an expression of the language, and its name shows which.
 */
public final class ProductOps {
  public static final Op MATMULT =
      Op.define("%*%", "Matrix product.")
          .parameters(matrix("A"), matrix("B"))
          .rule(call -> List.of(product(call.in(0), call.in(1))))
          .kernel(
              call -> call.result(MatMult.multiply(call.matrix(0), call.matrix(1), call.workers())))
          .naming(Naming.rowsOf(0), Naming.colsOf(1))
          .scratch((call, threads) -> productScratch(call, false, false, threads))
          .flops(ProductOps::flops)
          .expectedShare(
              (operands, shares) ->
                  ExpectedShare.any(
                      shares.applyAsDouble(0) * shares.applyAsDouble(1),
                      operands.get(0).size().cols()))
          .distinctCells(DistinctCells.OF_ALL)
          .properties(Property.NATIVE_CODE, Property.FAILS_BY_SIZE_ONLY)
          .onGroups(GroupUse.RIGHT, GroupUse.LEFT)
          .distribution(Distribution.PRODUCT)
          .build();

  public static final Op TRANSPOSED_LEFT =
      Op.define("t(A)%*%B", "Product with the transpose of the left operand.")
          .parameters(matrix("A"), matrix("B"))
          .rule(call -> List.of(product(transposed(call.in(0)), call.in(1))))
          .kernel(
              call ->
                  call.result(
                      MatMult.multiply(
                          call.matrix(0), true, call.matrix(1), false, call.workers())))
          .naming(Naming.colsOf(0), Naming.colsOf(1))
          .scratch((call, threads) -> productScratch(call, true, false, threads))
          .flops(ProductOps::flops)
          .properties(Property.NATIVE_CODE)
          .onGroups(GroupUse.LEFT, GroupUse.TILES)
          .distribution(Distribution.PRODUCT)
          .build();

  public static final Op TRANSPOSED_RIGHT =
      Op.define("A%*%t(B)", "Product with the transpose of the right operand.")
          .parameters(matrix("A"), matrix("B"))
          .rule(call -> List.of(product(call.in(0), transposed(call.in(1)))))
          .kernel(
              call ->
                  call.result(
                      MatMult.multiply(
                          call.matrix(0), false, call.matrix(1), true, call.workers())))
          .naming(Naming.rowsOf(0), Naming.rowsOf(1))
          .scratch((call, threads) -> productScratch(call, false, true, threads))
          .flops(ProductOps::flops)
          .properties(Property.NATIVE_CODE)
          .onGroups(GroupUse.RIGHT, GroupUse.RIGHT)
          .distribution(Distribution.PRODUCT)
          .build();

  public static final Op TSMM_LEFT =
      Op.define("t(X)%*%X", "Product of the transpose of a matrix with itself.")
          .parameters(matrix("X"))
          .rule(call -> List.of(product(transposed(call.in(0)), call.in(0))))
          .kernel(call -> call.result(MatMult.tsmm(call.matrix(0), true, call.workers())))
          .naming(Naming.colsOf(0), Naming.colsOf(0))
          .scratch((call, threads) -> tsmmScratch(call, true, threads))
          .flops((operands, results) -> flops(operands, results) / 2) // one triangle
          .properties(Property.NATIVE_CODE)
          .onGroups(GroupUse.SELF)
          .distribution(Distribution.PRODUCT)
          .build();

  public static final Op TSMM_RIGHT =
      Op.define("X%*%t(X)", "Product of a matrix with its own transpose.")
          .parameters(matrix("X"))
          .rule(call -> List.of(product(call.in(0), transposed(call.in(0)))))
          .kernel(call -> call.result(MatMult.tsmm(call.matrix(0), false, call.workers())))
          .naming(Naming.rowsOf(0), Naming.rowsOf(0))
          .scratch((call, threads) -> tsmmScratch(call, false, threads))
          .flops((operands, results) -> flops(operands, results) / 2) // one triangle
          .properties(Property.NATIVE_CODE)
          .onGroups(GroupUse.RIGHT)
          .distribution(Distribution.PRODUCT)
          .build();

  public static final Op CHAIN =
      Op.define("t(X)%*%(X%*%v)", "Both products in one pass over X.")
          .parameters(matrix("X"), matrix("v"))
          .rule(call -> List.of(product(transposed(call.in(0)), innerProduct(call))))
          .kernel(
              call ->
                  call.result(
                      MatMult.mmchain(call.matrix(0), call.matrix(1), null, null, call.workers())))
          .naming(Naming.colsOf(0), Naming.colsOf(1))
          .flops((operands, results) -> 2 * flops(operands, results))
          .onGroups(GroupUse.CHAIN)
          .distribution(Distribution.PRODUCT)
          .build();

  /** Of what stands between the products, with the inner one. */
  private static final Naming OF_COLUMNS_BETWEEN =
      new Naming.Agreed(Set.of(Naming.colsOf(1), Naming.colsOf(2)));

  public static final Op WEIGHTED_CHAIN =
      Op.define("t(X)%*%(w*(X%*%v))", "Both products in one pass over X, with weights between.")
          .parameters(matrix("X"), matrix("v"), matrix("w"))
          .rule(
              call -> {
                Info inner = innerProduct(call);
                Size shape = between("*", call.in(2), inner);
                Size size = Sizes.binary(Cells.TIMES, call.in(2).size(), inner.size(), shape);
                return List.of(product(transposed(call.in(0)), Info.matrix(size)));
              })
          .kernel(
              call ->
                  call.result(
                      MatMult.mmchain(
                          call.matrix(0), call.matrix(1), call.matrix(2), null, call.workers())))
          .naming(Naming.colsOf(0), OF_COLUMNS_BETWEEN)
          .flops((operands, results) -> 2 * flops(operands, results))
          .onGroups(GroupUse.CHAIN)
          .distribution(Distribution.PRODUCT)
          .build();

  public static final Op RESIDUAL_CHAIN =
      Op.define("t(X)%*%((X%*%v)-y)", "Both products in one pass over X, less y between.")
          .parameters(matrix("X"), matrix("v"), matrix("y"))
          .rule(
              call -> {
                Info inner = innerProduct(call);
                Size shape = between("-", inner, call.in(2));
                Size size = Sizes.binary(Cells.MINUS, inner.size(), call.in(2).size(), shape);
                return List.of(product(transposed(call.in(0)), Info.matrix(size)));
              })
          .kernel(
              call ->
                  call.result(
                      MatMult.mmchain(
                          call.matrix(0), call.matrix(1), null, call.matrix(2), call.workers())))
          .naming(Naming.colsOf(0), OF_COLUMNS_BETWEEN)
          .flops((operands, results) -> 2 * flops(operands, results))
          .onGroups(GroupUse.CHAIN)
          .distribution(Distribution.PRODUCT)
          .build();

  /** {@code removeEmpty(target=diag(v), margin="rows") %*% X}: rows of X where v is not zero. */
  public static final Op SELECTION =
      Op.define("removeEmpty(diag(v))%*%X", "Rows of X where v is not zero, times v.")
          .parameters(matrix("v"), matrix("X"), scalar("empty.return"))
          .rule(
              call ->
                  List.of(
                      product(
                          Info.matrix(Size.of(Sizes.UNKNOWN, call.in(0).size().rows())),
                          call.in(1))))
          .kernel(
              call ->
                  call.result(
                      MatMult.multiply(
                          selection(call.matrix(0), call.flag(2), call.workers()),
                          call.matrix(1),
                          call.workers())))
          .scratch(
              (call, threads) ->
                  Footprint.times(256, call.in(0).size().rows())
                      + sparseRows(call.in(0).size().rows(), call.in(1).size().cols(), threads))
          .properties(Property.DATA_DEPENDENT_SIZE)
          .distribution(Distribution.PRODUCT)
          .build();

  static final List<Op> ALL = List.of(MATMULT);

  /** Operators of plans; no script can name them, so the catalogue does not list them. */
  public static final List<Op> PHYSICAL =
      List.of(
          TRANSPOSED_LEFT,
          TRANSPOSED_RIGHT,
          TSMM_LEFT,
          TSMM_RIGHT,
          CHAIN,
          WEIGHTED_CHAIN,
          RESIDUAL_CHAIN,
          SELECTION);

  private ProductOps() {}

  /** {@code removeEmpty(target=diag(v), margin="rows")} of a column. */
  public static Matrix selection(Matrix v, boolean keepOneIfEmpty, Workers workers) {
    return Grouping.removeEmpty(Reorg.diag(v, workers), true, null, keepOneIfEmpty, workers);
  }

  private static Info transposed(Info x) {
    return x.withSize(x.size().transposed());
  }

  /** X %*% v of a chain; what is wrong with it is blamed on v. */
  private static Info innerProduct(CallSite chain) {
    return product(1, chain.in(0), chain.in(1));
  }

  /** The cell-wise operation of a chain; what is wrong with it is blamed on its third operand. */
  private static Size between(String sign, Info left, Info right) {
    try {
      return Sizes.broadcast(sign, left, right);
    } catch (OpError e) {
      throw new OpError(2, e.getMessage());
    }
  }

  private static Info product(Info left, Info right) {
    return product(-1, left, right);
  }

  private static Info product(int blamed, Info left, Info right) {
    Size a = left.size();
    Size b = right.size();
    if (Sizes.differ(a.cols(), b.rows())) {
      throw new OpError(
          blamed,
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

  /**
   * A multiplication and an addition for each cell of the first operand and column of the result.
   */
  private static double flops(List<Info> operands, List<Info> results) {
    Size a = operands.get(0).size();
    Size c = results.get(0).size();
    return a.known() && c.colsKnown() ? 2.0 * a.rows() * a.cols() * c.cols() : 0;
  }

  /** For the kernels of dense and of sparse operands: which they are shows when they are there. */
  private static double productScratch(
      CallSite call, boolean transposeA, boolean transposeB, int threads) {
    Size a = transposeA ? call.in(0).size().transposed() : call.in(0).size();
    Size b = transposeB ? call.in(1).size().transposed() : call.in(1).size();
    if (!a.known() || !b.known()) {
      return Footprint.UNKNOWN;
    }
    double copies =
        (transposeA ? Footprint.sparse(a) + 8.0 * a.rows() * b.cols() : 0)
            + (transposeA || transposeB ? Footprint.sparse(b) : 0);
    return copies
        + cellsOfDense(a, b)
        + sparseRows(a.rows(), b.cols(), threads)
        + MatMult.multiplyBytes(a.rows(), b.cols(), a.cols(), transposeA, transposeB, threads);
  }

  /** All cells of the product of operands that are dense though most of their cells are zeros. */
  private static double cellsOfDense(Size a, Size b) {
    boolean dense = !Footprint.isSparse(a) && !Footprint.isSparse(b);
    Size product = product(Info.matrix(a), Info.matrix(b)).size();
    return dense && Footprint.isSparse(product) ? Footprint.dense(product) : 0;
  }

  /** Per thread some rows of a sparse result: sums, marks of non-zeros, packed columns. */
  private static double sparseRows(long rows, long cols, int threads) {
    return 256.0 * (threads + 1) * cols + 32.0 * rows;
  }

  /**
   * All cells of the product even if few of them are not zero, and what a dense operand takes, or a
   * sparse one once more.
   */
  private static double tsmmScratch(CallSite call, boolean left, int threads) {
    Info x = call.in(0);
    Size operand = x.size();
    if (!operand.known()) {
      return Footprint.UNKNOWN;
    }
    Size size = (left ? product(transposed(x), x) : product(x, transposed(x))).size();
    double cells = Footprint.dense(size) - Footprint.of(size);
    boolean dense =
        operand.nnzKnown() && !Formats.sparse(operand.rows(), operand.cols(), operand.nnz());
    if (dense && Math.max(operand.rows(), operand.cols()) <= Integer.MAX_VALUE) {
      return MatMult.tsmmBytes((int) operand.rows(), (int) operand.cols(), left, threads) + cells;
    }
    return Footprint.of(x) + cells;
  }
}
