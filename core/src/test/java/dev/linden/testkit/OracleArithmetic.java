package dev.linden.testkit;

import dev.linden.testkit.OracleValue.Atom;
import dev.linden.testkit.OracleValue.Grid;
import dev.linden.testkit.OracleValue.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;

/**
 * Operators on numbers, scalars and matrices.
 *
 * <p>The oracle is run three times, twice <em>perturbed</em>: every operation whose result had to
 * be rounded is off by a few more units in the last place, up or down depending on its operands (so
 * equal operations stay equal), and the other way round in the third run. Where the runs agree the
 * result is well conditioned, and their distance says how far another order of operations may lead.
 *
 * <p>Besides it notes {@link Doubt}s: things for which the language leaves more than one answer
 * open.
 */
final class OracleArithmetic {
  /** Which way rounded results are moved. */
  enum Perturbation {
    NONE,
    THERE,
    BACK,
    /** By turns, so that even equal operations on equal operands are moved differently. */
    APART
  }

  /** Why a result may legitimately differ. */
  enum Doubt {
    /**
     * 0 times NaN or infinity in matrices: NaN, or 0 where a sparse block does not store the zero.
     */
    ABSORBED_BY_ZERO,
    /** A finite computation overflowed; another order of operations may not. */
    OVERFLOW,
    /** Something depended on the sign of a zero, which sparse blocks do not keep. */
    SIGN_OF_ZERO,
    /** Infinite cells in a matrix product, whose order is the optimizer's (decisions.md). */
    REGROUPED_INFINITIES,
    /**
     * The language does not say: the variance of nothing, the position of the largest cell among
     * NaNs.
     */
    UNSPECIFIED
  }

  private static final double EPSILON = 0x1p-53;
  private static final double NUDGE = 0x1p-49;
  private static final double LARGEST_EXACT = 0x1p53;

  private final Perturbation perturbation;
  private final Set<Doubt> doubts = EnumSet.noneOf(Doubt.class);

  /** A zero was added to -0 or negated: what storage did to its sign may show in any zero. */
  private boolean signOfZeroUsed;

  private long operations;

  /**
   * @param turn where turns begin, so that several runs are moved apart differently
   */
  OracleArithmetic(Perturbation perturbation, long turn) {
    this.perturbation = perturbation;
    this.operations = turn;
  }

  Set<Doubt> doubts() {
    return doubts;
  }

  void unspecified() {
    doubts.add(Doubt.UNSPECIFIED);
  }

  void overflowed() {
    doubts.add(Doubt.OVERFLOW);
  }

  private int compareTexts(String a, String b) {
    boolean mayHaveSign = signOfZeroUsed && (a.contains("0.0") || b.contains("0.0"));
    if (a.contains("-0") || b.contains("-0") || mayHaveSign) {
      doubts.add(Doubt.SIGN_OF_ZERO);
    }
    return a.compareTo(b);
  }

  // ---- numbers

  double add(double a, double b) {
    // 0 + -0 is 0, but a sum that does not start with 0 keeps the sign of its only term.
    signOfZeroUsed |= isNegativeZero(a) || isNegativeZero(b);
    return plus(a, b);
  }

  private double negate(double x) {
    signOfZeroUsed |= x == 0;
    return -x;
  }

  double subtract(double a, double b) {
    return plus(a, -b);
  }

  private double plus(double a, double b) {
    double sum = a + b;
    if (isFinite(a, b)) {
      if (Double.isInfinite(sum)) {
        doubts.add(Doubt.OVERFLOW);
      } else {
        double bPart = sum - a;
        double lost = (a - (sum - bPart)) + (b - bPart);
        return lost == 0 ? sum : nudge(sum, a, b);
      }
    }
    return sum;
  }

  private double multiplyScalars(double a, double b) {
    double product = a * b;
    if (isFinite(a, b)) {
      if (Double.isInfinite(product)) {
        doubts.add(Doubt.OVERFLOW);
      } else if (Math.fma(a, b, -product) != 0) {
        return nudge(product, a, b);
      }
    }
    return product;
  }

