package dev.linden.matrix;

import static dev.linden.matrix.CellFacts.Trait.ABSORBS_ZEROS;
import static dev.linden.matrix.CellFacts.Trait.BLIND_TO_SIGNS_OF_ZEROS;
import static dev.linden.matrix.CellFacts.Trait.EVEN;
import static dev.linden.matrix.CellFacts.Trait.IDEMPOTENT;
import static dev.linden.matrix.CellFacts.Trait.OFTEN_ZERO;
import static dev.linden.matrix.CellFacts.Trait.ONE_TO_ONE;
import static dev.linden.matrix.CellFacts.cost;
import static dev.linden.matrix.CellFacts.truth;

import dev.linden.matrix.simd.Elementary;
import dev.linden.matrix.simd.Simd;

/**
 * The cell functions: the one definition of what each computes, for scalars, kernels and generated
 * code alike. Those that are hot bring their own array loops, on {@link Simd} or plain: one shared
 * loop that calls a function per cell would not be inlined.
 *
 * <p>NaN: comparisons with it are false but for {@code !=}; min and max return it; logic takes it
 * as true, being not zero.
 */
public final class Cells {
  public static final UnaryFunction NEGATE =
      new UnaryFunction("-", cost(1).with(ONE_TO_ONE)) {
        @Override
        public double apply(double x) {
          return -x;
        }

        @Override
        public long applyToInteger(long x) {
          return Math.negateExact(x);
        }

        @Override
        public void apply(double[] a, int ai, double[] c, int ci, int length) {
          Simd.forLength(length).negate(a, ai, c, ci, length);
        }
      };

  public static final UnaryFunction NOT =
      new UnaryFunction("!", truth(2).with(EVEN)) {
        @Override
        public double apply(double x) {
          return x == 0 ? 1 : 0;
        }

        @Override
        public void apply(double[] a, int ai, double[] c, int ci, int length) {
          for (int k = 0; k < length; k++) {
            c[ci + k] = a[ai + k] == 0 ? 1 : 0;
          }
        }
      };

  public static final UnaryFunction ABS =
      new UnaryFunction("abs", cost(1).within(0, Double.POSITIVE_INFINITY).with(EVEN, IDEMPOTENT)) {
        @Override
        public double apply(double x) {
          return Math.abs(x);
        }

        @Override
        public void apply(double[] a, int ai, double[] c, int ci, int length) {
          Simd.forLength(length).abs(a, ai, c, ci, length);
        }
      };

  /** NaN stays NaN. */
  public static final UnaryFunction SIGN =
      new UnaryFunction("sign", cost(2).within(-1, 1).with(IDEMPOTENT)) {
        @Override
        public double apply(double x) {
          return Math.signum(x);
        }

        @Override
        public void apply(double[] a, int ai, double[] c, int ci, int length) {
          for (int k = 0; k < length; k++) {
            c[ci + k] = Math.signum(a[ai + k]);
          }
        }
      };

  public static final UnaryFunction SQRT =
      new UnaryFunction("sqrt", cost(8).with(ONE_TO_ONE)) {
        @Override
        public double apply(double x) {
          return Math.sqrt(x);
        }

        @Override
        public void apply(double[] a, int ai, double[] c, int ci, int length) {
          Simd.forLength(length).sqrt(a, ai, c, ci, length);
        }
      };

  public static final UnaryFunction EXP =
      new UnaryFunction("exp", cost(20).within(0, Double.POSITIVE_INFINITY).with(ONE_TO_ONE)) {
        @Override
        public double apply(double x) {
          return Elementary.exp(x);
        }

        @Override
        public void apply(double[] a, int ai, double[] c, int ci, int length) {
          Simd.forLength(length).exp(a, ai, c, ci, length);
        }
      };

