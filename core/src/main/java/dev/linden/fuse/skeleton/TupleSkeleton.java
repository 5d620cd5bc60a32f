package dev.linden.fuse.skeleton;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Node.Binary;
import dev.linden.fuse.program.Node.RowFold;
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
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.OwnTuples;
import dev.linden.matrix.kernel.cells.OwnTuples.Part;
import dev.linden.matrix.kernel.fold.Aggregate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs a program on the distinct tuples of a packed matrix, or of several with the same codes: the
 * cells of these tuples are long columns, in which row vectors have a cell for each. What comes out
 * are the tuples of packed matrices with the same codes again, and these are the results, or what
 * aggregates make of them.
 */
final class TupleSkeleton {
  /** Tuples have at most this share of the cells of the matrix. */
  private static final long FEWEST_CELLS_PER_TUPLE_CELL = 4;

  private static final long MOST_CELLS_OF_SMALL_PARTS = 1 << 14;

  private final FusedProgram program;
  private final Bodies.Mode mode;

  /** The nodes that sinks aggregate or store, of cell-wise nodes only: a sink for each. */
  private final FusedProgram cells;

  /** Which of its sinks has the cells for a sink. */
  private final int[] cellsOf;

  /** The program for a column, by sparse sources and operations that keep zeros. */
  private final Map<List<Set<Integer>>, TileSkeleton> columns = new ConcurrentHashMap<>();

  private TupleSkeleton(FusedProgram program, Bodies.Mode mode) {
    this.program = program;
    this.mode = mode;
    List<Integer> wanted = new ArrayList<>();
    cellsOf = new int[program.sinks().size()];
    for (int k = 0; k < cellsOf.length; k++) {
      int node = cells(program, program.sinks().get(k));
      if (!wanted.contains(node)) {
        wanted.add(node);
      }
      cellsOf[k] = wanted.indexOf(node);
    }
    cells = program.withSinks(wanted.stream().<Sink>map(Rows::new).toList());
  }

  /** Null for programs that need more than distinct tuples. */
  static TupleSkeleton of(FusedProgram program, Bodies.Mode mode) {
    return program.sinks().stream().allMatch(sink -> !sources(program, sink).isEmpty())
        ? new TupleSkeleton(program, mode)
        : null;
  }

  /** The inputs whose tuples are all that a sink needs; none if it needs more. */
  static Set<Integer> sources(FusedProgram program, Sink sink) {
    int node = cells(program, sink);
    if (node < 0) {
      return Set.of();
    }
    FusedProgram alone = program.withSinks(List.of(new Rows(node)));
    int width = program.nodes().get(node).width();
    boolean sameWidth = alone.nodes().stream().allMatch(n -> n.width() == width || n.width() == 0);
    if (!alone.isCellwise() || !sameWidth) {
      return Set.of();
    }
    Set<Integer> inputs = new TreeSet<>();
    for (Node read : alone.nodes()) {
      if (read instanceof Source source) {
        inputs.add(source.input());
      }
    }
    return inputs;
  }

  /** The node whose cells a sink stores or aggregates in any order; -1 for other sinks. */
  private static int cells(FusedProgram program, Sink sink) {
    if (sink instanceof Fold fold) {
      return fold.kind().isFreeOfOrder() ? fold.x() : -1;
    } else if (sink instanceof ColumnFold fold) {
      return fold.kind().isFreeOfOrder() ? fold.x() : -1;
    } else if (sink instanceof Rows rows) {
      return program.nodes().get(rows.x()) instanceof RowFold fold
          ? fold.kind().addsUpByRow() ? fold.x() : -1
          : rows.x();
    }
    return -1;
  }

  /** Row vectors become columns. */
  private static FusedProgram ofColumn(FusedProgram program) {
    List<Node> nodes = new ArrayList<>();
    for (Node node : program.nodes()) {
      if (node instanceof RowVector vector) {
        nodes.add(new Source(vector.input(), 1));
      } else {
        nodes.add(node.width() == 0 ? node : ((Wide) node).withWidth(1));
      }
    }
    return new FusedProgram(program.inputs(), nodes, program.sinks());
  }

  /**
   * {@code inputs}: of which sources have the same codes. Null if there are too many tuples: then
   * cells are as good.
   */
  Object[] run(Matrix[] inputs, double[] numbers, Workers workers) {
    Map<Integer, List<Part>> sources = new HashMap<>();
    OwnTuples first = null;
    List<Part> parts = List.of();
    for (Node node : cells.nodes()) {
      if (node instanceof Source source) {
        OwnTuples own = (OwnTuples) inputs[source.input()];
        List<Part> of = own.parts(workers);
        sources.put(source.input(), of);
        if (first == null) {
          first = own;
          parts = of;
          long tuples = cells(parts);
          boolean few = tuples * FEWEST_CELLS_PER_TUPLE_CELL <= inputs[source.input()].cells();
          if (tuples == 0 || !few || tuples > Integer.MAX_VALUE - 8) {
            return null;
          }
        }
      }
    }
    List<List<Dense>> found = new ArrayList<>();
    cells.sinks().forEach(sink -> found.add(new ArrayList<>()));
    for (int start = 0; start < parts.size(); ) {
      int end = endOfColumn(parts, start);
      Map<Integer, List<Part>> some = new HashMap<>();
      for (Map.Entry<Integer, List<Part>> source : sources.entrySet()) {
        some.put(source.getKey(), source.getValue().subList(start, end));
      }
      addTuples(parts.subList(start, end), some, inputs, numbers, found, workers);
      start = end;
    }
    Object[] results = new Object[cellsOf.length];
    Matrix[] mapped = new Matrix[found.size()];
    for (int k = 0; k < results.length; k++) {
      int i = cellsOf[k];
      mapped[i] = mapped[i] == null ? first.withTuples(found.get(i), workers) : mapped[i];
      results[k] = result(program.sinks().get(k), mapped[i], workers);
    }
    for (int i = 0; i < mapped.length; i++) {
      if (!Arrays.asList(results).contains(mapped[i])) {
        found.get(i).forEach(tuples -> workers.arrays().recycle(tuples.panel(0)));
      }
    }
    return results;
  }

