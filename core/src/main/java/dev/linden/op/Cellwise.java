package dev.linden.op;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.kernel.cells.Elementwise;
import java.util.List;

/**
 * Makes cell-wise operators out of cell functions: rule, kernel and properties all follow from the
 * function.
 */
final class Cellwise {
  private Cellwise() {}

  /** A function of one matrix or number that gives doubles. */
  static Op unary(String name, UnaryFunction f, String summary, String... aliases) {
    return unary(name, ScalarKind.REAL, f, summary, aliases);
  }

  static Op unary(
      String name, ScalarKind kind, UnaryFunction f, String summary, String... aliases) {
    return Op.define(name, summary)
        .aliases(aliases)
        .parameters(Parameter.matrixOrScalar("x"))
        .rule(call -> List.of(inferUnary(name, kind, f, call)))
        .kernel(call -> runUnary(name, kind, f, call))
        .unary(f)
        .scalarKind(kind)
        .properties(Property.CELLWISE, Property.IN_PLACE)
        .distribution(Distribution.CELL_ALIGNED)
        .build();
  }

  static Op binary(
      String name, ScalarKind kind, BinaryFunction f, String summary, String... aliases) {
    boolean frames = kind == ScalarKind.RELATIONAL;
    return Op.define(name, summary)
        .aliases(aliases)
        .parameters(operand("x", frames), operand("y", frames))
        .rule(call -> List.of(inferBinary(name, kind, f, call)))
        .kernel(call -> runBinary(name, kind, f, call))
        .binary(f)
        .scalarKind(kind)
        .properties(Property.CELLWISE, Property.IN_PLACE)
        .distribution(Distribution.CELL_ALIGNED)
        .build();
  }

  private static Parameter operand(String name, boolean frames) {
    return frames
        ? Parameter.of(name, DataType.MATRIX, DataType.SCALAR, DataType.FRAME)
        : Parameter.matrixOrScalar(name);
  }

  // ---- rules

  static Info inferUnary(String name, ScalarKind kind, UnaryFunction f, CallSite call) {
    Info x = call.in(0);
    if (x.isScalar()) {
      return Info.scalar(ScalarArithmetic.resultType(kind, name, x.value()));
    }
    Size size = x.size();
    return Info.matrix(f.keepsZeros() ? size : Sizes.full(size.rows(), size.cols()));
  }

  static Info inferBinary(String name, ScalarKind kind, BinaryFunction f, CallSite call) {
    return inferBinary(name, kind, f, call.in(0), call.in(1));
  }

  static Info inferBinary(String name, ScalarKind kind, BinaryFunction f, Info a, Info b) {
    if (a.isScalar() && b.isScalar()) {
      return Info.scalar(ScalarArithmetic.resultType(kind, name, a.value(), b.value()));
    }
    if (a.data() == DataType.FRAME || b.data() == DataType.FRAME) {
      return FrameOps.inferComparison(name, a, b);
    }
    rejectString(name, a, b, 0);
    rejectString(name, b, a, 1);
    if (a.isMatrix() && b.isMatrix()) {
      return Info.matrix(Sizes.binary(f, a.size(), b.size(), Sizes.broadcast(name, a, b)));
    }
    Size size = a.isMatrix() ? a.size() : b.size();
    Scalar constant = a.isMatrix() ? b.constant() : a.constant();
    boolean zerosStay =
        constant == null
            ? f.absorbsZeros()
            : f.absorbsZeros()
                || (a.isMatrix()
                        ? f.apply(0, constant.asDouble())
                        : f.apply(constant.asDouble(), 0))
                    == 0;
    return Info.matrix(
        Sizes.bounded(size.rows(), size.cols(), zerosStay ? size.nnz() : Sizes.UNKNOWN));
  }

  private static void rejectString(String name, Info operand, Info other, int argument) {
    if (operand.isString()) {
      throw stringAndMatrix(name, argument, other.describeOne());
    }
  }

  /** {@code argument} is the string. */
  private static OpError stringAndMatrix(String name, int argument, String matrix) {
    return name.equals("+")
        ? new OpError(
            1 - argument,
            "+ joins a string with scalars only, but " + matrix + " is given",
            "toString(...) gives the text of a matrix")
        : new OpError(argument, name + " needs numbers, but is given " + matrix + " and a string");
  }

  // ---- kernels

  static void runUnary(String name, ScalarKind kind, UnaryFunction f, Invocation call) {
    if (call.dataType(0) == DataType.MATRIX) {
      call.result(Elementwise.unary(f, call.matrix(0), call.reusable(0), call.workers()));
    } else {
      ValueType type = ScalarArithmetic.resultType(kind, name, call.valueType(0));
      if (type == ValueType.INT) {
        call.result(ScalarArithmetic.evaluate(f, call.integer(0)));
      } else {
        give(call, f.apply(call.number(0)), type);
      }
    }
  }

