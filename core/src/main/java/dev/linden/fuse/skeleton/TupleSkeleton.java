package dev.linden.fuse.skeleton;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Node.Binary;
import dev.linden.fuse.program.Node.RowVector;
import dev.linden.fuse.program.Node.Source;
import dev.linden.fuse.program.Node.Wide;
import dev.linden.fuse.program.Sink;
import dev.linden.fuse.program.Sink.ColumnFold;
import dev.linden.fuse.program.Sink.Fold;
import dev.linden.fuse.program.Sink.Rows;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.OwnTuples;
import dev.linden.matrix.kernel.cells.OwnTuples.Part;
import dev.linden.matrix.kernel.fold.Aggregate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs a cell-wise program of one packed matrix on its distinct tuples: their cells are one long
 * column, and each result counts as often as its tuple. Row vectors have a cell for each of them.
 */
final class TupleSkeleton {
  /** Tuples have at most this share of the cells of the matrix. */
  private static final long FEWEST_CELLS_PER_TUPLE_CELL = 4;

  private final FusedProgram program;
  private final Bodies.Mode mode;

  /** The input that is packed. */
  private final int input;

  private final int source;
  private final int width;

  /** The program for a column, by operations with a number that keep zeros. */
  private final Map<Set<Integer>, TileSkeleton> sparse = new ConcurrentHashMap<>();

  private final TileSkeleton dense;

  private TupleSkeleton(FusedProgram program, Bodies.Mode mode, int source) {
    this.program = program;
    this.mode = mode;
    this.source = source;
    input = ((Source) program.nodes().get(source)).input();
    width = program.nodes().get(source).width();
    dense = new TileSkeleton(ofColumn(program), mode);
  }

  /** Null for programs that need more than distinct tuples. */
  static TupleSkeleton of(FusedProgram program, Bodies.Mode mode) {
    int source = source(program);
    return source < 0 ? null : new TupleSkeleton(program, mode, source);
  }

  /** The only node of such a program that reads rows; -1 for other programs. */
  static int source(FusedProgram program) {
    int source = -1;
    for (int i = 0; i < program.nodes().size(); i++) {
      if (program.nodes().get(i) instanceof Source) {
        if (source >= 0) {
          return -1;
        }
        source = i;
      }
    }
    if (source < 0 || !program.isCellwise()) {
      return -1;
    }
    int width = program.nodes().get(source).width();
    boolean sameWidth =
        width > 1 && program.nodes().stream().allMatch(n -> n.width() == width || n.width() == 0);
    return sameWidth && program.sinks().stream().allMatch(TupleSkeleton::isCounted) ? source : -1;
  }

  private static boolean isCounted(Sink sink) {
    return sink instanceof Rows
        || sink instanceof Fold fold && isCounted(fold.kind())
        || sink instanceof ColumnFold columns && isCounted(columns.kind());
  }

  private static boolean isCounted(Aggregate.Kind kind) {
    return switch (kind) {
      case SUM, SUM_OF_SQUARES, MIN, MAX -> true;
      default -> false;
    };
  }

  /** Row vectors become columns, and results are all the cells that sinks receive. */
  private static FusedProgram ofColumn(FusedProgram program) {
    List<Node> nodes = new ArrayList<>();
    for (Node node : program.nodes()) {
      if (node instanceof RowVector vector) {
        nodes.add(new Source(vector.input(), 1));
      } else {
        nodes.add(node.width() == 0 ? node : ((Wide) node).withWidth(1));
      }
    }
    List<Sink> sinks = new ArrayList<>();
    program.sinks().forEach(sink -> sinks.add(new Rows(sink.arguments().get(0))));
    return new FusedProgram(program.inputs(), nodes, sinks);
  }

  /** Null if it has to see cells. */
  Object[] run(Matrix[] inputs, double[] numbers, Workers workers) {
    if (!(inputs[input] instanceof Packed packed) || !(packed instanceof OwnTuples own)) {
      return null;
    }
    List<Part> parts = own.parts(workers);
    long cells = parts.stream().mapToLong(part -> part.tuples().cells()).sum();
    boolean few = cells * FEWEST_CELLS_PER_TUPLE_CELL <= packed.cells();
    if (cells == 0 || !few || cells > Integer.MAX_VALUE - 8) {
      return null;
    }
    Matrix[] columns = inputs.clone();
    columns[input] = Dense.wrap((int) cells, 1, cells(parts, (int) cells, workers));
    for (Node node : program.nodes()) {
      if (node instanceof RowVector vector) {
        double[] row = Formats.toDense(inputs[vector.input()], workers).toArray();
        columns[vector.input()] = Dense.wrap((int) cells, 1, repeated(row, parts, (int) cells));
      }
    }
    Object[] values = skeleton(packed, columns, numbers).run(columns, numbers, null, workers);
    Object[] results = new Object[values.length];
    for (int k = 0; k < results.length; k++) {
      double[] found = Formats.toDense((Matrix) values[k], workers).toArray();
      results[k] = result(program.sinks().get(k), found, parts, own, workers);
      if (results[k] == null) {
        return null;
      }
    }
    return results;
  }