  /** A product of cells. */
  double multiply(double a, double b) {
    if ((a == 0 && !Double.isFinite(b)) || (b == 0 && !Double.isFinite(a))) {
      doubts.add(Doubt.ABSORBED_BY_ZERO);
    }
    return multiplyScalars(a, b);
  }

  double divide(double a, double b) {
    if (b == 0 && a != 0 && (signOfZeroUsed || isNegativeZero(b))) {
      doubts.add(Doubt.SIGN_OF_ZERO);
    }
    double quotient = a / b;
    if (isFinite(a, b) && b != 0) {
      if (Double.isInfinite(quotient)) {
        doubts.add(Doubt.OVERFLOW);
      } else if (Math.fma(quotient, b, -a) != 0) {
        return nudge(quotient, a, b);
      }
    }
    return quotient;
  }

  double power(double a, double b) {
    if (b == 2) {
      return multiplyScalars(a, a);
    }
    if (a == 0 && b < 0 && (signOfZeroUsed || isNegativeZero(a))) {
      doubts.add(Doubt.SIGN_OF_ZERO);
    }
    double result = Math.pow(a, b);
    if (!isFinite(a, b) || Double.isNaN(result) || a == 0) {
      return result;
    }
    if (Double.isInfinite(result)) {
      doubts.add(Doubt.OVERFLOW);
      return result;
    }
    boolean exact = b == 0 || b == 1 || (isInteger(a) && isInteger(b) && isInteger(result));
    return exact ? result : nudge(result, a, b);
  }

  /** Whole numbers exactly; what has a fraction is a rounded number, and so is the quotient. */
  double integerDivide(double a, double b) {
    if (areWhole(a, b) && Math.abs(a / b) < LARGEST_EXACT) {
      double magnitude = exact(a).divideToIntegralValue(exact(b)).doubleValue();
      return Math.signum(a / b) * magnitude;
    }
    double quotient = divide(a, b);
    return Math.signum(quotient) * Math.floor(Math.abs(quotient) + EPSILON);
  }

  double modulus(double a, double b) {
    if (b == 0 || !isFinite(a, b)) {
      return Double.isFinite(a) && Double.isInfinite(b) ? a : Double.NaN;
    }
    boolean ofWhole = areWhole(a, b) || Math.abs(a / b) >= LARGEST_EXACT;
    double rest = exact(a).remainder(exact(b)).doubleValue();
    if (!ofWhole) {
      // A dividend that is rounded up to a multiple leaves nothing.
      BigDecimal quotient = new BigDecimal(Math.abs(integerDivide(a, b)));
      rest = quotient.multiply(exact(b)).compareTo(exact(a)) > 0 ? 0 : rest;
      rest = perturbation == Perturbation.NONE ? rest : nudge(rest, a, b);
    }
    return a < 0 ? 0 - rest : rest;
  }

  private static boolean areWhole(double a, double b) {
    return isFinite(a, b) && b != 0 && a == Math.rint(a) && b == Math.rint(b);
  }

  /** The magnitude, with all its digits. */
  private static BigDecimal exact(double x) {
    return new BigDecimal(Math.abs(x));
  }

  /**
   * The value of a function such as exp: only whole results of whole arguments are taken for exact.
   */
  double rounded(double argument, double result) {
    if (Double.isFinite(argument) && Double.isInfinite(result) && argument > 0) {
      doubts.add(Doubt.OVERFLOW);
    }
    boolean exact = isInteger(argument) && isInteger(result);
    return exact ? result : nudge(result, argument, 0);
  }

  double squareRoot(double x) {
    double root = Math.sqrt(x);
    return Double.isFinite(root) && Math.fma(root, root, -x) != 0 ? nudge(root, x, 0) : root;
  }

  /** For results that an implementation may compute by another formula altogether. */
  double uncertain(double result) {
    return result == 0 ? result : nudge(result, result, 1);
  }

