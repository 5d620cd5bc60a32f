package dev.linden.matrix.kernel.fold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.testkit.RandomTests;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Sums against exact arithmetic, on cells chosen to hurt plain addition: a compensated sum is off
 * by rounding its result, and by terms of second order.
 */
class ExactSumsTest {
  private static final int[] THREADS = {1, 2, 8};
  private static final BigDecimal HALF_ULP = BigDecimal.ONE.divide(BigDecimal.valueOf(1L << 53));

  private final Random random = new Random(RandomTests.SEED);

  /** Kinds of cells. */
  private enum Cells {
    /** Each number with its negative far away; little is left. */
    CANCELLING,
    /** Exponents over the whole range that sums of squares survive. */
    HUGE_AND_SMALL,
    /** One large number, and many too small to change it one by one. */
    ONE_AND_MANY,
    /** Mostly zeros. */
    THIN
  }

  private double[][] cells(Cells kind, int rows, int cols) {
    List<Double> all = new ArrayList<>();
    int n = rows * cols;
    while (all.size() < n) {
      double x = random.nextGaussian();
      switch (kind) {
        case CANCELLING -> {
          x *= Math.pow(10, random.nextInt(16));
          all.add(x);
          all.add(random.nextInt(50) == 0 ? -x + random.nextDouble() : -x);
        }
        case HUGE_AND_SMALL -> all.add(x * Math.pow(10, random.nextInt(200) - 100));
        case ONE_AND_MANY -> all.add(all.isEmpty() ? 1e16 : random.nextDouble());
        case THIN -> all.add(random.nextInt(20) == 0 ? x * 1e10 : 0);
      }
    }
    if (kind != Cells.ONE_AND_MANY) {
      Collections.shuffle(all, random);
    }
    double[][] cells = new double[rows][cols];
    for (int k = 0; k < n; k++) {
      cells[k / cols][k % cols] = all.get(k);
    }
    return cells;
  }

  /** A sum of terms, exactly, and what a compensated one may differ by. */
  private static final class Exact {
    private BigDecimal sum = BigDecimal.ZERO;
    private BigDecimal magnitude = BigDecimal.ZERO;
    private int terms;

    void add(BigDecimal term) {
      sum = sum.add(term);
      magnitude = magnitude.add(term.abs());
      terms++;
    }

    void add(Exact before, double term) {
      sum = before.sum;
      magnitude = before.magnitude;
      terms = before.terms;
      add(term);
    }

    void add(double term) {
      if (term != 0) {
        add(new BigDecimal(term));
      }
    }

    void check(double actual, String what) {
      // |error| <= 2u |sum| + 4 n u^2 sum of |terms|
      BigDecimal secondOrder = HALF_ULP.multiply(HALF_ULP).multiply(BigDecimal.valueOf(4L * terms));
      BigDecimal bound =
          sum.abs()
              .multiply(HALF_ULP)
              .multiply(BigDecimal.valueOf(2))
              .add(magnitude.multiply(secondOrder))
              .add(new BigDecimal(Double.MIN_VALUE));
      BigDecimal error = new BigDecimal(actual).subtract(sum).abs();
      assertTrue(
          error.compareTo(bound) <= 0,
          () ->
              what
                  + ": expected "
                  + sum.round(MathContext.DECIMAL64)
                  + ", got "
                  + actual
                  + ", seed "
                  + RandomTests.SEED);
    }
  }

  /** Computes exact sums of cells, once, and says how to compare those of a matrix with them. */
  private interface Check {
    Comparison of(double[][] cells, int cols);
  }

  private interface Comparison {
    void run(Matrix matrix, Workers workers, String what);
  }

  /** All kinds of cells in several shapes, representations and numbers of threads. */
  private void forAll(Check check) {
    int[][] shapes = {{1, 3000}, {3000, 1}, {20, 150}, {1000, 3}, {700, 100}};
    for (Cells kind : Cells.values()) {
      for (int[] shape : shapes) {
        double[][] cells = cells(kind, shape[0], shape[1]);
        List<Matrix> forms =
            List.of(
                Forms.dense(cells, shape[1]),
                Forms.panels(cells, shape[1]),
                Forms.csr(cells, shape[1]),
                Forms.coo(cells, shape[1]));
        Comparison comparison = check.of(cells, shape[1]);
        for (Matrix matrix : forms) {
          for (int threads : THREADS) {
            Workers workers = new Workers(threads, ArrayPool.none());
            String what =
                kind
                    + " "
                    + matrix.getClass().getSimpleName()
                    + " "
                    + matrix.shape()
                    + ", "
                    + threads
                    + " threads";
            comparison.run(matrix, workers, what);
          }
        }
      }
    }
  }

