package dev.linden.matrix.simd;

/**
 * Compensated sums in plain loops that add in the order of {@link VectorSimd}, and so give its
 * bits: two vectors of partial sums, of which a last single vector goes to the first.
 */
final class LaneSums implements Sums {
  /** Products that are computed before they are added. */
  private static final int TERMS = 1024;

  private final int lanes;

  LaneSums(int lanes) {
    this.lanes = lanes;
  }

  @Override
  public void sum(double[] a, int ai, int n, CompensatedSum into) {
    double[] state = new double[4 * lanes];
    int whole = n - n % lanes;
    add(a, ai, whole, state);
    finish(state, into);
    addRest(a, ai + whole, n - whole, into);
  }

  @Override
  public void sumOfSquares(double[] a, int ai, int n, CompensatedSum into) {
    sumOfProducts(a, ai, a, ai, n, into);
  }

  @Override
  public void sumOfProducts(double[] a, int ai, double[] b, int bi, int n, CompensatedSum into) {
    sumOfTerms(
        n,
        into,
        (terms, at, count) ->
            ScalarSimd.INSTANCE.multiply(a, ai + at, b, bi + at, terms, 0, count));
  }

  @Override
  public void sumOfProducts(
      double[] a, int ai, double[] b, int bi, double[] c, int ci, int n, CompensatedSum into) {
    sumOfTerms(
        n,
        into,
        (terms, at, count) -> {
          ScalarSimd.INSTANCE.multiply(a, ai + at, b, bi + at, terms, 0, count);
          ScalarSimd.INSTANCE.multiply(terms, 0, c, ci + at, terms, 0, count);
        });
  }

  /** Computes some of the cells to add. */
  private interface Terms {
    void compute(double[] terms, int at, int count);
  }

  private void sumOfTerms(int n, CompensatedSum into, Terms source) {
    double[] state = new double[4 * lanes];
    double[] terms = new double[Math.min(n, TERMS)];
    int whole = n - n % lanes;
    for (int at = 0; at < whole; at += TERMS) {
      int count = Math.min(TERMS, whole - at);
      source.compute(terms, at, count);
      add(terms, 0, count, state);
    }
    finish(state, into);
    source.compute(terms, whole, n - whole);
    addRest(terms, 0, n - whole, into);
  }

  /** {@code n} is a multiple of the lanes, and of twice the lanes in all calls but the last. */
  private void add(double[] a, int ai, int n, double[] state) {
    int both = 2 * lanes;
    for (int k = 0; k < n; k += both) {
      int count = Math.min(both, n - k);
      for (int lane = 0; lane < count; lane++) {
        double x = a[ai + k + lane];
        double sum = state[lane];
        double next = sum + x;
        double taken = next - sum;
        state[both + lane] += (sum - (next - taken)) + (x - taken);
        state[lane] = next;
      }
    }
  }

  /** The odd vector's sums are added to the even one's, and those to the total. */
  private void finish(double[] state, CompensatedSum into) {
    double[] totals = into.lanes(lanes);
    for (int lane = 0; lane < lanes; lane++) {
      double even = state[lane];
      double odd = state[lanes + lane];
      double sum = even + odd;
      double taken = sum - even;
      totals[lane] = sum;
      totals[lanes + lane] =
          (state[2 * lanes + lane] + state[3 * lanes + lane])
              + ((even - (sum - taken)) + (odd - taken));
    }
    into.addLanes(lanes);
  }

  private static void addRest(double[] a, int ai, int n, CompensatedSum into) {
    for (int k = 0; k < n; k++) {
      into.add(a[ai + k]);
    }
  }
}
