package dev.linden.op;

import static dev.linden.op.Cellwise.binary;
import static dev.linden.op.Cellwise.unary;
import static dev.linden.op.Parameter.matrix;
import static dev.linden.op.Parameter.matrixOrScalar;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Cells;
import dev.linden.matrix.kernel.cells.Elementwise;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Operators and functions that work cell by cell. */
public final class CellwiseOps {
  public static final Op PLUS =
      binary(
          "+",
          ScalarKind.ARITHMETIC,
          Cells.PLUS,
          "Sum of two operands, cell by cell; joins texts if one is a string.");
  public static final Op MINUS =
      binary("-", ScalarKind.ARITHMETIC, Cells.MINUS, "Difference, cell by cell.");
  public static final Op TIMES =
      binary("*", ScalarKind.ARITHMETIC, Cells.TIMES, "Product, cell by cell.");
  public static final Op DIVIDE =
      binary("/", ScalarKind.REAL, Cells.DIVIDE, "Quotient, cell by cell; always a double.");
  public static final Op POWER =
      binary("^", ScalarKind.REAL, Cells.POWER, "Power, cell by cell; always a double.");
  public static final Op MODULUS =
      binary(
          "%%",
          ScalarKind.ARITHMETIC, Cells.MODULUS, "Remainder of %/%, with the sign of the dividend.");
  public static final Op INTEGER_DIVIDE =
      binary("%/%", ScalarKind.ARITHMETIC, Cells.INTEGER_DIVIDE, "Quotient truncated toward zero.");
  public static final Op LESS =
      binary("<", ScalarKind.RELATIONAL, Cells.LESS, "Whether the left is less than the right.");
  public static final Op LESS_EQUAL =
      binary(
          "<=", ScalarKind.RELATIONAL, Cells.LESS_EQUAL, "Whether the left is at most the right.");
  public static final Op GREATER =
      binary(
          ">", ScalarKind.RELATIONAL, Cells.GREATER, "Whether the left is greater than the right.");
  public static final Op GREATER_EQUAL =
      binary(
          ">=",
          ScalarKind.RELATIONAL,
          Cells.GREATER_EQUAL,
          "Whether the left is at least the right.");
  public static final Op EQUAL =
      binary("==", ScalarKind.RELATIONAL, Cells.EQUAL, "Whether both are equal.");
  public static final Op NOT_EQUAL =
      binary("!=", ScalarKind.RELATIONAL, Cells.NOT_EQUAL, "Whether both differ.");
  public static final Op AND =
      binary("&", ScalarKind.LOGICAL, Cells.AND, "Whether both are non-zero.");
  public static final Op OR =
      binary("|", ScalarKind.LOGICAL, Cells.OR, "Whether one of both is non-zero.");
  public static final Op XOR =
      binary("xor", ScalarKind.LOGICAL, Cells.XOR, "Whether exactly one of both is non-zero.");

  public static final Op BITWISE_AND =
      binary(
          "bitwAnd",
          ScalarKind.ARITHMETIC,
          Cells.BITWISE_AND,
          "Bits that both integers have, cell by cell.");
  public static final Op BITWISE_OR =
      binary(
          "bitwOr",
          ScalarKind.ARITHMETIC,
          Cells.BITWISE_OR,
          "Bits that one of both integers has, cell by cell.");
  public static final Op BITWISE_XOR =
      binary(
          "bitwXor",
          ScalarKind.ARITHMETIC,
          Cells.BITWISE_XOR,
          "Bits in which both integers differ, cell by cell.");
  public static final Op SHIFT_LEFT =
      binary(
          "bitwShiftL",
          ScalarKind.ARITHMETIC,
          Cells.SHIFT_LEFT,
          "Bits of x moved to the left by y places: floor(x * 2^y).");
  public static final Op SHIFT_RIGHT =
      binary(
          "bitwShiftR",
          ScalarKind.ARITHMETIC,
          Cells.SHIFT_RIGHT,
          "Bits of x moved to the right by y places: floor(x / 2^y).");

  public static final Op NOT = unary("!", ScalarKind.LOGICAL, Cells.NOT, "1 where a cell is zero.");
  public static final Op NEGATE = negate();

