package dev.linden.matrix.simd;

import static dev.linden.matrix.simd.Elementary.EXP_COEFFICIENTS;
import static dev.linden.matrix.simd.Elementary.EXP_PLAIN;
import static dev.linden.matrix.simd.Elementary.LN2_HIGH;
import static dev.linden.matrix.simd.Elementary.LN2_LOW;
import static dev.linden.matrix.simd.Elementary.LOG2_E;
import static dev.linden.matrix.simd.Elementary.LOG_COEFFICIENTS;
import static dev.linden.matrix.simd.Elementary.ONE_BITS;
import static dev.linden.matrix.simd.Elementary.ROUNDER;
import static dev.linden.matrix.simd.Elementary.SIGN_BIT;
import static dev.linden.matrix.simd.Elementary.SQRT_HALF_BITS;
import static dev.linden.matrix.simd.Elementary.TANH_LARGEST;
import static dev.linden.matrix.simd.Elementary.TWO_52;
import static dev.linden.matrix.simd.Elementary.TWO_52_BITS;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The Vector API, in vectors as wide as the machine prefers. Every loop is flat on purpose: handing
 * vectors to a helper method inside a loop makes the compiler box them, tens of times slower.
 * Loaded by name only (see {@link SimdProvider}), since the module may be absent.
 *
 * <p>exp, log and the like are spelled out in IEEE operations, the same as in {@link Elementary}:
 * the operators the API has for them give other bits before a loop is compiled than after, so that
 * results would depend on timing.
 */
final class VectorSimd extends PlainLoops {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  static final int LANES = SPECIES.length();

  /** What four cells fill where vectors have eight. */
  private static final VectorSpecies<Double> HALF = DoubleVector.SPECIES_256;

  private static final double INFINITY = Double.POSITIVE_INFINITY;

  private final GemmKernel gemmKernel = new VectorGemmKernel();

  @Override
  public GemmKernel gemmKernel() {
    return gemmKernel;
  }

  @Override
  public String name() {
    return "vector-" + SPECIES.vectorBitSize();
  }

  /** In the order of {@link ScalarSimd}: eight sums, in as many vectors as hold them. */
  @Override
  public double dot(double[] a, int ai, double[] b, int bi, int n) {
    if (LANES != 4) {
      return dotInEights(a, ai, b, bi, n);
    }
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = DoubleVector.zero(SPECIES);
    int k = 0;
    for (; k < n - 7; k += 8) {
      DoubleVector a0 = DoubleVector.fromArray(SPECIES, a, ai + k);
      DoubleVector a1 = DoubleVector.fromArray(SPECIES, a, ai + k + 4);
      s0 = s0.add(a0.mul(DoubleVector.fromArray(SPECIES, b, bi + k)));
      s1 = s1.add(a1.mul(DoubleVector.fromArray(SPECIES, b, bi + k + 4)));
    }
    DoubleVector lanes = s0.add(s1);
    // Lane by lane: an array of lanes would be garbage for every row of a product.
    double sum = (lanes.lane(0) + lanes.lane(1)) + (lanes.lane(2) + lanes.lane(3));
    for (; k < n; k++) {
      sum += a[ai + k] * b[bi + k];
    }
    return sum;
  }

  private static double dotInEights(double[] a, int ai, double[] b, int bi, int n) {
    if (LANES != 8) {
      return ScalarSimd.INSTANCE.dot(a, ai, b, bi, n);
    }
    DoubleVector lanes = DoubleVector.zero(SPECIES);
    int k = 0;
    for (; k < n - 7; k += 8) {
      DoubleVector a0 = DoubleVector.fromArray(SPECIES, a, ai + k);
      lanes = lanes.add(a0.mul(DoubleVector.fromArray(SPECIES, b, bi + k)));
    }
    double even = (lanes.lane(0) + lanes.lane(4)) + (lanes.lane(1) + lanes.lane(5));
    double sum = even + ((lanes.lane(2) + lanes.lane(6)) + (lanes.lane(3) + lanes.lane(7)));
    for (; k < n; k++) {
      sum += a[ai + k] * b[bi + k];
    }
    return sum;
  }

  @Override
  public void axpy(double x, double[] a, int ai, double[] c, int ci, int n) {
    int k = 0;
    for (int bound = SPECIES.loopBound(n); k < bound; k += LANES) {
      DoubleVector vc = DoubleVector.fromArray(SPECIES, c, ci + k);
      DoubleVector va = DoubleVector.fromArray(SPECIES, a, ai + k);
      vc.add(va.mul(x)).intoArray(c, ci + k);
    }
    for (; k < n; k++) {
      c[ci + k] += x * a[ai + k];
    }
  }

  @Override
  public void addToRows(
      double[] a, int ai, int[] rows, double[] factors, int from, int end, double[] c) {
    int l = 0;
    for (; l <= ROW_CELLS - 2 * LANES; l += 2 * LANES) {
      DoubleVector a0 = DoubleVector.fromArray(SPECIES, a, ai + l);
      DoubleVector a1 = DoubleVector.fromArray(SPECIES, a, ai + l + LANES);
      for (int p = from; p < end; p++) {
        int ci = rows[p] * ROW_CELLS + l;
        DoubleVector x = DoubleVector.broadcast(SPECIES, factors[p]);
        x.fma(a0, DoubleVector.fromArray(SPECIES, c, ci)).intoArray(c, ci);
        x.fma(a1, DoubleVector.fromArray(SPECIES, c, ci + LANES)).intoArray(c, ci + LANES);
      }
    }
    for (; l < ROW_CELLS; l++) {
      for (int p = from; p < end; p++) {
        c[rows[p] * ROW_CELLS + l] += factors[p] * a[ai + l];
      }
    }
  }

