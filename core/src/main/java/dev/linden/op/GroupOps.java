package dev.linden.op;

import static dev.linden.op.Parameter.matrix;
import static dev.linden.op.Parameter.matrixOrScalar;
import static dev.linden.op.Parameter.of;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.Settings;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.Compression;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.group.GroupedAggregate;
import dev.linden.matrix.kernel.group.Grouping;
import dev.linden.matrix.kernel.group.UnitRowsForm;
import java.util.List;
import java.util.Locale;

/** Operations that look at the values of cells to decide where they go. */
public final class GroupOps {
  public static final Op TABLE =
      Op.define(
              "table",
              "Contingency table of two sets of positions, perhaps weighted and of a given size.")
          .aliases("ctable")
          .parameters(
              matrix("a"),
              matrixOrScalar("b"),
              matrixOrScalar("weights").orAbsent(),
              scalar("rows").orAbsent(),
              scalar("cols").orAbsent(),
              scalar("emptyBlocks").orAbsent())
          .rule(call -> List.of(inferTable(call)))
          .kernel(GroupOps::runTable)
          .operationsPerCell(30)
          .properties(Property.DATA_DEPENDENT_SIZE)
          .distribution(Distribution.SCATTERED)
          .build();

  private static final Naming NAMES_OF_REST =
      new Naming.Computed() {
        @Override
        public List<String> of(Invocation call, Naming.Axis axis, MatrixValue result) {
          return namesOfRest(call, axis, result);
        }
      };

  public static final Op REMOVE_EMPTY =
      Op.define(
              "removeEmpty",
              "Without rows or columns that are all zero, or only those that select marks.")
          .parameters(
              of("target", DataType.MATRIX, DataType.FRAME),
              scalar("margin"),
              matrix("select").orAbsent(),
              scalar("empty.return").or(true))
          .rule(call -> List.of(inferRemoveEmpty(call)))
          .kernel(GroupOps::runRemoveEmpty)
          .operationsPerCell(20)
          .naming(NAMES_OF_REST, NAMES_OF_REST)
          .properties(Property.DATA_DEPENDENT_SIZE)
          .distribution(Distribution.SCATTERED)
          .build();

  public static final Op REPLACE =
      Op.define("replace", "With cells that equal pattern replaced; NaN equals NaN.")
          .parameters(
              of("target", DataType.MATRIX, DataType.FRAME),
              scalar("pattern"),
              scalar("replacement"))
          .rule(call -> List.of(inferReplace(call)))
          .kernel(GroupOps::runReplace)
          .naming(Naming.rowsOf(0), Naming.colsOf(0))
          .properties(
              Property.CELLWISE,
              Property.IN_PLACE,
              Property.FAILS_BY_SIZE_ONLY,
              Property.TAKES_ANY_NUMBER)
          .distribution(Distribution.CELL_ALIGNED)
          .build();

  public static final Op AGGREGATE =
      Op.define(
              "aggregate",
              "A function of the rows of each group: row k of the result is that of group k.")
          .aliases("groupedAggregate")
          .parameters(
              matrix("target"),
              matrix("groups"),
              scalar("fn"),
              matrix("weights").orAbsent(),
              scalar("ngroups").orAbsent(),
              scalar("order").orAbsent())
          .rule(call -> List.of(inferAggregate(call)))
          .kernel(GroupOps::runAggregate)
          .operationsPerCell(30)
          .naming(Naming.NONE, Naming.colsOf(0))
          .scratch(GroupOps::aggregateScratch)
          .properties(Property.DATA_DEPENDENT_SIZE)
          .distribution(Distribution.SCATTERED)
          .build();

  static final List<Op> ALL = List.of(TABLE, REMOVE_EMPTY, REPLACE, AGGREGATE);

  private static final List<String> MARGINS = List.of("rows", "cols");

  private static final List<String> FUNCTIONS =
      List.of("sum", "count", "mean", "variance", "min", "max", "centralmoment");

