package dev.linden.matrix;

/** The cell functions: the one definition of what each computes, for scalars, kernels and generated code alike. */
public final class Cells {
  public static final UnaryFunction NEGATE =
      new UnaryFunction("-") {
        @Override
        public double apply(double x) {
          return -x;
        }
      };

  public static final UnaryFunction NOT =
      new UnaryFunction("!") {
        @Override
        public double apply(double x) {
          return x == 0 ? 1 : 0;
        }
      };

  public static final UnaryFunction ABS =
      new UnaryFunction("abs") {
        @Override
        public double apply(double x) {
          return Math.abs(x);
        }
      };

  public static final UnaryFunction SIGN =
      new UnaryFunction("sign") {
        @Override
        public double apply(double x) {
          return Math.signum(x);
        }
      };

  public static final UnaryFunction SQRT =
      new UnaryFunction("sqrt") {
        @Override
        public double apply(double x) {
          return Math.sqrt(x);
        }
      };

  public static final UnaryFunction EXP =
      new UnaryFunction("exp") {
        @Override
        public double apply(double x) {
          return Math.exp(x);
        }
      };

  public static final UnaryFunction LOG =
      new UnaryFunction("log") {
        @Override
        public double apply(double x) {
          return Math.log(x);
        }
      };

  public static final UnaryFunction ROUND =
      new UnaryFunction("round") {
        @Override
        public double apply(double x) {
          return Math.floor(x + 0.5);
        }
      };

  public static final UnaryFunction FLOOR =
      new UnaryFunction("floor") {
        @Override
        public double apply(double x) {
          return Math.floor(x);
        }
      };

  public static final UnaryFunction CEIL =
      new UnaryFunction("ceil") {
        @Override
        public double apply(double x) {
          return Math.ceil(x);
        }
      };

  public static final UnaryFunction SIN =
      new UnaryFunction("sin") {
        @Override
        public double apply(double x) {
          return Math.sin(x);
        }
      };

  public static final UnaryFunction COS =
      new UnaryFunction("cos") {
        @Override
        public double apply(double x) {
          return Math.cos(x);
        }
      };

  public static final UnaryFunction TAN =
      new UnaryFunction("tan") {
        @Override
        public double apply(double x) {
          return Math.tan(x);
        }
      };

  public static final UnaryFunction ASIN =
      new UnaryFunction("asin") {
        @Override
        public double apply(double x) {
          return Math.asin(x);
        }
      };

  public static final UnaryFunction ACOS =
      new UnaryFunction("acos") {
        @Override
        public double apply(double x) {
          return Math.acos(x);
        }
      };

  public static final UnaryFunction ATAN =
      new UnaryFunction("atan") {
        @Override
        public double apply(double x) {
          return Math.atan(x);
        }
      };

  public static final UnaryFunction SINH =
      new UnaryFunction("sinh") {
        @Override
        public double apply(double x) {
          return Math.sinh(x);
        }
      };

  public static final UnaryFunction COSH =
      new UnaryFunction("cosh") {
        @Override
        public double apply(double x) {
          return Math.cosh(x);
        }
      };

  public static final UnaryFunction TANH =
      new UnaryFunction("tanh") {
        @Override
        public double apply(double x) {
          return Math.tanh(x);
        }
      };

  public static final UnaryFunction SIGMOID =
      new UnaryFunction("sigmoid") {
        @Override
        public double apply(double x) {
          return 1 / (1 + Math.exp(-x));
        }
      };

  public static final UnaryFunction IS_NAN =
      new UnaryFunction("is.nan") {
        @Override
        public double apply(double x) {
          return Double.isNaN(x) ? 1 : 0;
        }
      };

  public static final UnaryFunction IS_INFINITE =
      new UnaryFunction("is.infinite") {
        @Override
        public double apply(double x) {
          return Double.isInfinite(x) ? 1 : 0;
        }
      };

  public static final BinaryFunction PLUS =
      new BinaryFunction("+") {
        @Override
        public double apply(double x, double y) {
          return x + y;
        }
      };