  @Override
  public void addTuples(
      double[][] tables, int[] codes, int stride, int n, int width, double[] c, int ci) {
    int k = 0;
    for (; k <= width - 2 * LANES; k += 2 * LANES) {
      for (int i = 0; i < n; i++) {
        int to = ci + i * width + k;
        DoubleVector s0 = DoubleVector.fromArray(SPECIES, c, to);
        DoubleVector s1 = DoubleVector.fromArray(SPECIES, c, to + LANES);
        int at = i;
        for (double[] table : tables) {
          int from = codes[at] * width + k;
          s0 = s0.add(DoubleVector.fromArray(SPECIES, table, from));
          s1 = s1.add(DoubleVector.fromArray(SPECIES, table, from + LANES));
          at += stride;
        }
        s0.intoArray(c, to);
        s1.intoArray(c, to + LANES);
      }
    }
    for (; k <= width - LANES; k += LANES) {
      for (int i = 0; i < n; i++) {
        int to = ci + i * width + k;
        DoubleVector sum = DoubleVector.fromArray(SPECIES, c, to);
        int at = i;
        for (double[] table : tables) {
          sum = sum.add(DoubleVector.fromArray(SPECIES, table, codes[at] * width + k));
          at += stride;
        }
        sum.intoArray(c, to);
      }
    }
    for (; k < width; k++) {
      for (int i = 0; i < n; i++) {
        double sum = c[ci + i * width + k];
        int at = i;
        for (double[] table : tables) {
          sum += table[codes[at] * width + k];
          at += stride;
        }
        c[ci + i * width + k] = sum;
      }
    }
  }

  @Override
  public void addToTuples(
      double[] a, int ai, int[] codes, int stride, int n, int width, double[][] tables) {
    int k = 0;
    for (; k <= width - 2 * LANES; k += 2 * LANES) {
      for (int i = 0; i < n; i++) {
        DoubleVector a0 = DoubleVector.fromArray(SPECIES, a, ai + i * width + k);
        DoubleVector a1 = DoubleVector.fromArray(SPECIES, a, ai + i * width + k + LANES);
        int at = i;
        for (double[] table : tables) {
          int to = codes[at] * width + k;
          DoubleVector.fromArray(SPECIES, table, to).add(a0).intoArray(table, to);
          DoubleVector.fromArray(SPECIES, table, to + LANES).add(a1).intoArray(table, to + LANES);
          at += stride;
        }
      }
    }
    for (; k <= width - LANES; k += LANES) {
      for (int i = 0; i < n; i++) {
        DoubleVector row = DoubleVector.fromArray(SPECIES, a, ai + i * width + k);
        int at = i;
        for (double[] table : tables) {
          int to = codes[at] * width + k;
          DoubleVector.fromArray(SPECIES, table, to).add(row).intoArray(table, to);
          at += stride;
        }
      }
    }
    for (; k < width; k++) {
      for (int i = 0; i < n; i++) {
        double x = a[ai + i * width + k];
        int at = i;
        for (double[] table : tables) {
          table[codes[at] * width + k] += x;
          at += stride;
        }
      }
    }
  }

  // Rows of non-zeros: four, two or one vector of the columns of b at a time, and half a one.

  @Override
  public void timesRow(
      int[] columns,
      double[] values,
      int from,
      int end,
      double[] b,
      int cols,
      int width,
      double[] c) {
    int k = 0;
    for (; k <= width - 4 * LANES; k += 4 * LANES) {
      timesFour(columns, values, from, end, b, k, width, c);
    }
    for (; k <= width - 2 * LANES; k += 2 * LANES) {
      timesTwo(columns, values, from, end, b, k, width, c);
    }
    for (; k <= width - LANES; k += LANES) {
      timesOne(columns, values, from, end, b, k, width, c);
    }
    if (k < width) {
      timesHalf(columns, values, from, end, b, k, width, c);
    }
  }