  public static final Op ABS = unary("abs", Cells.ABS, "Magnitude of each cell.");
  public static final Op SIGN = unary("sign", Cells.SIGN, "-1, 0 or 1 for each cell; NaN stays.");
  public static final Op SQRT =
      unary("sqrt", Cells.SQRT, "Square root of each cell; NaN for negatives.");
  public static final Op EXP = unary("exp", Cells.EXP, "e to the power of each cell.");
  public static final Op ROUND =
      unary("round", Cells.ROUND, "Nearest integer of each cell, halves upwards.");
  public static final Op FLOOR =
      unary("floor", Cells.FLOOR, "Largest integer not above each cell.");
  public static final Op CEIL =
      unary("ceil", Cells.CEIL, "Smallest integer not below each cell.", "ceiling");
  public static final Op SIN = unary("sin", Cells.SIN, "Sine of each cell, in radians.");
  public static final Op COS = unary("cos", Cells.COS, "Cosine of each cell, in radians.");
  public static final Op TAN = unary("tan", Cells.TAN, "Tangent of each cell, in radians.");
  public static final Op ASIN = unary("asin", Cells.ASIN, "Inverse sine of each cell.");
  public static final Op ACOS = unary("acos", Cells.ACOS, "Inverse cosine of each cell.");
  public static final Op ATAN = unary("atan", Cells.ATAN, "Inverse tangent of each cell.");
  public static final Op SINH = unary("sinh", Cells.SINH, "Hyperbolic sine of each cell.");
  public static final Op COSH = unary("cosh", Cells.COSH, "Hyperbolic cosine of each cell.");
  public static final Op TANH = unary("tanh", Cells.TANH, "Hyperbolic tangent of each cell.");
  public static final Op SIGMOID =
      unary("sigmoid", Cells.SIGMOID, "1 / (1 + exp(-x)) for each cell.");
  public static final Op IS_NA =
      unary("is.na", Cells.IS_NAN, "1 where a cell is missing, that is NaN.", "isNA");
  public static final Op IS_NAN = unary("is.nan", Cells.IS_NAN, "1 where a cell is NaN.", "isNaN");
  public static final Op IS_INFINITE =
      unary("is.infinite", Cells.IS_INFINITE, "1 where a cell is an infinity.", "isInf");
  public static final Op LOG = log();

  public static final Op MIN =
      extreme(
          "min",
          "pmin",
          Cells.MIN,
          AggregateOps.MIN,
          "Smallest cell of a matrix, or the smaller cells of several.");
  public static final Op MAX =
      extreme(
          "max",
          "pmax",
          Cells.MAX,
          AggregateOps.MAX,
          "Largest cell of a matrix, or the larger cells of several.");

  public static final Op PPRED = ppred();
  public static final Op OUTER = outer();
  public static final Op IFELSE = ifelse();

  /** Operators by the words that scripts for SystemDS use for them, in any case. */
  private static final Map<String, String> SIGNS = signs();

  static final List<Op> ALL =
      List.of(
          PLUS,
          MINUS,
          TIMES,
          DIVIDE,
          POWER,
          MODULUS,
          INTEGER_DIVIDE,
          LESS,
          LESS_EQUAL,
          GREATER,
          GREATER_EQUAL,
          EQUAL,
          NOT_EQUAL,
          AND,
          OR,
          XOR,
          BITWISE_AND,
          BITWISE_OR,
          BITWISE_XOR,
          SHIFT_LEFT,
          SHIFT_RIGHT,
          NOT,
          NEGATE,
          ABS,
          SIGN,
          SQRT,
          EXP,
          ROUND,
          FLOOR,
          CEIL,
          SIN,
          COS,
          TAN,
          ASIN,
          ACOS,
          ATAN,
          SINH,
          COSH,
          TANH,
          SIGMOID,
          IS_NA,
          IS_NAN,
          IS_INFINITE,
          LOG,
          MIN,
          MAX,
          PPRED,
          OUTER,
          IFELSE);

  private CellwiseOps() {}

