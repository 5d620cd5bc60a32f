package dev.linden.matrix.compress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.SumOfProducts;
import dev.linden.matrix.kernel.product.CellStep;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.product.OuterProduct;
import dev.linden.matrix.kernel.product.SquaredLoss;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.testkit.Agreement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/**
 * Operators over compressed matrices of several tiles of rows: they agree with those of plain ones,
 * have the same bits for any number of threads, and never unpack all rows at once.
 */
class TilesOfRowsTest {
  private static final int ROWS = 3000;
  private static final int COLS = 400;

  private static final Random RANDOM = new Random(20261119);

  private static Dense whole(int rows, int cols, double density) {
    return Forms.dense(Forms.whole(RANDOM, rows, cols, density), cols);
  }

  private static final Dense V = whole(COLS, 1, 1);
  private static final Dense W = whole(ROWS, 1, 1);
  private static final Dense B = whole(COLS, 5, 1);
  private static final Dense A = whole(ROWS, 3, 1);
  private static final Plain SPARSE = Formats.toCsr(whole(ROWS, 6, 0.1));
  private static final Plain OTHER = whole(ROWS, COLS, 0.9);
  private static final Matrix OTHER_PACKED = AlwaysCompressed.compress(OTHER, 2, Workers.serial());
  private static final Dense U = positive(ROWS);
  private static final Dense FACTOR = positive(COLS);

  private static Dense positive(int rows) {
    Dense cells = Dense.zeros(rows, 2);
    for (int i = 0; i < rows; i++) {
      cells.set(i, 0, 1 + RANDOM.nextInt(3));
      cells.set(i, 1, 1 + RANDOM.nextInt(2));
    }
    return cells;
  }

  private static final Map<String, BiFunction<Matrix, Workers, Matrix>> OPERATORS =
      new LinkedHashMap<>();

  private static void operator(String name, BiFunction<Matrix, Workers, Matrix> f) {
    OPERATORS.put(name, f);
  }

  private static Matrix single(double value) {
    return Dense.of(1, 1, value);
  }

  static {
    operator("X v", (x, w) -> MatMult.multiply(x, V, w));
    operator("X B", (x, w) -> MatMult.multiply(x, B, w));
    operator("X t(B)", (x, w) -> MatMult.multiply(x, false, Reorg.transpose(B, w), true, w));
    operator("B X", (x, w) -> MatMult.multiply(Reorg.transpose(A, w), x, w));
    operator("t(A) X", (x, w) -> MatMult.multiply(A, true, x, false, w));
    operator("t(X) W", (x, w) -> MatMult.multiply(x, true, A, false, w));
    operator("t(X) S", (x, w) -> MatMult.multiply(x, true, SPARSE, false, w));
    operator("t(X) C", (x, w) -> MatMult.multiply(x, true, OTHER_PACKED, false, w));
    operator("t(B) t(X)", (x, w) -> MatMult.multiply(B, true, x, true, w));
    operator("t(X) X", (x, w) -> MatMult.tsmm(x, true, w));
    operator("X t(X)", (x, w) -> MatMult.tsmm(x, false, w));
    operator("chain", (x, w) -> MatMult.mmchain(x, V, null, null, w));
    operator("weighted chain", (x, w) -> MatMult.mmchain(x, V, W, null, w));
    operator("chain of differences", (x, w) -> MatMult.mmchain(x, V, null, W, w));
    operator("chain of columns", (x, w) -> MatMult.mmchain(x, B, null, W, w));
    for (Aggregate.Kind kind : Aggregate.Kind.values()) {
      operator(kind + " of all", (x, w) -> single(Aggregate.all(kind, x, w)));
      operator(kind + " of rows", (x, w) -> Aggregate.rows(kind, x, w));
      operator(kind + " of columns", (x, w) -> Aggregate.cols(kind, x, w));
    }
    operator("rowIndexMax", (x, w) -> Aggregate.rowIndexOfExtreme(true, x, w));
    operator("sum(X * Y)", (x, w) -> single(SumOfProducts.sum(x, OTHER, null, w)));
    operator("sum(Y * C * X)", (x, w) -> single(SumOfProducts.sum(OTHER, OTHER_PACKED, x, w)));
    operator("wsloss", (x, w) -> single(SquaredLoss.ofProduct(x, U, FACTOR, false, w)));
    operator(
        "weighted wsloss",
        (x, w) -> single(SquaredLoss.ofWeightedProduct(x, OTHER, false, U, FACTOR, false, w)));
    operator("wcemm", (x, w) -> single(outer(x, Cells.TIMES, w).sum()));
    operator("wsigmoid", (x, w) -> outer(x, Cells.TIMES, w).cells());
    operator("wdivmm", (x, w) -> outer(x, Cells.DIVIDE, w).timesV());
    operator("wdivmm, left", (x, w) -> outer(x, Cells.DIVIDE, w).transposedTimesU());
  }

  /** {@code X * log(U %*% t(V))} and the like. */
  private static OuterProduct outer(Matrix x, BinaryFunction f, Workers workers) {
    List<CellStep> steps =
        List.of(new CellStep.Unary(Cells.LOG), new CellStep.WithMatrix(f, false, x, false));
    return new OuterProduct(U, FACTOR, false, steps, 1, workers);
  }

