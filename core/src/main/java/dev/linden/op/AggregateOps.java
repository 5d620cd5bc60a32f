package dev.linden.op;

import static dev.linden.op.Parameter.matrix;

import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.Cumulative;
import dev.linden.matrix.kernel.fold.Moments;
import dev.linden.matrix.kernel.fold.SumOfProducts;
import java.util.Collections;
import java.util.List;

/** Folds over all cells, over rows, over columns, and running folds. */
public final class AggregateOps {
  public static final Op SUM = all("sum", Aggregate.Kind.SUM, "Sum of all cells.");
  public static final Op MEAN = mean();

  /**
   * What {@code min} means with one argument; the catalogue has {@link CellwiseOps#MIN} under the
   * name.
   */
  public static final Op MIN = all("min", Aggregate.Kind.MIN, "Smallest cell.");

  /**
   * What {@code max} means with one argument; the catalogue has {@link CellwiseOps#MAX} under the
   * name.
   */
  public static final Op MAX = all("max", Aggregate.Kind.MAX, "Largest cell.");

  public static final Op PROD = all("prod", Aggregate.Kind.PROD, "Product of all cells.");
  public static final Op VAR = all("var", Aggregate.Kind.VAR, "Unbiased variance of all cells.");
  public static final Op SD =
      all("sd", Aggregate.Kind.SD, "Standard deviation of all cells, the root of var.");
  public static final Op TRACE = trace();

  public static final Op ROW_SUMS = rows("rowSums", Aggregate.Kind.SUM, "Sum of each row.");
  public static final Op ROW_MEANS = rows("rowMeans", Aggregate.Kind.MEAN, "Mean of each row.");
  public static final Op ROW_MINS =
      rows("rowMins", Aggregate.Kind.MIN, "Smallest cell of each row.");
  public static final Op ROW_MAXS =
      rows("rowMaxs", Aggregate.Kind.MAX, "Largest cell of each row.");
  public static final Op ROW_PRODS = rows("rowProds", Aggregate.Kind.PROD, "Product of each row.");
  public static final Op ROW_VARS =
      rows("rowVars", Aggregate.Kind.VAR, "Unbiased variance of each row.");
  public static final Op ROW_SDS =
      rows("rowSds", Aggregate.Kind.SD, "Standard deviation of each row.");

  public static final Op COL_SUMS = cols("colSums", Aggregate.Kind.SUM, "Sum of each column.");
  public static final Op COL_MEANS = cols("colMeans", Aggregate.Kind.MEAN, "Mean of each column.");
  public static final Op COL_MINS =
      cols("colMins", Aggregate.Kind.MIN, "Smallest cell of each column.");
  public static final Op COL_MAXS =
      cols("colMaxs", Aggregate.Kind.MAX, "Largest cell of each column.");
  public static final Op COL_PRODS =
      cols("colProds", Aggregate.Kind.PROD, "Product of each column.");
  public static final Op COL_VARS =
      cols("colVars", Aggregate.Kind.VAR, "Unbiased variance of each column.");
  public static final Op COL_SDS =
      cols("colSds", Aggregate.Kind.SD, "Standard deviation of each column.");

  public static final Op ROW_INDEX_MAX =
      rowIndex("rowIndexMax", true, "Column of the largest cell of each row; the last of several.");
  public static final Op ROW_INDEX_MIN =
      rowIndex(
          "rowIndexMin", false, "Column of the smallest cell of each row; the last of several.");

  public static final Op CUMSUM =
      running("cumsum", Cumulative.Kind.SUM, "Running sums down each column.");
  public static final Op CUMPROD =
      running("cumprod", Cumulative.Kind.PROD, "Running products down each column.");
  public static final Op CUMMIN =
      running("cummin", Cumulative.Kind.MIN, "Running minima down each column.");
  public static final Op CUMMAX =
      running("cummax", Cumulative.Kind.MAX, "Running maxima down each column.");
  public static final Op CUMSUMPROD = cumsumprod();
  public static final Op ROW_CUMSUM =
      Op.define("rowcumsum", "Running sums along each row.")
          .parameters(matrix("X"))
          .rule(
              call -> {
                Size size = call.in(0).size();
                return List.of(Info.matrix(Sizes.full(size.rows(), size.cols())));
              })
          .kernel(
              call ->
                  call.result(
                      Cumulative.sumAlongRows(call.matrix(0), call.reusable(0), call.workers())))
          .properties(Property.IN_PLACE)
          .distribution(Distribution.SCATTERED)
          .build();