  private static Map<String, String> signs() {
    Map<String, String> signs = new LinkedHashMap<>();
    signs.put("PLUS", "+");
    signs.put("MINUS", "-");
    signs.put("MULT", "*");
    signs.put("DIV", "/");
    signs.put("POW", "^");
    signs.put("MODULUS", "%%");
    signs.put("INTDIV", "%/%");
    signs.put("MIN", "min");
    signs.put("MAX", "max");
    signs.put("AND", "&");
    signs.put("&&", "&");
    signs.put("OR", "|");
    signs.put("||", "|");
    signs.put("XOR", "xor");
    signs.put("LESS", "<");
    signs.put("LESSEQUAL", "<=");
    signs.put("GREATER", ">");
    signs.put("GREATEREQUAL", ">=");
    signs.put("EQUAL", "==");
    signs.put("NOTEQUAL", "!=");
    signs.put("LOG", "log");
    signs.put("BITWAND", "bitwAnd");
    signs.put("BITWOR", "bitwOr");
    signs.put("BITWXOR", "bitwXor");
    signs.put("BITWSHIFTL", "bitwShiftL");
    signs.put("BITWSHIFTR", "bitwShiftR");
    return Collections.unmodifiableMap(signs);
  }

  private static Op negate() {
    String sign = "-";
    return Op.define("unary -", "Each cell with the opposite sign.")
        .parameters(matrixOrScalar("x"))
        .rule(
            call -> {
              if (call.in(0).isScalar() && call.in(0).value() == ValueType.BOOLEAN) {
                throw new OpError(0, "- needs a number, but is given a boolean");
              }
              return List.of(Cellwise.inferUnary(sign, ScalarKind.ARITHMETIC, Cells.NEGATE, call));
            })
        .kernel(call -> Cellwise.runUnary(sign, ScalarKind.ARITHMETIC, Cells.NEGATE, call))
        .unary(Cells.NEGATE)
        .scalarKind(ScalarKind.ARITHMETIC)
        .properties(Property.CELLWISE, Property.IN_PLACE)
        .distribution(Distribution.CELL_ALIGNED)
        .build();
  }

  private static Op log() {
    String name = "log";
    return Op.define(
            name, "Logarithm of each cell, natural or to a given base, one for all or per cell.")
        .parameters(matrixOrScalar("x"), matrixOrScalar("base").orAbsent())
        .rule(
            call ->
                List.of(
                    isGiven(call, 1)
                        ? Cellwise.inferBinary(name, ScalarKind.REAL, Cells.LOG_BASE, call)
                        : Cellwise.inferUnary(name, ScalarKind.REAL, Cells.LOG, call)))
        .kernel(
            call -> {
              if (call.count() > 1 && call.has(1)) {
                Cellwise.runBinary(name, ScalarKind.REAL, Cells.LOG_BASE, call);
              } else {
                Cellwise.runUnary(name, ScalarKind.REAL, Cells.LOG, call);
              }
            })
        .unary(Cells.LOG)
        .binary(Cells.LOG_BASE)
        .scalarKind(ScalarKind.REAL)
        .properties(Property.CELLWISE, Property.IN_PLACE)
        .distribution(Distribution.CELL_ALIGNED)
        .build();
  }

  private static boolean isGiven(CallSite call, int i) {
    return i < call.count() && call.has(i);
  }

  private static Op extreme(
      String name, String alias, BinaryFunction f, Op ofCells, String summary) {
    return Op.define(name, summary)
        .aliases(alias)
        .parameters(matrixOrScalar("x"), matrixOrScalar("y").repeated())
        .rule(
            call ->
                call.count() == 1
                    ? ofCells.infer(call)
                    : List.of(Cellwise.inferAll(name, ScalarKind.ARITHMETIC, f, call)))
        .kernel(
            call -> {
              if (call.count() == 1) {
                ofCells.kernel().run(call);
              } else {
                Cellwise.runAll(name, ScalarKind.ARITHMETIC, f, call);
              }
            })
        .binary(f)
        .scalarKind(ScalarKind.ARITHMETIC)
        .ofOneArgument(ofCells)
        .properties(Property.CELLWISE, Property.IN_PLACE)
        .distribution(Distribution.CELL_ALIGNED)
        .build();
  }