  private static void timesFour(
      int[] columns, double[] values, int from, int end, double[] b, int k, int width, double[] c) {
    DoubleVector even0 = DoubleVector.zero(SPECIES);
    DoubleVector even1 = DoubleVector.zero(SPECIES);
    DoubleVector even2 = DoubleVector.zero(SPECIES);
    DoubleVector even3 = DoubleVector.zero(SPECIES);
    DoubleVector odd0 = DoubleVector.zero(SPECIES);
    DoubleVector odd1 = DoubleVector.zero(SPECIES);
    DoubleVector odd2 = DoubleVector.zero(SPECIES);
    DoubleVector odd3 = DoubleVector.zero(SPECIES);
    int p = from;
    for (; p < end - 1; p += 2) {
      DoubleVector x = DoubleVector.broadcast(SPECIES, values[p]);
      int i = columns[p] * width + k;
      even0 = even0.add(x.mul(DoubleVector.fromArray(SPECIES, b, i)));
      even1 = even1.add(x.mul(DoubleVector.fromArray(SPECIES, b, i + LANES)));
      even2 = even2.add(x.mul(DoubleVector.fromArray(SPECIES, b, i + 2 * LANES)));
      even3 = even3.add(x.mul(DoubleVector.fromArray(SPECIES, b, i + 3 * LANES)));
      DoubleVector y = DoubleVector.broadcast(SPECIES, values[p + 1]);
      int j = columns[p + 1] * width + k;
      odd0 = odd0.add(y.mul(DoubleVector.fromArray(SPECIES, b, j)));
      odd1 = odd1.add(y.mul(DoubleVector.fromArray(SPECIES, b, j + LANES)));
      odd2 = odd2.add(y.mul(DoubleVector.fromArray(SPECIES, b, j + 2 * LANES)));
      odd3 = odd3.add(y.mul(DoubleVector.fromArray(SPECIES, b, j + 3 * LANES)));
    }
    if (p < end) {
      DoubleVector x = DoubleVector.broadcast(SPECIES, values[p]);
      int i = columns[p] * width + k;
      even0 = even0.add(x.mul(DoubleVector.fromArray(SPECIES, b, i)));
      even1 = even1.add(x.mul(DoubleVector.fromArray(SPECIES, b, i + LANES)));
      even2 = even2.add(x.mul(DoubleVector.fromArray(SPECIES, b, i + 2 * LANES)));
      even3 = even3.add(x.mul(DoubleVector.fromArray(SPECIES, b, i + 3 * LANES)));
    }
    even0.add(odd0).intoArray(c, k);
    even1.add(odd1).intoArray(c, k + LANES);
    even2.add(odd2).intoArray(c, k + 2 * LANES);
    even3.add(odd3).intoArray(c, k + 3 * LANES);
  }

  private static void timesTwo(
      int[] columns, double[] values, int from, int end, double[] b, int k, int width, double[] c) {
    DoubleVector even0 = DoubleVector.zero(SPECIES);
    DoubleVector even1 = DoubleVector.zero(SPECIES);
    DoubleVector odd0 = DoubleVector.zero(SPECIES);
    DoubleVector odd1 = DoubleVector.zero(SPECIES);
    int p = from;
    for (; p < end - 1; p += 2) {
      DoubleVector x = DoubleVector.broadcast(SPECIES, values[p]);
      int i = columns[p] * width + k;
      even0 = even0.add(x.mul(DoubleVector.fromArray(SPECIES, b, i)));
      even1 = even1.add(x.mul(DoubleVector.fromArray(SPECIES, b, i + LANES)));
      DoubleVector y = DoubleVector.broadcast(SPECIES, values[p + 1]);
      int j = columns[p + 1] * width + k;
      odd0 = odd0.add(y.mul(DoubleVector.fromArray(SPECIES, b, j)));
      odd1 = odd1.add(y.mul(DoubleVector.fromArray(SPECIES, b, j + LANES)));
    }
    if (p < end) {
      DoubleVector x = DoubleVector.broadcast(SPECIES, values[p]);
      int i = columns[p] * width + k;
      even0 = even0.add(x.mul(DoubleVector.fromArray(SPECIES, b, i)));
      even1 = even1.add(x.mul(DoubleVector.fromArray(SPECIES, b, i + LANES)));
    }
    even0.add(odd0).intoArray(c, k);
    even1.add(odd1).intoArray(c, k + LANES);
  }

  private static void timesOne(
      int[] columns, double[] values, int from, int end, double[] b, int k, int width, double[] c) {
    DoubleVector even0 = DoubleVector.zero(SPECIES);
    DoubleVector odd0 = DoubleVector.zero(SPECIES);
    int p = from;
    for (; p < end - 1; p += 2) {
      DoubleVector x = DoubleVector.broadcast(SPECIES, values[p]);
      int i = columns[p] * width + k;
      even0 = even0.add(x.mul(DoubleVector.fromArray(SPECIES, b, i)));
      DoubleVector y = DoubleVector.broadcast(SPECIES, values[p + 1]);
      int j = columns[p + 1] * width + k;
      odd0 = odd0.add(y.mul(DoubleVector.fromArray(SPECIES, b, j)));
    }
    if (p < end) {
      DoubleVector x = DoubleVector.broadcast(SPECIES, values[p]);
      int i = columns[p] * width + k;
      even0 = even0.add(x.mul(DoubleVector.fromArray(SPECIES, b, i)));
    }
    even0.add(odd0).intoArray(c, k);
  }

  private static void timesHalf(
      int[] columns, double[] values, int from, int end, double[] b, int k, int width, double[] c) {
    DoubleVector even0 = DoubleVector.zero(HALF);
    DoubleVector odd0 = DoubleVector.zero(HALF);
    int p = from;
    for (; p < end - 1; p += 2) {
      DoubleVector x = DoubleVector.broadcast(HALF, values[p]);
      int i = columns[p] * width + k;
      even0 = even0.add(x.mul(DoubleVector.fromArray(HALF, b, i)));
      DoubleVector y = DoubleVector.broadcast(HALF, values[p + 1]);
      int j = columns[p + 1] * width + k;
      odd0 = odd0.add(y.mul(DoubleVector.fromArray(HALF, b, j)));
    }
    if (p < end) {
      DoubleVector x = DoubleVector.broadcast(HALF, values[p]);
      int i = columns[p] * width + k;
      even0 = even0.add(x.mul(DoubleVector.fromArray(HALF, b, i)));
    }
    even0.add(odd0).intoArray(c, k);
  }

  // Compensated sums have two chains of additions, the even and the odd vectors: with one, the
  // compiler keeps it in memory rather than in registers, at a third of the speed. All take the
  // same
  // order, so that a sum of products has the same bits as one of cells that are products.