  private static Exact[] exacts(int count) {
    Exact[] exacts = new Exact[count];
    Arrays.setAll(exacts, k -> new Exact());
    return exacts;
  }

  @Test
  void sumsOfAllCellsRowsAndColumns() {
    forAll(
        (cells, cols) -> {
          Exact all = new Exact();
          Exact[] rows = exacts(cells.length);
          Exact[] columns = exacts(cols);
          for (int i = 0; i < cells.length; i++) {
            for (int j = 0; j < cols; j++) {
              all.add(cells[i][j]);
              rows[i].add(cells[i][j]);
              columns[j].add(cells[i][j]);
            }
          }
          return (matrix, workers, what) -> {
            all.check(Aggregate.all(Aggregate.Kind.SUM, matrix, workers), "sum " + what);
            Matrix rowSums = Aggregate.rows(Aggregate.Kind.SUM, matrix, workers);
            for (int i = 0; i < rows.length; i++) {
              rows[i].check(rowSums.get(i, 0), "rowSums " + what);
            }
            Matrix columnSums = Aggregate.cols(Aggregate.Kind.SUM, matrix, workers);
            for (int j = 0; j < cols; j++) {
              columns[j].check(columnSums.get(0, j), "colSums " + what);
            }
          };
        });
  }

  @Test
  void sumsOfSquaresAndProducts() {
    forAll(
        (cells, cols) -> {
          Exact squares = new Exact();
          Exact triples = new Exact();
          for (double[] row : cells) {
            for (double x : row) {
              squares.add(x * x); // the products themselves are rounded
              triples.add(x * x * x);
            }
          }
          Dense dense = Forms.dense(cells, cols);
          return (a, workers, what) -> {
            squares.check(Aggregate.all(Aggregate.Kind.SUM_OF_SQUARES, a, workers), what);
            squares.check(SumOfProducts.sum(a, a, null, workers), "A*A " + what);
            triples.check(SumOfProducts.sum(a, a, a, workers), "A*A*A " + what);
            squares.check(SumOfProducts.sum(dense, a, null, workers), "D*A " + what);
            triples.check(SumOfProducts.sum(dense, dense, a, workers), "D*D*A " + what);
            triples.check(SumOfProducts.sum(a, dense, a, workers), "A*D*A " + what);
          };
        });
  }

  @Test
  void runningSums() {
    forAll(
        (cells, cols) -> {
          Exact[] down = exacts(cells.length);
          Exact[] along = exacts(cols);
          int row = cells.length - 1;
          int col = cols / 2;
          for (int i = 0; i < cells.length; i++) {
            down[i].add(i == 0 ? new Exact() : down[i - 1], cells[i][col]);
          }
          for (int j = 0; j < cols; j++) {
            along[j].add(j == 0 ? new Exact() : along[j - 1], cells[row][j]);
          }
          return (matrix, workers, what) -> {
            Matrix sumsDown = Cumulative.cumulate(Cumulative.Kind.SUM, matrix, false, workers);
            for (int i = 0; i < down.length; i++) {
              down[i].check(sumsDown.get(i, col), "cumsum " + what);
            }
            Matrix sumsAlong = Cumulative.sumAlongRows(matrix, false, workers);
            for (int j = 0; j < along.length; j++) {
              along[j].check(sumsAlong.get(row, j), "rowcumsum " + what);
            }
          };
        });
  }

  @Test
  void zerosThatAreNotStoredAbsorbInfinities() {
    Dense infinite = Dense.of(2, 2, Double.POSITIVE_INFINITY, Double.NaN, 3, 4);
    Matrix thin = Forms.csr(new double[][] {{0, 0}, {2, 0}}, 2);
    Matrix other = Forms.csr(new double[][] {{0, 0}, {5, 1}}, 2);
    Workers serial = Workers.serial();
    assertEquals(6, SumOfProducts.sum(infinite, thin, null, serial));
    assertEquals(6, SumOfProducts.sum(thin, infinite, null, serial));
    assertEquals(30, SumOfProducts.sum(infinite, thin, other, serial));
    assertEquals(30, SumOfProducts.sum(other, thin, infinite, serial));
    Matrix stored = Forms.csr(new double[][] {{Double.POSITIVE_INFINITY, 0}, {2, 0}}, 2);
    assertEquals(4, SumOfProducts.sum(stored, thin, null, serial));
    assertEquals(Double.NaN, SumOfProducts.sum(Dense.zeros(2, 2), stored, null, serial));
  }
}