  private static Op ppred() {
    return Op.define(
            "ppred", "A relational operator given by name; the old form of x < y and the like.")
        .parameters(matrixOrScalar("x"), matrixOrScalar("y"), scalar("op"))
        .rule(
            call -> {
              Args.needText(call, 2, "the operator of ppred");
              String sign = call.constantText(2);
              if (sign != null) {
                return List.of(relational(sign).infer(call).get(0));
              }
              boolean scalars = call.in(0).isScalar() && call.in(1).isScalar();
              return List.of(
                  scalars
                      ? Info.scalar(ValueType.BOOLEAN)
                      : Cellwise.inferBinary("ppred", ScalarKind.RELATIONAL, Cells.EQUAL, call));
            })
        .kernel(call -> relational(call.text(2)).kernel().run(call))
        .properties(Property.CELLWISE, Property.FAILS_BY_SIZE_ONLY)
        .distribution(Distribution.CELL_ALIGNED)
        .build();
  }

  private static Op relational(String sign) {
    Op op = Catalogue.find(sign);
    if (op == null || op.scalarKind() != ScalarKind.RELATIONAL) {
      throw new OpError(
          2,
          "the operator of ppred must be one of \"<\", \"<=\", \">\", \">=\", \"==\", \"!=\", but"
              + " is \""
              + sign
              + "\"");
    }
    return op;
  }

  private static Op outer() {
    return Op.define("outer", "Combines each cell of a column with each cell of a row.")
        .parameters(matrix("column"), matrix("row"), scalar("op"))
        .rule(
            call -> {
              Args.needText(call, 2, "the operator of outer");
              Args.needColumn(call, 0, "the first argument of outer");
              Size row = call.in(1).size();
              if (Sizes.differ(row.rows(), 1)) {
                throw new OpError(
                    1,
                    "the second argument of outer must be a row (1 x n), but is "
                        + call.in(1).describeOne());
              }
              String sign = call.constantText(2);
              long rows = call.in(0).size().rows();
              if (sign == null) {
                return List.of(Info.matrix(Sizes.full(rows, row.cols())));
              }
              BinaryFunction f = cellFunction(sign);
              return List.of(
                  Info.matrix(Sizes.binary(f, call.in(0).size(), row, Size.of(rows, row.cols()))));
            })
        .kernel(
            call ->
                call.result(
                    Elementwise.binary(
                        cellFunction(call.text(2)),
                        call.matrix(0),
                        call.matrix(1),
                        false,
                        false,
                        call.workers())))
        .properties(Property.CELLWISE, Property.FAILS_BY_SIZE_ONLY)
        .distribution(Distribution.CELL_ALIGNED)
        .build();
  }

  private static BinaryFunction cellFunction(String sign) {
    Op op = Catalogue.find(SIGNS.getOrDefault(sign.toUpperCase(Locale.ROOT), sign));
    if (op == null || op.binary() == null) {
      throw new OpError(
          2,
          "the operator of outer must be an operator sign or a name such as \"min\" or \"PLUS\","
              + " but is \""
              + sign
              + "\"");
    }
    return op.binary();
  }

  private static Op ifelse() {
    return Op.define(
            "ifelse",
            "Cells of the second argument where the first is non-zero, else of the third.")
        .parameters(matrixOrScalar("condition"), matrixOrScalar("yes"), matrixOrScalar("no"))
        .rule(call -> List.of(inferIfelse(call)))
        .kernel(CellwiseOps::runIfelse)
        .scalarForm(CellwiseOps::choice)
        .properties(Property.CELLWISE, Property.FAILS_BY_SIZE_ONLY, Property.TAKES_ANY_NUMBER)
        .distribution(Distribution.CELL_ALIGNED)
        .build();
  }

  private static Info inferIfelse(CallSite call) {
    Args.needNumber(call, 0, "the condition of ifelse");
    if (call.in(0).isScalar() && call.in(1).isScalar() && call.in(2).isScalar()) {
      return Info.scalar(commonType(call.in(1).value(), call.in(2).value()));
    }
    Size shape = null;
    for (int i = 0; i < 3; i++) {
      Info operand = call.in(i);
      if (operand.isString()) {
        throw new OpError(i, "ifelse cannot put a string into the cells of a matrix");
      }
      if (operand.isMatrix() && !isSingle(operand.size())) {
        shape = shape == null ? operand.size() : unify(shape, operand.size(), i);
      }
    }
    return Info.matrix(shape == null ? Sizes.full(1, 1) : Sizes.full(shape.rows(), shape.cols()));
  }

