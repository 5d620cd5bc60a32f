package dev.linden.op;

import static dev.linden.op.Parameter.matrix;
import static dev.linden.op.Parameter.scalar;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.solve.Decompose;
import dev.linden.matrix.kernel.solve.MatrixRoot;
import dev.linden.matrix.kernel.solve.Solve;
import java.util.List;

/** Linear systems and decompositions. */
public final class SolveOps {
  /** Rotations are collected before they are applied. */
  private static final double ROTATIONS = 1 << 20;

  public static final Op SOLVE =
      Op.define("solve", "The x with A x = b for a square A.")
          .parameters(matrix("A"), matrix("b"))
          .rule(
              call -> {
                Info b = call.in(1);
                long n = order(call, "solve");
                if (Sizes.differ(n, b.size().rows())) {
                  throw new OpError(
                      1,
                      "solve needs as many rows on the right as A has ("
                          + n
                          + "), but is given "
                          + b.describeOne());
                }
                return List.of(
                    Info.matrix(Sizes.full(Math.max(n, b.size().rows()), b.size().cols())));
              })
          .kernel(call -> call.result(Solve.solve(call.matrix(0), call.matrix(1), call.workers())))
          .distinctCells(DistinctCells.OF_ALL)
          .naming(Naming.colsOf(0), Naming.colsOf(1))
          .scratch((call, threads) -> copies(call, 2))
          .flops((operands, results) -> flops(0.7, operands))
          .properties(Property.NATIVE_CODE)
          .build();

  public static final Op INV =
      ofOneMatrix("inv", "The inverse of a square matrix; exactly singular input is an error.")
          .aliases("inverse")
          .rule(
              call -> {
                long n = order(call, "inv");
                return List.of(Info.matrix(Sizes.full(n, n)));
              })
          .kernel(call -> call.result(Solve.inverse(call.matrix(0), call.workers())))
          .naming(Naming.colsOf(0), Naming.rowsOf(0))
          .scratch((call, threads) -> copies(call, 2))
          .flops((operands, results) -> flops(2, operands))
          .properties(Property.NATIVE_CODE)
          .build();

  public static final Op DET =
      ofOneMatrix("det", "The determinant of a square matrix.")
          .rule(
              call -> {
                order(call, "det");
                return List.of(Info.scalar(ValueType.DOUBLE));
              })
          .kernel(call -> call.result(Solve.determinant(call.matrix(0), call.workers())))
          .scratch((call, threads) -> copies(call, 2))
          .flops((operands, results) -> flops(0.7, operands))
          .properties(Property.NATIVE_CODE)
          .build();

  public static final Op CHOLESKY =
      ofOneMatrix(
              "cholesky",
              "The lower triangular L with L %*% t(L) = X, for a symmetric positive definite X.")
          .rule(
              call -> {
                long n = order(call, "cholesky");
                return List.of(Info.matrix(triangle(n, n)));
              })
          .kernel(call -> call.result(Decompose.cholesky(call.matrix(0), call.workers())))
          .scratch((call, threads) -> copies(call, 2))
          .flops((operands, results) -> flops(0.4, operands))
          .properties(Property.NATIVE_CODE)
          .build();

  public static final Op EIGEN =
      ofOneMatrix(
              "eigen",
              "[w, V]: real eigenvalues in ascending order and unit eigenvectors as columns;"
                  + " meant for symmetric matrices.")
          .results(2)
          .rule(
              call -> {
                long n = order(call, "eigen");
                return List.of(Info.matrix(Sizes.full(n, 1)), Info.matrix(Sizes.full(n, n)));
              })
          .kernel(call -> results(call, Decompose.eigen(call.matrix(0), call.workers())))
          .scratch((call, threads) -> ROTATIONS + copies(call, 12))
          .flops((operands, results) -> flops(20, operands))
          .properties(Property.NATIVE_CODE)
          .build();