  public static final UnaryFunction LOG =
      new UnaryFunction("log", cost(25).with(ONE_TO_ONE)) {
        @Override
        public double apply(double x) {
          return Elementary.log(x);
        }

        @Override
        public void apply(double[] a, int ai, double[] c, int ci, int length) {
          Simd.forLength(length).log(a, ai, c, ci, length);
        }
      };

  /** Half up; NaN stays NaN, where the reference implementation of the language gives 0. */
  public static final UnaryFunction ROUND =
      new UnaryFunction("round", cost(2).with(OFTEN_ZERO, IDEMPOTENT)) {
        @Override
        public double apply(double x) {
          return round(x);
        }

        @Override
        public void apply(double[] a, int ai, double[] c, int ci, int length) {
          for (int k = 0; k < length; k++) {
            c[ci + k] = round(a[ai + k]);
          }
        }
      };

  public static final UnaryFunction FLOOR =
      new UnaryFunction("floor", cost(2).with(OFTEN_ZERO, IDEMPOTENT)) {
        @Override
        public double apply(double x) {
          return Math.floor(x);
        }

        @Override
        public void apply(double[] a, int ai, double[] c, int ci, int length) {
          for (int k = 0; k < length; k++) {
            c[ci + k] = Math.floor(a[ai + k]);
          }
        }
      };

  public static final UnaryFunction CEIL =
      new UnaryFunction("ceil", cost(2).with(OFTEN_ZERO, IDEMPOTENT)) {
        @Override
        public double apply(double x) {
          return Math.ceil(x);
        }

        @Override
        public void apply(double[] a, int ai, double[] c, int ci, int length) {
          for (int k = 0; k < length; k++) {
            c[ci + k] = Math.ceil(a[ai + k]);
          }
        }
      };

  public static final UnaryFunction SIN =
      new UnaryFunction("sin", cost(40).within(-1, 1)) {
        @Override
        public double apply(double x) {
          return Math.sin(x);
        }
      };

  public static final UnaryFunction COS =
      new UnaryFunction("cos", cost(40).within(-1, 1).with(EVEN)) {
        @Override
        public double apply(double x) {
          return Math.cos(x);
        }
      };

  public static final UnaryFunction TAN =
      new UnaryFunction("tan", cost(40)) {
        @Override
        public double apply(double x) {
          return Math.tan(x);
        }
      };

  public static final UnaryFunction ASIN =
      new UnaryFunction("asin", cost(40).within(-2, 2)) {
        @Override
        public double apply(double x) {
          return Math.asin(x);
        }
      };

  public static final UnaryFunction ACOS =
      new UnaryFunction("acos", cost(40).within(0, 4)) {
        @Override
        public double apply(double x) {
          return Math.acos(x);
        }
      };

  public static final UnaryFunction ATAN =
      new UnaryFunction("atan", cost(40).within(-2, 2).with(ONE_TO_ONE)) {
        @Override
        public double apply(double x) {
          return Math.atan(x);
        }
      };

  public static final UnaryFunction SINH =
      new UnaryFunction("sinh", cost(40).with(ONE_TO_ONE)) {
        @Override
        public double apply(double x) {
          return Math.sinh(x);
        }
      };

  public static final UnaryFunction COSH =
      new UnaryFunction("cosh", cost(40).within(1, Double.POSITIVE_INFINITY).with(EVEN)) {
        @Override
        public double apply(double x) {
          return Math.cosh(x);
        }
      };

  public static final UnaryFunction TANH =
      new UnaryFunction("tanh", cost(30).within(-1, 1).with(ONE_TO_ONE)) {
        @Override
        public double apply(double x) {
          return Elementary.tanh(x);
        }

        @Override
        public void apply(double[] a, int ai, double[] c, int ci, int length) {
          Simd.forLength(length).tanh(a, ai, c, ci, length);
        }
      };

  public static final UnaryFunction SIGMOID =
      new UnaryFunction("sigmoid", cost(30).within(0, 1).with(ONE_TO_ONE)) {
        @Override
        public double apply(double x) {
          return Elementary.sigmoid(x);
        }

        @Override
        public void apply(double[] a, int ai, double[] c, int ci, int length) {
          Simd.forLength(length).sigmoid(a, ai, c, ci, length);
        }
      };