  private static boolean isSingle(Size size) {
    return size.rows() == 1 && size.cols() == 1;
  }

  /**
   * A size of which a part is unknown may still turn out as 1x1 and then says nothing about the
   * result.
   */
  private static Size unify(Size a, Size b, int argument) {
    boolean aMayBeSingle = mayBeSingle(a);
    boolean bMayBeSingle = mayBeSingle(b);
    if (!aMayBeSingle
        && !bMayBeSingle
        && (Sizes.differ(a.rows(), b.rows()) || Sizes.differ(a.cols(), b.cols()))) {
      throw new OpError(
          argument,
          "the matrices of ifelse must have equal shapes, but are "
              + a.shape()
              + " and "
              + b.shape());
    }
    if (aMayBeSingle != bMayBeSingle) {
      return aMayBeSingle ? b : a;
    }
    return Size.of(Math.max(a.rows(), b.rows()), Math.max(a.cols(), b.cols()));
  }

  private static boolean mayBeSingle(Size size) {
    return (size.rows() == 1 || !size.rowsKnown()) && (size.cols() == 1 || !size.colsKnown());
  }

  private static ValueType commonType(ValueType a, ValueType b) {
    if (a == b) {
      return a;
    }
    if (a == ValueType.UNKNOWN || b == ValueType.UNKNOWN) {
      return ValueType.UNKNOWN;
    }
    if (a == ValueType.STRING || b == ValueType.STRING) {
      return ValueType.STRING;
    }
    return a == ValueType.DOUBLE || b == ValueType.DOUBLE ? ValueType.DOUBLE : ValueType.INT;
  }

  private static void runIfelse(Invocation call) {
    boolean allScalars =
        call.dataType(0) == DataType.SCALAR
            && call.dataType(1) == DataType.SCALAR
            && call.dataType(2) == DataType.SCALAR;
    if (!allScalars) {
      call.result(
          Elementwise.ifelse(
              matrixAt(call, 0),
              numberAt(call, 0),
              matrixAt(call, 1),
              numberAt(call, 1),
              matrixAt(call, 2),
              numberAt(call, 2),
              call.workers()));
      return;
    }
    int chosen = numberAt(call, 0) != 0 ? 1 : 2;
    ValueType type = commonType(call.valueType(1), call.valueType(2));
    if (type == ValueType.STRING) {
      call.result(call.text(chosen));
    } else if (call.valueType(chosen) == ValueType.INT && type == ValueType.INT) {
      call.result(call.integer(chosen));
    } else {
      Cellwise.give(call, call.number(chosen), type);
    }
  }

  /** One of two numbers; where an int and a boolean meet, the kernel finds the type. */
  private static ScalarForm.OfBits choice(ValueType... types) {
    ValueType type = commonType(types[1], types[2]);
    if (type != ValueType.DOUBLE && types[1] != types[2]) {
      return null;
    }
    return new ScalarForm.OfBits(type) {
      @Override
      public long apply(long condition, long yes, long no) {
        boolean first = Scalar.decode(types[0], condition) != 0;
        return first ? converted(types[1], yes, type) : converted(types[2], no, type);
      }
    };
  }

  private static long converted(ValueType from, long bits, ValueType to) {
    return from == to ? bits : Double.doubleToRawLongBits(Scalar.decode(from, bits));
  }

  private static dev.linden.matrix.Matrix matrixAt(Invocation call, int i) {
    return call.dataType(i) == DataType.MATRIX ? call.matrix(i) : null;
  }

  private static double numberAt(Invocation call, int i) {
    if (call.dataType(i) == DataType.MATRIX) {
      return 0;
    }
    if (call.valueType(i) == ValueType.STRING) {
      throw new InputError("argument " + (i + 1) + " of ifelse must be a number, but is a string");
    }
    return call.number(i);
  }
}