  @Override
  public void sum(double[] a, int ai, int n, CompensatedSum into) {
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector c0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = DoubleVector.zero(SPECIES);
    DoubleVector c1 = DoubleVector.zero(SPECIES);
    int k = 0;
    for (; k <= n - 2 * LANES; k += 2 * LANES) {
      DoubleVector x0 = DoubleVector.fromArray(SPECIES, a, ai + k);
      DoubleVector x1 = DoubleVector.fromArray(SPECIES, a, ai + k + LANES);
      DoubleVector n0 = s0.add(x0);
      DoubleVector t0 = n0.sub(s0);
      c0 = c0.add(s0.sub(n0.sub(t0)).add(x0.sub(t0)));
      s0 = n0;
      DoubleVector n1 = s1.add(x1);
      DoubleVector t1 = n1.sub(s1);
      c1 = c1.add(s1.sub(n1.sub(t1)).add(x1.sub(t1)));
      s1 = n1;
    }
    if (k <= n - LANES) {
      DoubleVector x0 = DoubleVector.fromArray(SPECIES, a, ai + k);
      DoubleVector n0 = s0.add(x0);
      DoubleVector t0 = n0.sub(s0);
      c0 = c0.add(s0.sub(n0.sub(t0)).add(x0.sub(t0)));
      s0 = n0;
      k += LANES;
    }
    DoubleVector sum = s0.add(s1);
    DoubleVector taken = sum.sub(s0);
    double[] lanes = into.lanes(LANES);
    sum.intoArray(lanes, 0);
    c0.add(c1).add(s0.sub(sum.sub(taken)).add(s1.sub(taken))).intoArray(lanes, LANES);
    into.addLanes(LANES);
    for (; k < n; k++) {
      into.add(a[ai + k]);
    }
  }

  @Override
  public void sumOfSquares(double[] a, int ai, int n, CompensatedSum into) {
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector c0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = DoubleVector.zero(SPECIES);
    DoubleVector c1 = DoubleVector.zero(SPECIES);
    int k = 0;
    for (; k <= n - 2 * LANES; k += 2 * LANES) {
      DoubleVector a0 = DoubleVector.fromArray(SPECIES, a, ai + k);
      DoubleVector x0 = a0.mul(a0);
      DoubleVector a1 = DoubleVector.fromArray(SPECIES, a, ai + k + LANES);
      DoubleVector x1 = a1.mul(a1);
      DoubleVector n0 = s0.add(x0);
      DoubleVector t0 = n0.sub(s0);
      c0 = c0.add(s0.sub(n0.sub(t0)).add(x0.sub(t0)));
      s0 = n0;
      DoubleVector n1 = s1.add(x1);
      DoubleVector t1 = n1.sub(s1);
      c1 = c1.add(s1.sub(n1.sub(t1)).add(x1.sub(t1)));
      s1 = n1;
    }
    if (k <= n - LANES) {
      DoubleVector a0 = DoubleVector.fromArray(SPECIES, a, ai + k);
      DoubleVector x0 = a0.mul(a0);
      DoubleVector n0 = s0.add(x0);
      DoubleVector t0 = n0.sub(s0);
      c0 = c0.add(s0.sub(n0.sub(t0)).add(x0.sub(t0)));
      s0 = n0;
      k += LANES;
    }
    DoubleVector sum = s0.add(s1);
    DoubleVector taken = sum.sub(s0);
    double[] lanes = into.lanes(LANES);
    sum.intoArray(lanes, 0);
    c0.add(c1).add(s0.sub(sum.sub(taken)).add(s1.sub(taken))).intoArray(lanes, LANES);
    into.addLanes(LANES);
    for (; k < n; k++) {
      into.add(a[ai + k] * a[ai + k]);
    }
  }

  @Override
  public void sumOfProducts(double[] a, int ai, double[] b, int bi, int n, CompensatedSum into) {
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector c0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = DoubleVector.zero(SPECIES);
    DoubleVector c1 = DoubleVector.zero(SPECIES);
    int k = 0;
    for (; k <= n - 2 * LANES; k += 2 * LANES) {
      DoubleVector a0 = DoubleVector.fromArray(SPECIES, a, ai + k);
      DoubleVector x0 = a0.mul(DoubleVector.fromArray(SPECIES, b, bi + k));
      DoubleVector a1 = DoubleVector.fromArray(SPECIES, a, ai + k + LANES);
      DoubleVector x1 = a1.mul(DoubleVector.fromArray(SPECIES, b, bi + k + LANES));
      DoubleVector n0 = s0.add(x0);
      DoubleVector t0 = n0.sub(s0);
      c0 = c0.add(s0.sub(n0.sub(t0)).add(x0.sub(t0)));
      s0 = n0;
      DoubleVector n1 = s1.add(x1);
      DoubleVector t1 = n1.sub(s1);
      c1 = c1.add(s1.sub(n1.sub(t1)).add(x1.sub(t1)));
      s1 = n1;
    }
    if (k <= n - LANES) {
      DoubleVector a0 = DoubleVector.fromArray(SPECIES, a, ai + k);
      DoubleVector x0 = a0.mul(DoubleVector.fromArray(SPECIES, b, bi + k));
      DoubleVector n0 = s0.add(x0);
      DoubleVector t0 = n0.sub(s0);
      c0 = c0.add(s0.sub(n0.sub(t0)).add(x0.sub(t0)));
      s0 = n0;
      k += LANES;
    }
    DoubleVector sum = s0.add(s1);
    DoubleVector taken = sum.sub(s0);
    double[] lanes = into.lanes(LANES);
    sum.intoArray(lanes, 0);
    c0.add(c1).add(s0.sub(sum.sub(taken)).add(s1.sub(taken))).intoArray(lanes, LANES);
    into.addLanes(LANES);
    for (; k < n; k++) {
      into.add(a[ai + k] * b[bi + k]);
    }
  }