  /**
   * The parts before this one have their cells in one column: one large part, whose cells stay
   * where they are, or several small ones.
   */
  private static int endOfColumn(List<Part> parts, int start) {
    int end = start + 1;
    long cells = cells(parts.subList(start, end));
    while (end < parts.size()
        && cells + parts.get(end).tuples().cells() <= MOST_CELLS_OF_SMALL_PARTS) {
      cells += parts.get(end).tuples().cells();
      end++;
    }
    return end;
  }

  private static long cells(List<Part> parts) {
    return parts.stream().mapToLong(part -> part.tuples().cells()).sum();
  }

  /** Runs the program for a column of some parts, and adds the tuples that it makes of theirs. */
  private void addTuples(
      List<Part> parts,
      Map<Integer, List<Part>> sources,
      Matrix[] inputs,
      double[] numbers,
      List<List<Dense>> found,
      Workers workers) {
    Matrix[] given = inputs.clone();
    int count = (int) cells(parts);
    sources.forEach((input, of) -> given[input] = Dense.wrap(count, 1, column(of, count, workers)));
    List<double[]> made = new ArrayList<>();
    for (Node node : cells.nodes()) {
      if (node instanceof RowVector vector) {
        double[] row = Formats.toDense(inputs[vector.input()], workers).inOneArray();
        made.add(repeated(row, parts, count, workers));
        given[vector.input()] = Dense.wrap(count, 1, made.get(made.size() - 1));
      }
    }
    Object[] values = skeleton(inputs, given, numbers).run(given, numbers, null, workers);
    made.forEach(workers.arrays()::recycle);
    for (int i = 0; i < values.length; i++) {
      double[] cellsOfAll = Formats.toDense((Matrix) values[i], workers).inOneArray();
      found.get(i).addAll(tuples(cellsOfAll, parts));
    }
  }

  private TileSkeleton skeleton(Matrix[] inputs, Matrix[] given, double[] numbers) {
    Set<Integer> sparse = new TreeSet<>();
    Set<Integer> keeping = new TreeSet<>();
    for (int i = 0; i < cells.nodes().size(); i++) {
      Node node = cells.nodes().get(i);
      if (node instanceof Source source && inputs[source.input()].isSparse()) {
        sparse.add(i);
      } else if (node instanceof Binary call
          && FusedKernel.keepsZeros(cells, call, given, numbers)) {
        keeping.add(i);
      }
    }
    return columns.computeIfAbsent(
        sparse.isEmpty() ? List.of() : List.of(sparse, keeping),
        key ->
            new TileSkeleton(
                ofColumn(sparse.isEmpty() ? cells : cells.withUnsignedZeros(sparse, keeping)),
                mode));
  }

  private static double[] column(List<Part> parts, int count, Workers workers) {
    if (parts.size() == 1) {
      return Formats.toDense(parts.get(0).tuples(), workers).inOneArray();
    }
    double[] cells = new double[count];
    int at = 0;
    for (Part part : parts) {
      double[] own = Formats.toDense(part.tuples(), workers).inOneArray();
      System.arraycopy(own, 0, cells, at, own.length);
      at += own.length;
    }
    return cells;
  }

  private static double[] repeated(double[] row, List<Part> parts, int count, Workers workers) {
    double[] cells = workers.arrays().uncleared(count);
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

  private static List<Dense> tuples(double[] values, List<Part> parts) {
    List<Dense> tuples = new ArrayList<>();
    int at = 0;
    for (Part part : parts) {
      int cells = (int) part.tuples().cells();
      double[] own = parts.size() == 1 ? values : Arrays.copyOfRange(values, at, at + cells);
      tuples.add(Dense.wrap(part.tuples().rows(), part.columns().length, own));
      at += cells;
    }
    return tuples;
  }

  private Object result(Sink sink, Matrix mapped, Workers workers) {
    if (sink instanceof Fold fold) {
      return Aggregate.all(fold.kind(), mapped, workers);
    } else if (sink instanceof ColumnFold fold) {
      return Aggregate.cols(fold.kind(), mapped, workers);
    }
    return program.nodes().get(((Rows) sink).x()) instanceof RowFold fold
        ? Aggregate.rows(fold.kind(), mapped, workers)
        : mapped;
  }
}
