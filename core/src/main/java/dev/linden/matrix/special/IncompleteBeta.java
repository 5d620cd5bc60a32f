package dev.linden.matrix.special;

/**
 * The regularized incomplete beta function I_x(a, b) as a logarithm, for a, b > 0. Callers give x
 * and y = 1 - x, since one of them may be too small to be found from the other; I_y(b, a) is the
 * complement.
 */
final class IncompleteBeta {
  /**
   * The fraction of DiDonato and Morris ("Significant digit computation of the incomplete beta
   * function ratios", 1992), which takes the distance from the mean and y instead of forming
   * differences of numbers near 1.
   */
  private static final ContinuedFraction FRACTION =
      new ContinuedFraction() {
        @Override
        double numerator(int k, double a, double b, double x, double y) {
          double n = k;
          double scale = x / (a + 2 * n - 1);
          return (a + n - 1) * (a + b + n - 1) * n * (b - n) * scale * scale;
        }

        @Override
        double denominator(int k, double a, double b, double x, double y) {
          double n = k;
          double distance = a * y - b * x;
          double first = n == 0 ? 0 : n * (b - n) * x / (a + 2 * n - 1);
          return n + first + (a + n) / (a + 2 * n + 1) * (distance + 1 + n * (1 + y));
        }
      };

  private IncompleteBeta() {}

  static double log(double a, double b, double x, double y) {
    if (x <= 0) {
      return Double.NEGATIVE_INFINITY;
    }
    if (y <= 0) {
      return 0;
    }
    // On the other side of the mean the fraction converges slowly, and the complement is small.
    return x <= (a + 1) / (a + b + 2)
        ? logFraction(a, b, x, y)
        : IncompleteGamma.logOneMinus(logFraction(b, a, y, x));
  }

  /** For x so small that 1 - x is 1, given by its logarithm. */
  static double logOfTiny(double a, double b, double logX) {
    return Stirling.logBetaTermOfTiny(a, b, logX) - Math.log(a);
  }

  private static double logFraction(double a, double b, double x, double y) {
    return Stirling.logBetaTerm(a, b, x, y) - Math.log(FRACTION.value(a, b, x, y));
  }
}
