package dev.linden.op;

import dev.linden.base.InputError;
import dev.linden.base.Suggestions;
import dev.linden.frame.Frame;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.reorg.Append;
import dev.linden.matrix.kernel.reorg.Indexing;
import java.util.ArrayList;
import java.util.List;

/**
 * Columns by their names. Before plans are made, names in an index become positions by the two
 * operators here, so that no rewrite and no kernel meets a name as an index.
 */
public final class NamedColumns {
  /** The position of a column, from 1 on. */
  public static final Op POSITION =
      Op.define("column of", "The position of the column of a name.")
          .parameters(of(), Parameter.scalar("name"))
          .rule(call -> List.of(Info.scalar(ValueType.INT)))
          .kernel(call -> call.result(position(call.value(0), call.text(1), 1) + 1L))
          .properties(Property.SELF_CHECKING, Property.ASKS_NAMES)
          .build();

  /** Several columns, in the order of the names. */
  public static final Op SELECT =
      Op.define("columns of", "The columns of a matrix or frame that have these names.")
          .parameters(of(), Parameter.of("names", DataType.LIST, DataType.FRAME))
          .rule(
              call -> {
                Size size = Size.of(call.in(0).size().rows(), count(call.in(1)));
                return List.of(call.in(0).isMatrix() ? Info.matrix(size) : Info.frame(size));
              })
          .kernel(call -> select(call, call.value(0), 1))
          .naming(Naming.rowsOf(0), Naming.OWN)
          .properties(Property.SELF_CHECKING, Property.DATA_DEPENDENT_SIZE, Property.ASKS_NAMES)
          .build();

  static final List<Op> PHYSICAL = List.of(POSITION, SELECT);

  private NamedColumns() {}

  private static Parameter of() {
    return Parameter.of("X", DataType.MATRIX, DataType.FRAME);
  }

  // ---- positions

  /** 0-based; {@code argument} is the one that an error speaks of. */
  static int position(Value x, String name, int argument) {
    List<String> names = names(x);
    int at = names == null ? -1 : names.indexOf(name);
    if (at >= 0) {
      return at;
    }
    if (names == null) {
      throw new OpError(
          argument,
          "the columns of this matrix have no names, but \"" + name + "\" is asked for",
          "setNames(X, list(...)) gives them names");
    }
    throw new OpError(
        argument,
        "there is no column \"" + name + "\"; " + someOf(names),
        Suggestions.hint(name, names));
  }

  private static final int MOST_NAMES = 20;

  private static String someOf(List<String> names) {
    List<String> some = names.subList(0, Math.min(MOST_NAMES, names.size()));
    return "the columns are "
        + String.join(", ", some)
        + (some.size() < names.size() ? ", … (" + names.size() + ")" : "");
  }

  /** Null if the columns have no names. */
  static List<String> names(Value x) {
    return x instanceof FrameValue frame ? frame.frame().names() : ((MatrixValue) x).names();
  }

  // ---- lists of names

  static boolean isList(Invocation call, int i) {
    return call.given(i) && call.dataType(i) != DataType.SCALAR;
  }

  /** How many columns an index of names selects. */
  static long count(CallSite call, int from, int to) {
    if (Indexes.given(call, to)) {
      throw new OpError(to, "a list of names has no upper bound");
    }
    return count(call.in(from));
  }

  private static long count(Info names) {
    Size size = names.size();
    return names.data() == DataType.LIST
        ? size.rows()
        : size.rows() == 1 ? size.cols() : size.cols() == 1 ? size.rows() : Sizes.UNKNOWN;
  }

  /** The part of a matrix or frame that an index of rows and a list of names selects. */
  static void runIndex(Invocation call) {
    Value x = call.value(0);
    boolean isMatrix = x instanceof MatrixValue;
    int rows = isMatrix ? ((MatrixValue) x).rows() : ((FrameValue) x).frame().rows();
    int rowStart = Indexes.start(call, 1, rows, "row");
    int rowEnd = Indexes.end(call, 1, 2, rows, "row", rowStart);
    if (x instanceof FrameValue frame) {
      select(
          call, new FrameValue(frame.frame().slice(rowStart, rowEnd, 0, frame.frame().cols())), 3);
    } else {
      MatrixValue matrix = (MatrixValue) x;
      Matrix part =
          Indexing.slice(matrix.matrix(), rowStart, rowEnd, 0, matrix.cols(), call.workers());
      List<String> rowNames = matrix.rowNames();
      MatrixValue named =
          new MatrixValue(part)
              .named(rowNames == null ? null : rowNames.subList(rowStart, rowEnd), matrix.names());
      select(call, named, 3);
    }
  }

  private static void select(Invocation call, Value x, int namesAt) {
    List<String> names = texts(call, namesAt);
    int[] positions = new int[names.size()];
    for (int k = 0; k < positions.length; k++) {
      positions[k] = position(x, names.get(k), namesAt);
    }
    if (x instanceof FrameValue frame) {
      call.result(new FrameValue(frame.frame().selectColumns(positions)));
      return;
    }
    Matrix matrix = ((MatrixValue) x).matrix();
    List<Matrix> columns = new ArrayList<>();
    for (int position : positions) {
      columns.add(Indexing.slice(matrix, 0, matrix.rows(), position, position + 1, call.workers()));
    }
    if (columns.isEmpty()) {
      throw new OpError(namesAt, "the list of names is empty");
    }
    call.result(
        new MatrixValue(Append.cbind(columns, call.workers()))
            .named(((MatrixValue) x).rowNames(), names));
  }

  /** The names in a list of strings, or in a frame of one row or one column. */
  static List<String> texts(Invocation call, int i) {
    if (call.dataType(i) == DataType.LIST) {
      return FrameOps.texts(call.list(i), "names");
    }
    Frame frame = FrameOps.frame(call, i);
    if (frame.cols() == 1 && frame.rows() != 1) {
      List<String> texts = new ArrayList<>();
      for (int row = 0; row < frame.rows(); row++) {
        texts.add(text(frame, row, 0));
      }
      return texts;
    }
    if (frame.rows() != 1) {
      throw new InputError(
          "names are a list, or a frame of one row or column, but this one is "
              + frame.rows()
              + "x"
              + frame.cols());
    }
    List<String> texts = new ArrayList<>();
    for (int col = 0; col < frame.cols(); col++) {
      texts.add(text(frame, 0, col));
    }
    return texts;
  }

  private static String text(Frame frame, int row, int col) {
    String text = frame.column(col).text(row);
    if (text == null) {
      throw new InputError("a name is missing in row " + (row + 1) + ", column " + (col + 1));
    }
    return text;
  }
}
