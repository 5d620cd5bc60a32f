package dev.linden.matrix.simd;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The vector form against the plain one, both against the definitions in {@code Math}. */
class SimdTest {
  private static final long SEED = 4711;
  private static final double[] SPECIAL = {
    0.0,
    -0.0,
    1,
    -1,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    0.5,
    2,
    709.78,
    709.79,
    710,
    -745.1,
    -745.2,
    -746,
    1e-300,
    1e300
  };

  private final Simd plain = ScalarSimd.INSTANCE;
  private final Simd vector = new VectorSimd();

  /** A function of one array in both forms. */
  private interface Unary {
    void apply(Simd simd, double[] a, int ai, double[] c, int ci, int n);
  }

  /** A function of two arrays (or an array and {@code b[bi]}) in both forms. */
  private interface Binary {
    void apply(Simd simd, double[] a, int ai, double[] b, int bi, double[] c, int ci, int n);
  }

  @Test
  void vectorFormIsChosenWhereTheModuleIsPresent() {
    assertTrue(Simd.current().name().startsWith("vector-"), Simd.current().name());
    assertEquals("scalar", Simd.forLength(255).name());
    assertEquals(Simd.current(), Simd.forLength(256));
  }

  @Test
  void tuplesAreAddedToRows() {
    Random random = new Random(SEED);
    int stride = 53;
    int[] codes = random.ints(2 * stride, 0, 9).toArray();
    for (int width = 1; width < 40; width++) {
      double[][] tables = {
        random.doubles(9L * width).toArray(), random.doubles(9L * width).toArray()
      };
      double[] cells = random.doubles(51L * width).toArray();
      double[] expected = cells.clone();
      double[] actual = cells.clone();
      plain.addTuples(tables, codes, stride, 50, width, expected, width);
      vector.addTuples(tables, codes, stride, 50, width, actual, width);
      assertTrue(Arrays.equals(expected, actual), "width " + width);
      double first = cells[width] + tables[0][codes[0] * width];
      assertEquals(first + tables[1][codes[stride] * width], actual[width]);
      double[][] sums = {tables[0].clone(), tables[1].clone()};
      plain.addToTuples(cells, width, codes, stride, 50, width, sums);
      vector.addToTuples(cells, width, codes, stride, 50, width, tables);
      assertTrue(Arrays.deepEquals(sums, tables), "width " + width);
    }
  }

  @Test
  void unaryFormsGiveTheSameBits() {
    check(Simd::abs);
    check(Simd::negate);
    check(Simd::sqrt);
    check(Simd::exp);
    check(Simd::log);
    check(Simd::tanh);
    check(Simd::sigmoid);
  }

  @Test
  void binaryFormsGiveTheSameBits() {
    check((Binary) Simd::add);
    check((Binary) Simd::subtract);
    check((Binary) Simd::multiply);
    check((Binary) Simd::divide);
    check((Binary) Simd::min);
    check((Binary) Simd::max);
    check((Binary) Simd::less);
    check((Binary) Simd::lessEqual);
    check((Binary) Simd::greater);
    check((Binary) Simd::greaterEqual);
    check((Binary) Simd::equal);
    check((Binary) Simd::notEqual);
  }

  @Test
  void scalarOperandFormsGiveTheSameBits() {
    check((s, a, ai, b, bi, c, ci, n) -> s.add(a, ai, b[bi], c, ci, n));
    check((s, a, ai, b, bi, c, ci, n) -> s.subtract(a, ai, b[bi], c, ci, n));
    check((s, a, ai, b, bi, c, ci, n) -> s.subtract(b[bi], a, ai, c, ci, n));
    check((s, a, ai, b, bi, c, ci, n) -> s.multiply(a, ai, b[bi], c, ci, n));
    check((s, a, ai, b, bi, c, ci, n) -> s.divide(a, ai, b[bi], c, ci, n));
    check((s, a, ai, b, bi, c, ci, n) -> s.divide(b[bi], a, ai, c, ci, n));
    check((s, a, ai, b, bi, c, ci, n) -> s.min(a, ai, b[bi], c, ci, n));
    check((s, a, ai, b, bi, c, ci, n) -> s.max(a, ai, b[bi], c, ci, n));
    check((s, a, ai, b, bi, c, ci, n) -> s.less(a, ai, b[bi], c, ci, n));
    check((s, a, ai, b, bi, c, ci, n) -> s.lessEqual(a, ai, b[bi], c, ci, n));
    check((s, a, ai, b, bi, c, ci, n) -> s.greater(a, ai, b[bi], c, ci, n));
    check((s, a, ai, b, bi, c, ci, n) -> s.greaterEqual(a, ai, b[bi], c, ci, n));
    check((s, a, ai, b, bi, c, ci, n) -> s.equal(a, ai, b[bi], c, ci, n));
    check((s, a, ai, b, bi, c, ci, n) -> s.notEqual(a, ai, b[bi], c, ci, n));
    check((s, a, ai, b, bi, c, ci, n) -> s.axpy(b[bi], a, ai, c, ci, n));
  }