  private GroupOps() {}

  // ---- table

  /**
   * Where weights and sizes stand, -1 for those that are not given: {@code table(a, b, n, m)} gives
   * the sizes in the places of weights and rows, so the last places are free then (or hold the flag
   * of the six-argument form).
   */
  public record TablePlaces(int weights, int rows, int cols) {
    public static TablePlaces of(Invocation call) {
      boolean colsIsFlag = call.given(4) && call.valueType(4) == ValueType.BOOLEAN;
      return of(call.given(2), call.given(3), call.given(4), colsIsFlag);
    }

    private static TablePlaces of(boolean weights, boolean rows, boolean cols, boolean colsIsFlag) {
      boolean withoutWeights = weights && rows && (!cols || colsIsFlag);
      return withoutWeights
          ? new TablePlaces(-1, 2, 3)
          : new TablePlaces(weights ? 2 : -1, rows ? 3 : -1, cols ? 4 : -1);
    }
  }

  private static Info inferTable(CallSite call) {
    boolean colsIsFlag = Indexes.given(call, 4) && call.in(4).value() == ValueType.BOOLEAN;
    TablePlaces places =
        TablePlaces.of(
            Indexes.given(call, 2), Indexes.given(call, 3), Indexes.given(call, 4), colsIsFlag);
    if ((places.rows < 0) != (places.cols < 0)) {
      throw new OpError("table needs both the rows and the columns of the result, or neither");
    }
    needPositions(call, 1, "b of table");
    needPositions(call, places.weights, "the weights of table");
    long rows = Sizes.UNKNOWN;
    long cols = Sizes.UNKNOWN;
    if (places.rows >= 0) {
      needSize(call, places.rows);
      rows = Args.dimension(call, places.rows, "rows of table");
      cols = Args.dimension(call, places.cols, "cols of table");
    } else if (call.in(1).isConstant()) {
      cols = Args.dimension(call, 1, "b of table");
    }
    return Info.matrix(Sizes.bounded(rows, cols, Sizes.cells(call.in(0).size())));
  }

  private static void needPositions(CallSite call, int i, String what) {
    if (i >= 0 && call.in(i).isMatrix()) {
      Args.needSameShape(call, 0, "a", i, what);
    } else if (i >= 0) {
      Args.needNumber(call, i, what);
    }
  }

  private static void needSize(CallSite call, int i) {
    if (!call.in(i).isScalar()) {
      throw new OpError(i, "rows of table must be a number, but is " + call.in(i).describeOne());
    }
  }

  private static void runTable(Invocation call) {
    TablePlaces places = TablePlaces.of(call);
    Matrix b = matrixAt(call, 1);
    double bScalar = b == null ? Args.number(call, 1, "b of table") : 0;
    Matrix weights = places.weights < 0 ? null : matrixAt(call, places.weights);
    double weight =
        weights == null && places.weights >= 0
            ? Args.number(call, places.weights, "the weights of table")
            : 1;
    long rows = places.rows < 0 ? -1 : Args.blockDimension(call, places.rows, "rows of table");
    long cols = places.cols < 0 ? -1 : Args.blockDimension(call, places.cols, "cols of table");
    Settings.Compression compression = call.environment().compression();
    UnitRowsForm unitRows = Compression.unitRowsForm(compression);
    Workers workers = call.workers();
    Matrix table =
        Grouping.table(call.matrix(0), b, bScalar, weights, weight, rows, cols, unitRows, workers);
    call.result(Compression.ofUnitRows(table, compression, workers));
  }

  private static Matrix matrixAt(Invocation call, int i) {
    return call.dataType(i) == DataType.MATRIX ? call.matrix(i) : null;
  }

  // ---- removeEmpty

