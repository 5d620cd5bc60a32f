package dev.linden.op;

import static dev.linden.op.Parameter.any;
import static dev.linden.op.Parameter.of;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.group.Grouping;
import dev.linden.matrix.kernel.reorg.Indexing;
import java.util.List;

/**
 * Reading and writing parts. A dimension without bounds is meant as a whole; a lower bound alone
 * selects one position. Lists have only the first dimension, and there a name may stand for a
 * position.
 */
public final class IndexOps {
  /** Past all arguments: the index has no upper bound. */
  private static final int NO_BOUND = Integer.MAX_VALUE;

  public static final Op INDEX =
      Op.define("[]", "Part of a matrix, a frame or a list.")
          .parameters(
              of("X", DataType.MATRIX, DataType.FRAME, DataType.LIST),
              of("rowFrom", DataType.SCALAR, DataType.MATRIX, DataType.FRAME).orAbsent(),
              scalar("rowTo").orAbsent(),
              of("colFrom", DataType.SCALAR, DataType.LIST, DataType.FRAME).orAbsent(),
              scalar("colTo").orAbsent())
          .rule(
              call ->
                  List.of(
                      call.in(0).data() == DataType.LIST ? inferListIndex(call) : inferIndex(call)))
          .kernel(
              call -> {
                if (call.dataType(0) == DataType.LIST) {
                  runListIndex(call);
                } else if (call.dataType(0) == DataType.FRAME) {
                  FrameOps.runIndex(call);
                } else {
                  runIndex(call);
                }
              })
          .expectedShare(ExpectedShare.OF_FIRST)
          .distinctCells(DistinctCells.OF_FIRST)
          .naming(new Naming.Part(Naming.rowsOf(0), 1), new Naming.Part(Naming.colsOf(0), 3))
          .part((operands, results) -> results.get(0))
          // A single position selects one row or column, whichever it is.
          .sizedBy((argument, given) -> argument > 0 && given.test(argument <= 2 ? 2 : 4))
          .properties(Property.REORGANIZES, Property.SELF_CHECKING)
          .distribution(Distribution.SCATTERED)
          .build();

  public static final Op ASSIGN =
      Op.define("[]<-", "A matrix, a frame or a list with a part replaced.")
          .parameters(
              of("X", DataType.MATRIX, DataType.FRAME, DataType.LIST),
              any("value"),
              scalar("rowFrom").orAbsent(),
              scalar("rowTo").orAbsent(),
              scalar("colFrom").orAbsent(),
              scalar("colTo").orAbsent())
          .rule(
              call ->
                  List.of(
                      switch (call.in(0).data()) {
                        case LIST -> inferListAssign(call);
                        case FRAME -> FrameOps.inferAssign(call);
                        default -> inferAssign(call);
                      }))
          .kernel(
              call -> {
                if (call.dataType(0) == DataType.LIST) {
                  runListAssign(call);
                } else if (call.dataType(0) == DataType.FRAME) {
                  FrameOps.runAssign(call);
                } else {
                  runAssign(call);
                }
              })
          .naming(Naming.rowsOf(0), Naming.colsOf(0))
          .part((operands, results) -> operands.get(1))
          .sizedBy((argument, given) -> false)
          .properties(Property.IN_PLACE, Property.SELF_CHECKING)
          .distribution(Distribution.SCATTERED)
          .build();

  /**
   * {@code X[marks, ]}: before plans are made, marks in an index become this operator, so that all
   * others meet positions only.
   */
  public static final Op MARKED_ROWS =
      Op.define(
              "rows where", "The rows of a matrix or frame that a column of zeros and ones marks.")
          .parameters(
              of("X", DataType.MATRIX, DataType.FRAME),
              of("marks", DataType.MATRIX, DataType.FRAME))
          .rule(
              call -> {
                Size size = Size.of(marked(call), call.in(0).size().cols());
                return List.of(call.in(0).isMatrix() ? Info.matrix(size) : Info.frame(size));
              })
          .kernel(IndexOps::runMarkedRows)
          .naming(
              new Naming.Computed() {
                @Override
                public List<String> of(Invocation call, Naming.Axis axis, MatrixValue result) {
                  return Naming.selected(
                      ((MatrixValue) call.value(0)).rowNames(), FrameOps.cells(call, 1));
                }
              },
              Naming.colsOf(0))
          .properties(Property.SELF_CHECKING, Property.DATA_DEPENDENT_SIZE)
          .build();

  /** {@code as.scalar(X[i,j])} without the 1x1 matrix between; plans choose it. */
  public static final Op CELL =
      Op.define("X[i,j]", "One cell of a matrix as a scalar.")
          .parameters(of("X", DataType.MATRIX), scalar("row"), scalar("col"))
          .rule(
              call -> {
                Indexes.count(call, 1, NO_BOUND, call.in(0).size().rows(), "row");
                Indexes.count(call, 2, NO_BOUND, call.in(0).size().cols(), "column");
                return List.of(Info.scalar(ValueType.DOUBLE));
              })
          .kernel(
              call -> {
                Matrix x = call.matrix(0);
                int row = Indexes.start(call, 1, x.rows(), "row");
                call.result(x.get(row, Indexes.start(call, 2, x.cols(), "column")));
              })
          .properties(Property.SELF_CHECKING)
          .build();

