package dev.linden.op;

import static dev.linden.op.Parameter.of;
import static dev.linden.op.Parameter.scalar;

import dev.linden.display.Limits;
import dev.linden.display.TextTable;
import dev.linden.frame.Frame;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.reorg.Indexing;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

/** Matrices and frames as tables: names of columns, first and last rows, a summary. */
final class TableOps {
  /** Rows that head and tail give if nobody says how many. */
  private static final int FEW = 5;

  /** Characters of a line of a summary, which a terminal must not break. */
  private static final int SUMMARY_WIDTH = 80;

  static final Op NAMES =
      Op.define(
              "names",
              "The names of the columns, or of the elements of a list, as a frame of one row; those"
                  + " without a name are called C1, C2, ...")
          .aliases("colnames")
          .parameters(of("x", DataType.FRAME, DataType.MATRIX, DataType.LIST))
          .rule(
              call -> {
                Size size = call.in(0).size();
                boolean list = call.in(0).data() == DataType.LIST;
                return List.of(Info.frame(Size.of(1, list ? size.rows() : size.cols())));
              })
          .kernel(call -> call.result(new FrameValue(FrameOps.textRow(names(call.value(0))))))
          .properties(Property.ASKS_NAMES)
          .build();

  static final Op SET_NAMES =
      Op.define(
              "setNames",
              "The same matrix or frame with other names of its columns: a list, a frame of one"
                  + " row, or a matrix whose columns are called so.")
          .parameters(
              of("X", DataType.MATRIX, DataType.FRAME),
              of("names", DataType.LIST, DataType.FRAME, DataType.MATRIX))
          .rule(call -> List.of(inferSetNames(call)))
          .kernel(TableOps::setNames)
          .naming(Naming.rowsOf(0), Naming.colsOf(1))
          .nameSource(1)
          .build();

  static final Op HEAD = part("head", "The first n rows, or the first n elements of a list.", true);
  static final Op TAIL = part("tail", "The last n rows, or the last n elements of a list.", false);

  static final Op SUMMARY =
      Op.define(
              "summary",
              "A text about each column of a matrix or frame: type, missing cells, quartiles, mean"
                  + " and standard deviation, or the most frequent text.")
          .parameters(of("X", DataType.MATRIX, DataType.FRAME))
          .rule(call -> List.of(Info.scalar(ValueType.STRING)))
          .kernel(call -> call.result(summary(call)))
          .properties(Property.ASKS_NAMES)
          .scratch((call, threads) -> Summary.scratch(call.in(0).size(), threads))
          .build();

  static final List<Op> ALL = List.of(NAMES, SET_NAMES, HEAD, TAIL, SUMMARY);

  private TableOps() {}

  // ---- names

  private static List<String> names(Value x) {
    List<String> names =
        x instanceof ListValue list
            ? (list.isNamed() ? list.names() : null)
            : NamedColumns.names(x);
    if (names != null) {
      return names;
    }
    int count = x instanceof ListValue list ? list.size() : ((MatrixValue) x).cols();
    return IntStream.range(0, count).mapToObj(i -> Naming.byNumber(Naming.Axis.COLS, i)).toList();
  }

  private static Info inferSetNames(CallSite call) {
    Info x = call.in(0);
    Info names = call.in(1);
    if (names.isMatrix()) {
      if (!x.isMatrix()) {
        throw new OpError(1, "setNames of a frame needs a list of names or a frame of one row");
      }
      if (Sizes.differ(x.size().cols(), names.size().cols())) {
        throw new OpError(
            1,
            "setNames is given a matrix with "
                + names.size().cols()
                + " columns for one with "
                + x.size().cols());
      }
    }
    return x;
  }

  private static void setNames(Invocation call) {
    if (call.dataType(1) == DataType.MATRIX) {
      call.result(call.value(0)); // names are those of the second operand, if it has any
      return;
    }
    List<String> names = NamedColumns.texts(call, 1);
    Value x = call.value(0);
    long cols = ValuesCall.describe(x).size().cols();
    if (names.size() != cols) {
      throw new OpError(1, "setNames is given " + names.size() + " names for " + cols + " columns");
    }
    HashSet<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new OpError(1, "setNames is given the name \"" + name + "\" twice");
      }
    }
    if (x instanceof FrameValue frame) {
      call.result(new FrameValue(frame.frame().withNames(names)));
    } else if (call.reusable(0)) {
      call.result(((MatrixValue) x).named(names));
    } else {
      // Others may know the matrix by its old names.
      call.result(new MatrixValue(call.matrix(0).copy()).named(names));
    }
  }

  // ---- first and last rows

  private static Op part(String name, String summary, boolean first) {
    return Op.define(name, summary)
        .parameters(of("x", DataType.MATRIX, DataType.FRAME, DataType.LIST), scalar("n").or(FEW))
        .rule(
            call -> {
              long count = Args.count(call, 1, "n of " + name);
              Size size = call.in(0).size();
              long rows =
                  count < 0 || !size.rowsKnown() ? Sizes.UNKNOWN : Math.min(count, size.rows());
              return List.of(
                  switch (call.in(0).data()) {
                    case LIST -> Info.list(rows);
                    case FRAME -> Info.frame(Size.of(rows, size.cols()));
                    default -> Info.matrix(Sizes.bounded(rows, size.cols(), Sizes.nnz(size)));
                  });
            })
        .kernel(
            call -> {
              int count = Args.blockDimension(call, 1, "n of " + name);
              call.result(rows(call.value(0), count, first, call));
            })
        .naming(
            new Naming.Computed() {
              @Override
              public List<String> of(Invocation call, Naming.Axis axis, MatrixValue result) {
                return namesOfPart(call, result, first);
              }
            },
            Naming.colsOf(0))
        .build();
  }

  /** The first or the last row names. */
  private static List<String> namesOfPart(Invocation call, MatrixValue result, boolean first) {
    if (!(call.value(0) instanceof MatrixValue x) || x.rowNames() == null) {
      return null;
    }
    int start = first ? 0 : x.rows() - result.rows();
    return x.rowNames().subList(start, start + result.rows());
  }

  private static Value rows(Value x, int count, boolean first, Invocation call) {
    long all = ValuesCall.describe(x).size().rows();
    int end = (int) (first ? Math.min(all, count) : all);
    int start = first ? 0 : (int) Math.max(0, all - count);
    if (x instanceof ListValue list) {
      return list.slice(start, end);
    } else if (x instanceof FrameValue frame) {
      return new FrameValue(frame.frame().slice(start, end, 0, frame.frame().cols()));
    }
    Matrix matrix = call.matrix(0);
    return new MatrixValue(Indexing.slice(matrix, start, end, 0, matrix.cols(), call.workers()));
  }

  // ---- summary

  private static String summary(Invocation call) {
    Value x = call.value(0);
    Frame statistics =
        x instanceof FrameValue frame
            ? Summary.of(frame.frame(), call.workers())
            : Summary.of(call.matrix(0), ((MatrixValue) x).names(), call.workers());
    Limits all = new Limits(Math.max(1, statistics.rows()), statistics.cols(), SUMMARY_WIDTH);
    return TextTable.wrapped(statistics, ValuesCall.describe(x).describe(), all);
  }
}