  private double nudge(double result, double a, double b) {
    if (perturbation == Perturbation.NONE || !Double.isFinite(result)) {
      return result;
    }
    long hash = Double.doubleToLongBits(a) * 0x9E3779B97F4A7C15L + Double.doubleToLongBits(b);
    if (perturbation == Perturbation.APART) {
      operations++;
      hash += operations * 0xC2B2AE3D27D4EB4FL;
    }
    hash ^= hash >>> 32;
    hash *= 0xD6E8FEB86659FD93L;
    boolean up = (hash >>> 40 & 1) == 0;
    return up == (perturbation != Perturbation.BACK) ? result * (1 + NUDGE) : result * (1 - NUDGE);
  }

  private static boolean isNegativeZero(double x) {
    return x == 0 && 1 / x < 0;
  }

  private static boolean isFinite(double a, double b) {
    return Double.isFinite(a) && Double.isFinite(b);
  }

  private static boolean isInteger(double x) {
    return x == Math.rint(x) && Math.abs(x) < LARGEST_EXACT;
  }

  /** {@code sign(x)*floor(|x| + 2^-53)}; NaN is 0, infinities saturate. */
  static long truncate(double x) {
    return x < 0 ? -(long) Math.floor(-x + EPSILON) : (long) Math.floor(x + EPSILON);
  }

  // ---- cells

  /** The operator as a function of two cells. */
  DoubleBinaryOperator cellOperator(String operator) {
    return switch (operator) {
      case "+" -> this::add;
      case "-" -> this::subtract;
      case "*" -> this::multiply;
      case "/" -> this::divide;
      case "^" -> this::power;
      case "%%" -> this::modulus;
      case "%/%" -> this::integerDivide;
      case "min" -> Math::min;
      case "max" -> Math::max;
      case "xor" -> (a, b) -> (a != 0) != (b != 0) ? 1 : 0;
      default -> (a, b) -> truth(operator, a, b) ? 1 : 0;
    };
  }

  private static boolean truth(String operator, double a, double b) {
    return switch (operator) {
      case "<" -> a < b;
      case "<=" -> a <= b;
      case ">" -> a > b;
      case ">=" -> a >= b;
      case "==" -> a == b;
      case "!=" -> a != b;
      case "&" -> a != 0 && b != 0;
      case "|" -> a != 0 || b != 0;
      default -> throw new OracleError.Unsupported("the operator " + operator);
    };
  }

  // ---- values

  OracleValue binary(String operator, OracleValue left, OracleValue right) {
    if (operator.equals("%*%")) {
      if (left instanceof Grid a && right instanceof Grid b) {
        return product(a, b);
      }
      throw new OracleError("%*% needs two matrices");
    }
    if (left instanceof Atom a && right instanceof Atom b) {
      return scalars(operator, a, b);
    }
    return broadcast(cellOperator(operator), asGrid(left), asGrid(right));
  }

  /** Scalars take part as 1x1 matrices. */
  static Grid asGrid(OracleValue value) {
    return value instanceof Atom atom ? Grid.of(1, 1, atom.number()) : (Grid) value;
  }

