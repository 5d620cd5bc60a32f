package dev.linden.matrix.kernel;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.RecyclingArrayPool;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.Cumulative;
import dev.linden.matrix.kernel.fold.Moments;
import dev.linden.matrix.kernel.fold.SumOfProducts;
import dev.linden.matrix.kernel.group.Grouping;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.matrix.kernel.reorg.Indexing;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.simd.Simd;
import dev.linden.testkit.Matrices;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RandomMatrices.Form;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** 1, 2 and 8 threads give the same bits on data of several ranges. */
class ThreadsTest {
  private static final int[] THREADS = {2, 8};

  private final RandomMatrices random = new RandomMatrices(1234);

  private void check(String what, Function<Workers, Matrix> kernel) {
    Matrix expected = kernel.apply(Workers.serial());
    for (int threads : THREADS) {
      Matrix actual = kernel.apply(new Workers(threads, new RecyclingArrayPool(1 << 24)));
      Matrices.assertSameBits(expected, actual, what + " with " + threads + " threads, " + random);
    }
  }

  @Test
  void cellFunctions() {
    Dense data = random.withSpecials(301, 703, 0.3);
    Dense other = random.withSpecials(301, 703, 1);
    Dense row = random.withSpecials(1, 703, 1);
    Dense column = random.withSpecials(301, 1, 1);
    BinaryFunction[] binary = {
      Cells.PLUS, Cells.TIMES, Cells.DIVIDE, Cells.GREATER, Cells.MAX, Cells.POWER
    };
    UnaryFunction[] unary = {Cells.EXP, Cells.TANH, Cells.FLOOR, Cells.ABS, Cells.LOG};
    for (Form form : new Form[] {Form.DENSE, Form.CSR, Form.COO}) {
      Matrix a = form.of(data);
      for (UnaryFunction f : unary) {
        check(form + " " + f.name(), w -> Elementwise.unary(f, a, false, w));
      }
      for (BinaryFunction f : binary) {
        check(form + " " + f.name(), w -> Elementwise.binary(f, a, other, false, false, w));
        check(form + " " + f.name() + " self", w -> Elementwise.binary(f, a, a, false, false, w));
        check(form + " " + f.name() + " row", w -> Elementwise.binary(f, a, row, false, false, w));
        check(
            form + " " + f.name() + " column",
            w -> Elementwise.binary(f, column, a, false, false, w));
        check(form + " " + f.name() + " scalar", w -> Elementwise.scalarRight(f, a, 0.7, false, w));
        check(
            form + " " + f.name() + " scalar left",
            w -> Elementwise.scalarLeft(f, 0.7, a, false, w));
      }
      check(form + " ifelse", w -> Elementwise.ifelse(a, 0, other, 0, null, 0, w));
      check(form + " replace", w -> Elementwise.replace(a, Double.NaN, 0, false, w));
    }
  }

  @Test
  void aggregates() {
    for (int[] shape :
        new int[][] {{301, 703}, {40_000, 5}, {1, 200_001}, {200_001, 1}, {30, 7001}}) {
      Dense data = random.dense(shape[0], shape[1], 0.4);
      for (Form form : Form.values()) {
        Matrix a = form.of(data);
        for (Aggregate.Kind kind : Aggregate.Kind.values()) {
          String what = kind + " of " + form + " " + a.shape();
          check(what, w -> Dense.of(1, 1, Aggregate.all(kind, a, w)));
          check("rows " + what, w -> Aggregate.rows(kind, a, w));
          check("cols " + what, w -> Aggregate.cols(kind, a, w));
        }
        check("index", w -> Aggregate.rowIndexOfExtreme(true, a, w));
      }
    }
  }

