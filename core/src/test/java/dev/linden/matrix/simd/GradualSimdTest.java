package dev.linden.matrix.simd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.matrix.Cells;
import dev.linden.matrix.UnaryFunction;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whichever form a loop has and whenever it changes, each cell gets the bits of the plain form. */
class GradualSimdTest {
  private static final long SEED = 7;

  private interface Function {
    void apply(double[] a, int ai, double[] c, int ci, int n);
  }

  @Test
  void bitsDoNotDependOnTheForm() {
    SplittableRandom random = new SplittableRandom(SEED);
    Simd gradual = new GradualSimd(0, (loop, replaced, whenFast) -> whenFast.run());
    Map<UnaryFunction, Function> functions =
        Map.of(
            Cells.EXP, gradual::exp,
            Cells.LOG, gradual::log,
            Cells.TANH, gradual::tanh,
            Cells.SIGMOID, gradual::sigmoid,
            Cells.SQRT, gradual::sqrt);
    for (int call = 0; call < 300; call++) {
      int n = random.nextInt(1, 3000);
      int from = random.nextInt(0, 9);
      double[] a = random.doubles(n + from, -40, 700).toArray();
      double[] c = new double[n + from + 3];
      String text = ", seed " + SEED + ", call " + call;
      functions.forEach(
          (function, form) -> {
            form.apply(a, from, c, from + 3, n);
            for (int i = 0; i < n; i++) {
              assertEquals(
                  function.apply(a[from + i]), c[from + 3 + i], 0.0, function.name() + text);
            }
          });
    }
  }

  @Test
  void inPlace() {
    double[] a = new SplittableRandom(SEED).doubles(70_000, -5, 5).toArray();
    double[] c = a.clone();
    for (int call = 0; call < 20; call++) {
      double[] before = c.clone();
      Cells.TANH.apply(c, 0, c, 0, c.length);
      for (int i = 0; i < c.length; i++) {
        assertEquals(Cells.TANH.apply(before[i]), c[i], 0.0, "call " + call);
      }
    }
  }

  @Test
  void sumsHaveTheSameBitsInPlainLoops() {
    SplittableRandom random = new SplittableRandom(SEED);
    Sums vector = new VectorSimd();
    Sums plain = new LaneSimd(VectorSimd.LANES);
    for (int call = 0; call < 500; call++) {
      int n = random.nextInt(0, 5000);
      int from = random.nextInt(0, 9);
      double[] a = wide(random, n + from);
      double[] b = wide(random, n + from);
      double[] c = wide(random, n + from);
      String text = "seed " + SEED + ", call " + call;
      assertSame(text, (sums, into) -> sums.sum(a, from, n, into), vector, plain);
      assertSame(text, (sums, into) -> sums.sumOfSquares(a, from, n, into), vector, plain);
      assertSame(
          text, (sums, into) -> sums.sumOfProducts(a, from, b, from, n, into), vector, plain);
      assertSame(
          text,
          (sums, into) -> sums.sumOfProducts(a, from, b, from, c, from, n, into),
          vector,
          plain);
    }
  }

  @Test
  void productsAndColumnsHaveTheSameBitsInBothForms() {
    SplittableRandom random = new SplittableRandom(SEED);
    Simd gradual = new GradualSimd(0, (loop, replaced, whenFast) -> whenFast.run());
    VectorSimd vector = new VectorSimd();
    for (int call = 0; call < 500; call++) {
      int rows = random.nextInt(1, 9);
      int n = random.nextInt(0, call % 2 == 0 ? 700 : 40);
      double[] a = wide(random, rows * n + 3);
      double[] b = wide(random, rows * n + 3);
      String text = "seed " + SEED + ", call " + call;
      double product = ScalarSimd.INSTANCE.dot(a, 3, b, 1, n);
      assertEquals(product, vector.dot(a, 3, b, 1, n), 0.0, text);
      assertEquals(product, gradual.dot(a, 3, b, 1, n), 0.0, text);
      assertSameColumns(text, vector, ScalarSimd.INSTANCE, a, b, rows, n);
      assertSameColumns(text, gradual, ScalarSimd.INSTANCE, a, b, rows, n);
    }
  }

