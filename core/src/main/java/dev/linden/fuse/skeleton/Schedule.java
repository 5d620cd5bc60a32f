package dev.linden.fuse.skeleton;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.code.CellBody;
import dev.linden.fuse.code.CellProgram;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Node.Binary;
import dev.linden.fuse.program.Node.Cell;
import dev.linden.fuse.program.Node.Number;
import dev.linden.fuse.program.Node.RowVector;
import dev.linden.fuse.program.Node.Select;
import dev.linden.fuse.program.Node.Source;
import dev.linden.fuse.program.Node.Unary;
import dev.linden.fuse.program.Sink;
import dev.linden.fuse.program.Sink.Fold;
import dev.linden.fuse.program.Sink.Rows;
import dev.linden.matrix.Cells;
import dev.linden.matrix.kernel.fold.Aggregate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The order in which the nodes of a program are computed for a tile of rows. Cell-wise nodes that
 * depend on each other only through cell-wise nodes of the same width become one segment, whose
 * loop is generated; the other nodes are primitives.
 */
final class Schedule {
  /** From this width on, a segment with operands of width 1 is run row by row. */
  static final int WIDE = 512;

  /** One step: a segment, or the primitive of a node. */
  sealed interface Action {}

  record Primitive(int node) implements Action {}

  /**
   * Cell-wise nodes with one loop.
   *
   * @param arrays nodes that are the arrays of the body
   * @param scalars nodes that are its scalars: numbers and, row by row, vectors of width 1
   * @param outputs nodes whose values others need
   */
  record Segment(
      CellProgram program,
      CellBody body,
      int width,
      boolean byRow,
      int[] arrays,
      int[] scalars,
      int[] outputs)
      implements Action {}

  private final FusedProgram program;
  private final List<Action> actions = new ArrayList<>();
  private final boolean[] needed;

  /** Nodes that are wanted at all: not the products that sums compute themselves. */
  private final boolean[] isComputed;

  private final List<List<Integer>> factors = new ArrayList<>();

