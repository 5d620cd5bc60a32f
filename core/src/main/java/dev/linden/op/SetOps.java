package dev.linden.op;

import static dev.linden.op.Parameter.matrix;
import static dev.linden.op.Parameter.matrixOrScalar;
import static dev.linden.op.Parameter.of;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.group.Distinct;
import dev.linden.matrix.kernel.group.RowClasses;
import dev.linden.matrix.kernel.group.Search;
import java.util.List;

/** Matrices as sets of values: which occur, and how many different ones. */
public final class SetOps {
  public static final Op UNIQUE =
      Op.define(
              "unique",
              "Distinct values, ascending: of all cells as a column, or of each row (dir=\"r\") or"
                  + " column (\"c\"), followed by zeros. Of a frame the distinct rows, in their"
                  + " order.")
          .parameters(of("data", DataType.MATRIX, DataType.FRAME), scalar("dir").or("rc"))
          .rule(call -> List.of(inferUnique(call)))
          .kernel(SetOps::runUnique)
          .scratch(SetOps::copyBytes)
          .properties(Property.DATA_DEPENDENT_SIZE)
          .distribution(Distribution.SCATTERED)
          .build();

  public static final Op CONTAINS =
      Op.define("contains", "Whether a cell equals the number, or a row equals the row, pattern.")
          .parameters(matrix("target"), matrixOrScalar("pattern"))
          .rule(
              call -> {
                checkPattern(call);
                return List.of(Info.scalar(ValueType.BOOLEAN));
              })
          .kernel(
              call ->
                  call.result(
                      call.dataType(1) == DataType.MATRIX
                          ? Search.containsRow(call.matrix(0), call.matrix(1), call.workers())
                          : Search.containsValue(
                              call.matrix(0),
                              Args.number(call, 1, "pattern of contains"),
                              call.workers())))
          .properties(Property.AGGREGATES)
          .distribution(Distribution.AGGREGATE)
          .build();

  public static final Op COUNT_DISTINCT =
      Op.define(
              "countDistinct",
              "Number of distinct values: of all cells, of each row (dir=\"r\") or column (\"c\").")
          .parameters(matrix("data"), scalar("dir").or("rc"))
          .rule(call -> List.of(inferCount(call, "countDistinct", 1)))
          .kernel(
              call ->
                  runCount(
                      call,
                      direction(call, 1, "countDistinct"),
                      Distinct::count,
                      Distinct::countRows,
                      Distinct::countCols))
          .scratch(SetOps::copyBytes)
          .distribution(Distribution.SCATTERED)
          .build();

  public static final Op COUNT_DISTINCT_APPROX =
      Op.define(
              "countDistinctApprox",
              "Estimate of countDistinct from a sketch of constant size; exact up to a thousand.")
          .parameters(matrix("data"), scalar("type").or("KMV"), scalar("dir").or("rc"))
          .rule(
              call -> {
                Args.word(call, 1, "type of countDistinctApprox", List.of("kmv"));
                return List.of(inferCount(call, "countDistinctApprox", 2));
              })
          .kernel(
              call -> {
                Args.word(call, 1, "type of countDistinctApprox", List.of("kmv"));
                runCount(
                    call,
                    direction(call, 2, "countDistinctApprox"),
                    Distinct::estimate,
                    Distinct::estimateRows,
                    Distinct::estimateCols);
              })
          .scratch(SetOps::copyBytes)
          .distribution(Distribution.AGGREGATE)
          .build();

  public static final Op ROW_COUNT_DISTINCT =
      rows("rowCountDistinct", Distinct::countRows, "Number of distinct values of each row.");
  public static final Op ROW_COUNT_DISTINCT_APPROX =
      rows("rowCountDistinctApprox", Distinct::estimateRows, "Estimate of rowCountDistinct.");
  public static final Op COL_COUNT_DISTINCT =
      cols("colCountDistinct", Distinct::countCols, "Number of distinct values of each column.");
  public static final Op COL_COUNT_DISTINCT_APPROX =
      cols("colCountDistinctApprox", Distinct::estimateCols, "Estimate of colCountDistinct.");

  public static final Op ROW_CLASS_MEET =
      Op.define(
              "rowClassMeet",
              "[C, D]: of two partitions of the cells of each row into classes the common"
                  + " refinement, numbered from 1 on, and the sizes of its classes; 0 is no class.")
          .aliases("rcm")
          .parameters(matrix("X"), matrix("Y"))
          .results(2)
          .rule(
              call -> {
                Args.needSameShape(call, 0, "X", 1, "Y of rowClassMeet");
                Size x = call.in(0).size();
                Size y = call.in(1).size();
                Info result =
                    Info.matrix(Math.max(x.rows(), y.rows()), Math.max(x.cols(), y.cols()));
                return List.of(result, result);
              })
          .kernel(
              call -> {
                List<Matrix> results =
                    RowClasses.meet(call.matrix(0), call.matrix(1), call.workers());
                call.result(0, new MatrixValue(results.get(0)));
                call.result(1, new MatrixValue(results.get(1)));
              })
          .scratch(
              // a table of pairs of classes with boxed counts, and the cells as triples
              (call, threads) -> {
                Size size = call.in(0).size();
                return size.known() ? 240.0 * size.rows() * size.cols() : Footprint.UNKNOWN;
              })
          .build();

