package dev.linden.matrix.kernel.fold;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.testkit.Matrices;
import dev.linden.testkit.RandomMatrices.Form;
import dev.linden.testkit.RandomTests;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QuantilesTest {
  private final Random random = new Random(RandomTests.SEED);

  private double[] values(int n) {
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = random.nextInt(3) == 0 ? random.nextInt(9) - 4 : random.nextGaussian();
    }
    return values;
  }

  /** Interquartile mean by adding up each value's share of the middle half. */
  private static double middleMean(double[] sorted) {
    int n = sorted.length;
    double sum = 0;
    for (int k = 0; k < n; k++) {
      double share = Math.min(k + 1, 0.75 * n) - Math.max(k, 0.25 * n);
      sum += Math.max(0, share) * sorted[k];
    }
    return sum / (n / 2.0);
  }

  @Test
  void agreesWithSortedArraysInAllForms() {
    for (int n : new int[] {1, 2, 3, 4, 7, 8, 100, 1001}) {
      double[] cells = values(n);
      double[] sorted = cells.clone();
      Arrays.sort(sorted);
      for (Form form : Form.values()) {
        String what = n + " " + form + " seed " + RandomTests.SEED;
        Quantiles q = new Quantiles(form.of(Dense.of(n, 1, cells)), null, Forms.TWO);
        double middle = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
        assertWithin(middle, q.median(), 1e-15, what);
        assertWithin(middleMean(sorted), q.interQuartileMean(), 1e-12, what);
        for (double p : new double[] {0, 0.01, 0.25, 0.5, 0.7, 0.99, 1}) {
          int at = (int) Math.max(1, Math.ceil(p * n));
          assertEquals(sorted[at - 1] + 0.0, q.at(p) + 0.0, what + " at " + p);
        }
        int from = (int) Math.ceil(0.2 * n);
        int to = (int) Math.ceil(0.8 * n);
        Matrices.assertCells(to - from, 1, (i, j) -> sorted[from + i], 0, q.between(0.2), what);
      }
    }
  }

  @Test
  void weightsAreMultiplicities() {
    for (int n : new int[] {1, 2, 5, 60, 300}) {
      double[] cells = values(n);
      double[] weights = new double[n];
      double[] repeated = new double[4 * n];
      int size = 0;
      for (int i = 0; i < n; i++) {
        weights[i] = n == 1 ? 3 : random.nextInt(5);
        for (int k = 0; k < weights[i]; k++) {
          repeated[size++] = cells[i];
        }
      }
      double[] all = Arrays.copyOf(repeated, size);
      Quantiles weighted = new Quantiles(Dense.of(n, 1, cells), Dense.of(n, 1, weights), Forms.TWO);
      Quantiles plain = new Quantiles(Dense.of(size, 1, all), null, Workers.serial());
      assertWithin(plain.median(), weighted.median(), 1e-15);
      assertWithin(plain.interQuartileMean(), weighted.interQuartileMean(), 1e-12);
      for (double p = 0; p <= 1; p += 0.0625) {
        assertEquals(
            plain.at(p) + 0.0, weighted.at(p) + 0.0, "p " + p + " seed " + RandomTests.SEED);
      }
    }
  }

  @Test
  void sortsLongColumnsOnAnyNumberOfThreads() {
    double[] cells = values(300_000);
    cells[17] = Double.NaN;
    cells[18] = Double.NEGATIVE_INFINITY;
    double[] expected = cells.clone();
    Arrays.sort(expected);
    for (int threads : new int[] {1, 2, 7}) {
      Workers workers = new Workers(threads, Forms.TWO.arrays());
      assertArrayEquals(expected, Quantiles.sort(cells.clone(), workers));
    }
  }

  @Test
  void emptyNaNAndBadWeights() {
    Matrix none = Dense.zeros(0, 1);
    assertEquals(Double.NaN, new Quantiles(none, null, Forms.TWO).median());
    assertEquals(Double.NaN, new Quantiles(none, null, Forms.TWO).at(0.5));
    assertEquals(Double.NaN, new Quantiles(none, none, Forms.TWO).interQuartileMean());
    assertEquals("0x1", new Quantiles(none, null, Forms.TWO).between(0.1).shape());
    Matrix x = Dense.of(2, 1, 1, 2);
    assertEquals(
        Double.NaN, new Quantiles(x, Dense.zeros(2, 1), Forms.TWO).median(), "no weight at all");
    assertThrows(InputError.class, () -> new Quantiles(x, Dense.of(2, 1, 1, -1), Forms.TWO));
    assertThrows(
        InputError.class, () -> new Quantiles(x, Dense.of(2, 1, 1, Double.NaN), Forms.TWO));
    assertThrows(InputError.class, () -> new Quantiles(Dense.zeros(2, 2), null, Forms.TWO));
  }
}