  @Test
  void sumsPerPlaceGiveTheSameBits() {
    check((s, a, ai, b, bi, c, ci, n) -> rows(s::addTo, a, ai, b, bi, c, ci, n));
    check((s, a, ai, b, bi, c, ci, n) -> rows(s::addSquaresTo, a, ai, b, bi, c, ci, n));
    check(
        (s, a, ai, b, bi, c, ci, n) -> {
          double[] sums = Arrays.copyOfRange(b, bi, bi + n);
          s.runningSums(sums, new double[n], a, ai, c, ci, n, 1, n);
        });
  }

  private interface RowSum {
    void add(
        double[] sums, double[] compensations, double[] a, int ai, int stride, int rows, int n);
  }

  /** Adds to the cells of b; c gets sums and compensations one on top of the other. */
  private static void rows(
      RowSum rowSum, double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    double[] sums = Arrays.copyOfRange(b, bi, bi + n);
    double[] compensations = new double[n];
    int half = n / 2;
    rowSum.add(sums, compensations, a, ai, n, 1, n);
    rowSum.add(sums, compensations, a, ai, half, 2, half);
    for (int k = 0; k < n; k++) {
      c[ci + k] = sums[k] + 1e10 * compensations[k];
    }
  }

  @Test
  void elementaryFunctionsAreAsCloseAsThoseOfMath() {
    checkUlps("exp", Elementary::exp, Math::exp, 750, 1);
    checkUlps("exp", Elementary::exp, Math::exp, 2, 1);
    checkUlps("log", Elementary::log, Math::log, 1e6, 1);
    checkUlps("log", Elementary::log, Math::log, 2, 1);
    checkUlps("tanh", Elementary::tanh, Math::tanh, 25, 3);
    checkUlps("tanh", Elementary::tanh, Math::tanh, 1, 3);
    checkUlps("sigmoid", Elementary::sigmoid, x -> 1 / (1 + Math.exp(-x)), 40, 3);
  }

  @Test
  void knownValuesAreExact() {
    assertEquals(Math.E, Elementary.exp(1));
    assertEquals(1, Elementary.exp(0));
    assertEquals(0, Elementary.log(1));
    for (int k = -1074; k <= 1023; k++) {
      assertEquals(Math.log(Math.scalb(1.0, k)), Elementary.log(Math.scalb(1.0, k)), "2^" + k);
    }
  }

  @Test
  void reductionsAgree() {
    Random random = new Random(SEED);
    for (int n = 0; n < 90; n++) {
      for (int offset = 0; offset < 3; offset++) {
        double[] a = random.doubles(n + 5, -1, 1).toArray();
        double[] b = random.doubles(n + 5, -1, 1).toArray();
        String where = "n=" + n + " offset=" + offset + " seed=" + SEED;
        assertWithin(plain.dot(a, offset, b, 1, n), vector.dot(a, offset, b, 1, n), 1e-13, where);
        assertWithin(sum(plain, a, offset, n), sum(vector, a, offset, n), 1e-15, where);
        assertWithin(squares(plain, a, offset, n), squares(vector, a, offset, n), 1e-14, where);
        assertEquals(plain.min(a, offset, n), vector.min(a, offset, n), where);
        assertEquals(plain.max(a, offset, n), vector.max(a, offset, n), where);
        double[] d1 = new double[2];
        double[] d2 = new double[2];
        plain.deviations(a, offset, n, 0.25, d1);
        vector.deviations(a, offset, n, 0.25, d2);
        assertWithin(d1[0], d2[0], 1e-13, where);
        assertWithin(d1[1], d2[1], 1e-13, where);
        for (int k = 0; k < a.length; k += 3) {
          a[k] = k % 2 == 0 ? 0.0 : Double.NaN;
        }
        assertEquals(plain.countNonZeros(a, offset, n), vector.countNonZeros(a, offset, n), where);
        assertEquals(plain.min(a, offset, n), vector.min(a, offset, n), where);
        assertEquals(plain.max(a, offset, n), vector.max(a, offset, n), where);
      }
    }
  }