  static final List<Op> ALL = List.of(INDEX, ASSIGN);

  static final List<Op> PHYSICAL = List.of(CELL, MARKED_ROWS);

  private IndexOps() {}

  // ---- matrices

  private static Info inferIndex(CallSite call) {
    Size size = call.in(0).size();
    boolean marks = Indexes.given(call, 1) && !call.in(1).isScalar();
    if (marks && Indexes.given(call, 2)) {
      throw new OpError(2, "a column of marks has no upper bound");
    }
    long rows = marks ? marked(call) : Indexes.count(call, 1, 2, size.rows(), "row");
    long cols = Indexes.count(call, 3, 4, size.cols(), "column");
    return call.in(0).isMatrix()
        ? Info.matrix(Sizes.bounded(rows, cols, Sizes.nnz(size)))
        : Info.frame(Size.of(rows, cols));
  }

  /** How many rows a column of marks, the second argument, selects. */
  private static long marked(CallSite call) {
    Size size = call.in(0).size();
    Size marks = call.in(1).size();
    if (Sizes.differ(marks.cols(), 1) || Sizes.differ(marks.rows(), size.rows())) {
      throw new OpError(
          1,
          "an index that is a matrix or frame marks rows by 0 and 1 and must be "
              + Size.of(size.rows(), 1).shape()
              + " here, but is "
              + call.in(1).describeOne(),
          "as.scalar(...) turns a 1x1 matrix into a scalar");
    }
    return Sizes.UNKNOWN;
  }

  private static void runMarkedRows(Invocation call) {
    Matrix marks = FrameOps.cells(call, 1);
    Size size = ValuesCall.describe(call.value(0)).size();
    if (marks.cols() != 1 || marks.rows() != size.rows()) {
      throw new OpError(
          1,
          "an index that is a matrix or frame marks rows by 0 and 1 and must be "
              + Size.of(size.rows(), 1).shape()
              + " here, but is "
              + marks.shape());
    }
    for (int i = 0; i < marks.rows(); i++) {
      double mark = marks.get(i, 0);
      if (mark != 0 && mark != 1) {
        throw new OpError(
            1,
            "an index that is a matrix or frame marks rows by 0 and 1, but row "
                + (i + 1)
                + " of it is "
                + Scalar.of(mark).asText());
      }
    }
    call.result(
        call.dataType(0) == DataType.FRAME
            ? FrameOps.selected(call, true, marks)
            : new MatrixValue(
                Grouping.removeEmpty(call.matrix(0), true, marks, false, call.workers())));
  }

  private static void runIndex(Invocation call) {
    if (NamedColumns.isList(call, 3)) {
      NamedColumns.runIndex(call);
      return;
    }
    Matrix x = call.matrix(0);
    int rowStart = Indexes.start(call, 1, x.rows(), "row");
    int rowEnd = Indexes.end(call, 1, 2, x.rows(), "row", rowStart);
    int colStart = Indexes.start(call, 3, x.cols(), "column");
    int colEnd = Indexes.end(call, 3, 4, x.cols(), "column", colStart);
    call.result(Indexing.slice(x, rowStart, rowEnd, colStart, colEnd, call.workers()));
  }

  /** Rows (or columns) out of the partitions that hold them. */
  public static void slice(PartitionedMatrix x, Invocation call) {
    int argument = x.byRow() ? 1 : 3;
    int lines = (int) (x.byRow() ? x.rows() : x.cols());
    String what = x.byRow() ? "row" : "column";
    int start = Indexes.start(call, argument, lines, what);
    int end = Indexes.end(call, argument, argument + 1, lines, what, start);
    call.result(x.slice(start, end));
  }

  private static Info inferAssign(CallSite call) {
    Size size = call.in(0).size();
    Info value = call.in(1);
    long rows = Indexes.count(call, 2, 3, size.rows(), "row");
    long cols = Indexes.count(call, 4, 5, size.cols(), "column");
    long added = Sizes.cells(rows, cols);
    if (value.isMatrix()) {
      if (Sizes.differ(rows, value.size().rows()) || Sizes.differ(cols, value.size().cols())) {
        throw new OpError(
            1,
            "cannot assign "
                + value.describeOne()
                + " to a "
                + Size.of(rows, cols).shape()
                + " part of a matrix");
      }
      added = Sizes.smaller(added, Sizes.nnz(value.size()));
    } else {
      checkCellValue(value.isScalar() ? value.value() : null, value.data());
      if (value.isConstant() && value.constant().asDouble() == 0) {
        added = 0;
      }
    }
    return Info.matrix(Sizes.bounded(size.rows(), size.cols(), Sizes.sum(Sizes.nnz(size), added)));
  }