  @Override
  public void sumOfProducts(
      double[] a, int ai, double[] b, int bi, double[] c, int ci, int n, CompensatedSum into) {
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector c0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = DoubleVector.zero(SPECIES);
    DoubleVector c1 = DoubleVector.zero(SPECIES);
    int k = 0;
    for (; k <= n - 2 * LANES; k += 2 * LANES) {
      DoubleVector a0 = DoubleVector.fromArray(SPECIES, a, ai + k);
      DoubleVector ab0 = a0.mul(DoubleVector.fromArray(SPECIES, b, bi + k));
      DoubleVector x0 = ab0.mul(DoubleVector.fromArray(SPECIES, c, ci + k));
      DoubleVector a1 = DoubleVector.fromArray(SPECIES, a, ai + k + LANES);
      DoubleVector ab1 = a1.mul(DoubleVector.fromArray(SPECIES, b, bi + k + LANES));
      DoubleVector x1 = ab1.mul(DoubleVector.fromArray(SPECIES, c, ci + k + LANES));
      DoubleVector n0 = s0.add(x0);
      DoubleVector t0 = n0.sub(s0);
      c0 = c0.add(s0.sub(n0.sub(t0)).add(x0.sub(t0)));
      s0 = n0;
      DoubleVector n1 = s1.add(x1);
      DoubleVector t1 = n1.sub(s1);
      c1 = c1.add(s1.sub(n1.sub(t1)).add(x1.sub(t1)));
      s1 = n1;
    }
    if (k <= n - LANES) {
      DoubleVector a0 = DoubleVector.fromArray(SPECIES, a, ai + k);
      DoubleVector ab0 = a0.mul(DoubleVector.fromArray(SPECIES, b, bi + k));
      DoubleVector x0 = ab0.mul(DoubleVector.fromArray(SPECIES, c, ci + k));
      DoubleVector n0 = s0.add(x0);
      DoubleVector t0 = n0.sub(s0);
      c0 = c0.add(s0.sub(n0.sub(t0)).add(x0.sub(t0)));
      s0 = n0;
      k += LANES;
    }
    DoubleVector sum = s0.add(s1);
    DoubleVector taken = sum.sub(s0);
    double[] lanes = into.lanes(LANES);
    sum.intoArray(lanes, 0);
    c0.add(c1).add(s0.sub(sum.sub(taken)).add(s1.sub(taken))).intoArray(lanes, LANES);
    into.addLanes(LANES);
    for (; k < n; k++) {
      into.add(a[ai + k] * b[bi + k] * c[ci + k]);
    }
  }

  // Sums per column go through memory row by row: keeping those of a few columns in vectors over
  // many rows took half as long again (cumsum of 1e6 x 100: 160 ms, this way 109).

  @Override
  public void addTo(
      double[] sums, double[] compensations, double[] a, int ai, int stride, int rows, int n) {
    for (int i = 0; i < rows; i++) {
      int from = ai + i * stride;
      int k = 0;
      for (int bound = SPECIES.loopBound(n); k < bound; k += LANES) {
        DoubleVector x = DoubleVector.fromArray(SPECIES, a, from + k);
        DoubleVector sum = DoubleVector.fromArray(SPECIES, sums, k);
        DoubleVector next = sum.add(x);
        DoubleVector taken = next.sub(sum);
        DoubleVector compensation =
            DoubleVector.fromArray(SPECIES, compensations, k)
                .add(sum.sub(next.sub(taken)).add(x.sub(taken)));
        compensation.intoArray(compensations, k);
        next.intoArray(sums, k);
      }
      for (; k < n; k++) {
        double x = a[from + k];
        double sum = sums[k];
        double next = sum + x;
        double taken = next - sum;
        compensations[k] += (sum - (next - taken)) + (x - taken);
        sums[k] = next;
      }
    }
  }

  @Override
  public void addSquaresTo(
      double[] sums, double[] compensations, double[] a, int ai, int stride, int rows, int n) {
    for (int i = 0; i < rows; i++) {
      int from = ai + i * stride;
      int k = 0;
      for (int bound = SPECIES.loopBound(n); k < bound; k += LANES) {
        DoubleVector v = DoubleVector.fromArray(SPECIES, a, from + k);
        DoubleVector x = v.mul(v);
        DoubleVector sum = DoubleVector.fromArray(SPECIES, sums, k);
        DoubleVector next = sum.add(x);
        DoubleVector taken = next.sub(sum);
        DoubleVector compensation =
            DoubleVector.fromArray(SPECIES, compensations, k)
                .add(sum.sub(next.sub(taken)).add(x.sub(taken)));
        compensation.intoArray(compensations, k);
        next.intoArray(sums, k);
      }
      for (; k < n; k++) {
        double x = a[from + k] * a[from + k];
        double sum = sums[k];
        double next = sum + x;
        double taken = next - sum;
        compensations[k] += (sum - (next - taken)) + (x - taken);
        sums[k] = next;
      }
    }
  }