  public static final Op QR =
      ofOneMatrix(
              "qr",
              "[H, R]: X = Q %*% R with upper triangular R; Q is the product of the reflections"
                  + " I - h %*% t(h) / h[k] over the columns h of H.")
          .results(2)
          .rule(
              call -> {
                Size x = call.in(0).size();
                return List.of(
                    Info.matrix(Sizes.full(x.rows(), x.cols())),
                    Info.matrix(Sizes.full(x.rows(), x.cols())));
              })
          .kernel(call -> results(call, Decompose.qr(call.matrix(0), call.workers())))
          .scratch((call, threads) -> copies(call, 3))
          .flops((operands, results) -> flops(3, operands))
          .properties(Property.NATIVE_CODE)
          .build();

  public static final Op LU =
      ofOneMatrix("lu", "[P, L, U]: P %*% X = L %*% U with partial pivoting, for a square matrix.")
          .results(3)
          .rule(
              call -> {
                long n = order(call, "lu");
                return List.of(
                    Info.matrix(Size.of(n, n, n)),
                    Info.matrix(triangle(n, n)),
                    Info.matrix(triangle(n, n)));
              })
          .kernel(call -> results(call, Decompose.lu(call.matrix(0), call.workers())))
          .scratch((call, threads) -> copies(call, 2))
          .flops((operands, results) -> flops(0.7, operands))
          .properties(Property.NATIVE_CODE)
          .build();

  public static final Op SVD =
      ofOneMatrix(
              "svd",
              "[U, D, V]: X = U %*% D %*% t(V) with diagonal D in descending order; U and V have"
                  + " as many columns as the smaller dimension of X.")
          .results(3)
          .rule(
              call -> {
                Size x = call.in(0).size();
                long k = x.known() ? Math.min(x.rows(), x.cols()) : Sizes.UNKNOWN;
                return List.of(
                    Info.matrix(Sizes.full(x.rows(), k)),
                    Info.matrix(Size.of(k, k, k)),
                    Info.matrix(Sizes.full(x.cols(), k)));
              })
          .kernel(call -> results(call, Decompose.svd(call.matrix(0), call.workers())))
          .scratch((call, threads) -> 2 * ROTATIONS + copies(call, 22))
          .flops((operands, results) -> flops(20, operands))
          .properties(Property.NATIVE_CODE)
          .build();

  public static final Op SQRT_MATRIX =
      Op.define(
              "sqrtMatrix",
              "The principal square root Y of a square matrix, Y %*% Y = X; the modes COMMON and"
                  + " DML give the same.")
          .aliases("sqrtMatrixJava")
          .parameters(matrix("X"), scalar("mode").or("COMMON"))
          .rule(
              call -> {
                Args.word(call, 1, "mode of sqrtMatrix", List.of("common", "dml"));
                long n = order(call, "sqrtMatrix");
                return List.of(Info.matrix(Sizes.full(n, n)));
              })
          .kernel(call -> call.result(MatrixRoot.of(call.matrix(0), call.workers())))
          .scratch((call, threads) -> copies(call, 12))
          .build();

  static final List<Op> ALL = List.of(SOLVE, INV, DET, CHOLESKY, EIGEN, QR, LU, SVD, SQRT_MATRIX);

  private SolveOps() {}

  /** So many for each cell and row: from 1/3 of a Cholesky factor to 20 of eigenvectors. */
  private static double flops(double count, List<Info> operands) {
    Size x = operands.get(0).size();
    return x.known() ? count * x.rows() * x.cols() * Math.min(x.rows(), x.cols()) : 0;
  }

  private static Op.Builder ofOneMatrix(String name, String summary) {
    return Op.define(name, summary).parameters(matrix("X"));
  }

  /** Rows and columns of the square first argument, unknown if neither is known. */
  private static long order(CallSite call, String name) {
    AggregateOps.needSquare(call, 0, name);
    Size size = call.in(0).size();
    return Math.max(size.rows(), size.cols());
  }

  /** At most half of the cells and the diagonal. */
  private static Size triangle(long rows, long cols) {
    long cells = Sizes.cells(rows, cols);
    return Size.of(rows, cols, cells < 0 ? cells : cells / 2 + (rows + 1) / 2);
  }

  /** This many dense copies of the first argument. */
  private static double copies(CallSite call, int count) {
    return count * Footprint.dense(call.in(0).size());
  }

  private static void results(Invocation call, List<Matrix> values) {
    for (int k = 0; k < values.size(); k++) {
      call.result(k, new MatrixValue(values.get(k)));
    }
  }
}