  private static Info inferRemoveEmpty(CallSite call) {
    String margin = Args.word(call, 1, "margin of removeEmpty", MARGINS);
    Args.needFlag(call, 3, "empty.return of removeEmpty");
    Size size = call.in(0).size();
    if (call.in(0).data() == DataType.FRAME) {
      return FrameOps.inferSelect(call, margin);
    }
    if (margin == null) {
      return Info.matrix(Size.of(Sizes.UNKNOWN, Sizes.UNKNOWN, Sizes.nnz(size)));
    }
    boolean rows = margin.equals("rows");
    if (Indexes.given(call, 2)) {
      checkSelect(call, rows);
    }
    return Info.matrix(
        rows
            ? Size.of(Sizes.UNKNOWN, size.cols(), Sizes.nnz(size))
            : Size.of(size.rows(), Sizes.UNKNOWN, Sizes.nnz(size)));
  }

  /** A column or a row with a mark for each row (column) of the target. */
  static void checkSelect(CallSite call, boolean rows) {
    Size size = call.in(0).size();
    Size select = call.in(2).size();
    long marks = rows ? size.rows() : size.cols();
    Size expected = rows ? Size.of(marks, 1) : Size.of(1, marks);
    boolean column = !Sizes.differ(marks, select.rows()) && !Sizes.differ(1, select.cols());
    boolean row = !Sizes.differ(1, select.rows()) && !Sizes.differ(marks, select.cols());
    if (!column && !row) {
      throw new OpError(
          2,
          "select of removeEmpty must be "
              + expected.shape()
              + " for margin \""
              + (rows ? "rows" : "cols")
              + "\" of "
              + call.in(0).describeOne()
              + ", but is "
              + select.shape());
    }
  }

  private static void runRemoveEmpty(Invocation call) {
    boolean rows = Args.word(call, 1, "margin of removeEmpty", MARGINS).equals("rows");
    Matrix select = call.given(2) ? call.matrix(2) : null;
    if (call.dataType(0) == DataType.FRAME) {
      call.result(FrameOps.selected(call, rows, select));
      return;
    }
    call.result(Grouping.removeEmpty(call.matrix(0), rows, select, call.flag(3), call.workers()));
  }

  /** {@code select} or the cells tell which rows or columns are left. */
  private static List<String> namesOfRest(Invocation call, Naming.Axis axis, MatrixValue result) {
    List<String> names = axis.of((MatrixValue) call.value(0));
    boolean rows = axis == Naming.Axis.ROWS;
    if (names == null
        || rows != Args.word(call, 1, "margin of removeEmpty", MARGINS).equals("rows")) {
      return names;
    }
    Matrix select =
        call.given(2)
            ? call.matrix(2)
            : rows
                ? Aggregate.rows(Aggregate.Kind.SUM_OF_SQUARES, call.matrix(0), call.workers())
                : Aggregate.cols(Aggregate.Kind.SUM_OF_SQUARES, call.matrix(0), call.workers());
    return Naming.selected(names, select);
  }

  // ---- replace

  private static Info inferReplace(CallSite call) {
    if (call.in(0).data() == DataType.FRAME) {
      return Info.frame(call.in(0).size());
    }
    Args.needNumber(call, 1, "pattern of replace");
    Args.needNumber(call, 2, "replacement of replace");
    Size size = call.in(0).size();
    boolean zerosStay = call.in(1).isConstant() && call.constantNumber(1) != 0;
    return Info.matrix(zerosStay ? size : Sizes.full(size.rows(), size.cols()));
  }

  private static void runReplace(Invocation call) {
    if (call.dataType(0) == DataType.FRAME) {
      call.result(FrameOps.replaced(call));
      return;
    }
    call.result(
        Elementwise.replace(
            call.matrix(0),
            Args.number(call, 1, "pattern of replace"),
            Args.number(call, 2, "replacement of replace"),
            call.reusable(0),
            call.workers()));
  }

  // ---- aggregate