  @Override
  public void runningSums(
      double[] sums,
      double[] compensations,
      double[] a,
      int ai,
      double[] c,
      int ci,
      int stride,
      int rows,
      int n) {
    for (int i = 0; i < rows; i++) {
      int from = ai + i * stride;
      int to = ci + i * stride;
      int k = 0;
      for (int bound = SPECIES.loopBound(n); k < bound; k += LANES) {
        DoubleVector x = DoubleVector.fromArray(SPECIES, a, from + k);
        DoubleVector sum = DoubleVector.fromArray(SPECIES, sums, k);
        DoubleVector next = sum.add(x);
        DoubleVector taken = next.sub(sum);
        DoubleVector compensation =
            DoubleVector.fromArray(SPECIES, compensations, k)
                .add(sum.sub(next.sub(taken)).add(x.sub(taken)));
        compensation.intoArray(compensations, k);
        next.intoArray(sums, k);
        // the compensation of an infinite sum is NaN
        VectorMask<Double> finite = next.abs().compare(VectorOperators.LT, INFINITY);
        next.blend(next.add(compensation), finite).intoArray(c, to + k);
      }
      for (; k < n; k++) {
        double x = a[from + k];
        double sum = sums[k];
        double next = sum + x;
        double taken = next - sum;
        compensations[k] += (sum - (next - taken)) + (x - taken);
        sums[k] = next;
        c[to + k] = CompensatedSum.value(next, compensations[k]);
      }
    }
  }

  @Override
  public void deviations(double[] a, int ai, int n, double center, double[] into) {
    DoubleVector sum = DoubleVector.zero(SPECIES);
    DoubleVector squares = DoubleVector.zero(SPECIES);
    int k = 0;
    for (int bound = SPECIES.loopBound(n); k < bound; k += LANES) {
      DoubleVector d = DoubleVector.fromArray(SPECIES, a, ai + k).sub(center);
      sum = sum.add(d);
      squares = squares.add(d.mul(d));
    }
    double[] sums = sum.toArray();
    double[] squareSums = squares.toArray();
    double total = 0;
    double totalSquares = 0;
    for (int lane = 0; lane < LANES; lane++) {
      total += sums[lane];
      totalSquares += squareSums[lane];
    }
    for (; k < n; k++) {
      double d = a[ai + k] - center;
      total += d;
      totalSquares += d * d;
    }
    into[0] = total;
    into[1] = totalSquares;
  }

  @Override
  public double min(double[] a, int ai, int n) {
    // two chains, since min with its NaN and -0 takes a dozen cycles
    DoubleVector extreme = DoubleVector.broadcast(SPECIES, Double.POSITIVE_INFINITY);
    DoubleVector other = extreme;
    int k = 0;
    for (; k <= n - 2 * LANES; k += 2 * LANES) {
      extreme = extreme.min(DoubleVector.fromArray(SPECIES, a, ai + k));
      other = other.min(DoubleVector.fromArray(SPECIES, a, ai + k + LANES));
    }
    double min = extreme.min(other).reduceLanes(VectorOperators.MIN);
    for (; k < n; k++) {
      min = Math.min(min, a[ai + k]);
    }
    return min;
  }

  @Override
  public double max(double[] a, int ai, int n) {
    // two chains, since max with its NaN and -0 takes a dozen cycles
    DoubleVector extreme = DoubleVector.broadcast(SPECIES, Double.NEGATIVE_INFINITY);
    DoubleVector other = extreme;
    int k = 0;
    for (; k <= n - 2 * LANES; k += 2 * LANES) {
      extreme = extreme.max(DoubleVector.fromArray(SPECIES, a, ai + k));
      other = other.max(DoubleVector.fromArray(SPECIES, a, ai + k + LANES));
    }
    double max = extreme.max(other).reduceLanes(VectorOperators.MAX);
    for (; k < n; k++) {
      max = Math.max(max, a[ai + k]);
    }
    return max;
  }

  @Override
  public int countNonZeros(double[] a, int ai, int n) {
    DoubleVector zeros = DoubleVector.zero(SPECIES);
    int count = 0;
    int k = 0;
    for (int bound = SPECIES.loopBound(n); k < bound; k += LANES) {
      DoubleVector x = DoubleVector.fromArray(SPECIES, a, ai + k);
      count += x.compare(VectorOperators.NE, zeros).trueCount();
    }
    for (; k < n; k++) {
      count += a[ai + k] != 0 ? 1 : 0;
    }
    return count;
  }

  @Override
  public void sqrt(double[] a, int ai, double[] c, int ci, int n) {
    int k = 0;
    for (int bound = SPECIES.loopBound(n); k < bound; k += LANES) {
      DoubleVector va = DoubleVector.fromArray(SPECIES, a, ai + k);
      va.sqrt().intoArray(c, ci + k);
    }
    for (; k < n; k++) {
      c[ci + k] = Math.sqrt(a[ai + k]);
    }
  }