  private static void checkCellValue(ValueType type, DataType data) {
    if (data != DataType.SCALAR || type == ValueType.STRING) {
      String found = data == DataType.SCALAR ? type.word() : data.word();
      throw new OpError(1, "cells of a matrix take numbers, but the assigned value is a " + found);
    }
  }

  private static void runAssign(Invocation call) {
    Matrix x = call.matrix(0);
    int rowStart = Indexes.start(call, 2, x.rows(), "row");
    int rowEnd = Indexes.end(call, 2, 3, x.rows(), "row", rowStart);
    int colStart = Indexes.start(call, 4, x.cols(), "column");
    int colEnd = Indexes.end(call, 4, 5, x.cols(), "column", colStart);
    if (call.dataType(1) == DataType.MATRIX) {
      Matrix value = call.matrix(1);
      if (value.rows() != rowEnd - rowStart || value.cols() != colEnd - colStart) {
        throw new InputError(
            "cannot assign a "
                + value.shape()
                + " matrix to a "
                + (rowEnd - rowStart)
                + "x"
                + (colEnd - colStart)
                + " part of a matrix");
      }
      call.result(
          Indexing.assign(
              x, rowStart, rowEnd, colStart, colEnd, value, call.reusable(0), call.workers()));
    } else {
      checkCellValue(
          call.dataType(1) == DataType.SCALAR ? call.valueType(1) : null, call.dataType(1));
      call.result(
          Indexing.fill(
              x,
              rowStart,
              rowEnd,
              colStart,
              colEnd,
              call.number(1),
              call.reusable(0),
              call.workers()));
    }
  }

  // ---- lists

  private static Info inferListIndex(CallSite call) {
    if (Indexes.given(call, 1) && !call.in(1).isScalar()) {
      throw new OpError(
          1,
          "an index of a list must be a number or a name, but this is " + call.in(1).describeOne());
    }
    return Info.list(listCount(call, 1));
  }

  /** Elements selected by the bounds at {@code from} and after it. */
  private static long listCount(CallSite call, int from) {
    if (Indexes.given(call, from + 2) || Indexes.given(call, from + 3)) {
      throw new OpError(from + 2, "a list has one dimension only: write L[i]");
    }
    boolean range = Indexes.given(call, from + 1);
    if (Indexes.given(call, from)
        && (call.in(from).isString() || range && call.in(from + 1).isString())) {
      return range ? Sizes.UNKNOWN : 1;
    }
    return Indexes.count(call, from, from + 1, call.in(0).size().rows(), "list");
  }

  private static void runListIndex(Invocation call) {
    ListValue list = call.list(0);
    int start = listStart(call, 1, list);
    call.result(list.slice(start, listEnd(call, 1, list, start)));
  }

  private static int listStart(Invocation call, int from, ListValue list) {
    return isName(call, from)
        ? list.position(call.text(from))
        : Indexes.start(call, from, list.size(), "list");
  }

  private static int listEnd(Invocation call, int from, ListValue list, int start) {
    if (!isName(call, from + 1)) {
      return isName(call, from) && !call.given(from + 1)
          ? start + 1
          : Indexes.end(call, from, from + 1, list.size(), "list", start);
    }
    int end = list.position(call.text(from + 1)) + 1;
    if (end <= start) {
      throw new InputError(
          "the range of the list runs backwards: \""
              + call.text(from + 1)
              + "\" is element "
              + end
              + ", and the range starts with element "
              + (start + 1));
    }
    return end;
  }

  private static boolean isName(Invocation call, int i) {
    return call.given(i) && call.valueType(i) == ValueType.STRING;
  }

  private static Info inferListAssign(CallSite call) {
    if (!Indexes.given(call, 2)) {
      throw new OpError("an element of a list is assigned by its position or name: L[i] = value");
    }
    long count = listCount(call, 2);
    Info value = call.in(1);
    if (Indexes.given(call, 3)
        && (value.data() != DataType.LIST || Sizes.differ(count, value.size().rows()))) {
      throw new OpError(
          1,
          "a range of a list takes a list of as many elements"
              + (count < 0 ? "" : " (" + count + ")")
              + ", but is given "
              + value.describeOne());
    }
    return Info.list(call.in(0).size().rows());
  }

  private static void runListAssign(Invocation call) {
    ListValue list = call.list(0);
    int start = listStart(call, 2, list);
    if (!call.given(3)) {
      boolean single = call.dataType(1) == DataType.LIST && call.list(1).size() == 1;
      call.result(single ? list.with(start, call.list(1)) : list.with(start, call.value(1)));
      return;
    }
    int end = listEnd(call, 2, list, start);
    ListValue values = call.list(1);
    if (values.size() != end - start) {
      throw new InputError(
          "a range of a list takes a list of as many elements ("
              + (end - start)
              + "), but is given "
              + values.size());
    }
    call.result(list.with(start, values));
  }
}