  public static final UnaryFunction IS_NAN =
      new UnaryFunction("is.nan", truth(2).with(EVEN)) {
        @Override
        public double apply(double x) {
          return Double.isNaN(x) ? 1 : 0;
        }

        @Override
        public void apply(double[] a, int ai, double[] c, int ci, int length) {
          for (int k = 0; k < length; k++) {
            c[ci + k] = Double.isNaN(a[ai + k]) ? 1 : 0;
          }
        }
      };

  public static final UnaryFunction IS_INFINITE =
      new UnaryFunction("is.infinite", truth(2).with(EVEN)) {
        @Override
        public double apply(double x) {
          return Double.isInfinite(x) ? 1 : 0;
        }

        @Override
        public void apply(double[] a, int ai, double[] c, int ci, int length) {
          for (int k = 0; k < length; k++) {
            c[ci + k] = Double.isInfinite(a[ai + k]) ? 1 : 0;
          }
        }
      };

  public static final BinaryFunction PLUS =
      new BinaryFunction("+", cost(1).with(ONE_TO_ONE, BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return x + y;
        }

        @Override
        public long applyToIntegers(long x, long y) {
          return Integers.rounded(apply((double) x, (double) y), Math.addExact(x, y));
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).add(a, ai, b, bi, c, ci, length);
        }

        @Override
        public void applyScalarRight(double[] a, int ai, double y, double[] c, int ci, int length) {
          Simd.forLength(length).add(a, ai, y, c, ci, length);
        }

