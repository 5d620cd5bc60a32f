package dev.linden.matrix.simd;

/**
 * exp, log, tanh and sigmoid in nothing but IEEE operations (fused multiply-add is one) and bit
 * shifts, so that plain and vector loops give the same bits, compiled or not, on every machine.
 * {@code Math.exp} and the Vector API's EXP each come close to the true value too, but not to each
 * other; with them a cell's value would depend on its position in a vector and on when the compiler
 * got to the loop. Within 1 ulp of the true value (tanh and sigmoid: 2).
 */
public final class Elementary {
  static final double LOG2_E = 1.4426950408889634;

  /** ln 2 in two parts: products of the high one with exponents are exact. */
  static final double LN2_HIGH = 0x1.62e42feep-1;

  static final double LN2_LOW = 0x1.a39ef35793c76p-33;

  /** Adding it to |x| < 2^51 rounds x to an integer that then stands in the low bits. */
  static final double ROUNDER = 0x1.8p52;

  /** Everything above overflows, everything below the smallest gives zero. */
  static final double EXP_LARGEST = 710;

  static final double EXP_SMALLEST = -746;

  /** Below this magnitude 2^k, and the result, are normal numbers: one factor suffices. */
  static final double EXP_PLAIN = 708;

  /** exp(44) - 1 is so large already that tanh is 1. */
  static final double TANH_LARGEST = 44;

  static final long ONE_BITS = 0x3ff0000000000000L;
  static final long SQRT_HALF_BITS = 0x3fe6a09e667f3bcdL;
  static final long SIGN_BIT = 0x8000000000000000L;
  static final double TWO_52 = 0x1p52;
  static final long TWO_52_BITS = 0x4330000000000000L;

  /** 1/2!, 1/3!, ...: |r| <= ln(2)/2, where the first term left out is below 2^-57. */
  static final double[] EXP_COEFFICIENTS = new double[12];

  /** 2/3, 2/5, ...: 2 atanh(s) for |s| <= 0.172. */
  static final double[] LOG_COEFFICIENTS = new double[10];

  static {
    double factorial = 1;
    for (int i = 0; i < EXP_COEFFICIENTS.length; i++) {
      factorial *= i + 2;
      EXP_COEFFICIENTS[i] = 1 / factorial;
    }
    for (int i = 0; i < LOG_COEFFICIENTS.length; i++) {
      LOG_COEFFICIENTS[i] = 2.0 / (2 * i + 3);
    }
  }

  private Elementary() {}

  /**
   * x = k ln 2 + r, exp(x) = 2^k exp(r); 2^k in two factors, since it may lie outside the range of
   * double.
   */
  public static double exp(double arg) {
    double x = Math.max(Math.min(arg, EXP_LARGEST), EXP_SMALLEST);
    double exponent = Math.fma(x, LOG2_E, ROUNDER) - ROUNDER;
    double high = x - exponent * LN2_HIGH;
    double low = exponent * LN2_LOW;
    double r = high - low;
    double tail = expTail(r, (high - r) - low);
    double head = r + 1;
    double half = exponent * 0.5 + ROUNDER;
    double rest = (exponent - (half - ROUNDER)) + ROUNDER;
    return (head + ((1 - head) + r + tail)) * powerOfTwo(half) * powerOfTwo(rest);
  }

  /** 1 / (1 + exp(-x)). */
  public static double sigmoid(double x) {
    return 1 / (exp(-x) + 1);
  }

  /** t / (t + 2) with t = exp(2|x|) - 1, and the sign of x. */
  public static double tanh(double arg) {
    double x = Math.min(Math.abs(arg) * 2, TANH_LARGEST);
    double shifted = Math.fma(x, LOG2_E, ROUNDER);
    double exponent = shifted - ROUNDER;
    double high = x - exponent * LN2_HIGH;
    double low = exponent * LN2_LOW;
    double r = high - low;
    double tail = expTail(r, (high - r) - low);
    double scale = powerOfTwo(shifted);
    double scaled = r * scale;
    double head = (scale - 1) + scaled;
    double t = head + ((scale - 1 - head) + scaled + tail * scale);
    return Math.copySign(t / (t + 2), arg);
  }

  /**
   * x = 2^k (1 + f) with 1 + f between sqrt(1/2) and sqrt(2); log(1 + f) = 2 atanh(f / (2 + f)).
   */
  public static double log(double x) {
    if (!(x > 0) || x == Double.POSITIVE_INFINITY) {
      return x == 0 ? Double.NEGATIVE_INFINITY : x > 0 ? x : Double.NaN;
    }
    boolean tiny = x < Double.MIN_NORMAL;
    long bits = Double.doubleToRawLongBits(tiny ? x * 0x1p54 : x);
    long biased = (bits + (ONE_BITS - SQRT_HALF_BITS)) >>> 52;
    double exponent = biased - 1023 - (tiny ? 54 : 0);
    double f = Double.longBitsToDouble(bits - (biased << 52) + ONE_BITS) - 1;
    double s = f / (f + 2);
    double z = s * s;
    double z2 = z * z;
    double z4 = z2 * z2;
    double z8 = z4 * z4;
    double p0 =
        Math.fma(
            Math.fma(z, LOG_COEFFICIENTS[3], LOG_COEFFICIENTS[2]),
            z2,
            Math.fma(z, LOG_COEFFICIENTS[1], LOG_COEFFICIENTS[0]));
    double p4 =
        Math.fma(
            Math.fma(z, LOG_COEFFICIENTS[7], LOG_COEFFICIENTS[6]),
            z2,
            Math.fma(z, LOG_COEFFICIENTS[5], LOG_COEFFICIENTS[4]));
    double p8 = Math.fma(z, LOG_COEFFICIENTS[9], LOG_COEFFICIENTS[8]);
    double p = Math.fma(p8, z8, Math.fma(p4, z4, p0));
    double halfSquare = f * f * 0.5;
    double low = Math.fma(s, Math.fma(z, p, halfSquare), exponent * LN2_LOW);
    return exponent * LN2_HIGH - ((halfSquare - low) - f);
  }

  /**
   * exp(r) - 1 - r + rest for |r| <= ln(2)/2. Estrin's scheme: independent pairs, where Horner's is
   * one long chain.
   */
  private static double expTail(double r, double rest) {
    double r2 = r * r;
    double r4 = r2 * r2;
    double r8 = r4 * r4;
    double p0 =
        Math.fma(
            Math.fma(r, EXP_COEFFICIENTS[3], EXP_COEFFICIENTS[2]),
            r2,
            Math.fma(r, EXP_COEFFICIENTS[1], EXP_COEFFICIENTS[0]));
    double p4 =
        Math.fma(
            Math.fma(r, EXP_COEFFICIENTS[7], EXP_COEFFICIENTS[6]),
            r2,
            Math.fma(r, EXP_COEFFICIENTS[5], EXP_COEFFICIENTS[4]));
    double p8 =
        Math.fma(
            Math.fma(r, EXP_COEFFICIENTS[11], EXP_COEFFICIENTS[10]),
            r2,
            Math.fma(r, EXP_COEFFICIENTS[9], EXP_COEFFICIENTS[8]));
    return Math.fma(r2, Math.fma(p8, r8, Math.fma(p4, r4, p0)), rest);
  }

  /** 2^k for an integer k that was rounded with {@link #ROUNDER}. */
  private static double powerOfTwo(double shifted) {
    return Double.longBitsToDouble((Double.doubleToRawLongBits(shifted) << 52) + ONE_BITS);
  }
}
