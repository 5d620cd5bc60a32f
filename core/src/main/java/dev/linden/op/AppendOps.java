package dev.linden.op;

import static dev.linden.op.Parameter.any;
import static dev.linden.op.Parameter.of;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.reorg.Append;
import java.util.ArrayList;
import java.util.List;

/** Side by side and on top of each other; also the end of lists and texts. */
public final class AppendOps {
  public static final Op CBIND =
      bind("cbind", true, "Matrices or frames side by side; two texts on two lines.");
  public static final Op RBIND =
      bind("rbind", false, "Matrices or frames on top of each other; two texts on two lines.");

  public static final Op APPEND =
      Op.define(
              "append",
              "Matrices side by side, a list with a further element, or two texts on two lines.")
          .parameters(of("x", DataType.MATRIX, DataType.SCALAR, DataType.LIST), any("y"))
          .rule(call -> List.of(inferAppend(call)))
          .scratch(AppendOps::rowCounts)
          .kernel(AppendOps::runAppend)
          .naming(Naming.OF_OPERANDS, Naming.JOINED)
          .distribution(Distribution.SCATTERED)
          .build();

  static final List<Op> ALL = List.of(CBIND, RBIND, APPEND);

  private AppendOps() {}

  private static Op bind(String name, boolean columns, String summary) {
    return Op.define(name, summary)
        .parameters(
            of("x", DataType.MATRIX, DataType.FRAME, DataType.LIST, DataType.SCALAR),
            of("y", DataType.MATRIX, DataType.FRAME, DataType.SCALAR).repeated())
        .rule(call -> List.of(inferBind(name, columns, call)))
        .kernel(call -> runBind(name, columns, call))
        .scratch(AppendOps::rowCounts)
        .expectedShare(ExpectedShare.OF_ALL)
        .distinctCells(DistinctCells.OF_ALL)
        .naming(
            columns ? Naming.OF_OPERANDS : Naming.JOINED,
            columns ? Naming.JOINED : Naming.colsOf(0))
        .properties(Property.REORGANIZES)
        .distribution(Distribution.SCATTERED)
        .build();
  }

  private static Info inferBind(String name, boolean columns, CallSite call) {
    if (call.in(0).data() == DataType.LIST) {
      if (call.count() > 1) {
        throw new OpError(1, name + " takes matrices or a single list of matrices");
      }
      return Info.matrix();
    }
    if (call.in(0).data() == DataType.FRAME) {
      return FrameOps.inferBind(name, columns, call);
    }
    if (call.in(0).isScalar()) {
      return inferTexts(name, call);
    }
    long along = 0;
    long across = Sizes.UNKNOWN;
    long neutralAcross = 0;
    long nnz = 0;
    boolean acrossCertain = true;
    for (int i = 0; i < call.count(); i++) {
      if (!call.in(i).isMatrix()) {
        throw new OpError(
            i,
            name
                + " takes only matrices beside a matrix, but is given "
                + call.in(i).describeOne());
      }
      Size size = columns ? call.in(i).size() : call.in(i).size().transposed();
      along = Sizes.sum(along, size.cols());
      nnz = Sizes.sum(nnz, Sizes.nnz(size));
      if (size.cols() == 0) {
        neutralAcross =
            size.rowsKnown() && neutralAcross >= 0
                ? Math.max(neutralAcross, size.rows())
                : Sizes.UNKNOWN;
      } else if (size.cols() > 0) {
        if (Sizes.differ(across, size.rows())) {
          throw new OpError(
              i,
              name
                  + " needs matrices with the same number of "
                  + (columns ? "rows" : "columns")
                  + ", which is "
                  + across
                  + " here, but this is "
                  + call.in(i).describeOne());
        }
        across = Math.max(across, size.rows());
      } else {
        acrossCertain = false;
      }
    }
    if (across < 0 && acrossCertain && along == 0) {
      across = neutralAcross;
    } else if (across < 0 && !acrossCertain) {
      across = commonAcross(columns, call);
    }
    return Info.matrix(
        columns ? Sizes.bounded(across, along, nnz) : Sizes.bounded(along, across, nnz));
  }

  /** Two texts, as append takes them. */
  private static Info inferTexts(String name, CallSite call) {
    for (int i = 0; i < call.count(); i++) {
      Info part = call.in(i);
      if (!part.isString() && !(part.isScalar() && part.value() == ValueType.UNKNOWN)) {
        throw new OpError(
            i,
            name + " needs matrices, frames or two strings, but is given " + part.describeOne(),
            part.isScalar() ? "as.matrix(...) turns a scalar into a 1x1 matrix" : null);
      }
    }
    if (call.count() != 2) {
      throw new OpError(name + " joins two strings, but is given " + call.count());
    }
    return Info.scalar(ValueType.STRING);
  }

