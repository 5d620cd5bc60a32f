package dev.linden.matrix.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Sums against exact arithmetic, on cells chosen to hurt plain addition (R5): a compensated sum is
 * off by rounding its result, and by terms of second order.
 */
class ExactSumsTest {
  private static final int[] THREADS = {1, 2, 8};
  private static final BigDecimal HALF_ULP = BigDecimal.ONE.divide(BigDecimal.valueOf(1L << 53));

  private final Random random = new Random(Forms.SEED);

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
                  + Forms.SEED);
    }
  }

  private interface Check {
    void run(double[][] cells, int cols, Matrix matrix, Workers workers, String what);
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
            check.run(cells, shape[1], matrix, workers, what);
          }
        }
      }
    }
  }

  @Test
  void sumsOfAllCellsRowsAndColumns() {
    forAll(
        (cells, cols, matrix, workers, what) -> {
          Exact all = new Exact();
          Exact[] columns = new Exact[cols];
          for (int j = 0; j < cols; j++) {
            columns[j] = new Exact();
          }
          Matrix rowSums = Aggregate.rows(Aggregate.Kind.SUM, matrix, workers);
          for (int i = 0; i < cells.length; i++) {
            Exact row = new Exact();
            for (int j = 0; j < cols; j++) {
              all.add(cells[i][j]);
              row.add(cells[i][j]);
              columns[j].add(cells[i][j]);
            }
            row.check(rowSums.get(i, 0), "rowSums " + what);
          }
          all.check(Aggregate.all(Aggregate.Kind.SUM, matrix, workers), "sum " + what);
          Matrix columnSums = Aggregate.cols(Aggregate.Kind.SUM, matrix, workers);
          for (int j = 0; j < cols; j++) {
            columns[j].check(columnSums.get(0, j), "colSums " + what);
          }
        });
  }

  @Test
  void sumsOfSquaresAndProducts() {
    forAll(
        (cells, cols, matrix, workers, what) -> {
          Exact squares = new Exact();
          Exact triples = new Exact();
          for (double[] row : cells) {
            for (double x : row) {
              squares.add(x * x); // the products themselves are rounded
              triples.add(x * x * x);
            }
          }
          squares.check(Aggregate.all(Aggregate.Kind.SUM_OF_SQUARES, matrix, workers), what);
          squares.check(SumOfProducts.sum(matrix, matrix, null, workers), "A*A " + what);
          triples.check(SumOfProducts.sum(matrix, matrix, matrix, workers), "A*A*A " + what);
          Dense dense = Forms.dense(cells, cols);
          squares.check(SumOfProducts.sum(dense, matrix, null, workers), "dense A*A " + what);
          triples.check(SumOfProducts.sum(dense, dense, matrix, workers), "dense A*A*A " + what);
          triples.check(SumOfProducts.sum(matrix, dense, matrix, workers), "mixed A*A*A " + what);
        });
  }

  @Test
  void runningSums() {
    forAll(
        (cells, cols, matrix, workers, what) -> {
          Matrix down = Cumulative.cumulate(Cumulative.Kind.SUM, matrix, false, workers);
          Matrix along = Cumulative.sumAlongRows(matrix, false, workers);
          for (int j = 0; j < cols; j += 1 + cols / 7) {
            Exact column = new Exact();
            for (int i = 0; i < cells.length; i++) {
              column.add(cells[i][j]);
              column.check(down.get(i, j), "cumsum " + what);
            }
          }
          for (int i = 0; i < cells.length; i += 1 + cells.length / 7) {
            Exact row = new Exact();
            for (int j = 0; j < cols; j++) {
              row.add(cells[i][j]);
              row.check(along.get(i, j), "rowcumsum " + what);
            }
          }
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
