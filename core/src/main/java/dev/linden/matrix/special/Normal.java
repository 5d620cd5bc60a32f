package dev.linden.matrix.special;

/** The standard normal distribution. */
final class Normal {
  private static final double ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

  /** Below, the series around 0; above, the continued fraction of the tail. */
  private static final double SERIES_UP_TO = 2.5;

  /** Beyond, the tail is less than the smallest number. */
  private static final double FAR = 39;

  /** z + 1/(z + 2/(z + 3/(z + ...))) for x = z, the reciprocal of Mills' ratio. */
  private static final ContinuedFraction FRACTION =
      new ContinuedFraction() {
        @Override
        double numerator(int k, double a, double b, double x, double y) {
          return k;
        }

        @Override
        double denominator(int k, double a, double b, double x, double y) {
          return x;
        }
      };

  private Normal() {}

  /** P[X <= z]. */
  static double lower(double z) {
    return upper(-z);
  }

  /** P[X > z]. */
  static double upper(double z) {
    if (Double.isNaN(z)) {
      return z;
    }
    if (z < 0) {
      return 1 - upper(-z);
    }
    if (z > FAR) {
      return 0;
    }
    return z < SERIES_UP_TO
        ? 0.5 - density(z) * series(z)
        : density(z) / FRACTION.value(0, 0, z, 0);
  }

  /** z + z^3/3 + z^5/(3*5) + ... : all terms positive. */
  private static double series(double z) {
    double square = z * z;
    double term = z;
    double sum = z;
    for (int k = 3; term > sum * 0x1p-54; k += 2) {
      term *= square / k;
      sum += term;
    }
    return sum;
  }

  /**
   * exp(-z^2/2) needs z^2 to more than 53 bits, for its error is that of the exponent: z is split
   * into a part with an exact square and a small rest.
   */
  static double density(double z) {
    double head = Math.rint(z * 0x1p16) * 0x1p-16;
    double rest = z - head;
    return Math.exp(-0.5 * head * head) * Math.exp(-rest * (head + 0.5 * rest)) / ROOT_TWO_PI;
  }

  /** The z with P[X <= z] = p, for p within 0..1. */
  static double quantile(double p) {
    if (p == 0.5) {
      return 0;
    }
    if (p > 0.5) {
      return -quantile(1 - p); // exact
    }
    if (p == 0) {
      return Double.NEGATIVE_INFINITY;
    }
    // Hastings' approximation (Abramowitz & Stegun 26.2.23), then steps of Halley's method, each of
    // which trebles the number of right digits.
    double t = Math.sqrt(-2 * Math.log(p));
    double z =
        t
            - (2.515517 + t * (0.802853 + t * 0.010328))
                / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    for (int step = 0; step < 3; step++) {
      double error = (upper(z) - p) / density(z);
      z += error / (1 - 0.5 * z * error);
    }
    return -z;
  }
}