  /** Equal sizes, or a size of one that is repeated. */
  static Grid broadcast(DoubleBinaryOperator operator, Grid a, Grid b) {
    int rows = commonSize(a, b, a.rows(), b.rows());
    int cols = commonSize(a, b, a.cols(), b.cols());
    Grid result = Grid.zeros(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        double x = a.get(a.rows() == 1 ? 0 : i, a.cols() == 1 ? 0 : j);
        double y = b.get(b.rows() == 1 ? 0 : i, b.cols() == 1 ? 0 : j);
        result.cells()[i][j] = operator.applyAsDouble(x, y);
      }
    }
    return result;
  }

  private static int commonSize(Grid a, Grid b, int m, int n) {
    if (m == n || n == 1) {
      return m;
    }
    if (m == 1) {
      return n;
    }
    throw new OracleError("sizes do not fit: " + a.shape() + " and " + b.shape());
  }

  Grid product(Grid a, Grid b) {
    if (a.cols() != b.rows()) {
      throw new OracleError("product of " + a.shape() + " and " + b.shape());
    }
    Grid result = Grid.zeros(a.rows(), b.cols());
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < b.cols(); j++) {
        double sum = 0;
        for (int k = 0; k < a.cols(); k++) {
          if (Double.isInfinite(a.get(i, k)) || Double.isInfinite(b.get(k, j))) {
            doubts.add(Doubt.REGROUPED_INFINITIES);
          }
          sum = add(sum, multiply(a.get(i, k), b.get(k, j)));
        }
        result.cells()[i][j] = sum;
      }
    }
    return result;
  }

  Atom scalars(String operator, Atom a, Atom b) {
    return switch (operator) {
      case "<", "<=", ">", ">=", "==", "!=" ->
          Atom.of(
              a.isString() || b.isString()
                  ? truth(operator, compareTexts(a.text(), b.text()), 0)
                  : truth(operator, a.number(), b.number()));
      case "&", "|" -> Atom.of(truth(operator, a.number(), b.number()));
      case "+" ->
          a.isString() || b.isString() ? Atom.of(a.text() + b.text()) : arithmetic(operator, a, b);
      default -> arithmetic(operator, a, b);
    };
  }

  private Atom arithmetic(String operator, Atom a, Atom b) {
    boolean integers = isIntegerLike(a, b) && !operator.equals("/") && !operator.equals("^");
    if (integers && operator.equals("%%") && b.integer() == 0) {
      return Atom.of(0L);
    }
    if (integers) {
      return Atom.of(integers(operator, a, b));
    }
    double result =
        operator.equals("*")
            ? multiplyScalars(a.number(), b.number())
            : cellOperator(operator).applyAsDouble(a.number(), b.number());
    return Atom.of(result);
  }

  /** Sums and products are rounded as doubles are, but they must have 64 bits without that. */
  private long integers(String operator, Atom a, Atom b) {
    BigInteger x = BigInteger.valueOf(a.integer());
    BigInteger y = BigInteger.valueOf(b.integer());
    BigInteger exact =
        switch (operator) {
          case "+" -> x.add(y);
          case "-" -> x.subtract(y);
          case "*" -> x.multiply(y);
          case "%%" -> x.remainder(y);
          case "%/%" -> quotient(x, y);
          case "min" -> x.min(y);
          case "max" -> x.max(y);
          default -> throw new OracleError.Unsupported("the operator " + operator);
        };
    if (exact.bitLength() > 63) {
      throw new OracleError("the integer result " + exact + " is out of range");
    }
    boolean rounded = operator.equals("+") || operator.equals("-") || operator.equals("*");
    return rounded
        ? (long) cellOperator(operator).applyAsDouble(a.number(), b.number())
        : exact.longValue();
  }

  private static BigInteger quotient(BigInteger x, BigInteger y) {
    if (y.signum() == 0) {
      throw new OracleError("integer division by zero");
    }
    return x.divide(y);
  }

  /** Booleans count as doubles. */
  private static boolean isIntegerLike(Atom a, Atom b) {
    return a.kind() == Kind.INT && b.kind() == Kind.INT;
  }

  /** A number as an int. */
  static long toInteger(double number) {
    if (number < -0x1p63 || number >= 0x1p63) {
      throw new OracleError(number + " is no integer of 64 bits");
    }
    return truncate(number);
  }

  OracleValue unary(String operator, OracleValue operand) {
    if (operand instanceof Atom atom) {
      if (operator.equals("!")) {
        return Atom.of(!atom.isTrue());
      }
      if (atom.kind() == Kind.BOOLEAN || atom.isString()) {
        throw new OracleError(operator + " needs a number");
      }
      if (operator.equals("+")) {
        return atom;
      }
      return atom.kind() == Kind.INT ? Atom.of(-atom.integer()) : Atom.of(-atom.real());
    }
    Grid grid = (Grid) operand;
    Grid result = Grid.zeros(grid.rows(), grid.cols());
    for (int i = 0; i < grid.rows(); i++) {
      for (int j = 0; j < grid.cols(); j++) {
        double x = grid.get(i, j);
        result.cells()[i][j] =
            switch (operator) {
              case "!" -> x == 0 ? 1 : 0;
              case "-" -> negate(x);
              default -> x;
            };
      }
    }
    return result;
  }
}
