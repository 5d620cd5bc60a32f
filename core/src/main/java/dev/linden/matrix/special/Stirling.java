package dev.linden.matrix.special;

/**
 * Powers over gamma functions without cancellation. Logarithms of large gamma functions lose as
 * many digits as they have in front of the point; the saddle point form of Loader ("Fast and
 * accurate computation of binomial probabilities", 2000) only ever forms small exponents: the
 * deviation from the mode, and the error of Stirling's formula.
 */
final class Stirling {
  private static final double LOG_TWO_PI = Math.log(2 * Math.PI);

  /** From here on eight terms of the asymptotic series leave less than the last bit. */
  private static final double LARGE = 12;

  /** B(2k) / (2k (2k-1)) for k = 1..8. */
  private static final double[] SERIES = {
    1.0 / 12,
    -1.0 / 360,
    1.0 / 1260,
    -1.0 / 1680,
    1.0 / 1188,
    -691.0 / 360360,
    1.0 / 156,
    -3617.0 / 122400
  };

  private Stirling() {}

  /** {@code ln gamma(a+1) - (ln(2 pi a)/2 + a ln(a) - a)} for a > 0. */
  static double error(double a) {
    double sum = 0;
    double x = a;
    for (; x < LARGE; x++) {
      sum += (x + 0.5) * Math.log1p(1 / x) - 1;
    }
    double square = 1 / (x * x);
    double series = 0;
    for (int k = SERIES.length - 1; k >= 0; k--) {
      series = series * square + SERIES[k];
    }
    return sum + series / x;
  }

  /** {@code log(1+u) - u}, where {@code ratio} is 1+u to full accuracy. */
  static double logMinusLinear(double u, double ratio) {
    if (Math.abs(u) > 0.5) {
      return Math.log(ratio) - u;
    }
    // log(1+u) = 2 atanh(r), and 2r - u = -u r
    double r = u / (2 + u);
    double square = r * r;
    double term = square;
    double sum = 0;
    for (int k = 3; Math.abs(term) > 1e-18; k += 2) {
      sum += term / k;
      term *= square;
    }
    return r * (2 * sum - u);
  }

  /** {@code ln(x^a e^-x / gamma(a+1))}. */
  static double logGammaTerm(double a, double x) {
    double deviance = a * logMinusLinear((x - a) / a, x / a);
    return deviance - error(a) - 0.5 * (LOG_TWO_PI + Math.log(a));
  }

  /** {@code ln(x^a y^b / B(a, b))} for x + y = 1, both given because one of them may be tiny. */
  static double logBetaTerm(double a, double b, double x, double y) {
    double sum = a + b;
    double offset = x * b - y * a;
    double deviance =
        a * logMinusLinear(offset / a, x * (sum / a))
            + b * logMinusLinear(-offset / b, y * (sum / b));
    return deviance + logBetaScale(a, b);
  }

  /** {@code ln(x^a y^b / B(a, b))} for y = 1 and an x that only its logarithm can express. */
  static double logBetaTermOfTiny(double a, double b, double logX) {
    double sum = a + b;
    return a * (logX + Math.log1p(b / a)) + b * Math.log(sum / b) + logBetaScale(a, b);
  }

  private static double logBetaScale(double a, double b) {
    double sum = a + b;
    double errors = error(sum) - error(a) - error(b);
    return errors + 0.5 * (Math.log(a / sum) + Math.log(b) - LOG_TWO_PI);
  }
}