  /** Operators of plans: each stands for an expression, which its name shows. */
  public static final Op SUM_OF_SQUARES =
      all("sum(X^2)", Aggregate.Kind.SUM_OF_SQUARES, "Sum of squares without the squares.");

  public static final Op ROW_SUMS_OF_SQUARES =
      rows("rowSums(X^2)", Aggregate.Kind.SUM_OF_SQUARES, "Sum of the squares of each row.");
  public static final Op COL_SUMS_OF_SQUARES =
      cols("colSums(X^2)", Aggregate.Kind.SUM_OF_SQUARES, "Sum of the squares of each column.");
  public static final Op SUM_OF_PRODUCT = sumOfProduct("sum(A*B)", "A", "B");
  public static final Op SUM_OF_TRIPLE_PRODUCT = sumOfProduct("sum(A*B*C)", "A", "B", "C");

  static final List<Op> ALL =
      List.of(
          SUM,
          MEAN,
          PROD,
          VAR,
          SD,
          TRACE,
          ROW_SUMS,
          ROW_MEANS,
          ROW_MINS,
          ROW_MAXS,
          ROW_PRODS,
          ROW_VARS,
          ROW_SDS,
          COL_SUMS,
          COL_MEANS,
          COL_MINS,
          COL_MAXS,
          COL_PRODS,
          COL_VARS,
          COL_SDS,
          ROW_INDEX_MAX,
          ROW_INDEX_MIN,
          CUMSUM,
          CUMPROD,
          CUMMIN,
          CUMMAX,
          CUMSUMPROD,
          ROW_CUMSUM);

  static final List<Op> PHYSICAL =
      List.of(
          SUM_OF_SQUARES,
          ROW_SUMS_OF_SQUARES,
          COL_SUMS_OF_SQUARES,
          SUM_OF_PRODUCT,
          SUM_OF_TRIPLE_PRODUCT);

  private static final List<Info> DOUBLE = List.of(Info.scalar(ValueType.DOUBLE));

  private AggregateOps() {}

  private static Op all(String name, Aggregate.Kind kind, String summary) {
    return Op.define(name, summary)
        .parameters(matrix("X"))
        .rule(call -> DOUBLE)
        .kernel(call -> call.result(Aggregate.all(kind, call.matrix(0), call.workers())))
        .fold(kind, FoldsCells.Direction.ALL)
        .properties(Property.AGGREGATES)
        .distribution(Distribution.AGGREGATE)
        .build();
  }

  /** For matrices of one shape. */
  private static Op sumOfProduct(String name, String... factors) {
    Parameter[] parameters = new Parameter[factors.length];
    for (int i = 0; i < factors.length; i++) {
      parameters[i] = matrix(factors[i]);
    }
    return Op.define(name, "Sum of a product of cells without the product.")
        .parameters(parameters)
        .rule(
            call -> {
              for (int i = 1; i < factors.length; i++) {
                Args.needSameShape(call, 0, factors[0], i, factors[i]);
              }
              return DOUBLE;
            })
        .kernel(
            call ->
                call.result(
                    SumOfProducts.sum(
                        call.matrix(0),
                        call.matrix(1),
                        factors.length < 3 ? null : call.matrix(2),
                        call.workers())))
        .properties(Property.AGGREGATES)
        .onGroups(Collections.nCopies(factors.length, GroupUse.TILES).toArray(GroupUse[]::new))
        .distribution(Distribution.AGGREGATE)
        .build();
  }

  private static Op mean() {
    return Op.define("mean", "Mean of all cells, or of a column with weights.")
        .aliases("avg")
        .parameters(matrix("X"), matrix("weights").orAbsent())
        .rule(
            call -> {
              if (call.count() > 1 && call.has(1)) {
                Args.needColumn(call, 0, "X of mean with weights");
                Args.needSameShape(call, 0, "X", 1, "the weights of mean");
              }
              return DOUBLE;
            })
        .kernel(
            call ->
                call.result(
                    call.count() > 1 && call.has(1)
                        ? Moments.weightedMean(call.matrix(0), call.matrix(1), call.workers())
                        : Aggregate.all(Aggregate.Kind.MEAN, call.matrix(0), call.workers())))
        .fold(Aggregate.Kind.MEAN, FoldsCells.Direction.ALL)
        .properties(Property.AGGREGATES)
        .distribution(Distribution.AGGREGATE)
        .build();
  }