  private TileSkeleton skeleton(Packed packed, Matrix[] columns, double[] numbers) {
    if (!packed.isSparse()) {
      return dense;
    }
    Set<Integer> keeping = new TreeSet<>();
    for (int i = 0; i < program.nodes().size(); i++) {
      if (program.nodes().get(i) instanceof Binary call
          && FusedKernel.keepsZeros(program, call, columns, numbers)) {
        keeping.add(i);
      }
    }
    return sparse.computeIfAbsent(
        keeping,
        k -> new TileSkeleton(ofColumn(program.withUnsignedZeros(Set.of(source), keeping)), mode));
  }

  private static double[] cells(List<Part> parts, int count, Workers workers) {
    double[] cells = new double[count];
    int at = 0;
    for (Part part : parts) {
      double[] own = Formats.toDense(part.tuples(), workers).toArray();
      System.arraycopy(own, 0, cells, at, own.length);
      at += own.length;
    }
    return cells;
  }

  private static double[] repeated(double[] row, List<Part> parts, int count) {
    double[] cells = new double[count];
    int at = 0;
    for (Part part : parts) {
      for (int c = 0; c < part.tuples().rows(); c++) {
        for (int column : part.columns()) {
          cells[at++] = row[column];
        }
      }
    }
    return cells;
  }

  /** Null: sums of finite cells may overflow here, but not in the order of the cells. */
  private Object result(
      Sink sink, double[] values, List<Part> parts, OwnTuples own, Workers workers) {
    if (sink instanceof Rows) {
      return own.withTuples(tuples(values, parts), workers);
    } else if (sink instanceof Fold fold) {
      double result = folded(fold.kind(), values, parts);
      return isSafe(fold.kind(), result) ? result : null;
    }
    Aggregate.Kind kind = ((ColumnFold) sink).kind();
    double[] results = foldedByColumn(kind, values, parts);
    for (double result : results) {
      if (!isSafe(kind, result)) {
        return null;
      }
    }
    return Dense.wrap(1, width, results);
  }

  private static boolean isSafe(Aggregate.Kind kind, double result) {
    return kind == Aggregate.Kind.MIN || kind == Aggregate.Kind.MAX || Double.isFinite(result);
  }

  private static List<Dense> tuples(double[] values, List<Part> parts) {
    List<Dense> tuples = new ArrayList<>();
    int at = 0;
    for (Part part : parts) {
      int cells = (int) part.tuples().cells();
      double[] own = Arrays.copyOfRange(values, at, at + cells);
      tuples.add(Dense.wrap(part.tuples().rows(), part.columns().length, own));
      at += cells;
    }
    return tuples;
  }

  private static double folded(Aggregate.Kind kind, double[] values, List<Part> parts) {
    var fold = dev.linden.matrix.kernel.fold.Fold.of(kind);
    int at = 0;
    for (Part part : parts) {
      int cells = part.columns().length;
      for (int c = 0; c < part.tuples().rows(); c++, at += cells) {
        int count = part.counts() == null ? 1 : part.counts()[c];
        for (int j = 0; j < cells && count > 0; j++) {
          fold.addRepeated(values[at + j], count);
        }
      }
    }
    return fold.result();
  }

  private double[] foldedByColumn(Aggregate.Kind kind, double[] values, List<Part> parts) {
    double[] results = new double[width];
    var fold = dev.linden.matrix.kernel.fold.Fold.of(kind);
    int at = 0;
    for (Part part : parts) {
      int cells = part.columns().length;
      int rows = part.tuples().rows();
      for (int j = 0; j < cells; j++) {
        fold.reset();
        for (int c = 0; c < rows; c++) {
          int count = part.counts() == null ? 1 : part.counts()[c];
          if (count > 0) {
            fold.addRepeated(values[at + c * cells + j], count);
          }
        }
        results[part.columns()[j]] = fold.result();
      }
      at += rows * cells;
    }
    return results;
  }
}
