package dev.linden.op;

import static dev.linden.op.Parameter.of;

import dev.linden.base.InputError;
import dev.linden.frame.Column;
import dev.linden.frame.Frame;
import java.util.ArrayList;
import java.util.List;

/** Frames: what is theirs alone, and their part of the operators that also take matrices. */
final class FrameOps {
  static final Op AS_FRAME =
      Op.define(
              "as.frame",
              "A frame of a scalar or of a matrix, whose columns get the narrowest types.")
          .parameters(of("x", DataType.SCALAR, DataType.MATRIX, DataType.FRAME))
          .rule(
              call ->
                  List.of(
                      Info.frame(
                          call.in(0).isScalar() ? Size.of(1, 1) : call.in(0).size().withoutNnz())))
          .kernel(call -> call.result(new FrameValue(asFrame(call))))
          .build();

  static final List<Op> ALL = List.of(AS_FRAME);

  private FrameOps() {}

  private static Frame asFrame(Invocation call) {
    return switch (call.dataType(0)) {
      case MATRIX -> Frame.of(call.matrix(0));
      case FRAME -> frame(call, 0);
      default -> Frame.of(cell(call.scalar(0)));
    };
  }

  private static Column cell(Scalar scalar) {
    return switch (scalar.type()) {
      case STRING -> Column.of(scalar.text());
      case BOOLEAN -> Column.of(scalar.asBoolean());
      case INT -> Column.of(scalar.asLong());
      default -> Column.of(scalar.asDouble());
    };
  }

  static Frame frame(Invocation call, int i) {
    return ((FrameValue) call.value(i)).frame();
  }

  // ---- cbind and rbind

  static Info inferBind(String name, boolean columns, CallSite call) {
    long along = 0;
    long across = Sizes.UNKNOWN;
    for (int i = 0; i < call.count(); i++) {
      if (call.in(i).data() != DataType.FRAME) {
        throw new OpError(
            i,
            name + " takes only frames beside a frame, but is given " + call.in(i).describeOne());
      }
      Size size = columns ? call.in(i).size() : call.in(i).size().transposed();
      along = Sizes.sum(along, size.cols());
      if (Sizes.differ(across, size.rows())) {
        String what = columns ? " rows" : " columns";
        throw new OpError(
            i,
            name
                + " needs equal"
                + what
                + ", but is given "
                + across
                + " and "
                + size.rows()
                + what);
      }
      across = Math.max(across, size.rows());
    }
    return Info.frame(columns ? Size.of(across, along) : Size.of(along, across));
  }

  static void runBind(boolean columns, Invocation call) {
    List<Frame> parts = new ArrayList<>();
    for (int i = 0; i < call.count(); i++) {
      parts.add(frame(call, i));
    }
    call.result(new FrameValue(columns ? Frame.cbind(parts) : Frame.rbind(parts)));
  }

  // ---- indexing

  static void runIndex(Invocation call) {
    Frame x = frame(call, 0);
    int rowStart = Indexes.start(call, 1, x.rows(), "row");
    int rowEnd = Indexes.end(call, 1, 2, x.rows(), "row", rowStart);
    int colStart = Indexes.start(call, 3, x.cols(), "column");
    int colEnd = Indexes.end(call, 3, 4, x.cols(), "column", colStart);
    call.result(new FrameValue(x.slice(rowStart, rowEnd, colStart, colEnd)));
  }

  // ---- casts

  /** The single cell, as a scalar of the column's type. */
  static Scalar onlyCell(Frame frame) {
    if (frame.rows() != 1 || frame.cols() != 1) {
      throw new InputError(
          "as.scalar needs a 1x1 frame, but is given a "
              + frame.rows()
              + "x"
              + frame.cols()
              + " frame");
    }
    Column column = frame.column(0);
    if (column.isMissing(0)) {
      throw new InputError("as.scalar of a frame cell that has no value");
    }
    return switch (column.type()) {
      case STRING -> Scalar.of(column.text(0));
      case BOOLEAN -> Scalar.of(column.number(0) != 0);
      case INT32, INT64 -> Scalar.of(Long.parseLong(column.text(0)));
      case FP32, FP64 -> Scalar.of(column.number(0));
    };
  }

  // ---- text

  /** A line with the sizes, one with the names, one with the types, then the rows. */
  static String text(Frame frame, Text.Layout layout) {
    int cols = Math.min(frame.cols(), layout.cols());
    StringBuilder names = new StringBuilder("#");
    StringBuilder types = new StringBuilder("#");
    for (int j = 0; j < cols; j++) {
      names.append(layout.separator()).append(frame.name(j));
      types.append(layout.separator()).append(frame.column(j).type());
    }
    StringBuilder out = new StringBuilder();
    out.append("# FRAME: nrow = ").append(frame.rows()).append(", ncol = ").append(frame.cols());
    out.append(layout.lineSeparator()).append(names).append(layout.lineSeparator());
    out.append(types).append(layout.lineSeparator());
    for (int i = 0; i < Math.min(frame.rows(), layout.rows()); i++) {
      for (int j = 0; j < cols; j++) {
        out.append(j > 0 ? layout.separator() : "");
        appendCell(out, frame.column(j), i, layout);
      }
      out.append(layout.lineSeparator());
    }
    return out.toString();
  }

  private static void appendCell(StringBuilder out, Column column, int row, Text.Layout layout) {
    switch (column.type()) {
      case FP64 -> Text.appendCell(out, column.number(row), layout.decimals());
      default -> out.append(column.text(row));
    }
  }
}