  static void runBinary(String name, ScalarKind kind, BinaryFunction f, Invocation call) {
    if (call.dataType(0) == DataType.FRAME || call.dataType(1) == DataType.FRAME) {
      FrameOps.runComparison(name, f, call);
      return;
    }
    boolean matrixLeft = call.dataType(0) == DataType.MATRIX;
    boolean matrixRight = call.dataType(1) == DataType.MATRIX;
    if (matrixLeft && matrixRight) {
      call.result(
          Elementwise.binary(
              f,
              call.matrix(0),
              call.matrix(1),
              call.reusable(0),
              call.reusable(1),
              call.workers()));
    } else if (matrixLeft) {
      double y = operand(name, call, 1);
      call.result(Elementwise.scalarRight(f, call.matrix(0), y, call.reusable(0), call.workers()));
    } else if (matrixRight) {
      double x = operand(name, call, 0);
      call.result(Elementwise.scalarLeft(f, x, call.matrix(1), call.reusable(1), call.workers()));
    } else {
      runScalars(name, kind, f, call);
    }
  }

  private static double operand(String name, Invocation call, int i) {
    if (call.valueType(i) == ValueType.STRING) {
      throw stringAndMatrix(name, i, "a " + call.matrix(1 - i).shape() + " matrix");
    }
    return call.number(i);
  }

  private static void runScalars(String name, ScalarKind kind, BinaryFunction f, Invocation call) {
    ValueType a = call.valueType(0);
    ValueType b = call.valueType(1);
    ValueType type = ScalarArithmetic.resultType(kind, name, a, b);
    if (type == ValueType.STRING) {
      call.result(call.text(0) + call.text(1));
    } else if (a == ValueType.STRING || b == ValueType.STRING) {
      call.result(ScalarArithmetic.compare(f, call.text(0), call.text(1)));
    } else {
      giveBits(
          call,
          type == ValueType.INT
              ? ScalarArithmetic.evaluate(f, call.integer(0), call.integer(1))
              : Scalar.encode(f.apply(call.number(0), call.number(1)), type),
          type);
    }
  }

  /** Sets a numeric scalar result of the given type. */
  static void give(Invocation call, double value, ValueType type) {
    giveBits(call, Scalar.encode(value, type), type);
  }

  private static void giveBits(Invocation call, long bits, ValueType type) {
    switch (type) {
      case INT -> call.result(bits);
      case BOOLEAN -> call.result(bits != 0);
      default -> call.result(Double.longBitsToDouble(bits));
    }
  }

  // ---- any number of operands

  /** Combines all operands from the left; a single one is left to the caller. */
  static Info inferAll(String name, ScalarKind kind, BinaryFunction f, CallSite call) {
    Info result = call.in(0);
    for (int i = 1; i < call.count(); i++) {
      result = inferBinary(name, kind, f, result, call.in(i)).withoutConstant();
    }
    return result;
  }

  static void runAll(String name, ScalarKind kind, BinaryFunction f, Invocation call) {
    if (call.count() == 2) {
      runBinary(name, kind, f, call);
      return;
    }
    Matrix matrix = null;
    boolean scalarSeen = false;
    double scalar = 0;
    long integer = 0; // the same while all scalars are integers
    ValueType type = null;
    for (int i = 0; i < call.count(); i++) {
      if (call.dataType(i) == DataType.MATRIX) {
        Matrix next = call.matrix(i);
        matrix =
            matrix == null
                ? next
                : Elementwise.binary(
                    f, matrix, next, isOwn(matrix, call), call.reusable(i), call.workers());
      } else {
        double next = Args.number(call, i, "argument " + (i + 1) + " of " + name);
        scalar = scalarSeen ? f.apply(scalar, next) : next;
        type =
            scalarSeen
                ? ScalarArithmetic.resultType(kind, name, type, call.valueType(i))
                : call.valueType(i);
        if (type == ValueType.INT) {
          long nextInteger = call.integer(i);
          integer = scalarSeen ? ScalarArithmetic.evaluate(f, integer, nextInteger) : nextInteger;
        }
        scalarSeen = true;
      }
    }
    if (matrix == null && type == ValueType.INT) {
      call.result(integer);
    } else if (matrix == null) {
      give(call, scalar, type);
    } else if (scalarSeen) {
      call.result(Elementwise.scalarRight(f, matrix, scalar, isOwn(matrix, call), call.workers()));
    } else {
      call.result(matrix);
    }
  }

  /** An intermediate of this call; a kernel may have handed back one of its inputs instead. */
  private static boolean isOwn(Matrix matrix, Invocation call) {
    for (int i = 0; i < call.count(); i++) {
      if (call.dataType(i) == DataType.MATRIX && call.matrix(i) == matrix) {
        return false;
      }
    }
    return true;
  }
}