  public static final BinaryFunction MINUS =
      new BinaryFunction("-") {
        @Override
        public double apply(double x, double y) {
          return x - y;
        }
      };

  public static final BinaryFunction TIMES =
      new BinaryFunction("*") {
        @Override
        public double apply(double x, double y) {
          return x * y;
        }
      };

  public static final BinaryFunction DIVIDE =
      new BinaryFunction("/") {
        @Override
        public double apply(double x, double y) {
          return x / y;
        }
      };

  public static final BinaryFunction POWER =
      new BinaryFunction("^") {
        @Override
        public double apply(double x, double y) {
          return power(x, y);
        }
      };

  public static final BinaryFunction MODULUS =
      new BinaryFunction("%%") {
        @Override
        public double apply(double x, double y) {
          return modulus(x, y);
        }
      };

  public static final BinaryFunction INTEGER_DIVIDE =
      new BinaryFunction("%/%") {
        @Override
        public double apply(double x, double y) {
          return integerDivide(x, y);
        }
      };

  public static final BinaryFunction MIN =
      new BinaryFunction("min") {
        @Override
        public double apply(double x, double y) {
          return Math.min(x, y);
        }
      };

  public static final BinaryFunction MAX =
      new BinaryFunction("max") {
        @Override
        public double apply(double x, double y) {
          return Math.max(x, y);
        }
      };

  public static final BinaryFunction LESS =
      new BinaryFunction("<") {
        @Override
        public double apply(double x, double y) {
          return x < y ? 1 : 0;
        }
      };

  public static final BinaryFunction LESS_EQUAL =
      new BinaryFunction("<=") {
        @Override
        public double apply(double x, double y) {
          return x <= y ? 1 : 0;
        }
      };

  public static final BinaryFunction GREATER =
      new BinaryFunction(">") {
        @Override
        public double apply(double x, double y) {
          return x > y ? 1 : 0;
        }
      };

  public static final BinaryFunction GREATER_EQUAL =
      new BinaryFunction(">=") {
        @Override
        public double apply(double x, double y) {
          return x >= y ? 1 : 0;
        }
      };

  public static final BinaryFunction EQUAL =
      new BinaryFunction("==") {
        @Override
        public double apply(double x, double y) {
          return x == y ? 1 : 0;
        }
      };

  public static final BinaryFunction NOT_EQUAL =
      new BinaryFunction("!=") {
        @Override
        public double apply(double x, double y) {
          return x != y ? 1 : 0;
        }
      };

  public static final BinaryFunction AND =
      new BinaryFunction("&") {
        @Override
        public double apply(double x, double y) {
          return x != 0 && y != 0 ? 1 : 0;
        }
      };

  public static final BinaryFunction OR =
      new BinaryFunction("|") {
        @Override
        public double apply(double x, double y) {
          return x != 0 || y != 0 ? 1 : 0;
        }
      };

  public static final BinaryFunction XOR =
      new BinaryFunction("xor") {
        @Override
        public double apply(double x, double y) {
          return (x != 0) != (y != 0) ? 1 : 0;
        }
      };

  public static final BinaryFunction LOG_BASE =
      new BinaryFunction("log") {
        @Override
        public double apply(double x, double y) {
          return Math.log(x) / Math.log(y);
        }
      };

  /** Keeps a quotient that rounding left just below an integer from being truncated to the one before. */
  private static final double EPSILON = 0x1p-53;

  private Cells() {}

  private static double power(double x, double y) {
    return y == 2 ? x * x : Math.pow(x, y);
  }

  /** Truncates toward zero: {@code sign(q) * floor(|q| + 2^-53)}. */
  private static double integerDivide(double x, double y) {
    double quotient = x / y;
    return Math.signum(quotient) * Math.floor(Math.abs(quotient) + EPSILON);
  }

  /** The remainder that belongs to {@link #integerDivide}: it has the sign of the dividend. */
  private static double modulus(double x, double y) {
    return y == 0 ? Double.NaN : x - y * integerDivide(x, y);
  }
}
