package dev.linden.op;

import static dev.linden.op.Parameter.matrix;
import static dev.linden.op.Parameter.matrixOrScalar;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.reorg.Triangle;
import java.util.List;

/** The same cells in other places. */
public final class ReorgOps {
  public static final Op TRANSPOSE =
      Op.define("t", "Transpose.")
          .parameters(matrix("X"))
          .rule(call -> List.of(Info.matrix(call.in(0).size().transposed())))
          .kernel(call -> call.result(Reorg.transpose(call.matrix(0), call.workers())))
          .operationsPerCell(8)
          .naming(Naming.colsOf(0), Naming.rowsOf(0))
          .expectedShare(ExpectedShare.OF_FIRST)
          .distinctCells(DistinctCells.OF_FIRST)
          .properties(Property.REORGANIZES)
          .distribution(Distribution.SCATTERED)
          .build();

  public static final Op REV =
      Op.define("rev", "Rows in reverse order.")
          .parameters(matrix("X"))
          .rule(call -> List.of(Info.matrix(call.in(0).size())))
          .kernel(call -> call.result(Reorg.reverseRows(call.matrix(0), call.workers())))
          .expectedShare(ExpectedShare.OF_FIRST)
          .distinctCells(DistinctCells.OF_FIRST)
          .naming(Naming.NONE, Naming.colsOf(0))
          .properties(Property.REORGANIZES)
          .distribution(Distribution.SCATTERED)
          .build();

  public static final Op DIAG =
      Op.define(
              "diag",
              "Diagonal matrix of a column, or the diagonal of a square matrix as a column.")
          .parameters(matrix("X"))
          .rule(call -> List.of(inferDiag(call.in(0))))
          .kernel(call -> call.result(Reorg.diag(call.matrix(0), call.workers())))
          .naming(
              Naming.rowsOf(0),
              new Naming.Computed() {
                @Override
                public List<String> of(Invocation call, Naming.Axis axis, MatrixValue result) {
                  return namesOfDiagonal(call, axis, result);
                }
              })
          .properties(Property.REORGANIZES)
          .distribution(Distribution.SCATTERED)
          .build();

  public static final Op ORDER =
      Op.define(
              "order",
              "Rows sorted by one or several columns, or the positions that sort them; stable.")
          .parameters(
              matrix("target"),
              matrixOrScalar("by").or(1),
              scalar("decreasing").or(false),
              scalar("index.return").or(false))
          .rule(call -> List.of(inferOrder(call)))
          .kernel(ReorgOps::runOrder)
          .operations(ReorgOps::orderOperations)
          .naming(
              Naming.NONE,
              new Naming.Computed() {
                @Override
                public List<String> of(Invocation call, Naming.Axis axis, MatrixValue result) {
                  return call.flag(3) ? null : ((MatrixValue) call.value(0)).names();
                }
              })
          .scratch(ReorgOps::orderScratch)
          .distribution(Distribution.SCATTERED)
          .build();

  public static final Op ROLL =
      Op.define("roll", "Rows moved down by k places, cyclically.")
          .parameters(matrix("X"), scalar("k"))
          .rule(
              call -> {
                Args.needNumber(call, 1, "k of roll");
                return List.of(Info.matrix(call.in(0).size()));
              })
          .kernel(
              call -> {
                Args.number(call, 1, "k of roll");
                call.result(Reorg.rollRows(call.matrix(0), call.integer(1), call.workers()));
              })
          .expectedShare(ExpectedShare.OF_FIRST)
          .distinctCells(DistinctCells.OF_FIRST)
          .naming(Naming.NONE, Naming.colsOf(0))
          .properties(Property.REORGANIZES)
          .distribution(Distribution.SCATTERED)
          .build();

  public static final Op LOWER_TRI =
      triangle("lower.tri", true, "1 below the diagonal, or the cells there with values=TRUE.");
  public static final Op UPPER_TRI =
      triangle("upper.tri", false, "1 above the diagonal, or the cells there with values=TRUE.");

  static final List<Op> ALL = List.of(TRANSPOSE, REV, ROLL, DIAG, ORDER, LOWER_TRI, UPPER_TRI);

  private ReorgOps() {}

  private static Op triangle(String name, boolean lower, String summary) {
    return Op.define(name, summary)
        .parameters(matrix("target"), scalar("diag").or(false), scalar("values").or(false))
        .rule(call -> List.of(inferTriangle(call, name, lower)))
        .kernel(
            call -> {
              Triangle triangle = new Triangle(lower, call.flag(1));
              Matrix target = call.matrix(0);
              call.result(
                  call.flag(2)
                      ? triangle.values(target, call.workers())
                      : triangle.mask(target.rows(), target.cols(), call.workers()));
            })
        .distribution(Distribution.SCATTERED)
        .build();
  }