  /**
   * Where every operand has the same known extent, the result has it, whichever of them turn out
   * empty.
   */
  private static long commonAcross(boolean columns, CallSite call) {
    long common = across(columns, call, 0);
    for (int i = 1; i < call.count(); i++) {
      common = common == across(columns, call, i) ? common : Sizes.UNKNOWN;
    }
    return common;
  }

  private static long across(boolean columns, CallSite call, int i) {
    return columns ? call.in(i).size().rows() : call.in(i).size().cols();
  }

  private static void runBind(String name, boolean columns, Invocation call) {
    if (call.dataType(0) == DataType.LIST) {
      bindList(name, columns, call);
      return;
    }
    if (call.dataType(0) == DataType.FRAME) {
      FrameOps.runBind(columns, call);
      return;
    }
    if (call.dataType(0) == DataType.SCALAR) {
      joinTexts(name, call);
      return;
    }
    List<Matrix> parts = new ArrayList<>(call.count());
    for (int i = 0; i < call.count(); i++) {
      parts.add(call.matrix(i));
    }
    call.result(bind(columns, parts, call));
  }

  private static void joinTexts(String name, Invocation call) {
    for (int i = 0; i < 2; i++) {
      if (call.valueType(i) != ValueType.STRING) {
        throw new OpError(i, name + " needs two strings, but is given " + call.scalar(i).asText());
      }
    }
    call.result(call.text(0) + "\n" + call.text(1));
  }

  private static Matrix bind(boolean columns, List<Matrix> parts, Invocation call) {
    return columns ? Append.cbind(parts, call.workers()) : Append.rbind(parts, call.workers());
  }

  private static void bindList(String name, boolean columns, Invocation call) {
    List<Matrix> parts = new ArrayList<>();
    List<Value> elements = call.list(0).elements();
    if (elements.isEmpty()) {
      throw new InputError(name + " needs at least one matrix, but the list is empty");
    }
    long extent = -1;
    for (Value element : elements) {
      if (!(element instanceof MatrixValue matrix)) {
        throw new InputError(
            name
                + " of a list needs matrices, but element "
                + (parts.size() + 1)
                + " is a "
                + element.dataType().word());
      }
      Matrix part = matrix.matrix();
      long across = columns ? part.rows() : part.cols();
      boolean neutral = (columns ? part.cols() : part.rows()) == 0;
      if (!neutral && extent >= 0 && across != extent) {
        throw new InputError(
            name
                + " needs equal "
                + (columns ? "rows" : "columns")
                + ", but element "
                + (parts.size() + 1)
                + " is "
                + part.shape()
                + " where "
                + extent
                + " are expected");
      }
      extent = neutral ? extent : across;
      parts.add(part);
    }
    Matrix bound = bind(columns, parts, call);
    int same = parts.indexOf(bound);
    if (same >= 0) {
      // The element itself: the list still refers to it, so it must keep its count of references.
      call.result(elements.get(same));
    } else {
      call.result(bound);
    }
  }

  private static Info inferAppend(CallSite call) {
    Info x = call.in(0);
    Info y = call.in(1);
    if (x.data() == DataType.LIST) {
      return Info.list(Sizes.sum(x.size().rows(), 1));
    }
    if (x.data() != y.data()) {
      throw new OpError(
          1,
          "append needs two matrices, two strings or a list, but is given "
              + x.describeOne()
              + " and "
              + y.describeOne());
    }
    if (x.isScalar()) {
      Args.needText(call, 0, "the first argument of append");
      Args.needText(call, 1, "the second argument of append");
      return Info.scalar(ValueType.STRING);
    }
    return inferBind("append", true, call);
  }

  private static void runAppend(Invocation call) {
    switch (call.dataType(0)) {
      case LIST -> call.result(appendToList(call.list(0), call.value(1)));
      case SCALAR -> call.result(call.text(0) + "\n" + call.text(1));
      default -> runBind("append", true, call);
    }
  }

  /**
   * To a named list only another name with its value can be appended, given as a named list of one
   * element.
   */
  private static ListValue appendToList(ListValue list, Value value) {
    List<Value> elements = new ArrayList<>(list.elements());
    if (!list.isNamed()) {
      elements.add(value);
      return new ListValue(elements, null);
    }
    if (!(value instanceof ListValue single) || !single.isNamed() || single.size() != 1) {
      throw new InputError(
          "to a list with names only a named list of one element can be appended, as"
              + " list(name=value)");
    }
    elements.add(single.elements().get(0));
    List<String> names = new ArrayList<>(list.names());
    names.add(single.names().get(0));
    return new ListValue(elements, names);
  }

  /** Sizes of the rows of each part and of what is bound already. */
  private static double rowCounts(CallSite call, int threads) {
    double sum = 0;
    for (int i = 0; i < call.count(); i++) {
      if (call.in(i).isMatrix()) {
        sum += Footprint.times(24, call.in(i).size().rows());
      }
    }
    return sum;
  }
}