        @Override
        public void applyScalarLeft(double x, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).add(b, bi, x, c, ci, length);
        }
      };

  public static final BinaryFunction MINUS =
      new BinaryFunction("-", cost(1).with(ONE_TO_ONE, BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return x - y;
        }

        @Override
        public long applyToIntegers(long x, long y) {
          return Integers.rounded(apply((double) x, (double) y), Math.subtractExact(x, y));
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).subtract(a, ai, b, bi, c, ci, length);
        }

        @Override
        public void applyScalarRight(double[] a, int ai, double y, double[] c, int ci, int length) {
          Simd.forLength(length).subtract(a, ai, y, c, ci, length);
        }

        @Override
        public void applyScalarLeft(double x, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).subtract(x, b, bi, c, ci, length);
        }
      };

  public static final BinaryFunction TIMES =
      new BinaryFunction(
          "*", cost(1).with(ONE_TO_ONE, OFTEN_ZERO, ABSORBS_ZEROS, BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return x * y;
        }

        @Override
        public long applyToIntegers(long x, long y) {
          return Integers.rounded(apply((double) x, (double) y), Math.multiplyExact(x, y));
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).multiply(a, ai, b, bi, c, ci, length);
        }

        @Override
        public void applyScalarRight(double[] a, int ai, double y, double[] c, int ci, int length) {
          Simd.forLength(length).multiply(a, ai, y, c, ci, length);
        }

        @Override
        public void applyScalarLeft(double x, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).multiply(b, bi, x, c, ci, length);
        }
      };

  public static final BinaryFunction DIVIDE =
      new BinaryFunction("/", cost(6).with(ONE_TO_ONE)) {
        @Override
        public double apply(double x, double y) {
          return x / y;
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).divide(a, ai, b, bi, c, ci, length);
        }

        @Override
        public void applyScalarRight(double[] a, int ai, double y, double[] c, int ci, int length) {
          Simd.forLength(length).divide(a, ai, y, c, ci, length);
        }

        @Override
        public void applyScalarLeft(double x, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).divide(x, b, bi, c, ci, length);
        }
      };

  public static final BinaryFunction POWER =
      new BinaryFunction("^", cost(40)) {
        @Override
        public double apply(double x, double y) {
          return power(x, y);
        }

        /** Squares and roots are not computed as powers. */
        @Override
        public double costWith(double y) {
          return y == 2 ? TIMES.facts().cost() : y == 0.5 ? SQRT.facts().cost() : super.costWith(y);
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          for (int k = 0; k < length; k++) {
            c[ci + k] = power(a[ai + k], b[bi + k]);
          }
        }

        @Override
        public void applyScalarRight(double[] a, int ai, double y, double[] c, int ci, int length) {
          if (y == 2) {
            Simd.forLength(length).multiply(a, ai, a, ai, c, ci, length);
          } else {
            for (int k = 0; k < length; k++) {
              c[ci + k] = power(a[ai + k], y);
            }
          }
        }
      };

  /** The exact remainder, with the sign of the dividend; NaN for a divisor of zero. */
  public static final BinaryFunction MODULUS =
      new BinaryFunction("%%", cost(10).with(OFTEN_ZERO, BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return modulus(x, y);
        }

        @Override
        public long applyToIntegers(long x, long y) {
          return x % y;
        }
      };

  /** Quotient truncated toward zero; an infinity for a divisor of zero. */
  public static final BinaryFunction INTEGER_DIVIDE =
      new BinaryFunction("%/%", cost(10).with(OFTEN_ZERO)) {
        @Override
        public double apply(double x, double y) {
          return integerDivide(x, y);
        }

        @Override
        public long applyToIntegers(long x, long y) {
          return y == -1 ? Math.negateExact(x) : x / y;
        }
      };

  public static final BinaryFunction MIN =
      new BinaryFunction("min", cost(1).with(OFTEN_ZERO, BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return Math.min(x, y);
        }

        @Override
        public long applyToIntegers(long x, long y) {
          return Math.min(x, y);
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).min(a, ai, b, bi, c, ci, length);
        }

        @Override
        public void applyScalarRight(double[] a, int ai, double y, double[] c, int ci, int length) {
          Simd.forLength(length).min(a, ai, y, c, ci, length);
        }

        @Override
        public void applyScalarLeft(double x, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).min(b, bi, x, c, ci, length);
        }
      };

  public static final BinaryFunction MAX =
      new BinaryFunction("max", cost(1).with(OFTEN_ZERO, BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return Math.max(x, y);
        }

        @Override
        public long applyToIntegers(long x, long y) {
          return Math.max(x, y);
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).max(a, ai, b, bi, c, ci, length);
        }

        @Override
        public void applyScalarRight(double[] a, int ai, double y, double[] c, int ci, int length) {
          Simd.forLength(length).max(a, ai, y, c, ci, length);
        }

        @Override
        public void applyScalarLeft(double x, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).max(b, bi, x, c, ci, length);
        }
      };

  public static final BinaryFunction LESS =
      new BinaryFunction("<", truth(2).with(BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return x < y ? 1 : 0;
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).less(a, ai, b, bi, c, ci, length);
        }

        @Override
        public void applyScalarRight(double[] a, int ai, double y, double[] c, int ci, int length) {
          Simd.forLength(length).less(a, ai, y, c, ci, length);
        }

        @Override
        public void applyScalarLeft(double x, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).greater(b, bi, x, c, ci, length);
        }
      };

  public static final BinaryFunction LESS_EQUAL =
      new BinaryFunction("<=", truth(2).with(BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return x <= y ? 1 : 0;
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).lessEqual(a, ai, b, bi, c, ci, length);
        }

        @Override
        public void applyScalarRight(double[] a, int ai, double y, double[] c, int ci, int length) {
          Simd.forLength(length).lessEqual(a, ai, y, c, ci, length);
        }

        @Override
        public void applyScalarLeft(double x, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).greaterEqual(b, bi, x, c, ci, length);
        }
      };

  public static final BinaryFunction GREATER =
      new BinaryFunction(">", truth(2).with(BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return x > y ? 1 : 0;
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).greater(a, ai, b, bi, c, ci, length);
        }

        @Override
        public void applyScalarRight(double[] a, int ai, double y, double[] c, int ci, int length) {
          Simd.forLength(length).greater(a, ai, y, c, ci, length);
        }

        @Override
        public void applyScalarLeft(double x, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).less(b, bi, x, c, ci, length);
        }
      };

  public static final BinaryFunction GREATER_EQUAL =
      new BinaryFunction(">=", truth(2).with(BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return x >= y ? 1 : 0;
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).greaterEqual(a, ai, b, bi, c, ci, length);
        }

        @Override
        public void applyScalarRight(double[] a, int ai, double y, double[] c, int ci, int length) {
          Simd.forLength(length).greaterEqual(a, ai, y, c, ci, length);
        }

        @Override
        public void applyScalarLeft(double x, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).lessEqual(b, bi, x, c, ci, length);
        }
      };

  public static final BinaryFunction EQUAL =
      new BinaryFunction("==", truth(2).with(BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return x == y ? 1 : 0;
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).equal(a, ai, b, bi, c, ci, length);
        }

        @Override
        public void applyScalarRight(double[] a, int ai, double y, double[] c, int ci, int length) {
          Simd.forLength(length).equal(a, ai, y, c, ci, length);
        }

        @Override
        public void applyScalarLeft(double x, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).equal(b, bi, x, c, ci, length);
        }
      };

  public static final BinaryFunction NOT_EQUAL =
      new BinaryFunction("!=", truth(2).with(BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return x != y ? 1 : 0;
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).notEqual(a, ai, b, bi, c, ci, length);
        }

        @Override
        public void applyScalarRight(double[] a, int ai, double y, double[] c, int ci, int length) {
          Simd.forLength(length).notEqual(a, ai, y, c, ci, length);
        }

        @Override
        public void applyScalarLeft(double x, double[] b, int bi, double[] c, int ci, int length) {
          Simd.forLength(length).notEqual(b, bi, x, c, ci, length);
        }
      };

  public static final BinaryFunction AND =
      new BinaryFunction("&", truth(2).with(ABSORBS_ZEROS, BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return x != 0 && y != 0 ? 1 : 0;
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          for (int k = 0; k < length; k++) {
            c[ci + k] = a[ai + k] != 0 && b[bi + k] != 0 ? 1 : 0;
          }
        }
      };

  public static final BinaryFunction OR =
      new BinaryFunction("|", truth(2).with(BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return x != 0 || y != 0 ? 1 : 0;
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          for (int k = 0; k < length; k++) {
            c[ci + k] = a[ai + k] != 0 || b[bi + k] != 0 ? 1 : 0;
          }
        }
      };

  public static final BinaryFunction XOR =
      new BinaryFunction("xor", truth(2).with(BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return (x != 0) != (y != 0) ? 1 : 0;
        }

        @Override
        public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
          for (int k = 0; k < length; k++) {
            c[ci + k] = (a[ai + k] != 0) != (b[bi + k] != 0) ? 1 : 0;
          }
        }
      };

  public static final BinaryFunction BITWISE_AND =
      new BinaryFunction("bitwAnd", cost(4).with(OFTEN_ZERO, BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return integers(x, y) ? (long) x & (long) y : Double.NaN;
        }
      };

  public static final BinaryFunction BITWISE_OR =
      new BinaryFunction("bitwOr", cost(4).with(BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return integers(x, y) ? (long) x | (long) y : Double.NaN;
        }
      };

  public static final BinaryFunction BITWISE_XOR =
      new BinaryFunction("bitwXor", cost(4).with(OFTEN_ZERO, BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return integers(x, y) ? (long) x ^ (long) y : Double.NaN;
        }
      };

  /** floor(x * 2^y). */
  public static final BinaryFunction SHIFT_LEFT =
      new BinaryFunction("bitwShiftL", cost(10).with(BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return shift(x, y);
        }
      };

  /** floor(x / 2^y): the sign stays. */
  public static final BinaryFunction SHIFT_RIGHT =
      new BinaryFunction("bitwShiftR", cost(10).with(OFTEN_ZERO, BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return shift(x, -y);
        }
      };

  /** Logarithm of x to base y. */
  public static final BinaryFunction LOG_BASE =
      new BinaryFunction("log", cost(50).with(BLIND_TO_SIGNS_OF_ZEROS)) {
        @Override
        public double apply(double x, double y) {
          return Elementary.log(x) / Elementary.log(y);
        }

        @Override
        public void applyScalarRight(double[] a, int ai, double y, double[] c, int ci, int length) {
          Simd simd = Simd.forLength(length);
          simd.log(a, ai, c, ci, length);
          simd.divide(c, ci, Elementary.log(y), c, ci, length);
        }
      };

  /**
   * Keeps a quotient that rounding left just below an integer from being truncated to the one
   * before.
   */
  private static final double EPSILON = 0x1p-53;

  private Cells() {}

  /**
   * Not floor(x + 0.5): that sum is itself rounded, which moves 0.49999999999999994 and odd numbers
   * above 2^52 up.
   */
  private static double round(double x) {
    double floor = Math.floor(x);
    // Adding zero makes -0 a plain 0, as floor(x + 0.5) would.
    return (x - floor >= 0.5 ? floor + 1 : floor) + 0.0;
  }

  /**
   * Squares and roots are correctly rounded this way, and much faster; the sign and infinity rules
   * of pow need x > 0.
   */
  private static double power(double x, double y) {
    if (y == 2) {
      return x * x;
    }
    return y == 0.5 && x > 0 ? Math.sqrt(x) : Math.pow(x, y);
  }

  /** NaN and infinities have no bits; fractions lose what is behind the point. */
  private static boolean integers(double x, double y) {
    return Math.abs(x) < 0x1p63 && Math.abs(y) < 0x1p63;
  }

  private static double shift(double x, double places) {
    if (!integers(x, places)) {
      return Double.NaN;
    }
    int bounded = (int) Math.max(-2000, Math.min(2000, places)); // moves every bit out
    return Math.floor(Math.scalb((double) (long) x, bounded));
  }

  /** Truncated toward zero, see {@link #wholeQuotient}. */
  private static double integerDivide(double x, double y) {
    double quotient = x / y;
    return Math.signum(quotient) * wholeQuotient(Math.abs(x), Math.abs(y), Math.abs(quotient));
  }

  /**
   * {@code floor(a/b + 2^-53)} for operands with fractions, which are rounded numbers: 1 is 10
   * times 0.1. Whole numbers are meant as they are. From 2^53 on the quotient is rounded anyway.
   */
  private static double wholeQuotient(double a, double b, double quotient) {
    if (!(quotient < Integers.ALL)) {
      return quotient;
    }
    double whole = Math.floor(quotient + EPSILON);
    boolean exceeds = Math.fma(-whole, b, a) < 0;
    return exceeds && Integers.isWhole(a) && Integers.isWhole(b) ? whole - 1 : whole;
  }

  /**
   * The exact remainder, of the sign of the dividend; 0 where {@link #wholeQuotient} takes a
   * dividend with a fraction for a multiple of the divisor.
   */
  private static double modulus(double x, double y) {
    double rest = remainder(Math.abs(x), Math.abs(y));
    return x < 0 ? 0 - rest : rest; // not -0
  }

  private static double remainder(double a, double b) {
    double quotient = a / b;
    if (quotient < Integers.ALL) {
      // Exact unless negative: a remainder has no digits that neither operand has.
      double rest = Math.fma(-Math.floor(quotient + EPSILON), b, a);
      if (rest >= 0) {
        return rest;
      }
      if (rest < 0 && !(Integers.isWhole(a) && Integers.isWhole(b))) {
        return 0;
      }
    }
    return a % b;
  }
}