  Schedule(FusedProgram program, Bodies.Mode mode) {
    this.program = program;
    List<Node> nodes = program.nodes();
    needed = new boolean[nodes.size()];
    isComputed = new boolean[nodes.size()];
    int[] stage = new int[nodes.size()];
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      for (int argument : node.arguments()) {
        boolean barrier = !(node instanceof Cell);
        stage[i] = Math.max(stage[i], stage[argument] + (barrier ? 1 : 0));
      }
    }
    markNeeded(stage);
    int last = 0;
    for (int s : stage) {
      last = Math.max(last, s);
    }
    for (int s = 0; s <= last; s++) {
      Map<Integer, List<Integer>> byWidth = new TreeMap<>();
      for (int i = 0; i < nodes.size(); i++) {
        if (stage[i] != s) {
          continue;
        }
        if (nodes.get(i) instanceof Cell && isComputed[i]) {
          byWidth.computeIfAbsent(nodes.get(i).width(), w -> new ArrayList<>()).add(i);
        } else if (!nodes.get(i).arguments().isEmpty() && isComputed[i]) {
          actions.add(new Primitive(i));
        }
      }
      byWidth.forEach((width, members) -> actions.add(segment(width, members, mode)));
    }
  }

  List<Action> actions() {
    return actions;
  }

  /** Values that leave the segment in which they are computed. */
  private void markNeeded(int[] stage) {
    List<Node> nodes = program.nodes();
    for (Sink sink : program.sinks()) {
      List<Integer> products = sink instanceof Fold fold ? factors(fold) : null;
      factors.add(products);
      List<Integer> read = products == null ? sink.arguments() : products;
      read.forEach(a -> needed[a] = true);
    }
    for (int i = nodes.size() - 1; i >= 0; i--) {
      isComputed[i] |= needed[i];
      if (!isComputed[i]) {
        continue;
      }
      for (int argument : nodes.get(i).arguments()) {
        boolean inside =
            nodes.get(i) instanceof Cell
                && nodes.get(argument) instanceof Cell
                && stage[i] == stage[argument]
                && nodes.get(i).width() == nodes.get(argument).width();
        needed[argument] |= !inside;
        isComputed[argument] = true;
      }
    }
  }

  /**
   * The factors of the products that a sum adds up, two or three of one width; null for other sums.
   * They are multiplied while they are summed.
   */
  private List<Integer> factors(Fold fold) {
    boolean sum = fold.kind() == Aggregate.Kind.SUM || fold.kind() == Aggregate.Kind.MEAN;
    if (!sum || !isProduct(fold.x())) {
      return null;
    }
    Binary last = (Binary) program.nodes().get(fold.x());
    if (!isProduct(last.x()) || last.x() == last.y()) {
      return List.of(last.x(), last.y());
    }
    Binary first = (Binary) program.nodes().get(last.x());
    boolean readOnce = program.readers(last.x()).size() == 1;
    return readOnce && isMatrix(first.x()) && isMatrix(first.y()) && isMatrix(last.y())
        ? List.of(first.x(), first.y(), last.y())
        : List.of(last.x(), last.y());
  }

  private boolean isMatrix(int node) {
    return program.nodes().get(node) instanceof Source;
  }

  /** A product of cells that have all the width of the result. */
  private boolean isProduct(int node) {
    List<Node> nodes = program.nodes();
    return nodes.get(node) instanceof Binary binary
        && binary.function() == Cells.TIMES
        && isCellOf(binary.x(), binary.width())
        && isCellOf(binary.y(), binary.width());
  }

  private boolean isCellOf(int node, int width) {
    return !isRow(node) && program.nodes().get(node).width() == width;
  }

  /** Says that segments are about to be run over this many rows. */
  void expect(double rows) {
    for (Action action : actions) {
      if (action instanceof Segment segment) {
        segment.body().expect(rows * segment.width());
      }
    }
  }

  /** The factors that a sink multiplies and sums up, or null. */
  List<Integer> factors(int sink) {
    return factors.get(sink);
  }

  /** Cells go from sources to results and sums in registers. */
  boolean streams() {
    for (Action action : actions) {
      if (!(action instanceof Segment segment) || !Bodies.isInline(segment.program())) {
        return false;
      }
      for (int output : segment.outputs()) {
        if (program.sinks().stream().noneMatch(s -> s instanceof Rows r && r.x() == output)) {
          return false;
        }
      }
      for (int array : segment.arrays()) {
        boolean repeated = !segment.byRow() && program.nodes().get(array).width() < segment.width();
        if (repeated) {
          return false;
        }
      }
    }
    return program.sinks().stream().allMatch(s -> s instanceof Rows || s instanceof Fold);
  }

  private Segment segment(int width, List<Integer> members, Bodies.Mode mode) {
    List<Node> nodes = program.nodes();
    Set<Integer> outside = new TreeSet<>();
    members.forEach(
        m ->
            nodes.get(m).arguments().stream()
                .filter(a -> !members.contains(a))
                .forEach(outside::add));
    boolean hasColumn =
        width > 1 && outside.stream().anyMatch(a -> nodes.get(a).width() == 1 && !isRow(a));
    boolean byRow = width > CellBody.MOST_CELLS || (hasColumn && width >= WIDE);
    List<Integer> arrays = new ArrayList<>();
    List<Integer> scalars = new ArrayList<>();
    for (int a : outside) {
      boolean scalar =
          nodes.get(a) instanceof Number
              || (byRow && nodes.get(a).width() == 1 && !isRow(a) && width > 1);
      (scalar ? scalars : arrays).add(a);
    }
    Map<Integer, Integer> number = new HashMap<>();
    arrays.forEach(a -> number.put(a, number.size()));
    scalars.forEach(a -> number.put(a, number.size()));
    members.forEach(m -> number.put(m, number.size()));
    List<CellProgram.Step> steps = new ArrayList<>();
    members.forEach(m -> steps.add(step(nodes.get(m), number)));
    List<Integer> outputs = members.stream().filter(m -> needed[m]).toList();
    CellProgram cells =
        new CellProgram(
            arrays.size(), scalars.size(), steps, outputs.stream().map(number::get).toList());
    return new Segment(
        cells, Bodies.of(cells, mode), width, byRow, ints(arrays), ints(scalars), ints(outputs));
  }

  private boolean isRow(int node) {
    return program.nodes().get(node) instanceof RowVector;
  }

  static CellProgram.Step step(Node node, Map<Integer, Integer> number) {
    if (node instanceof Unary unary) {
      return new CellProgram.Unary(unary.function(), number.get(unary.x()));
    } else if (node instanceof Binary binary) {
      return new CellProgram.Binary(
          binary.function(), number.get(binary.x()), number.get(binary.y()));
    }
    Select select = (Select) node;
    return new CellProgram.Select(
        number.get(select.condition()), number.get(select.yes()), number.get(select.no()));
  }

  static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }
}
