package dev.linden.matrix.special;

/**
 * Probabilities and quantiles of the distributions that tests and models use. Probabilities are
 * {@code P[X <= q]}, or {@code P[X > q]} for {@code lower} false, each computed directly, so that
 * small ones keep their digits. NaN gives NaN; parameters must be greater than 0, and may be
 * infinite where a limit exists.
 */
public final class Distributions {
  /** Beyond this many degrees of freedom a distribution can't be told from its limit. */
  private static final double ENDLESS = 1e18;

  /** From this ratio on, 1 + ratio^2 is ratio^2. */
  private static final double HUGE_RATIO = 1e9;

  private Distributions() {}

  // ---- normal

  public static double normal(double q, double mean, double sd, boolean lower) {
    double z = (q - mean) / sd;
    return lower ? Normal.lower(z) : Normal.upper(z);
  }

  public static double normalQuantile(double p, double mean, double sd) {
    return mean + sd * Normal.quantile(p);
  }

  // ---- exponential

  public static double exponential(double q, double rate, boolean lower) {
    if (q <= 0) {
      return lower ? 0 : 1;
    }
    return lower ? -Math.expm1(-rate * q) : Math.exp(-rate * q);
  }

  public static double exponentialQuantile(double p, double rate) {
    return p == 0 ? 0 : -Math.log1p(-p) / rate;
  }

  // ---- chi squared

  public static double chiSquared(double q, double df, boolean lower) {
    if (Double.isNaN(q)) {
      return q;
    }
    if (q <= 0 || q == Double.POSITIVE_INFINITY) {
      return (q > 0) == lower ? 1 : 0;
    }
    double a = df / 2;
    return Math.exp(
        lower ? IncompleteGamma.logLower(a, q / 2) : IncompleteGamma.logUpper(a, q / 2));
  }

  public static double chiSquaredQuantile(double p, double df) {
    if (p == 0 || p == 1 || Double.isNaN(p)) {
      return p == 1 ? Double.POSITIVE_INFINITY : p;
    }
    double a = df / 2;
    boolean lower = p <= 0.5;
    Root.Tail tail =
        new Root.Tail() {
          @Override
          public double log(double x) {
            return lower ? IncompleteGamma.logLower(a, x) : IncompleteGamma.logUpper(a, x);
          }

          @Override
          public double logSlope(double x) {
            return IncompleteGamma.logSlope(a, x);
          }

          @Override
          public boolean rises() {
            return lower;
          }
        };
    return 2 * Root.of(tail, Math.log(lower ? p : 1 - p), a);
  }

  // ---- F

  public static double f(double q, double df1, double df2, boolean lower) {
    if (Double.isNaN(q)) {
      return q;
    }
    if (q <= 0 || q == Double.POSITIVE_INFINITY) {
      return (q > 0) == lower ? 1 : 0;
    }
    if (df2 > ENDLESS) {
      return chiSquared(q * df1, df1, lower);
    }
    return Math.exp(logF(q, df1, df2, lower));
  }

  private static double logF(double q, double df1, double df2, boolean lower) {
    double ratio = df1 / df2 * q;
    double x = ratio > 1 ? 1 / (1 + 1 / ratio) : ratio / (1 + ratio);
    double y = 1 / (1 + ratio);
    return lower
        ? IncompleteBeta.log(df1 / 2, df2 / 2, x, y)
        : IncompleteBeta.log(df2 / 2, df1 / 2, y, x);
  }

  public static double fQuantile(double p, double df1, double df2) {
    if (p == 0 || p == 1 || Double.isNaN(p)) {
      return p == 1 ? Double.POSITIVE_INFINITY : p;
    }
    if (df2 > ENDLESS) {
      return chiSquaredQuantile(p, df1) / df1;
    }
    boolean lower = p <= 0.5;
    Root.Tail tail =
        new Root.Tail() {
          @Override
          public double log(double q) {
            return logF(q, df1, df2, lower);
          }

          @Override
          public double logSlope(double q) {
            double ratio = df1 / df2 * q;
            return Stirling.logBetaTerm(
                df1 / 2,
                df2 / 2,
                ratio > 1 ? 1 / (1 + 1 / ratio) : ratio / (1 + ratio),
                1 / (1 + ratio));
          }

          @Override
          public boolean rises() {
            return lower;
          }
        };
    return Root.of(tail, Math.log(lower ? p : 1 - p), 1);
  }

  // ---- Student's t

  public static double t(double q, double df, boolean lower) {
    if (Double.isNaN(q)) {
      return q;
    }
    if (df > ENDLESS) {
      return normal(q, 0, 1, lower);
    }
    double size = Math.abs(q) / Math.sqrt(df);
    boolean tail = q < 0 == lower;
    if (tail) {
      return q == 0 ? 0.5 : Math.exp(logTail(size, df));
    }
    return 0.5 + Math.exp(logCentre(size, df));
  }

  /** Logarithm of P[X > q] for {@code ratio} = q / sqrt(df) > 0. */
  private static double logTail(double ratio, double df) {
    double log =
        ratio > HUGE_RATIO
            ? IncompleteBeta.logOfTiny(df / 2, 0.5, -2 * Math.log(ratio))
            : IncompleteBeta.log(df / 2, 0.5, 1 / (1 + ratio * ratio), centre(ratio));
    return log - Math.log(2);
  }

  /** Logarithm of P[0 < X <= q]. */
  private static double logCentre(double ratio, double df) {
    double log =
        ratio > HUGE_RATIO
            ? 0
            : ratio < 1 / HUGE_RATIO
                ? IncompleteBeta.logOfTiny(0.5, df / 2, 2 * Math.log(ratio))
                : IncompleteBeta.log(0.5, df / 2, centre(ratio), 1 / (1 + ratio * ratio));
    return log - Math.log(2);
  }

  private static double centre(double ratio) {
    double square = ratio * ratio;
    return square / (1 + square);
  }

  private static double logSlopeOfT(double ratio, double df) {
    if (ratio > HUGE_RATIO) {
      return Stirling.logBetaTermOfTiny(df / 2, 0.5, -2 * Math.log(ratio));
    }
    if (ratio < 1 / HUGE_RATIO) {
      return Stirling.logBetaTermOfTiny(0.5, df / 2, 2 * Math.log(ratio));
    }
    return Stirling.logBetaTerm(0.5, df / 2, centre(ratio), 1 / (1 + ratio * ratio));
  }

  public static double tQuantile(double p, double df) {
    if (Double.isNaN(p) || p == 0.5) {
      return p == 0.5 ? 0 : p;
    }
    if (p == 0 || p == 1) {
      return p == 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    if (df > ENDLESS) {
      return Normal.quantile(p);
    }
    double beyond = p < 0.5 ? p : 1 - p;
    boolean fromCentre = beyond > 0.25;
    Root.Tail tail =
        new Root.Tail() {
          @Override
          public double log(double ratio) {
            return fromCentre ? logCentre(ratio, df) : logTail(ratio, df);
          }

          @Override
          public double logSlope(double ratio) {
            return logSlopeOfT(ratio, df);
          }

          @Override
          public boolean rises() {
            return fromCentre;
          }
        };
    double target = Math.log(fromCentre ? 0.5 - beyond : beyond);
    double size = Root.of(tail, target, 1 / Math.sqrt(df)) * Math.sqrt(df);
    return p < 0.5 ? -size : size;
  }
}