  @Test
  void statistics() {
    Dense x = random.dense(200_001, 1, 1);
    Dense y = random.dense(200_001, 1, 1);
    check("moment", w -> Dense.of(1, 1, Moments.centralMoment(x, y, 3, w)));
    check("covariance", w -> Dense.of(1, 1, Moments.covariance(x, y, null, w)));
    check("weighted mean", w -> Dense.of(1, 1, Moments.weightedMean(x, y, w)));
    check("order 2", w -> Dense.of(1, 1, Moments.centralMoment(x, null, 2, w)));
  }

  @Test
  void runningAggregates() {
    for (int[] shape : new int[][] {{50, 2100}, {3000, 40}, {70_001, 3}, {200_001, 1}}) {
      Dense data = random.dense(shape[0], shape[1], 0.4);
      for (Form form : Form.values()) {
        Matrix a = form.of(data);
        for (Cumulative.Kind kind : Cumulative.Kind.values()) {
          check("running " + kind + a.shape(), w -> Cumulative.cumulate(kind, a, false, w));
        }
        check("along rows " + a.shape(), w -> Cumulative.sumAlongRows(a, false, w));
      }
    }
    // so many cells that short rows are summed in vectors
    for (int cols : new int[] {5, 100}) {
      Dense many = random.dense(Simd.MANY_CELLS / cols + 1, cols, 1);
      check("many running sums", w -> Cumulative.cumulate(Cumulative.Kind.SUM, many, false, w));
      check("many row sums", w -> Aggregate.rows(Aggregate.Kind.SUM, many, w));
      check("many column sums", w -> Aggregate.cols(Aggregate.Kind.SUM, many, w));
    }
    Dense pairs = random.dense(100_000, 2, 1);
    check("cumsumprod", w -> Cumulative.sumProduct(pairs, w));
  }

  @Test
  void sumsOfProducts() {
    Dense data = random.dense(900, 211, 0.2);
    Dense other = random.dense(900, 211, 0.3);
    for (Form form : Form.values()) {
      Matrix a = form.of(data);
      for (Form otherForm : Form.values()) {
        Matrix b = otherForm.of(other);
        check("A*B", w -> Dense.of(1, 1, SumOfProducts.sum(a, b, null, w)));
        check("A*B*C", w -> Dense.of(1, 1, SumOfProducts.sum(b, a, data, w)));
      }
    }
  }

  @Test
  void randomMatrices() {
    for (double density : new double[] {1, 0.05}) {
      check("uniform", w -> Generate.uniform(700, 301, -1, 2, density, 5, w));
      check("normal", w -> Generate.normal(700, 301, density, 5, w));
      check("poisson", w -> Generate.poisson(700, 301, 2.5, density, 5, w));
    }
  }

  @Test
  void ordersAndTables() {
    Dense keys = Dense.zeros(150_000, 2);
    for (int i = 0; i < keys.rows(); i++) {
      keys.set(i, 0, i % 7 == 0 ? -0.0 : (i * 7919L) % 1009);
      keys.set(i, 1, i % 11 == 0 ? Double.NaN : 1 + (i * 104729L) % 300);
    }
    for (boolean decreasing : new boolean[] {false, true}) {
      check("order", w -> Reorg.order(keys, new int[] {0, 1}, decreasing, true, w));
      check("sorted", w -> Reorg.order(keys, new int[] {1}, decreasing, false, w));
    }
    Matrix groups = Indexing.slice(keys, 0, keys.rows(), 1, 2, Workers.serial());
    Matrix rows = Generate.sequence(1, keys.rows(), 1);
    check("table", w -> Grouping.table(groups, groups, 0, null, 1, -1, -1, w));
    check("one-hot", w -> Grouping.table(rows, groups, 0, null, 1, -1, -1, w));
    check("weighted", w -> Grouping.table(groups, groups, 0, rows, 1, 200, 300, w));
    for (Form form : Form.values()) {
      Matrix a = form.of(random.dense(3001, 67, 0.3));
      check("transposed", w -> Reorg.transpose(a, w));
      check("without empty rows", w -> Grouping.removeEmpty(a, true, null, true, w));
    }
  }
}
