package dev.linden.op;

import java.math.BigInteger;

/**
 * A power of ten as a 127-bit binary fraction, rounded up: {@code 10^n = (high * 2^64 + low) *
 * 2^(floorLog2(n) - 126)} with an error of less than one unit of {@code low}. The work horse of the
 * conversions between doubles and decimals.
 */
public final class PowerOfTen {
  /** Bits in front of the point of the fraction times {@code 2^-126}. */
  private static final int FRACTION_BITS = 126;

  /** Below, 18 digits times the power are less than the smallest double. */
  private static final int MIN = -342;

  /** {@code 10^324 * 4.9E-324} is about 5: the largest power that scales a double to digits. */
  private static final int MAX = 324;

  /** Powers of ten up to this one are doubles. */
  private static final int MAX_EXACT = 22;

  private static final double[] EXACT = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private static final long IMPLICIT_BIT = 1L << 52;
  private static final int EXPONENT_BIAS = 1075;
  private static final int MAX_BIASED = 2046;

  // Filled on demand: most scripts need few powers, and computing all takes milliseconds. Final
  // fields make a power safe to share, so racing threads at worst compute the same one twice.
  private static final PowerOfTen[] POWERS = new PowerOfTen[MAX - MIN + 1];

  private final long high;
  private final long low;

  private PowerOfTen(long high, long low) {
    this.high = high;
    this.low = low;
  }

  static PowerOfTen of(int exponent) {
    PowerOfTen power = POWERS[exponent - MIN];
    if (power == null) {
      power = compute(exponent);
      POWERS[exponent - MIN] = power;
    }
    return power;
  }

  private static PowerOfTen compute(int exponent) {
    BigInteger ten = BigInteger.TEN.pow(Math.abs(exponent));
    int shift = FRACTION_BITS - floorLog2(exponent);
    BigInteger numerator = BigInteger.ONE.shiftLeft(shift < 0 ? 0 : shift);
    BigInteger denominator = BigInteger.ONE.shiftLeft(shift < 0 ? -shift : 0);
    if (exponent < 0) {
      denominator = denominator.multiply(ten);
    } else {
      numerator = numerator.multiply(ten);
    }
    BigInteger fraction =
        numerator.add(denominator).subtract(BigInteger.ONE).divide(denominator); // rounds up
    return new PowerOfTen(fraction.shiftRight(64).longValue(), fraction.longValue());
  }

  /** The largest n with {@code 2^n <= 10^exponent}, for exponents within -1233..1233. */
  static int floorLog2(int exponent) {
    return (exponent * 1741647) >> 19;
  }

  /**
   * {@code factor * fraction / 2^128} rounded to odd: the integer part, with its last bit set if
   * anything follows. So it compares with even numbers as the exact product does. {@code 0 < factor
   * < 2^61}, and the exact product is an integer or at least {@code 2^-67} away from one, as it is
   * for all doubles and midpoints between them: their continued fractions show {@code 2^-66}, met
   * by {@code 8887055249355788 * 2^664}.
   */
  long scale(long factor) {
    long productLow = high * factor;
    long middle = productLow + highTimes(low, factor);
    long carry = Long.compareUnsigned(middle, productLow) < 0 ? 1 : 0;
    long whole = Math.multiplyHigh(high, factor) + carry;
    // The fraction is less than one unit too large, the product less than factor units.
    boolean exact = middle == 0 && Long.compareUnsigned(low * factor, factor) < 0;
    return exact ? whole : whole | 1;
  }

  /** Upper 64 bits of the product of an unsigned number and a positive one. */
  private static long highTimes(long unsigned, long positive) {
    return Math.multiplyHigh(unsigned, positive) + ((unsigned >> 63) & positive);
  }

  /**
   * The double nearest to {@code digits * 10^exponent}, {@code 0 <= digits < 10^18}; NaN when that
   * is a matter of more bits than are at hand, or the result is subnormal or infinite.
   */
  public static double times(long digits, int exponent) {
    if (digits == 0) {
      return 0;
    }
    // Both operands are exact, so the one rounding is that of the true value (Clinger 1990).
    if (digits <= 2 * IMPLICIT_BIT && exponent >= -MAX_EXACT && exponent <= MAX_EXACT) {
      return exponent < 0 ? digits / EXACT[-exponent] : digits * EXACT[exponent];
    }
    return exponent < MIN || exponent > MAX
        ? Double.NaN
        : of(exponent).timesInexactly(digits, exponent);
  }

  /**
   * Multiplies with 127 bits. The true product is within one unit of the 128 bits that are looked
   * at; where all numbers that close round to the same double, that is the result.
   */
  private double timesInexactly(long digits, int exponent) {
    int zeros = Long.numberOfLeadingZeros(digits);
    long factor = digits << (zeros - 1);
    long productLow = high * factor;
    long middle = productLow + highTimes(low, factor);
    long carry = Long.compareUnsigned(middle, productLow) < 0 ? 1 : 0;
    long top = Math.multiplyHigh(high, factor) + carry; // 61 or 62 bits

    int surplus = 11 - Long.numberOfLeadingZeros(top);
    long rest = top & ((1L << surplus) - 1);
    long half = 1L << (surplus - 1);
    boolean undecided =
        (rest == half && middle >= 0 && middle <= 1)
            || (rest == half - 1 && middle < 0 && middle >= -2);
    long mantissa = (top >>> surplus) + (rest >= half ? 1 : 0);
    int biased = floorLog2(exponent) + 3 - zeros + surplus + EXPONENT_BIAS;
    if (undecided || biased < 1 || biased >= MAX_BIASED) {
      return Double.NaN;
    }
    // A mantissa rounded up to 2^53 carries into the exponent, as it should.
    return Double.longBitsToDouble(((long) biased << 52) + (mantissa - IMPLICIT_BIT));
  }
}