  @Override
  public void exp(double[] a, int ai, double[] c, int ci, int n) {
    DoubleVector ones = DoubleVector.broadcast(SPECIES, 1);
    double e0 = EXP_COEFFICIENTS[0];
    double e1 = EXP_COEFFICIENTS[1];
    double e2 = EXP_COEFFICIENTS[2];
    double e3 = EXP_COEFFICIENTS[3];
    double e4 = EXP_COEFFICIENTS[4];
    double e5 = EXP_COEFFICIENTS[5];
    double e6 = EXP_COEFFICIENTS[6];
    double e7 = EXP_COEFFICIENTS[7];
    double e8 = EXP_COEFFICIENTS[8];
    double e9 = EXP_COEFFICIENTS[9];
    double e10 = EXP_COEFFICIENTS[10];
    double e11 = EXP_COEFFICIENTS[11];
    int k = 0;
    for (int bound = SPECIES.loopBound(n); k < bound; k += LANES) {
      DoubleVector x = DoubleVector.fromArray(SPECIES, a, ai + k);
      if (!x.abs().compare(VectorOperators.LT, EXP_PLAIN).allTrue()) {
        for (int lane = k; lane < k + LANES; lane++) {
          c[ci + lane] = Elementary.exp(a[ai + lane]);
        }
        continue;
      }
      DoubleVector shifted = x.fma(LOG2_E, ROUNDER);
      DoubleVector exponent = shifted.sub(ROUNDER);
      DoubleVector high = x.sub(exponent.mul(LN2_HIGH));
      DoubleVector low = exponent.mul(LN2_LOW);
      DoubleVector r = high.sub(low);
      DoubleVector r2 = r.mul(r);
      DoubleVector r4 = r2.mul(r2);
      DoubleVector r8 = r4.mul(r4);
      DoubleVector p0 = r.fma(e3, e2).fma(r2, r.fma(e1, e0));
      DoubleVector p4 = r.fma(e7, e6).fma(r2, r.fma(e5, e4));
      DoubleVector p8 = r.fma(e11, e10).fma(r2, r.fma(e9, e8));
      DoubleVector p = p8.fma(r8, p4.fma(r4, p0));
      DoubleVector tail = r2.fma(p, high.sub(r).sub(low));
      DoubleVector head = r.add(1);
      DoubleVector sum = head.add(ones.sub(head).add(r).add(tail));
      DoubleVector scale =
          shifted
              .reinterpretAsLongs()
              .lanewise(VectorOperators.LSHL, 52)
              .add(ONE_BITS)
              .reinterpretAsDoubles();
      sum.mul(scale).intoArray(c, ci + k);
    }
    for (; k < n; k++) {
      c[ci + k] = Elementary.exp(a[ai + k]);
    }
  }

  @Override
  public void sigmoid(double[] a, int ai, double[] c, int ci, int n) {
    DoubleVector ones = DoubleVector.broadcast(SPECIES, 1);
    double e0 = EXP_COEFFICIENTS[0];
    double e1 = EXP_COEFFICIENTS[1];
    double e2 = EXP_COEFFICIENTS[2];
    double e3 = EXP_COEFFICIENTS[3];
    double e4 = EXP_COEFFICIENTS[4];
    double e5 = EXP_COEFFICIENTS[5];
    double e6 = EXP_COEFFICIENTS[6];
    double e7 = EXP_COEFFICIENTS[7];
    double e8 = EXP_COEFFICIENTS[8];
    double e9 = EXP_COEFFICIENTS[9];
    double e10 = EXP_COEFFICIENTS[10];
    double e11 = EXP_COEFFICIENTS[11];
    int k = 0;
    for (int bound = SPECIES.loopBound(n); k < bound; k += LANES) {
      DoubleVector x = DoubleVector.fromArray(SPECIES, a, ai + k).neg();
      if (!x.abs().compare(VectorOperators.LT, EXP_PLAIN).allTrue()) {
        for (int lane = k; lane < k + LANES; lane++) {
          c[ci + lane] = Elementary.sigmoid(a[ai + lane]);
        }
        continue;
      }
      DoubleVector shifted = x.fma(LOG2_E, ROUNDER);
      DoubleVector exponent = shifted.sub(ROUNDER);
      DoubleVector high = x.sub(exponent.mul(LN2_HIGH));
      DoubleVector low = exponent.mul(LN2_LOW);
      DoubleVector r = high.sub(low);
      DoubleVector r2 = r.mul(r);
      DoubleVector r4 = r2.mul(r2);
      DoubleVector r8 = r4.mul(r4);
      DoubleVector p0 = r.fma(e3, e2).fma(r2, r.fma(e1, e0));
      DoubleVector p4 = r.fma(e7, e6).fma(r2, r.fma(e5, e4));
      DoubleVector p8 = r.fma(e11, e10).fma(r2, r.fma(e9, e8));
      DoubleVector p = p8.fma(r8, p4.fma(r4, p0));
      DoubleVector tail = r2.fma(p, high.sub(r).sub(low));
      DoubleVector head = r.add(1);
      DoubleVector sum = head.add(ones.sub(head).add(r).add(tail));
      DoubleVector scale =
          shifted
              .reinterpretAsLongs()
              .lanewise(VectorOperators.LSHL, 52)
              .add(ONE_BITS)
              .reinterpretAsDoubles();
      ones.div(sum.mul(scale).add(1)).intoArray(c, ci + k);
    }
    for (; k < n; k++) {
      c[ci + k] = Elementary.sigmoid(a[ai + k]);
    }
  }

