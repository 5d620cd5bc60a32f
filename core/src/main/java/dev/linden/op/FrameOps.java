package dev.linden.op;

import static dev.linden.op.Parameter.of;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import dev.linden.frame.Column;
import dev.linden.frame.ColumnBuilder;
import dev.linden.frame.ColumnType;
import dev.linden.frame.Frame;
import dev.linden.frame.JavaMap;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Frames: what is theirs alone, and their part of the operators that also take matrices. */
final class FrameOps {
  static final Op AS_FRAME =
      Op.define(
              "as.frame",
              "A frame of a scalar, a list, or a matrix, whose columns get the narrowest types.")
          .parameters(
              of("x", DataType.SCALAR, DataType.MATRIX, DataType.FRAME, DataType.LIST),
              of("names", DataType.LIST, DataType.FRAME).orAbsent())
          .rule(call -> List.of(Info.frame(asFrameSize(call))))
          .kernel(call -> call.result(new FrameValue(asFrame(call))))
          .build();

  static final Op FRAME =
      Op.define(
              "frame",
              "A frame with the same value in all cells, or with those of a list, which may be one"
                  + " row that repeats.")
          .parameters(
              of("data", DataType.SCALAR, DataType.LIST),
              scalar("rows"),
              scalar("cols"),
              of("schema", DataType.SCALAR, DataType.LIST).orAbsent())
          .rule(
              call ->
                  List.of(
                      Info.frame(
                          Size.of(
                              Args.dimension(call, 1, "rows of frame"),
                              Args.dimension(call, 2, "cols of frame")))))
          .kernel(call -> call.result(new FrameValue(newFrame(call))))
          .build();

  static final Op MAP =
      Op.define(
              "map",
              "A Java lambda applied to each cell (margin=0), row (1) or column (2) of a frame; one"
                  + " of two arguments to all pairs of cells of a column.")
          .parameters(of("F", DataType.FRAME), scalar("lambda"), scalar("margin").or(0))
          .rule(
              call -> {
                Args.needText(call, 1, "the lambda of map");
                Args.needNumber(call, 2, "margin of map");
                boolean cells = call.in(1).isConstant() && call.constantNumber(2) == 0;
                boolean pairs = cells && JavaMap.isOfPairs(call.constantText(1));
                long rows = call.in(0).size().rows();
                Size size = !cells ? Size.UNKNOWN : pairs ? Size.of(rows, rows) : call.in(0).size();
                return List.of(Info.frame(size));
              })
          .kernel(call -> call.result(new FrameValue(mapped(call))))
          .properties(Property.DATA_DEPENDENT_SIZE)
          .build();

  static final List<Op> ALL = List.of(AS_FRAME, FRAME, MAP);

  private FrameOps() {}

  static Frame frame(Invocation call, int i) {
    return ((FrameValue) call.value(i)).frame();
  }

  /** Facts of a result with one row and the columns of the first argument. */
  static Info oneRow(CallSite call) {
    return Info.frame(Size.of(1, call.in(0).size().cols()));
  }

  static Frame textRow(List<String> texts) {
    return Frame.of(1, texts.stream().map(text -> Column.of(text)).toList());
  }

  // ---- making frames

  private static Size asFrameSize(CallSite call) {
    return switch (call.in(0).data()) {
      case SCALAR -> Size.of(1, 1);
      case LIST -> Size.UNKNOWN;
      default -> call.in(0).size().withoutNnz();
    };
  }

  private static Frame asFrame(Invocation call) {
    Frame frame =
        switch (call.dataType(0)) {
          case MATRIX -> withNames(Frame.of(call.matrix(0)), ((MatrixValue) call.value(0)).names());
          case FRAME -> frame(call, 0);
          case LIST -> ofList(call.list(0));
          default -> Frame.of(cell(call.scalar(0)));
        };
    if (!call.has(1)) {
      return frame;
    }
    List<String> names =
        call.dataType(1) == DataType.LIST
            ? texts(call.list(1), "the names of as.frame")
            : firstRow(frame(call, 1));
    if (names.size() != frame.cols()) {
      throw new InputError(
          "as.frame is given " + names.size() + " names for " + frame.cols() + " columns");
    }
    return frame.withNames(names);
  }

  private static Frame withNames(Frame frame, List<String> names) {
    return names == null ? frame : frame.withNames(names);
  }