  private static void assertSameColumns(
      String text, Simd one, Simd other, double[] a, double[] b, int rows, int n) {
    double[][] found = new double[2][];
    Simd[] forms = {one, other};
    for (int f = 0; f < 2; f++) {
      double[] sums = new double[n];
      double[] compensations = new double[n];
      double[] c = b.clone();
      forms[f].addTo(sums, compensations, a, 3, n, rows, n);
      forms[f].addSquaresTo(sums, compensations, b, 1, n, rows, n);
      forms[f].runningSums(sums, compensations, a, 3, c, 1, n, rows, n);
      forms[f].axpy(0.3, a, 3, c, 2, n);
      found[f] = Stream.of(sums, compensations, c).flatMapToDouble(Arrays::stream).toArray();
    }
    assertArrayEquals(found[1], found[0], text);
  }

  @Test
  void rowsOfNonZerosHaveTheSameBitsInBothForms() {
    SplittableRandom random = new SplittableRandom(SEED);
    Simd vector = new VectorSimd();
    Simd gradual = new GradualSimd(0, (loop, replaced, whenFast) -> whenFast.run());
    for (int cols = 1; cols <= 70; cols++) {
      int width = (cols + 3) / 4 * 4;
      int inner = 20;
      double[] b = new double[inner * width];
      for (int k = 0; k < inner; k++) {
        System.arraycopy(wide(random, cols), 0, b, k * width, cols);
      }
      for (int nonZeros = 0; nonZeros <= inner; nonZeros += random.nextInt(1, 4)) {
        int[] columns = random.ints(nonZeros + 1, 0, inner).sorted().toArray();
        double[] values = wide(random, nonZeros + 1);
        String text = "seed " + SEED + ", " + cols + " columns, " + nonZeros + " non-zeros";
        double[] expected = timesRow(ScalarSimd.INSTANCE, columns, values, b, cols, width);
        assertArrayEquals(expected, timesRow(vector, columns, values, b, cols, width), text);
        assertArrayEquals(expected, timesRow(gradual, columns, values, b, cols, width), text);
      }
    }
  }

  private static double[] timesRow(
      Simd simd, int[] columns, double[] values, double[] b, int cols, int width) {
    double[] c = new double[width];
    simd.timesRow(columns, values, 1, columns.length, b, cols, width, c);
    return Arrays.copyOf(c, cols);
  }

  private interface Adding {
    void add(Sums sums, CompensatedSum into);
  }

  private static void assertSame(String text, Adding adding, Sums one, Sums other) {
    CompensatedSum first = new CompensatedSum();
    CompensatedSum second = new CompensatedSum();
    adding.add(one, first);
    adding.add(other, second);
    assertEquals(
        Double.doubleToLongBits(first.value()), Double.doubleToLongBits(second.value()), text);
  }

  /** Numbers of very different sizes, so that each order of adding rounds in its own way. */
  private static double[] wide(SplittableRandom random, int n) {
    double[] a = new double[n];
    for (int i = 0; i < n; i++) {
      a[i] = random.nextDouble(-1, 1) * Math.pow(10, random.nextInt(-12, 13));
    }
    return a;
  }

  @Test
  void extremesAndCountsOnTheWayToVectors() {
    SplittableRandom random = new SplittableRandom(SEED);
    Simd gradual = new GradualSimd(0, (loop, replaced, whenFast) -> whenFast.run());
    for (int call = 0; call < 300; call++) {
      int n = random.nextInt(256, 5000);
      double[] a = random.doubles(n, -3, 3).map(x -> Math.abs(x) < 1 ? 0 : x).toArray();
      if (call % 7 == 0) {
        a[random.nextInt(n)] = Double.NaN;
      }
      String text = "seed " + SEED + ", call " + call;
      assertEquals(ScalarSimd.INSTANCE.min(a, 0, n), gradual.min(a, 0, n), text);
      assertEquals(ScalarSimd.INSTANCE.max(a, 0, n), gradual.max(a, 0, n), text);
      assertEquals(
          ScalarSimd.INSTANCE.countNonZeros(a, 0, n), gradual.countNonZeros(a, 0, n), text);
    }
  }
}
