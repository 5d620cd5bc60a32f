package dev.linden.matrix.simd;

/**
 * Plain loops that give the bits of {@link VectorSimd}: compensated sums add in its order, in two
 * vectors of partial sums, of which a last single vector goes to the first. Lane by lane, so that
 * the sums at hand are in registers.
 */
final class LaneSimd extends ScalarSimd {
  /** Cells that stay in the fastest cache while all lanes go over them; whole pairs of vectors. */
  private static final int BLOCK = 1024;

  private final int lanes;

  LaneSimd(int lanes) {
    this.lanes = lanes;
  }

  @Override
  public void sum(double[] a, int ai, int n, CompensatedSum into) {
    add(a, ai, null, 0, null, 0, n, into);
  }

  @Override
  public void sumOfSquares(double[] a, int ai, int n, CompensatedSum into) {
    add(a, ai, a, ai, null, 0, n, into);
  }

  @Override
  public void sumOfProducts(double[] a, int ai, double[] b, int bi, int n, CompensatedSum into) {
    add(a, ai, b, bi, null, 0, n, into);
  }

  @Override
  public void sumOfProducts(
      double[] a, int ai, double[] b, int bi, double[] c, int ci, int n, CompensatedSum into) {
    add(a, ai, b, bi, c, ci, n, into);
  }

  /** Adds products of cells; {@code b} and {@code c} may be null. */
  private void add(
      double[] a, int ai, double[] b, int bi, double[] c, int ci, int n, CompensatedSum into) {
    int whole = n - n % lanes;
    double[] state = new double[4 * lanes];
    for (int at = 0; at < whole; at += BLOCK) {
      int count = Math.min(BLOCK, whole - at);
      for (int lane = 0; lane < lanes; lane++) {
        int k = at + lane;
        addLane(a, ai + k, b, bi + k, c, ci + k, count, state, lane);
      }
    }
    double[] sums = into.lanes(lanes);
    for (int lane = 0; lane < lanes; lane++) {
      double s0 = state[lane];
      double s1 = state[2 * lanes + lane];
      double sum = s0 + s1;
      double taken = sum - s0;
      double both = state[lanes + lane] + state[3 * lanes + lane];
      sums[lane] = sum;
      sums[lanes + lane] = both + ((s0 - (sum - taken)) + (s1 - taken));
    }
    into.addLanes(lanes);
    for (int k = whole; k < n; k++) {
      into.add(term(a, ai, b, bi, c, ci, k));
    }
  }

  /**
   * Every {@code lanes}-th of {@code n} cells: of the vectors in turn to the first and second sum.
   */
  private void addLane(
      double[] a, int ai, double[] b, int bi, double[] c, int ci, int n, double[] state, int lane) {
    double s0 = state[lane];
    double c0 = state[lanes + lane];
    double s1 = state[2 * lanes + lane];
    double c1 = state[3 * lanes + lane];
    int k = 0;
    for (; k < n - lanes; k += 2 * lanes) {
      double x0 = term(a, ai, b, bi, c, ci, k);
      double n0 = s0 + x0;
      double t0 = n0 - s0;
      c0 += (s0 - (n0 - t0)) + (x0 - t0);
      s0 = n0;
      double x1 = term(a, ai, b, bi, c, ci, k + lanes);
      double n1 = s1 + x1;
      double t1 = n1 - s1;
      c1 += (s1 - (n1 - t1)) + (x1 - t1);
      s1 = n1;
    }
    if (k < n) {
      double x0 = term(a, ai, b, bi, c, ci, k);
      double n0 = s0 + x0;
      double t0 = n0 - s0;
      c0 += (s0 - (n0 - t0)) + (x0 - t0);
      s0 = n0;
    }
    state[lane] = s0;
    state[lanes + lane] = c0;
    state[2 * lanes + lane] = s1;
    state[3 * lanes + lane] = c1;
  }

  private static double term(double[] a, int ai, double[] b, int bi, double[] c, int ci, int k) {
    double x = a[ai + k];
    if (b != null) {
      x *= b[bi + k];
    }
    if (c != null) {
      x *= c[ci + k];
    }
    return x;
  }
}