  @Test
  void sumsAreCompensatedAndKeepInfinities() {
    for (Simd simd : new Simd[] {plain, vector}) {
      double[] a = new double[1000];
      java.util.Arrays.fill(a, 1);
      a[3] = 1e17;
      a[900] = -1e17;
      assertEquals(998, sum(simd, a, 0, 1000), simd.name());
      a[700] = Double.POSITIVE_INFINITY;
      assertEquals(Double.POSITIVE_INFINITY, sum(simd, a, 0, 1000), simd.name());
      a[20] = Double.NEGATIVE_INFINITY;
      assertEquals(Double.NaN, sum(simd, a, 0, 1000), simd.name());
    }
  }

  private static double sum(Simd simd, double[] a, int ai, int n) {
    CompensatedSum sum = new CompensatedSum();
    simd.sum(a, ai, n, sum);
    return sum.value();
  }

  private static double squares(Simd simd, double[] a, int ai, int n) {
    CompensatedSum sum = new CompensatedSum();
    simd.sumOfSquares(a, ai, n, sum);
    return sum.value();
  }

  private void check(Unary f) {
    check((s, a, ai, b, bi, c, ci, n) -> f.apply(s, a, ai, c, ci, n));
  }

  private void check(Binary f) {
    Random random = new Random(SEED);
    for (int n = 0; n < 70; n++) {
      double[] a = values(random, n + 3);
      double[] b = values(random, n + 3);
      double[] expected = random.doubles(n + 3).toArray();
      double[] actual = expected.clone();
      f.apply(plain, a, 1, b, 2, expected, 3, n);
      f.apply(vector, a, 1, b, 2, actual, 3, n);
      for (int k = 0; k < expected.length; k++) {
        if (Double.doubleToLongBits(expected[k]) != Double.doubleToLongBits(actual[k])) {
          throw new AssertionError(
              "cell "
                  + k
                  + " of "
                  + n
                  + ": a="
                  + a[Math.max(0, k - 2)]
                  + " plain="
                  + expected[k]
                  + " vector="
                  + actual[k]
                  + " seed="
                  + SEED);
        }
      }
    }
  }

  private static double[] values(Random random, int length) {
    double[] values = new double[length];
    for (int k = 0; k < length; k++) {
      int choice = random.nextInt(3);
      values[k] =
          choice == 0
              ? SPECIAL[random.nextInt(SPECIAL.length)]
              : choice == 1
                  ? random.nextGaussian() * 10
                  : Double.longBitsToDouble(random.nextLong());
    }
    return values;
  }

  private static void checkUlps(
      String name, DoubleUnaryOperator f, DoubleUnaryOperator reference, double bound, int ulps) {
    for (double x : SPECIAL) {
      checkOne(name, f, reference, x, ulps);
    }
    Random random = new Random(SEED);
    for (int k = 0; k < 20_000; k++) {
      checkOne(name, f, reference, (random.nextDouble() * 2 - 1) * bound, ulps);
    }
  }

  private static void checkOne(
      String name, DoubleUnaryOperator f, DoubleUnaryOperator reference, double x, int ulps) {
    double expected = reference.applyAsDouble(x);
    double actual = f.applyAsDouble(x);
    double tolerance = Double.isFinite(expected) ? ulps * Math.ulp(expected) : 0;
    if (Double.compare(expected, actual) != 0) {
      assertEquals(expected, actual, tolerance, name + "(" + x + ")");
    }
  }
}
