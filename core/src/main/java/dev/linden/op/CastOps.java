package dev.linden.op;

import static dev.linden.op.Parameter.of;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import dev.linden.frame.Frame;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import java.util.List;

/** From one type to another. */
public final class CastOps {
  public static final Op AS_SCALAR =
      Op.define(
              "as.scalar",
              "The single cell of a 1x1 matrix, or the scalar in a list of one element.")
          .aliases("castAsScalar")
          .parameters(of("X", DataType.MATRIX, DataType.FRAME, DataType.LIST))
          .rule(call -> List.of(inferAsScalar(call.in(0))))
          .kernel(CastOps::runAsScalar)
          .properties(Property.SELF_CHECKING)
          .distribution(Distribution.LOCAL)
          .build();

  public static final Op AS_MATRIX =
      Op.define(
              "as.matrix",
              "A 1x1 matrix of a scalar, the matrix in a list, or a column of a list's scalars.")
          .parameters(of("x", DataType.SCALAR, DataType.MATRIX, DataType.FRAME, DataType.LIST))
          .rule(call -> List.of(inferAsMatrix(call)))
          .kernel(CastOps::runAsMatrix)
          .naming(Naming.rowsOf(0), Naming.colsOf(0))
          .properties(Property.SELF_CHECKING)
          .distribution(Distribution.LOCAL)
          .build();

  public static final Op AS_LIST =
      Op.define("as.list", "The list in a list of one element.")
          .parameters(of("L", DataType.LIST))
          .rule(call -> List.of(Info.list()))
          .kernel(
              call -> {
                ListValue list = call.list(0);
                boolean nested = list.size() == 1 && list.elements().get(0) instanceof ListValue;
                call.result(nested ? list.elements().get(0) : list);
              })
          .build();

  public static final Op AS_DOUBLE =
      Op.define("as.double", "A scalar as a double; strings are parsed.")
          .parameters(scalar("x"))
          .rule(call -> List.of(Info.scalar(ValueType.DOUBLE)))
          .kernel(call -> call.result(call.number(0)))
          .scalarForm(
              types ->
                  new ScalarForm.OfBits(ValueType.DOUBLE) {
                    @Override
                    public long apply(long x, long y, long z) {
                      return Double.doubleToRawLongBits(Scalar.decode(types[0], x));
                    }
                  })
          .build();

  public static final Op AS_INTEGER =
      Op.define("as.integer", "A scalar as an int, truncated toward zero; strings are parsed.")
          .parameters(scalar("x"))
          .rule(call -> List.of(Info.scalar(ValueType.INT)))
          .kernel(call -> call.result(((Scalar) call.value(0)).toInteger()))
          .scalarForm(
              types ->
                  new ScalarForm.OfBits(ValueType.INT) {
                    @Override
                    public long apply(long x, long y, long z) {
                      return types[0] == ValueType.DOUBLE
                          ? Scalar.encode(Scalar.decode(types[0], x), ValueType.INT)
                          : x;
                    }
                  })
          .build();

  public static final Op AS_LOGICAL =
      Op.define(
              "as.logical",
              "A scalar as a boolean: a number that is not 0, a text that is \"true\" in any case.")
          .aliases("as.boolean")
          .parameters(scalar("x"))
          .rule(call -> List.of(Info.scalar(ValueType.BOOLEAN)))
          .kernel(
              call ->
                  call.result(
                      call.valueType(0) == ValueType.STRING
                          ? call.text(0).equalsIgnoreCase("true")
                          : call.number(0) != 0))
          .scalarForm(
              types ->
                  new ScalarForm.OfBits(ValueType.BOOLEAN) {
                    @Override
                    public long apply(long x, long y, long z) {
                      return Scalar.decode(types[0], x) != 0 ? 1 : 0;
                    }
                  })
          .build();

  static final List<Op> ALL =
      List.of(AS_SCALAR, AS_MATRIX, AS_LIST, AS_DOUBLE, AS_INTEGER, AS_LOGICAL);

  private CastOps() {}

  private static Info inferAsScalar(Info x) {
    Size size = x.size();
    if (x.data() == DataType.LIST) {
      if (Sizes.differ(size.rows(), 1)) {
        throw new OpError(
            0, "as.scalar needs a list of one element, but is given one of " + size.rows());
      }
      return Info.scalar(ValueType.UNKNOWN);
    }
    if (Sizes.differ(size.rows(), 1) || Sizes.differ(size.cols(), 1)) {
      throw new OpError(
          0, "as.scalar needs a 1x1 " + x.data().word() + ", but is given " + x.describeOne());
    }
    return Info.scalar(x.isMatrix() ? ValueType.DOUBLE : ValueType.UNKNOWN);
  }

  private static void runAsScalar(Invocation call) {
    if (call.dataType(0) == DataType.MATRIX) {
      call.result(singleCell(call.matrix(0)));
      return;
    }
    if (call.dataType(0) == DataType.FRAME) {
      call.result(FrameOps.onlyCell(FrameOps.frame(call, 0)));
      return;
    }
    Value element = onlyElement(call.list(0), "as.scalar");
    if (element instanceof MatrixValue matrix) {
      call.result(singleCell(matrix.matrix()));
    } else if (element instanceof Scalar) {
      call.result(element);
    } else {
      throw new InputError(
          "as.scalar needs a scalar in the list, but it holds a " + element.dataType().word());
    }
  }

  private static double singleCell(Matrix matrix) {
    if (matrix.rows() != 1 || matrix.cols() != 1) {
      throw new InputError(
          "as.scalar needs a 1x1 matrix, but is given a " + matrix.shape() + " matrix");
    }
    return matrix.get(0, 0);
  }

  private static Value onlyElement(ListValue list, String name) {
    if (list.size() != 1) {
      throw new InputError(
          name + " needs a list of one element, but is given one of " + list.size());
    }
    return list.elements().get(0);
  }

  private static Info inferAsMatrix(CallSite call) {
    Info x = call.in(0);
    return switch (x.data()) {
      case MATRIX -> x;
      case SCALAR -> Info.matrix(Sizes.full(1, 1));
      case FRAME -> Info.matrix(x.size());
      // One element may be a matrix of any size; several are scalars.
      default -> x.size().rows() > 1 ? Info.matrix(Sizes.full(x.size().rows(), 1)) : Info.matrix();
    };
  }

  private static void runAsMatrix(Invocation call) {
    switch (call.dataType(0)) {
      case MATRIX -> call.result(call.matrix(0));
      case SCALAR -> call.result(Args.oneByOne(call.number(0)));
      case FRAME -> {
        Frame frame = FrameOps.frame(call, 0);
        call.result(new MatrixValue(frame.toMatrix()).named(frame.givenNames()));
      }
      default -> {
        ListValue list = call.list(0);
        if (list.size() == 1 && list.elements().get(0) instanceof MatrixValue matrix) {
          call.result((Value) matrix);
        } else {
          call.result(column(list));
        }
      }
    }
  }

  private static Matrix column(ListValue list) {
    double[] cells = new double[list.size()];
    for (int i = 0; i < cells.length; i++) {
      if (!(list.elements().get(i) instanceof Scalar scalar)) {
        throw new InputError(
            "as.matrix of a list needs scalars, but element "
                + (i + 1)
                + " is a "
                + list.elements().get(i).dataType().word());
      }
      cells[i] = scalar.asDouble();
    }
    return Dense.wrap(cells.length, 1, cells);
  }
}
