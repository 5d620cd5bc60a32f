package dev.linden.matrix.kernel.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.kernel.reorg.Indexing;
import dev.linden.testkit.Matrices;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RandomMatrices.Form;
import dev.linden.testkit.RandomTests;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DistinctTest {
  private static final int[][] SHAPES = {
    {0, 0}, {0, 3}, {3, 0}, {1, 1}, {1, 50}, {50, 1}, {7, 9}, {500, 70}
  };

  private final RandomMatrices random = new RandomMatrices(RandomTests.SEED);

  /** Sorted; -0 is 0, NaN comes last. */
  private static List<Double> distinct(
      Dense a, int rowStart, int rowEnd, int colStart, int colEnd) {
    TreeSet<Double> values = new TreeSet<>();
    for (int i = rowStart; i < rowEnd; i++) {
      for (int j = colStart; j < colEnd; j++) {
        values.add(a.get(i, j) + 0.0);
      }
    }
    return new ArrayList<>(values);
  }

  private static double at(List<Double> values, int k) {
    return k < values.size() ? values.get(k) : 0;
  }

  @Test
  void agreesWithSortedSets() {
    for (int[] shape : SHAPES) {
      for (double density : new double[] {0, 0.05, 0.6, 1}) {
        Dense cells = random.withSpecials(shape[0], shape[1], density);
        for (Form form : Form.values()) {
          for (int threads : new int[] {1, 7}) {
            check(cells, form.of(cells), new Workers(threads, Forms.TWO.arrays()), form);
          }
        }
      }
    }
  }

  private void check(Dense cells, Matrix a, Workers workers, Form form) {
    String what = form + " " + a.shape() + ", " + random;
    int rows = a.rows();
    int cols = a.cols();
    List<Double> all = distinct(cells, 0, rows, 0, cols);
    assertEquals(all.size(), Distinct.count(a, workers), what);
    Matrices.assertCells(all.size(), 1, (i, j) -> all.get(i), 0, Distinct.unique(a, workers), what);

    List<List<Double>> byRow = new ArrayList<>();
    List<List<Double>> byCol = new ArrayList<>();
    int widest = 0;
    int tallest = 0;
    for (int i = 0; i < rows; i++) {
      byRow.add(distinct(cells, i, i + 1, 0, cols));
      widest = Math.max(widest, byRow.get(i).size());
    }
    for (int j = 0; j < cols; j++) {
      byCol.add(distinct(cells, 0, rows, j, j + 1));
      tallest = Math.max(tallest, byCol.get(j).size());
    }
    Matrices.Cell rowCount = (i, j) -> byRow.get(i).size();
    Matrices.Cell colCount = (i, j) -> byCol.get(j).size();
    Matrices.assertCells(rows, 1, rowCount, 0, Distinct.countRows(a, workers), what);
    Matrices.assertCells(1, cols, colCount, 0, Distinct.countCols(a, workers), what);
    // fewer values than the sketch holds are counted exactly
    Matrices.assertCells(rows, 1, rowCount, 0, Distinct.estimateRows(a, workers), what);
    Matrices.assertCells(1, cols, colCount, 0, Distinct.estimateCols(a, workers), what);
    Matrices.assertCells(
        rows, widest, (i, j) -> at(byRow.get(i), j), 0, Distinct.uniqueRows(a, workers), what);
    Matrices.assertCells(
        tallest, cols, (i, j) -> at(byCol.get(j), i), 0, Distinct.uniqueCols(a, workers), what);
  }

  @Test
  void estimatesManyValues() {
    Dense cells = random.dense(700, 800, 1);
    double exact = Distinct.count(cells, Forms.TWO);
    long estimate = Distinct.estimate(cells, Workers.serial());
    assertEquals(estimate, Distinct.estimate(cells, Forms.TWO), "order of ranges");
    assertEquals(exact, Distinct.count(cells, Workers.serial()), "order of ranges");
    assertTrue(
        Math.abs(estimate / exact - 1) < 5 / Math.sqrt(1022), estimate + " for " + exact + random);
  }

  @Test
  void findsValuesAndRows() {
    for (int[] shape : SHAPES) {
      for (double density : new double[] {0, 0.2, 1}) {
        Dense cells = random.withSpecials(shape[0], shape[1], density);
        for (Form form : Form.values()) {
          Matrix a = form.of(cells);
          String what = form + " " + a.shape() + ", " + random;
          List<Double> all = distinct(cells, 0, a.rows(), 0, a.cols());
          for (double pattern : new double[] {0, -0.0, 1, 0.123, Double.NaN, -1.0 / 0}) {
            assertEquals(
                all.contains(pattern + 0.0), Search.containsValue(a, pattern, Forms.TWO), what);
          }
          if (a.rows() > 0) {
            Matrix last = Indexing.slice(a, a.rows() - 1, a.rows(), 0, a.cols(), Forms.TWO);
            assertTrue(Search.containsRow(a, last, Forms.TWO), what);
          }
          if (a.cols() > 0) {
            Dense other = Dense.zeros(1, a.cols());
            other.set(0, 0, 123);
            assertEquals(false, Search.containsRow(a, other, Forms.TWO), what);
          }
        }
      }
    }
  }
}