  static final List<Op> ALL =
      List.of(
          UNIQUE,
          CONTAINS,
          COUNT_DISTINCT,
          COUNT_DISTINCT_APPROX,
          ROW_COUNT_DISTINCT,
          ROW_COUNT_DISTINCT_APPROX,
          COL_COUNT_DISTINCT,
          COL_COUNT_DISTINCT_APPROX,
          ROW_CLASS_MEET);

  /** Bytes of one sketch with the objects around it. */
  private static final double SKETCH_BYTES = 100 << 10;

  private static final List<String> DIRECTIONS = List.of("rc", "r", "c");

  private SetOps() {}

  /** Bytes of the first argument's cells: sets of values, and two copies in another order. */
  private static double copyBytes(CallSite call, int threads) {
    long cells = Sizes.cells(call.in(0).size());
    return cells < 0
        ? Footprint.UNKNOWN
        : (threads + 1) * SKETCH_BYTES + Distinct.setBytes(cells, threads) + 2.0 * 8 * cells;
  }

  // ---- unique

  private static Info inferUnique(CallSite call) {
    String direction = Args.word(call, 1, "dir of unique", DIRECTIONS);
    Size size = call.in(0).size();
    if (call.in(0).data() == DataType.FRAME) {
      return Info.frame(Size.of(Sizes.UNKNOWN, size.cols()));
    } else if (direction == null) {
      return Info.matrix();
    }
    return Info.matrix(
        switch (direction) {
          case "r" -> Size.of(size.rows(), Sizes.UNKNOWN);
          case "c" -> Size.of(Sizes.UNKNOWN, size.cols());
          default -> Size.of(Sizes.UNKNOWN, 1);
        });
  }

  private static void runUnique(Invocation call) {
    if (call.dataType(0) == DataType.FRAME) {
      call.result(FrameOps.distinctRows(call));
      return;
    }
    Matrix x = call.matrix(0);
    call.result(
        switch (Args.word(call, 1, "dir of unique", DIRECTIONS)) {
          case "r" -> Distinct.uniqueRows(x, call.workers());
          case "c" -> Distinct.uniqueCols(x, call.workers());
          default -> Distinct.unique(x, call.workers());
        });
  }

  // ---- contains

  private static void checkPattern(CallSite call) {
    Args.needNumber(call, 1, "pattern of contains");
    Info pattern = call.in(1);
    long cols = call.in(0).size().cols();
    if (pattern.isMatrix()
        && (Sizes.differ(pattern.size().rows(), 1) || Sizes.differ(pattern.size().cols(), cols))) {
      throw new OpError(
          1,
          "pattern of contains must be a number or a row ("
              + Size.of(1, cols).shape()
              + "), but is "
              + pattern.describeOne());
    }
  }

  // ---- counts

  private static Info inferCount(CallSite call, String name, int at) {
    String direction = Args.word(call, at, "dir of " + name, DIRECTIONS);
    if (direction == null) {
      throw new OpError(
          at, "dir of " + name + " must be a constant: it decides the type of the result");
    }
    Size size = call.in(0).size();
    return switch (direction) {
      case "r" -> Info.matrix(Sizes.full(size.rows(), 1));
      case "c" -> Info.matrix(Sizes.full(1, size.cols()));
      default -> Info.scalar(ValueType.INT);
    };
  }

  private static String direction(Invocation call, int at, String name) {
    return Args.word(call, at, "dir of " + name, DIRECTIONS);
  }

  @FunctionalInterface
  private interface Count {
    long of(Matrix x, Workers workers);
  }

  @FunctionalInterface
  private interface Counts {
    Matrix of(Matrix x, Workers workers);
  }

  private static void runCount(
      Invocation call, String direction, Count all, Counts rows, Counts cols) {
    Matrix x = call.matrix(0);
    switch (direction) {
      case "r" -> call.result(rows.of(x, call.workers()));
      case "c" -> call.result(cols.of(x, call.workers()));
      case "rc" -> call.result(all.of(x, call.workers()));
      default -> throw new InputError("no direction " + direction);
    }
  }

  private static Op rows(String name, Counts counts, String summary) {
    return Op.define(name, summary)
        .parameters(matrix("X"))
        .rule(call -> List.of(Info.matrix(Sizes.full(call.in(0).size().rows(), 1))))
        .kernel(call -> call.result(counts.of(call.matrix(0), call.workers())))
        .scratch(
            (call, threads) ->
                threads * (SKETCH_BYTES + Footprint.times(4 * 8, call.in(0).size().cols())))
        .distribution(Distribution.SCATTERED)
        .build();
  }

  private static Op cols(String name, Counts counts, String summary) {
    return Op.define(name, summary)
        .parameters(matrix("X"))
        .rule(call -> List.of(Info.matrix(Sizes.full(1, call.in(0).size().cols()))))
        .kernel(call -> call.result(counts.of(call.matrix(0), call.workers())))
        .scratch(SetOps::copyBytes)
        .distribution(Distribution.SCATTERED)
        .build();
  }
}
