package dev.linden.op;

import static dev.linden.op.Parameter.of;

import java.util.List;
import java.util.function.ToLongFunction;

/** Dimensions; constants as soon as the size is known. */
public final class ShapeOps {
  public static final Op NROW =
      shape("nrow", Size::rows, "Number of rows; of elements for a list.");
  public static final Op NCOL = shape("ncol", Size::cols, "Number of columns.");
  public static final Op LENGTH =
      shape("length", ShapeOps::length, "Number of cells; of elements for a list.");

  static final List<Op> ALL = List.of(NROW, NCOL, LENGTH);

  private ShapeOps() {}

  private static Op shape(String name, ToLongFunction<Size> count, String summary) {
    return Op.define(name, summary)
        .parameters(of("X", DataType.MATRIX, DataType.FRAME, DataType.LIST))
        .rule(
            call -> {
              long known = count.applyAsLong(call.in(0).size());
              return List.of(
                  known >= 0 ? Info.constant(Scalar.of(known)) : Info.scalar(ValueType.INT));
            })
        .kernel(call -> call.result(count.applyAsLong(size(call))))
        .properties(Property.ASKS_SHAPE, Property.SELF_CHECKING)
        .distribution(Distribution.LOCAL)
        .build();
  }

  private static long length(Size size) {
    if (size.known() && size.cols() > 0 && size.rows() > Long.MAX_VALUE / size.cols()) {
      throw new OpError(0, "a matrix of " + size.shape() + " has more cells than an int can count");
    }
    return Sizes.cells(size);
  }

  private static Size size(Invocation call) {
    return ValuesCall.describe(call.value(0)).size();
  }
}