  private static Info inferAggregate(CallSite call) {
    String function = Args.word(call, 2, "fn of aggregate", FUNCTIONS);
    needRowVector(call, 1, "groups of aggregate");
    if (Indexes.given(call, 3)) {
      needRowVector(call, 3, "weights of aggregate");
    }
    long groups =
        Indexes.given(call, 4) ? Args.dimension(call, 4, "ngroups of aggregate") : Sizes.UNKNOWN;
    if (Indexes.given(call, 5)) {
      if (call.in(5).isConstant()) {
        checkOrder(call.in(5).constant().asDouble());
      }
    } else if ("centralmoment".equals(function)) {
      throw missingOrder();
    }
    Size target = call.in(0).size();
    boolean zerosStay = function != null && !function.equals("count");
    return Info.matrix(
        Sizes.bounded(groups, target.cols(), zerosStay ? target.nnz() : Sizes.UNKNOWN));
  }

  /** One cell for each row of the target. */
  private static void needRowVector(CallSite call, int i, String what) {
    Size vector = call.in(i).size();
    long rows = call.in(0).size().rows();
    if (Sizes.differ(vector.cols(), 1) || Sizes.differ(vector.rows(), rows)) {
      throw new OpError(
          i,
          what
              + " must be "
              + Size.of(rows, 1).shape()
              + ", one for each row of the target, but is "
              + call.in(i).describeOne());
    }
  }

  private static OpError missingOrder() {
    return new OpError("aggregate with fn=\"centralmoment\" needs order, which is 2, 3 or 4");
  }

  /** Whether central moments of this order are computed. */
  public static boolean isMomentOrder(double order) {
    return order == 2 || order == 3 || order == 4;
  }

  /** The order may be a string: {@code order="2"}. */
  private static int checkOrder(double order) {
    if (!isMomentOrder(order)) {
      throw new OpError(
          5, "order of aggregate must be 2, 3 or 4, but is " + DoubleText.compact(order));
    }
    return (int) order;
  }

  /** What a function of {@code aggregate} computes; null if there is none of that name. */
  public static GroupedAggregate.Kind aggregateKind(String function) {
    return switch (function.toLowerCase(Locale.ROOT)) {
      case "sum" -> GroupedAggregate.Kind.SUM;
      case "count" -> GroupedAggregate.Kind.COUNT;
      case "mean" -> GroupedAggregate.Kind.MEAN;
      case "variance" -> GroupedAggregate.Kind.VARIANCE;
      case "min" -> GroupedAggregate.Kind.MIN;
      case "max" -> GroupedAggregate.Kind.MAX;
      case "centralmoment" -> GroupedAggregate.Kind.CENTRAL_MOMENT;
      default -> null;
    };
  }

  private static void runAggregate(Invocation call) {
    String function = Args.word(call, 2, "fn of aggregate", FUNCTIONS);
    boolean ordered = call.given(5);
    GroupedAggregate.Kind kind = aggregateKind(function);
    if (kind == GroupedAggregate.Kind.CENTRAL_MOMENT && !ordered) {
      throw missingOrder();
    }
    call.result(
        GroupedAggregate.aggregate(
            kind,
            ordered ? checkOrder(call.number(5)) : 0,
            call.matrix(0),
            call.matrix(1),
            call.given(3) ? call.matrix(3) : null,
            call.given(4) ? Args.blockDimension(call, 4, "ngroups of aggregate") : -1,
            call.workers()));
  }

  /** The group of each row and the rows sorted by it. */
  private static double aggregateScratch(CallSite call, int threads) {
    Size target = call.in(0).size();
    double rows = Footprint.times(1, target.rows());
    double cols = Footprint.times(1, target.cols());
    double groups =
        Footprint.times(
            1, Indexes.given(call, 4) ? Args.dimension(call, 4, "ngroups") : Sizes.UNKNOWN);
    return GroupedAggregate.scratch(rows, rows * cols, groups * cols);
  }
}