  @Override
  public void tanh(double[] a, int ai, double[] c, int ci, int n) {
    double e0 = EXP_COEFFICIENTS[0];
    double e1 = EXP_COEFFICIENTS[1];
    double e2 = EXP_COEFFICIENTS[2];
    double e3 = EXP_COEFFICIENTS[3];
    double e4 = EXP_COEFFICIENTS[4];
    double e5 = EXP_COEFFICIENTS[5];
    double e6 = EXP_COEFFICIENTS[6];
    double e7 = EXP_COEFFICIENTS[7];
    double e8 = EXP_COEFFICIENTS[8];
    double e9 = EXP_COEFFICIENTS[9];
    double e10 = EXP_COEFFICIENTS[10];
    double e11 = EXP_COEFFICIENTS[11];
    int k = 0;
    for (int bound = SPECIES.loopBound(n); k < bound; k += LANES) {
      DoubleVector va = DoubleVector.fromArray(SPECIES, a, ai + k);
      DoubleVector twice = va.abs().mul(2);
      DoubleVector x = twice.blend(TANH_LARGEST, twice.compare(VectorOperators.GT, TANH_LARGEST));
      DoubleVector shifted = x.fma(LOG2_E, ROUNDER);
      DoubleVector exponent = shifted.sub(ROUNDER);
      DoubleVector high = x.sub(exponent.mul(LN2_HIGH));
      DoubleVector low = exponent.mul(LN2_LOW);
      DoubleVector r = high.sub(low);
      DoubleVector r2 = r.mul(r);
      DoubleVector r4 = r2.mul(r2);
      DoubleVector r8 = r4.mul(r4);
      DoubleVector p0 = r.fma(e3, e2).fma(r2, r.fma(e1, e0));
      DoubleVector p4 = r.fma(e7, e6).fma(r2, r.fma(e5, e4));
      DoubleVector p8 = r.fma(e11, e10).fma(r2, r.fma(e9, e8));
      DoubleVector p = p8.fma(r8, p4.fma(r4, p0));
      DoubleVector tail = r2.fma(p, high.sub(r).sub(low));
      DoubleVector scale =
          shifted
              .reinterpretAsLongs()
              .lanewise(VectorOperators.LSHL, 52)
              .add(ONE_BITS)
              .reinterpretAsDoubles();
      DoubleVector scaled = r.mul(scale);
      DoubleVector head = scale.sub(1).add(scaled);
      DoubleVector t = head.add(scale.sub(1).sub(head).add(scaled).add(tail.mul(scale)));
      LongVector magnitude = t.div(t.add(2)).reinterpretAsLongs();
      LongVector sign = va.reinterpretAsLongs().lanewise(VectorOperators.AND, SIGN_BIT);
      magnitude.lanewise(VectorOperators.OR, sign).reinterpretAsDoubles().intoArray(c, ci + k);
    }
    for (; k < n; k++) {
      c[ci + k] = Elementary.tanh(a[ai + k]);
    }
  }

  @Override
  public void log(double[] a, int ai, double[] c, int ci, int n) {
    double l0 = LOG_COEFFICIENTS[0];
    double l1 = LOG_COEFFICIENTS[1];
    double l2 = LOG_COEFFICIENTS[2];
    double l3 = LOG_COEFFICIENTS[3];
    double l4 = LOG_COEFFICIENTS[4];
    double l5 = LOG_COEFFICIENTS[5];
    double l6 = LOG_COEFFICIENTS[6];
    double l7 = LOG_COEFFICIENTS[7];
    double l8 = LOG_COEFFICIENTS[8];
    double l9 = LOG_COEFFICIENTS[9];
    int k = 0;
    for (int bound = SPECIES.loopBound(n); k < bound; k += LANES) {
      DoubleVector x = DoubleVector.fromArray(SPECIES, a, ai + k);
      VectorMask<Double> normal =
          x.compare(VectorOperators.GE, Double.MIN_NORMAL)
              .and(x.compare(VectorOperators.LT, Double.POSITIVE_INFINITY));
      if (!normal.allTrue()) {
        for (int lane = k; lane < k + LANES; lane++) {
          c[ci + lane] = Elementary.log(a[ai + lane]);
        }
        continue;
      }
      LongVector bits = x.reinterpretAsLongs();
      LongVector biased = bits.add(ONE_BITS - SQRT_HALF_BITS).lanewise(VectorOperators.LSHR, 52);
      DoubleVector exponent = biased.add(TWO_52_BITS).reinterpretAsDoubles().sub(TWO_52 + 1023);
      LongVector shift = biased.lanewise(VectorOperators.LSHL, 52);
      DoubleVector f = bits.sub(shift).add(ONE_BITS).reinterpretAsDoubles().sub(1);
      DoubleVector s = f.div(f.add(2));
      DoubleVector z = s.mul(s);
      DoubleVector z2 = z.mul(z);
      DoubleVector z4 = z2.mul(z2);
      DoubleVector z8 = z4.mul(z4);
      DoubleVector p0 = z.fma(l3, l2).fma(z2, z.fma(l1, l0));
      DoubleVector p4 = z.fma(l7, l6).fma(z2, z.fma(l5, l4));
      DoubleVector p8 = z.fma(l9, l8);
      DoubleVector p = p8.fma(z8, p4.fma(z4, p0));
      DoubleVector halfSquare = f.mul(f).mul(0.5);
      DoubleVector low = s.fma(z.fma(p, halfSquare), exponent.mul(LN2_LOW));
      exponent.mul(LN2_HIGH).sub(halfSquare.sub(low).sub(f)).intoArray(c, ci + k);
    }
    for (; k < n; k++) {
      c[ci + k] = Elementary.log(a[ai + k]);
    }
  }
}