  private static Info inferTriangle(CallSite call, String name, boolean lower) {
    Args.needFlag(call, 1, "diag of " + name);
    Args.needFlag(call, 2, "values of " + name);
    Size size = call.in(0).size();
    if (!size.known()) {
      return Info.matrix(size.withoutNnz());
    }
    boolean diagonal = !call.in(1).isConstant() || call.in(1).constant().asBoolean();
    long cells = new Triangle(lower, diagonal).cells(size.rows(), size.cols());
    boolean values = call.in(2).isConstant() && call.in(2).constant().asBoolean();
    return Info.matrix(size.withNnz(values ? Sizes.smaller(cells, size.nnz()) : cells));
  }

  private static Info inferDiag(Info x) {
    Size size = x.size();
    if (size.cols() == 1) {
      return Info.matrix(Size.of(size.rows(), size.rows(), Sizes.smaller(size.rows(), size.nnz())));
    }
    if (Sizes.differ(size.rows(), size.cols())) {
      throw new OpError(
          0, "diag needs a column (n x 1) or a square matrix, but is given " + x.describeOne());
    }
    if (!size.colsKnown()) {
      return Info.matrix(
          Size.of(size.rows(), Sizes.UNKNOWN, Sizes.smaller(size.rows(), size.nnz())));
    }
    return Info.matrix(Sizes.bounded(size.cols(), 1, size.nnz()));
  }

  /** A diagonal matrix has the names of its column on both sides. */
  private static List<String> namesOfDiagonal(
      Invocation call, Naming.Axis axis, MatrixValue result) {
    MatrixValue x = (MatrixValue) call.value(0);
    return x.size().cols() == 1 ? x.rowNames() : null;
  }

  private static Info inferOrder(CallSite call) {
    Info target = call.in(0);
    Info by = call.in(1);
    Args.needNumber(call, 1, "by of order");
    Args.needFlag(call, 2, "decreasing of order");
    Args.needFlag(call, 3, "index.return of order");
    if (by.isMatrix() && Sizes.differ(by.size().rows(), 1)) {
      throw new OpError(
          1,
          "by of order must be a number or a row (1 x k) of columns, but is " + by.describeOne());
    }
    if (by.isConstant() && target.size().colsKnown()) {
      checkColumn(by.constant().asLong(), target.size().cols());
    }
    if (call.in(3).isConstant()) {
      return call.in(3).constant().asBoolean()
          ? Info.matrix(Sizes.full(target.size().rows(), 1))
          : Info.matrix(target.size());
    }
    long cols = target.size().cols() == 1 ? 1 : Sizes.UNKNOWN;
    return Info.matrix(Sizes.full(target.size().rows(), cols));
  }

  private static void checkColumn(long column, long cols) {
    if (column < 1 || column > cols) {
      throw new OpError(1, "by of order: column " + column + " is outside 1.." + cols);
    }
  }

  private static void runOrder(Invocation call) {
    Matrix target = call.matrix(0);
    int[] by;
    if (call.dataType(1) == DataType.MATRIX) {
      Matrix columns = call.matrix(1);
      if (columns.rows() != 1) {
        throw new InputError(
            "by of order must be a number or a row (1 x k) of columns, but is " + columns.shape());
      }
      by = new int[columns.cols()];
      for (int k = 0; k < by.length; k++) {
        by[k] = position(Scalar.truncate(columns.get(0, k)), target.cols());
      }
    } else {
      by = new int[] {position(call.integer(1), target.cols())};
    }
    call.result(Reorg.order(target, by, call.flag(2), call.flag(3), call.workers()));
  }

  private static int position(long column, int cols) {
    checkColumn(column, cols);
    return (int) (column - 1);
  }

  /** Comparisons of a merge sort of the rows, and moving the cells. */
  private static double orderOperations(List<Info> operands, List<Info> results) {
    Size size = operands.get(0).size();
    double comparisons = size.rowsKnown() ? size.rows() * Math.log(size.rows() + 1.0) : 0;
    return 30 * comparisons + 4 * CellWork.visited(operands, results);
  }

  /** The permutation and a merge buffer of the same length. */
  private static double orderScratch(CallSite call, int threads) {
    return Footprint.times(4 * 8, call.in(0).size().rows());
  }
}
