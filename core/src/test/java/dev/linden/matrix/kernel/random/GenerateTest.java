package dev.linden.matrix.kernel.random;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.kernel.reorg.Indexing;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GenerateTest {
  private static final int N = 200_000;

  private static double[] column(Matrix a) {
    return ((Dense) a).toArray();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
  }

  private static double correlation(double[] a, double[] b) {
    double meanA = mean(a);
    double meanB = mean(b);
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - meanA) * (b[i] - meanB);
    }
    return sum / (a.length - 1) / Math.sqrt(variance(a) * variance(b));
  }

  // ------------------------------------------------------------------------------------- constants
  // and sequences

  @Test
  void fillsConstants() {
    Forms.assertCells(
        new double[][] {{3, 3}, {3, 3}}, 2, Generate.constant(2, 2, 3, Forms.TWO), "3");
    assertEquals(Double.NaN, Generate.constant(1, 1, Double.NaN, Forms.TWO).get(0, 0));
    assertFalse(Generate.constant(100, 100, 0, Forms.TWO).isSparse());
    assertFalse(Generate.constant(2_000_000, 1, 0, Forms.TWO).isSparse());
    Matrix large = Generate.constant(2000, 2000, 0, Forms.TWO);
    assertTrue(large.isSparse());
    assertEquals(0, large.nnz());
    assertEquals("0x3", Generate.constant(0, 3, 7, Forms.TWO).shape());
  }

  @Test
  void parsesNumbers() {
    double inf = Double.POSITIVE_INFINITY;
    Forms.assertCells(
        new double[][] {{1.5, -2000}, {Double.NaN, inf}},
        2,
        Generate.parse("1.5 -2e3 NaN Infinity", 2, 2),
        "text");
    Forms.assertCells(
        new double[][] {{-inf, .5, 1e-3}}, 3, Generate.parse(" -Inf .5 1.E-3 ", 1, 3), "text");
    assertEquals("0x2", Generate.parse("", 0, 2).shape());
    for (String wrong :
        new String[] {"1 2 3", "1 2 3 4 5", "1 2 x 4", "1 2 3f 4", "1 2 0x1p3 4", "1,2,3,4", ""}) {
      assertThrows(InputError.class, () -> Generate.parse(wrong, 2, 2), wrong);
    }
  }

  @Test
  void countsSequences() {
    assertArrayEquals(new double[] {0, .25, .5, .75, 1}, column(Generate.sequence(0, 1, .25)));
    assertArrayEquals(new double[] {0, .3, .6, .3 + .3 + .3}, column(Generate.sequence(0, 1, .3)));
    assertArrayEquals(new double[] {5, 4, 3, 2, 1}, column(Generate.sequence(5, 1, -1)));
    assertArrayEquals(new double[] {10, 6, 2}, column(Generate.sequence(10, 1, -4)));
    assertArrayEquals(new double[] {1.5, 2.5, 3.5}, column(Generate.sequence(1.5, 4, 1)));
    assertArrayEquals(new double[] {4}, column(Generate.sequence(4, 4, 1)));
    assertEquals(1001, Generate.sequenceLength(0, 100, 0.1));
    assertEquals(11, Generate.sequenceLength(0, 1, 0.1));
    assertEquals(10_000_000_000L, Generate.sequenceLength(1, 1e10, 1));
    double[][] wrong = {
      {1, 3, -1}, {3, 1, 1}, {1, 3, 0}, {1, Double.NaN, 1}, {0, Double.POSITIVE_INFINITY, 1}
    };
    for (double[] w : wrong) {
      assertThrows(
          InputError.class, () -> Generate.sequenceLength(w[0], w[1], w[2]), Arrays.toString(w));
    }
    assertThrows(InputError.class, () -> Generate.sequence(1, 1e10, 1));
  }

  // -----------------------------------------------------------------------------------------------
  // random cells

  /** The known answers that the authors of the generator publish. */
  @Test
  void philoxGivesThePublishedNumbers() {
    assertPhilox(0, 0, 0, 0, 0, 0xe169c58d6627e8d5L, 0x9b00dbd8bc57ac4cL);
    assertPhilox(-1, -1, -1, -1, -1, 0x41c83b0e408f276dL, 0x6d5451fda20bc7c6L);
    assertPhilox(
        0x299f31d0,
        0xa4093822,
        0x85a308d3243f6a88L,
        0x13198a2e,
        0x03707344,
        0x94fdccebd16cfe09L,
        0x24126ea15001e420L);
  }

  private static void assertPhilox(
      int keyHigh, int keyLow, long position, int stream, int draw, long first, long second) {
    Philox philox = new Philox((long) keyHigh << 32 | keyLow & 0xFFFFFFFFL);
    philox.moveTo(position, stream, draw);
    assertEquals(Long.toHexString(first), Long.toHexString(philox.first()));
    assertEquals(Long.toHexString(second), Long.toHexString(philox.second()));
  }

  @Test
  void uniformIsUniform() {
    double[] u = column(Generate.uniform(N, 1, -2, 3, 1, 7, Forms.TWO));
    assertEquals(0.5, mean(u), 5 * Math.sqrt(25.0 / 12 / N));
    assertEquals(25.0 / 12, variance(u), 0.03);
    int[] buckets = new int[50];
    for (double v : u) {
      assertTrue(v >= -2 && v < 3);
      buckets[(int) ((v + 2) * 10)]++;
    }
    double chiSquare = 0;
    for (int count : buckets) {
      chiSquare += Math.pow(count - N / 50.0, 2) / (N / 50.0);
    }
    assertTrue(chiSquare < 49 + 5 * Math.sqrt(98), "chi square " + chiSquare);
  }

  @Test
  void uniformStaysBelowItsMaximum() {
    double max = Math.nextUp(1.0);
    for (double v : column(Generate.uniform(1000, 1, 1, max, 1, 3, Forms.TWO))) {
      assertEquals(1, v);
    }
    for (double v :
        column(Generate.uniform(1000, 1, -Double.MAX_VALUE, Double.MAX_VALUE, 1, 3, Forms.TWO))) {
      assertTrue(Double.isFinite(v));
    }
    Forms.assertCells(
        new double[][] {{5, 5}, {5, 5}},
        2,
        Generate.uniform(2, 2, 5, 5, 1, 3, Forms.TWO),
        "min=max");
    assertThrows(InputError.class, () -> Generate.uniform(1, 1, 2, 1, 1, 3, Forms.TWO));
    assertThrows(InputError.class, () -> Generate.uniform(1, 1, 0, 1, 1.5, 3, Forms.TWO));
    assertThrows(InputError.class, () -> Generate.uniform(1, 1, 0, 1, Double.NaN, 3, Forms.TWO));
  }

  @Test
  void normalIsNormal() {
    double[] z = column(Generate.normal(N, 1, 1, 11, Forms.TWO));
    assertEquals(0, mean(z), 5 / Math.sqrt(N));
    assertEquals(1, variance(z), 5 * Math.sqrt(2.0 / N));
    double fourth = Arrays.stream(z).map(v -> v * v * v * v).sum() / N;
    assertEquals(3, fourth, 5 * Math.sqrt(96.0 / N));
    assertShare(z, 0.5, 0.6914624612740131);
    assertShare(z, -1, 0.15865525393145707);
    assertShare(z, 2, 0.9772498680518208);
    assertShare(z, 3.442619855899, 0.9997119); // where the tail begins
    assertShare(z, -3.8, 7.2348e-5);
  }

  private static void assertShare(double[] values, double bound, double expected) {
    double share = Arrays.stream(values).filter(v -> v <= bound).count() / (double) values.length;
    double deviation = Math.sqrt(expected * (1 - expected) / values.length);
    assertEquals(expected, share, 5 * deviation, "share up to " + bound);
  }

  @Test
  void poissonHasItsMeanAndVariance() {
    for (double lambda : new double[] {0.1, 1, 4.5, 9.99, 10, 33.3, 1000, 1e7}) {
      double[] k = column(Generate.poisson(N, 1, lambda, 1, 13, Forms.TWO));
      assertEquals(lambda, mean(k), 5 * Math.sqrt(lambda / N), "mean for " + lambda);
      double spread = Math.sqrt((2 * lambda * lambda + lambda) / N);
      assertEquals(lambda, variance(k), 5 * spread, "variance for " + lambda);
      for (double v : k) {
        assertTrue(v >= 0 && v == Math.rint(v));
      }
    }
    assertEquals(0, Generate.poisson(10, 10, 0, 1, 1, Forms.TWO).nnz());
    assertThrows(InputError.class, () -> Generate.poisson(1, 1, -1, 1, 1, Forms.TWO));
  }

  @Test
  void poissonHasItsProbabilities() {
    for (double lambda : new double[] {2, 12}) {
      double[] values = column(Generate.poisson(N, 1, lambda, 1, 17, Forms.TWO));
      for (int k = 0; k < 20; k++) {
        int wanted = k;
        double share = Arrays.stream(values).filter(v -> v == wanted).count() / (double) N;
        double expected =
            Math.exp(k * Math.log(lambda) - lambda - Variates.LargePoisson.logFactorial(k));
        assertEquals(expected, share, 5 * Math.sqrt(expected / N) + 1e-9, lambda + ": " + k);
      }
    }
  }

  @Test
  void factorialsAreExact() {
    double product = 1;
    for (int k = 1; k <= 30; k++) {
      product *= k;
      assertWithin(Math.log(product), Variates.LargePoisson.logFactorial(k), 1e-11 * k, "k " + k);
    }
  }

  @Test
  void sparsityIsTheShareOfNonZeros() {
    for (double sparsity : new double[] {2e-5, 3e-5, 1e-4, 0.01, 0.2, 0.39, 0.4, 0.7, 0.999}) {
      Matrix a = Generate.uniform(1000, 500, 1, 2, sparsity, 5, Forms.TWO);
      double deviation = Math.sqrt(500_000 * sparsity * (1 - sparsity));
      assertEquals(500_000 * sparsity, a.nnz(), 5 * deviation, "sparsity " + sparsity);
      assertEquals(sparsity < 0.395, a.isSparse(), "format for " + sparsity);
      long left = Indexing.slice(a, 0, 1000, 0, 250, Forms.TWO).nnz();
      assertEquals(a.nnz() / 2.0, left, 5 * deviation, "evenly spread at " + sparsity);
      Forms.assertCells(Forms.cells(a), 500, a, "well-formed");
      if (a instanceof Sparse s && a.nnz() > 1000) {
        double sum = 0;
        for (int i = 0; i < 1000; i++) {
          for (int p = s.start(i); p < s.end(i); p++) {
            sum += s.values(i)[p];
          }
        }
        assertEquals(1.5, sum / a.nnz(), 5 * Math.sqrt(1.0 / 12 / a.nnz()));
      }
    }
    assertEquals(0, Generate.normal(50, 50, 0, 5, Forms.TWO).nnz());
    assertEquals(0.3 * N, Generate.normal(N, 1, 0.3, 5, Forms.TWO).nnz(), 5 * Math.sqrt(0.21 * N));
  }

  @Test
  void neighbouringSeedsAndCellsAreUncorrelated() {
    double limit = 5 / Math.sqrt(N);
    for (long seed : new long[] {0, 1, 42, -1, Long.MAX_VALUE}) {
      double[] a = column(Generate.uniform(N, 1, 0, 1, 1, seed, Forms.TWO));
      double[] b = column(Generate.uniform(N, 1, 0, 1, 1, seed + 1, Forms.TWO));
      assertEquals(0, correlation(a, b), limit, "seed " + seed);
      double[] shifted = Arrays.copyOfRange(a, 1, N);
      assertEquals(
          0, correlation(Arrays.copyOf(a, N - 1), shifted), limit, "neighbours, seed " + seed);
    }
    double[] u = column(Generate.uniform(N, 1, 0, 1, 1, 9, Forms.TWO));
    double[] z = column(Generate.normal(N, 1, 1, 9, Forms.TWO));
    assertEquals(0, correlation(u, z), limit, "uniform and normal of one seed");
  }

  @Test
  void threadsDoNotChangeTheCells() {
    Workers one = Workers.serial();
    for (double sparsity : new double[] {1e-5, 0.05, 0.6, 1}) {
      Forms.assertSame(
          Generate.uniform(700, 301, 0, 1, sparsity, 3, one),
          Generate.uniform(700, 301, 0, 1, sparsity, 3, Forms.TWO),
          "uniform");
      Forms.assertSame(
          Generate.normal(700, 301, sparsity, 3, one),
          Generate.normal(700, 301, sparsity, 3, Forms.TWO),
          "normal");
      Forms.assertSame(
          Generate.poisson(700, 301, 20, sparsity, 3, one),
          Generate.poisson(700, 301, 20, sparsity, 3, Forms.TWO),
          "poisson");
    }
  }

  @Test
  void aCellDependsOnItsPositionOnly() {
    double[] long1 = column(Generate.normal(5000, 1, 1, 21, Forms.TWO));
    double[] short1 = column(Generate.normal(777, 1, 1, 21, Forms.TWO));
    assertArrayEquals(Arrays.copyOf(long1, 777), short1);
    Dense wide = (Dense) Generate.uniform(50, 100, 0, 1, 1, 21, Forms.TWO);
    Dense tall = (Dense) Generate.uniform(5000, 1, 0, 1, 1, 21, Forms.TWO);
    assertArrayEquals(wide.toArray(), tall.toArray());
  }

  @Test
  void partsOfAMatrixHaveItsCells() {
    for (double sparsity : new double[] {1e-5, 4e-5, 1e-3, 0.05, 0.6, 1}) {
      Matrix whole = Generate.uniform(1700, 301, 0, 1, sparsity, 3, Forms.TWO);
      for (int row = 0; row < 1700; row += 499) {
        for (int col = 0; col < 301; col += 77) {
          int rows = Math.min(499, 1700 - row);
          int cols = Math.min(77, 301 - col);
          Region region = new Region(row, rows, col, cols, 301);
          Forms.assertSame(
              Indexing.slice(whole, row, row + rows, col, col + cols, Forms.TWO),
              Generate.uniform(region, 0, 1, sparsity, 3, Forms.TWO),
              "sparsity " + sparsity + ", " + region);
        }
      }
    }
  }

  /** Neither the cells nor the rows are visited one by one: this would take hours. */
  @Test
  void nearlyEmptyMatricesAreMadeOfTheirNonZeros() {
    int most = Integer.MAX_VALUE;
    Matrix a = Generate.uniform(most, most, 1, 2, 2e-16, 7, Forms.TWO);
    double expected = 2e-16 * most * most;
    assertEquals(expected, a.nnz(), 5 * Math.sqrt(expected));
    Coo triples = (Coo) a;
    assertEquals(most / 2.0, mean(triples.rowIndexes()), most / Math.sqrt(expected));
    assertEquals(most / 2.0, mean(triples.columns()), most / Math.sqrt(expected));
    assertEquals(0, Generate.normal(most, most, 1e-300, 7, Forms.TWO).nnz());
  }

  private static double mean(int[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  // ------------------------------------------------------------------------------------------------------ sample

  @Test
  void samplesWithoutRepetition() {
    for (int range : new int[] {1, 2, 10, 1000}) {
      double[] all = column(Generate.sample(range, range, false, 42));
      Arrays.sort(all);
      for (int i = 0; i < range; i++) {
        assertEquals(i + 1, all[i]);
      }
    }
    double[] few = column(Generate.sample(1L << 50, 1000, false, 42));
    Set<Double> distinct = new HashSet<>();
    for (double v : few) {
      assertTrue(v >= 1 && v <= 1L << 50 && v == Math.rint(v));
      distinct.add(v);
    }
    assertEquals(1000, distinct.size());
    assertArrayEquals(few, column(Generate.sample(1L << 50, 1000, false, 42)));
    assertFalse(Arrays.equals(few, column(Generate.sample(1L << 50, 1000, false, 43))));
    assertThrows(InputError.class, () -> Generate.sample(3, 4, false, 1));
    assertThrows(InputError.class, () -> Generate.sample(0, 0, true, 1));
  }

  @Test
  void everyNumberIsAsLikelyAtEveryPlace() {
    int[][] counts = new int[5][3];
    int trials = 20_000;
    for (int seed = 0; seed < trials; seed++) {
      double[] drawn = column(Generate.sample(5, 3, false, seed));
      for (int place = 0; place < 3; place++) {
        counts[(int) drawn[place] - 1][place]++;
      }
    }
    for (int[] places : counts) {
      for (int count : places) {
        assertEquals(trials / 5.0, count, 5 * Math.sqrt(trials * 0.16));
      }
    }
  }

  @Test
  void samplesWithRepetition() {
    double[] drawn = column(Generate.sample(10, N, true, 8));
    assertEquals(5.5, mean(drawn), 5 * Math.sqrt(8.25 / N));
    assertEquals(8.25, variance(drawn), 0.15);
    assertEquals(1, Arrays.stream(drawn).min().getAsDouble());
    assertEquals(10, Arrays.stream(drawn).max().getAsDouble());
  }
}