  /** The frame in a list of one element, or a column of scalars. */
  private static Frame ofList(ListValue list) {
    if (list.size() == 1) {
      Value only = list.elements().get(0);
      if (only instanceof FrameValue f) {
        return f.frame();
      } else if (only instanceof MatrixValue m) {
        return withNames(Frame.of(m.matrix()), m.names());
      }
    }
    List<Column> cells = new ArrayList<>();
    for (Value element : list.elements()) {
      if (!(element instanceof Scalar scalar)) {
        throw new InputError(
            "as.frame needs a list of scalars or of one frame or matrix, but it holds a "
                + element.dataType().word());
      }
      cells.add(cell(scalar));
    }
    return cells.isEmpty() ? Frame.of(0, List.of()) : Frame.of(Column.concat(cells));
  }

  static List<String> firstRow(Frame frame) {
    if (frame.rows() != 1) {
      throw new InputError(
          "names are a frame of one row, but this one has " + frame.rows() + " rows");
    }
    return frame.columns().stream().map(c -> String.valueOf(c.text(0))).toList();
  }

  static List<String> texts(ListValue list, String what) {
    List<String> texts = new ArrayList<>();
    for (Value element : list.elements()) {
      if (!(element instanceof Scalar scalar)) {
        throw new InputError(what + " are strings, but one is a " + element.dataType().word());
      }
      texts.add(scalar.asText());
    }
    return texts;
  }

  private static Column cell(Scalar scalar) {
    return switch (scalar.type()) {
      case STRING -> Column.of(scalar.text());
      case BOOLEAN -> Column.of(scalar.asBoolean());
      case INT -> Column.of(scalar.asLong());
      default -> Column.of(scalar.asDouble());
    };
  }