  /** Functions of all cells: their results have as many. */
  private static final Map<String, BiFunction<Matrix, Workers, Matrix>> CELLWISE =
      new LinkedHashMap<>();

  static {
    CELLWISE.put("X * w", (x, w) -> Elementwise.binary(Cells.TIMES, x, W, false, false, w));
    CELLWISE.put("w - X", (x, w) -> Elementwise.binary(Cells.MINUS, W, x, false, false, w));
    CELLWISE.put("X + Y", (x, w) -> Elementwise.binary(Cells.PLUS, x, OTHER, false, false, w));
    CELLWISE.put(
        "X < C", (x, w) -> Elementwise.binary(Cells.LESS, x, OTHER_PACKED, false, false, w));
    CELLWISE.put("ifelse", (x, w) -> Elementwise.ifelse(x, 0, OTHER_PACKED, 0, null, 7, w));
  }

  private static Map<String, Plain> data() {
    Map<String, Plain> data = new LinkedHashMap<>();
    data.put("whole numbers", whole(ROWS, COLS, 0.9));
    data.put("sparse", Formats.toCsr(whole(ROWS, COLS, 0.1)));
    Dense special = whole(ROWS, COLS, 0.9);
    special.set(5, 7, Double.POSITIVE_INFINITY);
    special.set(ROWS - 5, 8, Double.NaN);
    data.put("specials", special);
    Csr csr = Formats.toCsr(whole(ROWS, COLS, 0.1));
    csr.values()[40] = Double.NEGATIVE_INFINITY;
    data.put("sparse specials", csr);
    return data;
  }

  private static void assertAgree(Matrix expected, Matrix found, boolean bits, String what) {
    assertEquals(expected.shape(), found.shape(), what);
    double[] e = Formats.toDense(expected, Workers.serial()).toArray();
    double[] f = Formats.toDense(found, Workers.serial()).toArray();
    for (int k = 0; k < e.length; k++) {
      boolean agree =
          bits
              ? Double.doubleToLongBits(e[k]) == Double.doubleToLongBits(f[k])
              : Agreement.close(e[k], f[k], Agreement.OTHER_ORDER);
      assertEquals(true, agree, what + " cell " + k + ": " + e[k] + " and " + f[k]);
    }
  }

  private static void check(
      Map<String, BiFunction<Matrix, Workers, Matrix>> operators, boolean sparseToo) {
    data()
        .forEach(
            (name, plain) -> {
              Matrix packed = AlwaysCompressed.compress(plain, 1, Workers.serial());
              operators.forEach(
                  (operator, f) -> {
                    String what = operator + " of " + name;
                    AtomicInteger unpacked = new AtomicInteger();
                    Workers two =
                        new Workers(2, ArrayPool.none())
                            .telling((bytes, nanos) -> unpacked.incrementAndGet());
                    Matrix found = f.apply(packed, two);
                    if (sparseToo || !plain.isSparse()) {
                      assertEquals(0, unpacked.get(), what + " unpacked");
                    }
                    assertAgree(f.apply(plain, Workers.serial()), found, false, what);
                    assertAgree(f.apply(packed, Workers.serial()), found, true, what);
                  });
            });
  }

  @Test
  void productsAndAggregates() {
    check(OPERATORS, true);
  }

  /** Sparse matrices are unpacked where their non-zeros become those of the result. */
  @Test
  void functionsOfCells() {
    check(CELLWISE, false);
  }

  @Test
  void matricesWithTheSameCodesStayInGroups() {
    data()
        .forEach(
            (name, plain) -> {
              Matrix packed = AlwaysCompressed.compress(plain, 1, Workers.serial());
              Map<String, BiFunction<Matrix, Workers, Matrix>> operators = new LinkedHashMap<>();
              operators.put(
                  "(X > 1) & (X < 3)",
                  (x, w) ->
                      Elementwise.binary(
                          Cells.AND,
                          Elementwise.scalarRight(Cells.GREATER, x, 1, false, w),
                          Elementwise.scalarRight(Cells.LESS, x, 3, false, w),
                          false,
                          false,
                          w));
              operators.put(
                  "X * exp(X)",
                  (x, w) ->
                      Elementwise.binary(
                          Cells.TIMES,
                          x,
                          Elementwise.unary(Cells.EXP, x, false, w),
                          false,
                          false,
                          w));
              operators.put(
                  "X / abs(X)",
                  (x, w) ->
                      Elementwise.binary(
                          Cells.DIVIDE,
                          x,
                          Elementwise.unary(Cells.ABS, x, false, w),
                          false,
                          false,
                          w));
              operators.put(
                  "ifelse(X > 2, X, 0)",
                  (x, w) ->
                      Elementwise.ifelse(
                          Elementwise.scalarRight(Cells.GREATER, x, 2, false, w),
                          0,
                          x,
                          0,
                          null,
                          0,
                          w));
              operators.forEach(
                  (operator, f) -> {
                    Matrix found = f.apply(packed, Forms.TWO);
                    assertInstanceOf(Packed.class, found, operator + " of " + name);
                    assertAgree(
                        f.apply(plain, Workers.serial()), found, false, operator + " of " + name);
                  });
            });
  }
}
