package dev.linden.matrix.special;

/**
 * The regularized incomplete gamma functions P(a, x) and Q = 1 - P for a > 0 and x > 0, as
 * logarithms. The smaller one comes from a series (x below a) or a continued fraction (above), the
 * other one by subtraction from 1, where it can't lose digits.
 */
final class IncompleteGamma {
  private static final ContinuedFraction FRACTION =
      new ContinuedFraction() {
        @Override
        double numerator(int k, double a, double b, double x, double y) {
          return -k * (k - a);
        }

        @Override
        double denominator(int k, double a, double b, double x, double y) {
          return x - a + 2.0 * k + 1;
        }
      };

  private IncompleteGamma() {}

  static double logLower(double a, double x) {
    return seriesIsFast(a, x) ? logSeries(a, x) : Math.log1p(-Math.exp(logFraction(a, x)));
  }

  static double logUpper(double a, double x) {
    return seriesIsFast(a, x) ? logOneMinus(logSeries(a, x)) : logFraction(a, x);
  }

  /** Slope of P as a function of ln x; that of Q is its opposite. */
  static double logSlope(double a, double x) {
    return Math.log(a) + Stirling.logGammaTerm(a, x);
  }

  private static boolean seriesIsFast(double a, double x) {
    // for small a, Q is small already for x around 1
    return x < (a < 1 ? 0.25 + 0.75 * a : a + 1);
  }

  /** log(1 - e^x) for x <= 0. */
  static double logOneMinus(double x) {
    return x > -Math.log(2) ? Math.log(-Math.expm1(x)) : Math.log1p(-Math.exp(x));
  }

  private static double logSeries(double a, double x) {
    double term = 1;
    double sum = 1;
    for (double n = a + 1; term > sum * 0x1p-54; n++) {
      term *= x / n;
      sum += term;
    }
    return Stirling.logGammaTerm(a, x) + Math.log(sum);
  }

  private static double logFraction(double a, double x) {
    return logSlope(a, x) - Math.log(FRACTION.value(a, 0, x, 0));
  }
}