  private static Frame newFrame(Invocation call) {
    int rows = Args.blockDimension(call, 1, "rows of frame");
    int cols = Args.blockDimension(call, 2, "cols of frame");
    List<ColumnType> schema = schema(call, cols);
    boolean constant = call.dataType(0) == DataType.SCALAR;
    List<String> cells =
        constant ? List.of(call.text(0)) : texts(call.list(0), "the cells of frame");
    boolean oneRow = !constant && cells.size() == cols;
    if (!constant && !oneRow && cells.size() != (long) rows * cols) {
      throw new InputError(
          "a "
              + rows
              + "x"
              + cols
              + " frame needs "
              + (long) rows * cols
              + " cells, or one row of "
              + cols
              + ", but "
              + cells.size()
              + " are given");
    }
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < cols; j++) {
      ColumnBuilder column = new ColumnBuilder(schema.get(j), rows);
      for (int i = 0; i < rows; i++) {
        column.add(cells.get(constant ? 0 : oneRow ? j : i * cols + j));
      }
      columns.add(column.build());
    }
    return Frame.of(rows, columns);
  }

  private static List<ColumnType> schema(Invocation call, int cols) {
    if (!call.has(3)) {
      return Collections.nCopies(cols, ColumnType.STRING);
    }
    List<ColumnType> schema =
        call.dataType(3) == DataType.SCALAR
            ? ColumnType.listOf(call.text(3))
            : texts(call.list(3), "the types of a schema").stream().map(ColumnType::of).toList();
    if (schema.size() == 1) {
      return Collections.nCopies(cols, schema.get(0));
    }
    if (schema.size() != cols) {
      throw new InputError("the schema has " + schema.size() + " types for " + cols + " columns");
    }
    return schema;
  }

  private static Frame mapped(Invocation call) {
    long margin = call.integer(2);
    if (margin < 0 || margin > 2) {
      throw new InputError(
          "margin of map must be 0 (cells), 1 (rows) or 2 (columns), but is " + margin);
    }
    JavaMap map =
        call.environment().isRestricted()
            ? JavaMap.restricted(call.text(1), margin != 0)
            : JavaMap.compile(call.text(1), margin != 0);
    Frame f = frame(call, 0);
    return margin == 0 ? map.cells(f, call.workers()) : margin == 1 ? map.rows(f) : map.columns(f);
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
    if (NamedColumns.isList(call, 3)) {
      NamedColumns.runIndex(call);
      return;
    }
    Frame x = frame(call, 0);
    int rowStart = Indexes.start(call, 1, x.rows(), "row");
    int rowEnd = Indexes.end(call, 1, 2, x.rows(), "row", rowStart);
    int colStart = Indexes.start(call, 3, x.cols(), "column");
    int colEnd = Indexes.end(call, 3, 4, x.cols(), "column", colStart);
    call.result(new FrameValue(x.slice(rowStart, rowEnd, colStart, colEnd)));
  }

  static Info inferAssign(CallSite call) {
    Size size = call.in(0).size();
    Info value = call.in(1);
    long rows = Indexes.count(call, 2, 3, size.rows(), "row");
    long cols = Indexes.count(call, 4, 5, size.cols(), "column");
    if (value.data() == DataType.LIST) {
      throw new OpError(1, "a part of a frame takes a frame, a matrix or a scalar, but is a list");
    }
    boolean wrongSize =
        !value.isScalar()
            && (Sizes.differ(rows, value.size().rows()) || Sizes.differ(cols, value.size().cols()));
    if (wrongSize) {
      throw new OpError(1, wrongPart(value.describeOne(), Size.of(rows, cols)));
    }
    return Info.frame(size);
  }

  private static String wrongPart(String given, Size part) {
    return "cannot assign " + given + " to a " + part.shape() + " part of a frame";
  }

  static void runAssign(Invocation call) {
    Frame x = frame(call, 0);
    int rowStart = Indexes.start(call, 2, x.rows(), "row");
    int rowEnd = Indexes.end(call, 2, 3, x.rows(), "row", rowStart);
    int colStart = Indexes.start(call, 4, x.cols(), "column");
    int colEnd = Indexes.end(call, 4, 5, x.cols(), "column", colStart);
    int rows = rowEnd - rowStart;
    int cols = colEnd - colStart;
    Frame part =
        switch (call.dataType(1)) {
          case FRAME -> frame(call, 1);
          case MATRIX -> Frame.of(call.matrix(1));
          default -> constant(call.scalar(1), rows, x.columns().subList(colStart, colEnd));
        };
    if (part.rows() != rows || part.cols() != cols) {
      String given = "a " + part.rows() + "x" + part.cols() + " " + call.dataType(1).word();
      throw new InputError(wrongPart(given, Size.of(rows, cols)));
    }
    call.result(new FrameValue(x.with(rowStart, colStart, part)));
  }

  /** In the types of the columns that the value replaces cells of, where these hold it. */
  private static Frame constant(Scalar value, int rows, List<Column> replaced) {
    List<Column> columns = new ArrayList<>();
    for (Column column : replaced) {
      Column cell = column.type() == ColumnType.STRING ? Column.of(value.asText()) : cell(value);
      columns.add(
          (cell.fits(column.type()) ? cell.convert(column.type()) : cell).select(new int[rows]));
    }
    return Frame.of(rows, columns);
  }

  // ---- comparisons

  static Info inferComparison(String name, Info a, Info b) {
    int other = a.data() == DataType.FRAME ? 1 : 0;
    Info beside = other == 1 ? b : a;
    if (beside.isScalar()) {
      return Info.frame((other == 1 ? a : b).size().withoutNnz());
    }
    if (beside.data() != DataType.FRAME) {
      throw new OpError(
          other,
          name + " compares a frame with a frame or a scalar, but is given " + beside.describeOne(),
          "as.matrix(F) turns a frame of numbers into a matrix");
    }
    if (Sizes.differ(a.size().rows(), b.size().rows())
        || Sizes.differ(a.size().cols(), b.size().cols())) {
      throw new OpError(differentFrames(name, a.size().shape(), b.size().shape()));
    }
    return Info.frame(
        Size.of(
            Math.max(a.size().rows(), b.size().rows()),
            Math.max(a.size().cols(), b.size().cols())));
  }

  private static String differentFrames(String name, String left, String right) {
    return name + " needs frames of one shape, but is given " + left + " and " + right;
  }

  /**
   * Cell by cell, as numbers unless one of two columns has texts. A missing cell equals a missing
   * one and is neither less nor greater than anything.
   */
  static void runComparison(String name, BinaryFunction f, Invocation call) {
    Frame a = call.dataType(0) == DataType.FRAME ? frame(call, 0) : like(frame(call, 1), call, 0);
    Frame b = call.dataType(1) == DataType.FRAME ? frame(call, 1) : like(a, call, 1);
    if (a.rows() != b.rows() || a.cols() != b.cols()) {
      throw new InputError(
          differentFrames(name, a.rows() + "x" + a.cols(), b.rows() + "x" + b.cols()));
    }
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < a.cols(); j++) {
      Column left = a.column(j);
      Column right = b.column(j);
      boolean texts = left.type() == ColumnType.STRING || right.type() == ColumnType.STRING;
      boolean[] flags = new boolean[a.rows()];
      for (int i = 0; i < flags.length; i++) {
        if (left.isMissing(i) || right.isMissing(i)) {
          // Two missing cells compare like equal numbers, one missing cell like NaN.
          double other = left.isMissing(i) && right.isMissing(i) ? 0 : Double.NaN;
          flags[i] = f.apply(0, other) != 0;
        } else if (texts) {
          flags[i] = ScalarArithmetic.compare(f, left.text(i), right.text(i));
        } else {
          flags[i] = f.apply(left.number(i), right.number(i)) != 0;
        }
      }
      columns.add(Column.of(flags));
    }
    call.result(new FrameValue(Frame.of(a.rows(), columns)));
  }

  /** Each row where it stands first; missing cells equal missing ones. */
  static Value distinctRows(Invocation call) {
    Frame f = frame(call, 0);
    Set<List<String>> seen = new HashSet<>();
    int[] kept =
        IntStream.range(0, f.rows())
            .filter(
                row ->
                    seen.add(
                        Arrays.asList(
                            f.columns().stream()
                                .map(c -> c.isMissing(row) ? null : c.text(row))
                                .toArray(String[]::new))))
            .toArray();
    return new FrameValue(f.selectRows(kept));
  }

  /** A frame of this shape in which every cell is a scalar argument. */
  private static Frame like(Frame frame, Invocation call, int argument) {
    Column cell = cell(call.scalar(argument));
    Column column = cell.select(new int[frame.rows()]);
    return Frame.of(frame.rows(), Collections.nCopies(frame.cols(), column));
  }

  /** A matrix, or a frame of numbers as one. */
  static Matrix cells(Invocation call, int i) {
    return call.dataType(i) == DataType.FRAME ? frame(call, i).toMatrix() : call.matrix(i);
  }

  // ---- removeEmpty and replace

  static Info inferSelect(CallSite call, String margin) {
    Size size = call.in(0).size();
    if (margin == null) {
      return Info.frame(Size.UNKNOWN);
    }
    boolean rows = margin.equals("rows");
    if (Indexes.given(call, 2)) {
      GroupOps.checkSelect(call, rows);
    }
    return Info.frame(
        rows ? Size.of(Sizes.UNKNOWN, size.cols()) : Size.of(size.rows(), Sizes.UNKNOWN));
  }

  /** {@code select} null: without the rows (columns) that have no value but zeros. */
  static Value selected(Invocation call, boolean rows, Matrix select) {
    Frame f = frame(call, 0);
    IntStream all = IntStream.range(0, rows ? f.rows() : f.cols());
    int[] kept =
        (select == null
                ? all.filter(
                    i ->
                        rows
                            ? f.columns().stream().anyMatch(column -> isFilled(column, i))
                            : IntStream.range(0, f.rows())
                                .anyMatch(row -> isFilled(f.column(i), row)))
                : all.filter(i -> (select.cols() == 1 ? select.get(i, 0) : select.get(0, i)) != 0))
            .toArray();
    return new FrameValue(rows ? f.selectRows(kept) : f.selectColumns(kept));
  }

  /** Whether a cell has a value other than zero; the text 0 counts as one. */
  private static boolean isFilled(Column column, int row) {
    if (column.isMissing(row)) {
      return false;
    }
    return column.type() == ColumnType.STRING
        ? !column.text(row).equals("0")
        : column.number(row) != 0;
  }

  /** Cells are compared as text; a number as pattern also equals a numeric cell of that value. */
  static Value replaced(Invocation call) {
    Frame f = frame(call, 0);
    Scalar pattern = call.scalar(1);
    Scalar replacement = call.scalar(2);
    List<Column> columns = new ArrayList<>();
    for (Column column : f.columns()) {
      int[] hits =
          IntStream.range(0, column.size()).filter(i -> equal(column, i, pattern)).toArray();
      Column changed = column;
      if (hits.length > 0) {
        ColumnType type = column.type().join(cell(replacement).type());
        boolean[] hit = new boolean[column.size()];
        for (int i : hits) {
          hit[i] = true;
        }
        changed = replaceCells(column.convert(type), hit, replacement.asText());
      }
      columns.add(changed);
    }
    return new FrameValue(f.withColumns(f.rows(), columns));
  }

  private static Column replaceCells(Column column, boolean[] hit, String text) {
    ColumnBuilder changed = new ColumnBuilder(column.type(), column.size());
    for (int i = 0; i < column.size(); i++) {
      if (hit[i]) {
        changed.add(text);
      } else if (column.isMissing(i)) {
        changed.addMissing();
      } else {
        changed.add(column.text(i));
      }
    }
    return changed.build();
  }

  private static boolean equal(Column column, int row, Scalar pattern) {
    if (column.isMissing(row)) {
      return false;
    }
    if (pattern.type() != ValueType.STRING && column.type().isNumeric()) {
      return Double.compare(column.number(row), pattern.asDouble()) == 0;
    }
    return column.text(row).equals(pattern.asText());
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
      case INT32, INT64 -> Scalar.of(column.integer(0));
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
    if (column.type() == ColumnType.FP64 && !column.isMissing(row)) {
      Text.appendCell(out, column.number(row), layout.decimals());
    } else if (column.type() == ColumnType.BOOLEAN && !column.isMissing(row)) {
      out.append(column.number(row) != 0 ? "TRUE" : "FALSE");
    } else {
      out.append(column.text(row));
    }
  }
}
