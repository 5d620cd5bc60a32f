package dev.linden.matrix.kernel.cells;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.Workers;
import dev.linden.testkit.Matrices;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RandomMatrices.Form;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every function over every combination of representations and shapes, against the definition of
 * the function.
 */
class ElementwiseTest {
  private static final Workers WORKERS = new Workers(2, ArrayPool.none());
  private static final int[][] SHAPES = {
    {0, 0}, {0, 4}, {4, 0}, {1, 1}, {1, 7}, {7, 1}, {5, 6}, {40, 30}, {1, 1100}, {15, 70}
  };
  private static final double[] SCALARS = {0, 1, -1, 2, 0.5, Double.NaN, Double.POSITIVE_INFINITY};
  private static final double[] DENSITIES = {0, 0.01, 0.15, 1};

  private final RandomMatrices random = new RandomMatrices(20250101);

  static List<UnaryFunction> unaryFunctions() {
    return constants(UnaryFunction.class);
  }

  static List<BinaryFunction> binaryFunctions() {
    return constants(BinaryFunction.class);
  }

  private static <T> List<T> constants(Class<T> type) {
    List<T> functions = new ArrayList<>();
    for (var field : Cells.class.getFields()) {
      if (field.getType() == type) {
        try {
          functions.add(type.cast(field.get(null)));
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    assertTrue(functions.size() > 15);
    return functions;
  }

  @Test
  void unaryFunctionsFollowTheirDefinition() {
    for (int[] shape : SHAPES) {
      for (double density : DENSITIES) {
        Dense data = random.withSpecials(shape[0], shape[1], density);
        for (Form form : Form.values()) {
          Matrix a = form.of(data);
          for (UnaryFunction f : unaryFunctions()) {
            String message =
                f.name() + " of " + form + " " + a.shape() + " density " + density + ", " + random;
            Matrix before = a.copy();
            Matrices.Cell expected = (i, j) -> f.apply(before.get(i, j));
            Matrix c = Elementwise.unary(f, a, false, WORKERS);
            Matrices.assertCells(a.rows(), a.cols(), expected, 0, c, message);
            Matrices.assertSameBits(before, a, message + ": input");
            Matrix reused = Elementwise.unary(f, a.copy(), true, WORKERS);
            Matrices.assertSameBits(c, reused, message + ", reused");
          }
        }
      }
    }
  }

  @Test
  void scalarOperandsFollowTheDefinition() {
    for (int[] shape : SHAPES) {
      for (double density : DENSITIES) {
        Dense data = random.withSpecials(shape[0], shape[1], density);
        for (Form form : Form.values()) {
          Matrix a = form.of(data);
          for (BinaryFunction f : binaryFunctions()) {
            for (double s : SCALARS) {
              String message =
                  f.name()
                      + " with "
                      + s
                      + " of "
                      + form
                      + " "
                      + a.shape()
                      + " density "
                      + density
                      + ", "
                      + random;
              Matrix before = a.copy();
              Matrix right = Elementwise.scalarRight(f, a, s, false, WORKERS);
              check(
                  (i, j) -> define(f, before.get(i, j), s, a.isSparse(), false), a, right, message);
              Matrix left = Elementwise.scalarLeft(f, s, a, false, WORKERS);
              check(
                  (i, j) -> define(f, s, before.get(i, j), false, a.isSparse()), a, left, message);
              Matrices.assertSameBits(before, a, message + ": input");
              Matrices.assertSameBits(
                  right, Elementwise.scalarRight(f, a.copy(), s, true, WORKERS), message);
              Matrices.assertSameBits(
                  left, Elementwise.scalarLeft(f, s, a.copy(), true, WORKERS), message);
            }
          }
        }
      }
    }
  }

  private static void check(Matrices.Cell expected, Matrix shape, Matrix actual, String message) {
    Matrices.assertCells(shape.rows(), shape.cols(), expected, 0, actual, message);
  }

  /** Zeros that are not stored absorb the other operand of a product. */
  private static double define(
      BinaryFunction f, double x, double y, boolean sparseX, boolean sparseY) {
    boolean absorbed = sparseX && x == 0 || sparseY && y == 0;
    return f == Cells.TIMES && absorbed ? 0 : f.apply(x, y);
  }

  @Test
  void equalShapesFollowTheDefinition() {
    for (int[] shape : SHAPES) {
      for (double density : DENSITIES) {
        checkPairs(shape[0], shape[1], density, shape[0], shape[1], 0.15);
      }
    }
  }

  @Test
  void vectorsAreRepeatedOnEitherSide() {
    int[][] shapes = {{5, 6}, {40, 30}, {15, 70}, {0, 4}, {4, 0}, {520, 2}};
    for (int[] shape : shapes) {
      int rows = shape[0];
      int cols = shape[1];
      for (double density : new double[] {0.3, 1}) {
        checkPairs(rows, cols, 0.1, rows, 1, density);
        checkPairs(rows, cols, 0.1, 1, cols, density);
        checkPairs(rows, 1, density, rows, cols, 0.1);
        checkPairs(1, cols, density, rows, cols, 0.1);
        checkPairs(rows, cols, 0.1, 1, 1, density);
        checkPairs(1, 1, density, rows, cols, 0.1);
        checkPairs(rows, 1, 0.1, 1, cols, density);
        checkPairs(1, cols, 0.1, rows, 1, density);
      }
    }
  }

  private void checkPairs(
      int rowsA, int colsA, double densityA, int rowsB, int colsB, double densityB) {
    Dense dataA = random.withSpecials(rowsA, colsA, densityA);
    Dense dataB = random.withSpecials(rowsB, colsB, densityB);
    int rows = rowsA == 1 ? rowsB : rowsA;
    int cols = colsA == 1 ? colsB : colsA;
    boolean equal = rowsA == rowsB && colsA == colsB;
    // with vectors, single rows only ever go through compressed rows
    Form[] forms = equal ? Form.values() : new Form[] {Form.DENSE, Form.CSR, Form.COO};
    for (Form formA : forms) {
      for (Form formB : forms) {
        Matrix a = formA.of(dataA);
        Matrix b = formB.of(dataB);
        for (BinaryFunction f : binaryFunctions()) {
          String message =
              formA
                  + " "
                  + a.shape()
                  + " "
                  + f.name()
                  + " "
                  + formB
                  + " "
                  + b.shape()
                  + " densities "
                  + densityA
                  + " "
                  + densityB
                  + ", "
                  + random;
          Matrix beforeA = a.copy();
          Matrix beforeB = b.copy();
          Matrix c = Elementwise.binary(f, a, b, false, false, WORKERS);
          Matrices.Cell expected =
              (i, j) -> {
                double x = beforeA.get(rowsA == 1 ? 0 : i, colsA == 1 ? 0 : j);
                double y = beforeB.get(rowsB == 1 ? 0 : i, colsB == 1 ? 0 : j);
                double result = define(f, x, y, a.isSparse(), b.isSparse());
                // vectors are unpacked, and then their zeros follow IEEE 754 like any dense cell:
                // either value is right
                boolean either =
                    !equal
                        && result == 0
                        && Double.isNaN(f.apply(x, y))
                        && Double.isNaN(c.get(i, j));
                return either ? Double.NaN : result;
              };
          Matrices.assertCells(rows, cols, expected, 0, c, message);
          Matrices.assertSameBits(beforeA, a, message + ": left input");
          Matrices.assertSameBits(beforeB, b, message + ": right input");
          Matrices.assertSameBits(
              c,
              Elementwise.binary(f, a.copy(), b, true, false, WORKERS),
              message + ", left reused");
          Matrices.assertSameBits(
              c,
              Elementwise.binary(f, a, b.copy(), false, true, WORKERS),
              message + ", right reused");
        }
      }
    }
  }

  @Test
  void ifelsePicksPerCell() {
    for (int[] shape : new int[][] {{0, 3}, {1, 1}, {5, 6}, {40, 30}}) {
      int rows = shape[0];
      int cols = shape[1];
      for (double density : new double[] {0, 0.1, 1}) {
        Dense[] data = new Dense[3];
        for (int k = 0; k < 3; k++) {
          data[k] = random.withSpecials(rows, cols, density);
        }
        for (Form form : Form.values()) {
          for (Form other : Form.values()) {
            for (int scalars = 0; scalars < 7; scalars++) {
              Matrix test = (scalars & 1) != 0 ? null : form.of(data[0]);
              Matrix a = (scalars & 2) != 0 ? null : other.of(data[1]);
              Matrix b = (scalars & 4) != 0 ? null : form.of(data[2]);
              for (double s : new double[] {0, Double.NaN, 3}) {
                Matrix c = Elementwise.ifelse(test, s, a, 7, b, s, WORKERS);
                Matrices.assertCells(
                    rows,
                    cols,
                    (i, j) ->
                        (test == null ? s : test.get(i, j)) != 0
                            ? (a == null ? 7 : a.get(i, j))
                            : b == null ? s : b.get(i, j),
                    0,
                    c,
                    form + " " + other + " " + scalars + " " + s + " " + rows + "x" + cols + ", "
                        + random);
              }
            }
          }
        }
      }
    }
  }

  @Test
  void ifelseTakesSingleCellsForScalarsAndRefusesOtherShapes() {
    Dense single = Dense.of(1, 1, 1);
    Dense a = Dense.of(2, 2, 1, 2, 3, 4);
    assertSame(a, Elementwise.ifelse(single, 0, a, 0, null, 5, WORKERS));
    Matrices.assertCells(
        2,
        2,
        (i, j) -> 9,
        0,
        Elementwise.ifelse(null, 0, a, 0, Dense.of(1, 1, 9), 0, WORKERS),
        "scalar");
    assertThrows(
        InputError.class, () -> Elementwise.ifelse(a, 0, Dense.zeros(2, 3), 0, null, 0, WORKERS));
  }

  @Test
  void replaceFindsNanAndZeros() {
    double inf = Double.POSITIVE_INFINITY;
    for (double density : new double[] {0.1, 1}) {
      Dense data = random.withSpecials(40, 30, density);
      for (Form form : Form.values()) {
        for (double pattern : new double[] {0, 1, Double.NaN, inf, -inf}) {
          for (double replacement : new double[] {0, 5, Double.NaN}) {
            Matrix a = form.of(data);
            Matrix before = a.copy();
            Matrices.Cell expected =
                (i, j) -> {
                  double x = before.get(i, j);
                  return x == pattern || Double.isNaN(x) && Double.isNaN(pattern) ? replacement : x;
                };
            String message = form + " " + pattern + " -> " + replacement + ", " + random;
            Matrices.assertCells(
                40,
                30,
                expected,
                0,
                Elementwise.replace(a, pattern, replacement, false, WORKERS),
                message);
            Matrices.assertCells(
                40,
                30,
                expected,
                0,
                Elementwise.replace(a, pattern, replacement, true, WORKERS),
                message);
          }
        }
      }
    }
  }

  @Test
  void resultsAreSparseWhereZerosStay() {
    Matrix sparse = Form.CSR.of(random.dense(100, 60, 0.1));
    Matrix ultra = Form.COO.of(random.dense(100, 60, 0.002));
    Dense dense = random.dense(100, 60, 1);
    Dense column = Dense.wrap(100, 1, filled(100, 2));
    assertInstanceOf(Csr.class, Elementwise.unary(Cells.ABS, sparse, false, WORKERS));
    assertInstanceOf(
        Csr.class, Elementwise.binary(Cells.TIMES, sparse, dense, false, false, WORKERS));
    assertInstanceOf(
        Csr.class, Elementwise.binary(Cells.TIMES, dense, sparse, false, false, WORKERS));
    assertInstanceOf(
        Csr.class, Elementwise.binary(Cells.PLUS, sparse, sparse.copy(), false, false, WORKERS));
    assertInstanceOf(
        Csr.class, Elementwise.binary(Cells.DIVIDE, sparse, column, false, false, WORKERS));
    assertInstanceOf(
        Csr.class, Elementwise.scalarRight(Cells.NOT_EQUAL, sparse, 0, false, WORKERS));
    assertInstanceOf(Csr.class, Elementwise.scalarRight(Cells.GREATER, dense, 3.5, false, WORKERS));
    assertInstanceOf(
        Coo.class, Elementwise.binary(Cells.TIMES, ultra, dense, false, false, WORKERS));
    assertInstanceOf(
        Coo.class, Elementwise.binary(Cells.MINUS, ultra, ultra.copy(), false, false, WORKERS));
    assertInstanceOf(
        Coo.class, Elementwise.binary(Cells.MINUS, sparse, sparse.copy(), false, false, WORKERS));
    assertInstanceOf(Dense.class, Elementwise.scalarRight(Cells.PLUS, sparse, 1, false, WORKERS));
    assertInstanceOf(Dense.class, Elementwise.unary(Cells.EXP, sparse, false, WORKERS));
    assertInstanceOf(Dense.class, Elementwise.scalarRight(Cells.POWER, sparse, 0, false, WORKERS));
    assertInstanceOf(
        Dense.class,
        Elementwise.binary(Cells.DIVIDE, sparse, sparse.copy(), false, false, WORKERS));
  }

  private static double[] filled(int length, double value) {
    double[] cells = new double[length];
    java.util.Arrays.fill(cells, value);
    return cells;
  }

  @Test
  void denseInputsAreOverwrittenOnlyWhenAllowed() {
    Dense a = random.dense(20, 20, 1);
    Dense b = random.dense(20, 20, 1);
    assertSame(a, Elementwise.binary(Cells.PLUS, a, b, true, true, WORKERS));
    assertSame(b, Elementwise.binary(Cells.PLUS, a, b, false, true, WORKERS));
    assertSame(b, Elementwise.binary(Cells.PLUS, Dense.zeros(20, 1), b, true, true, WORKERS));
    assertSame(a, Elementwise.unary(Cells.EXP, a, true, WORKERS));
  }

  @Test
  void sparseInputsThatDieLendNoArrays() {
    Csr a = Formats.toCsr(random.dense(60, 60, 0.1));
    Dense b = random.dense(60, 60, 1);
    for (Matrix result :
        List.of(
            Elementwise.unary(Cells.ABS, a, true, WORKERS),
            Elementwise.binary(Cells.TIMES, a, b, true, false, WORKERS),
            Elementwise.binary(Cells.TIMES, a, Dense.zeros(60, 1), true, false, WORKERS))) {
      // what is not a itself must survive that the arrays of a are recycled
      if (result != a && result instanceof Csr csr) {
        assertNotSame(a.rowStarts(), csr.rowStarts());
        assertNotSame(a.columns(), csr.columns());
        assertNotSame(a.values(), csr.values());
      }
    }
  }

  @Test
  void wrongShapesAreNamed() {
    InputError error =
        assertThrows(
            InputError.class,
            () ->
                Elementwise.binary(
                    Cells.PLUS, Dense.zeros(2, 3), Dense.zeros(3, 2), false, false, WORKERS));
    assertTrue(error.getMessage().contains("2x3 and 3x2"), error.getMessage());
    assertEquals(
        "operands of + need equal shapes or a fitting row, column or 1x1 on one side, but are 2x3"
            + " and 3x2",
        error.getMessage());
  }
}