  private static Op trace() {
    return Op.define("trace", "Sum of the diagonal of a square matrix.")
        .aliases("tr")
        .parameters(matrix("X"))
        .rule(
            call -> {
              needSquare(call, 0, "trace");
              return DOUBLE;
            })
        .kernel(call -> call.result(Aggregate.trace(call.matrix(0))))
        .properties(Property.AGGREGATES)
        .distribution(Distribution.AGGREGATE)
        .build();
  }

  static void needSquare(CallSite call, int i, String name) {
    Size size = call.in(i).size();
    if (Sizes.differ(size.rows(), size.cols())) {
      throw new OpError(
          i, name + " needs a square matrix, but is given " + call.in(i).describeOne());
    }
  }

  private static Op rows(String name, Aggregate.Kind kind, String summary) {
    return Op.define(name, summary)
        .parameters(matrix("X"))
        .rule(
            call -> {
              Size size = call.in(0).size();
              // A row of zeros gives zero; a row without cells may not.
              return List.of(
                  Info.matrix(
                      Sizes.bounded(size.rows(), 1, size.cols() > 0 ? size.nnz() : Sizes.UNKNOWN)));
            })
        .kernel(call -> call.result(Aggregate.rows(kind, call.matrix(0), call.workers())))
        .fold(kind, FoldsCells.Direction.EACH_ROW)
        .expectedShare(
            (operands, shares) ->
                ExpectedShare.any(shares.applyAsDouble(0), operands.get(0).size().cols()))
        .properties(Property.AGGREGATES)
        .distribution(Distribution.AGGREGATE)
        .build();
  }

  private static Op cols(String name, Aggregate.Kind kind, String summary) {
    return Op.define(name, summary)
        .parameters(matrix("X"))
        .rule(
            call -> {
              Size size = call.in(0).size();
              return List.of(
                  Info.matrix(
                      Sizes.bounded(1, size.cols(), size.rows() > 0 ? size.nnz() : Sizes.UNKNOWN)));
            })
        .kernel(call -> call.result(Aggregate.cols(kind, call.matrix(0), call.workers())))
        .fold(kind, FoldsCells.Direction.EACH_COLUMN)
        .expectedShare(
            (operands, shares) ->
                ExpectedShare.any(shares.applyAsDouble(0), operands.get(0).size().rows()))
        .properties(Property.AGGREGATES)
        .distribution(Distribution.AGGREGATE)
        .build();
  }

  private static Op rowIndex(String name, boolean largest, String summary) {
    return Op.define(name, summary)
        .parameters(matrix("X"))
        .rule(call -> List.of(Info.matrix(Sizes.full(call.in(0).size().rows(), 1))))
        .kernel(
            call ->
                call.result(Aggregate.rowIndexOfExtreme(largest, call.matrix(0), call.workers())))
        .operationsPerCell(CellWork.FOLD)
        .onGroups(GroupUse.TILES)
        .naming(Naming.rowsOf(0), Naming.NONE)
        .distribution(Distribution.AGGREGATE)
        .build();
  }

  private static Op running(String name, Cumulative.Kind kind, String summary) {
    return Op.define(name, summary)
        .parameters(matrix("X"))
        .rule(
            call -> {
              Size size = call.in(0).size();
              return List.of(Info.matrix(Sizes.full(size.rows(), size.cols())));
            })
        .kernel(
            call ->
                call.result(
                    Cumulative.cumulate(kind, call.matrix(0), call.reusable(0), call.workers())))
        .operationsPerCell(10)
        .properties(Property.IN_PLACE, Property.FAILS_BY_SIZE_ONLY)
        .naming(Naming.rowsOf(0), Naming.colsOf(0))
        .distribution(Distribution.CUMULATIVE)
        .build();
  }

  private static Op cumsumprod() {
    return Op.define("cumsumprod", "For X = (y, w) the column z with z_i = y_i + w_i * z_(i-1).")
        .parameters(matrix("X"))
        .rule(
            call -> {
              Size size = call.in(0).size();
              if (Sizes.differ(size.cols(), 2)) {
                throw new OpError(
                    0,
                    "cumsumprod needs a matrix with 2 columns, but is given "
                        + call.in(0).describeOne());
              }
              return List.of(Info.matrix(Sizes.full(size.rows(), 1)));
            })
        .scratch((call, threads) -> Footprint.dense(call.in(0).size()))
        .kernel(call -> call.result(Cumulative.sumProduct(call.matrix(0), call.workers())))
        .naming(Naming.rowsOf(0), Naming.NONE)
        .distribution(Distribution.CUMULATIVE)
        .build();
  }
}
