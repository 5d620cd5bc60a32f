package dev.linden.fuse.program;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Cells;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.simd.Simd;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * A fused operator (the paper's CPlan): what is computed for each row of the data, and what becomes
 * of it. Nodes refer to nodes before them. All of them describe the rows of a matrix with as many
 * rows as the sources have; a row has {@code width} cells.
 *
 * @param template how it came about, which also decides between the skeletons that can run it
 */
public record FusedProgram(
    Template template, int inputs, List<Node> nodes, List<Sink> sinks, Outer outer)
    implements Serializable {
  /** -0 becomes 0; everything else stays. */
  public static final UnaryFunction UNSIGNED_ZERO =
      new UnaryFunction("unsigned") {
        @Override
        public double apply(double x) {
          return x + 0.0;
        }

        @Override
        public void apply(double[] a, int ai, double[] c, int ci, int length) {
          Simd.forLength(length).add(a, ai, 0.0, c, ci, length);
        }
      };

  public FusedProgram {
    nodes = List.copyOf(nodes);
    sinks = List.copyOf(sinks);
  }

  public FusedProgram(Template template, int inputs, List<Node> nodes, List<Sink> sinks) {
    this(template, inputs, nodes, sinks, null);
  }

  /**
   * Where the dot products of an Outer template come from: cell (i,j) is row i of {@code u} times
   * row j of {@code v}. The driver says which cells are visited.
   *
   * @param driver node of the driver
   */
  public record Outer(int u, int v, int driver) implements Serializable {}

  /** A value per row. */
  public sealed interface Node extends Serializable {
    /** Cells per row; 1 for a column vector, 0 for a scalar. */
    int width();

    List<Integer> arguments();
  }

  /** Row i is row i of an input. */
  public record Source(int input, int width) implements Node {
    @Override
    public List<Integer> arguments() {
      return List.of();
    }
  }

  /** Every row is the one row of an input. */
  public record RowVector(int input, int width) implements Node {
    @Override
    public List<Integer> arguments() {
      return List.of();
    }
  }

  /** A scalar or 1x1 input. */
  public record Number(int input) implements Node {
    @Override
    public int width() {
      return 0;
    }

    @Override
    public List<Integer> arguments() {
      return List.of();
    }
  }

  /** The cells of {@code u %*% t(v)} that an Outer template visits. */
  public record OuterCell(int width) implements Node {
    @Override
    public List<Integer> arguments() {
      return List.of();
    }
  }

  /** Computed cell by cell; operands of width 1 or 0 are the same for all cells of a row. */
  public sealed interface Cell extends Node {}

  public record Unary(UnaryFunction function, int x, int width) implements Cell {
    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }
  }

  public record Binary(BinaryFunction function, int x, int y, int width) implements Cell {
    @Override
    public List<Integer> arguments() {
      return List.of(x, y);
    }
  }

  public record Select(int condition, int yes, int no, int width) implements Cell {
    @Override
    public List<Integer> arguments() {
      return List.of(condition, yes, no);
    }
  }

  /** One aggregate of each row. */
  public record RowFold(Aggregate.Kind kind, int x) implements Node {
    @Override
    public int width() {
      return 1;
    }

    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }
  }

  /** 1-based column of the extreme cell of each row. */
  public record RowExtreme(boolean largest, int x) implements Node {
    @Override
    public int width() {
      return 1;
    }

    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }
  }

  /** Row times a whole matrix. */
  public record Product(int x, int matrix, int width) implements Node {
    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }
  }

  /** Columns from {@code from} on (0-based). */
  public record Columns(int x, int from, int width) implements Node {
    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }
  }

  /** A result of the operator. */
  public sealed interface Sink extends Serializable {
    List<Integer> arguments();
  }

  /** All rows: a matrix. */
  public record Rows(int x) implements Sink {
    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }
  }

  /** All cells folded: a scalar. */
  public record Fold(Aggregate.Kind kind, int x) implements Sink {
    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }
  }

  /** Each column folded: a row vector. */
  public record ColumnFold(Aggregate.Kind kind, int x) implements Sink {
    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }
  }

  /** {@code t(x) %*% y}. */
  public record TransposedProduct(int x, int y) implements Sink {
    @Override
    public List<Integer> arguments() {
      return List.of(x, y);
    }
  }

  /** Outer templates only: {@code cells %*% matrix}, the matrix having a row per column. */
  public record TimesMatrix(int x, int matrix) implements Sink {
    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }
  }

  /** Outer templates only: {@code t(cells) %*% matrix}, the matrix having a row per row. */
  public record TransposedTimesMatrix(int x, int matrix) implements Sink {
    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }
  }

  /** Consists of cell-wise operations, so that any stretch of cells can be computed alone. */
  public boolean isCellwise() {
    return nodes.stream()
        .allMatch(
            n ->
                n instanceof Cell
                    || n instanceof Source
                    || n instanceof RowVector
                    || n instanceof Number);
  }

  /**
   * The same program for these sources being sparse: where they are zero, so are values computed
   * from them alone, without a sign, and products with them, even with NaN and infinities, since
   * single operators would not store them.
   *
   * @param keeping operations with a number that leave zeros as they are
   */
  public FusedProgram withUnsignedZeros(Set<Integer> sparse, Set<Integer> keeping) {
    boolean[] unstored = new boolean[nodes.size()];
    for (int i = 0; i < unstored.length; i++) {
      unstored[i] =
          sparse.contains(i)
              || (nodes.get(i) instanceof Cell && isUnstored(i, unstored, keeping.contains(i)));
    }
    int[] renamed = new int[nodes.size()];
    int[] unsigned = new int[nodes.size()];
    List<Node> changed = new ArrayList<>();
    for (int i = 0; i < unstored.length; i++) {
      boolean inside = unstored[i];
      Node node = nodes.get(i);
      changed.add(renamed(node, a -> inside || !unstored[a] ? renamed[a] : unsigned[a]));
      if (node instanceof Binary binary
          && binary.function() == Cells.TIMES
          && binary.x() != binary.y()
          && !(nodes.get(binary.x()) instanceof Number)
          && !(nodes.get(binary.y()) instanceof Number)) {
        for (int factor : node.arguments()) {
          if (unstored[factor]) {
            int zero = renamed[factor];
            changed.add(new Select(zero, changed.size() - 1, zero, node.width()));
          }
        }
      }
      renamed[i] = changed.size() - 1;
      unsigned[i] = renamed[i];
      if (unstored[i] && !sparse.contains(i)) {
        changed.add(new Unary(UNSIGNED_ZERO, renamed[i], node.width()));
        unsigned[i] = changed.size() - 1;
      }
    }
    List<Sink> sunk = new ArrayList<>();
    sinks.forEach(sink -> sunk.add(renamed(sink, a -> unsigned[a])));
    return new FusedProgram(template, inputs, changed, sunk, outer);
  }

  /** The same for some of the columns: nodes {@code from} cells wide become {@code to} wide. */
  public FusedProgram narrowed(int from, int to) {
    List<Node> changed = new ArrayList<>();
    nodes.forEach(node -> changed.add(node.width() == from ? withWidth(node, to) : node));
    return new FusedProgram(template, inputs, changed, sinks, outer);
  }

  private static Node withWidth(Node node, int width) {
    if (node instanceof Source n) {
      return new Source(n.input(), width);
    } else if (node instanceof RowVector n) {
      return new RowVector(n.input(), width);
    } else if (node instanceof Unary n) {
      return new Unary(n.function(), n.x(), width);
    } else if (node instanceof Binary n) {
      return new Binary(n.function(), n.x(), n.y(), width);
    } else if (node instanceof Select n) {
      return new Select(n.condition(), n.yes(), n.no(), width);
    }
    throw new IllegalArgumentException(node + " is not cell-wise");
  }

  private boolean isUnstored(int i, boolean[] unstored, boolean keeping) {
    if (nodes.get(i) instanceof Unary unary) {
      return unstored[unary.x()] && unary.function().keepsZeros();
    } else if (nodes.get(i) instanceof Binary binary) {
      boolean x = unstored[binary.x()];
      boolean y = unstored[binary.y()];
      BinaryFunction f = binary.function();
      boolean byNumber =
          nodes.get(binary.x()) instanceof Number || nodes.get(binary.y()) instanceof Number;
      if (byNumber) {
        return (x || y) && keeping;
      }
      return x && y ? f.keepsZeros() : (x || y) && f == Cells.TIMES;
    }
    return false;
  }

  private static Node renamed(Node node, IntUnaryOperator name) {
    if (node instanceof Unary n) {
      return new Unary(n.function(), name.applyAsInt(n.x()), n.width());
    } else if (node instanceof Binary n) {
      return new Binary(n.function(), name.applyAsInt(n.x()), name.applyAsInt(n.y()), n.width());
    } else if (node instanceof Select n) {
      return new Select(
          name.applyAsInt(n.condition()),
          name.applyAsInt(n.yes()),
          name.applyAsInt(n.no()),
          n.width());
    } else if (node instanceof RowFold n) {
      return new RowFold(n.kind(), name.applyAsInt(n.x()));
    } else if (node instanceof RowExtreme n) {
      return new RowExtreme(n.largest(), name.applyAsInt(n.x()));
    } else if (node instanceof Product n) {
      return new Product(name.applyAsInt(n.x()), n.matrix(), n.width());
    } else if (node instanceof Columns n) {
      return new Columns(name.applyAsInt(n.x()), n.from(), n.width());
    }
    return node;
  }

  private static Sink renamed(Sink sink, IntUnaryOperator name) {
    if (sink instanceof Rows s) {
      return new Rows(name.applyAsInt(s.x()));
    } else if (sink instanceof Fold s) {
      return new Fold(s.kind(), name.applyAsInt(s.x()));
    } else if (sink instanceof ColumnFold s) {
      return new ColumnFold(s.kind(), name.applyAsInt(s.x()));
    } else if (sink instanceof TransposedProduct s) {
      return new TransposedProduct(name.applyAsInt(s.x()), name.applyAsInt(s.y()));
    }
    return sink;
  }

  /**
   * Inputs over any of which the only result may be written row by row: all cells that its row is
   * computed from are read before, and other rows do not read them.
   */
  public int[] overwritable() {
    if (outer != null
        || sinks.size() != 1
        || !(sinks.get(0) instanceof Rows rows)
        || !(nodes.get(rows.x()) instanceof Cell result)) {
      return new int[0];
    }
    return IntStream.range(0, inputs).filter(i -> isReadByRowsOf(i, result.width())).toArray();
  }

  private boolean isReadByRowsOf(int input, int width) {
    boolean read = false;
    for (Node node : nodes) {
      if (node instanceof Source source && source.input() == input) {
        if (source.width() != width) {
          return false;
        }
        read = true;
      }
      if ((node instanceof RowVector vector && vector.input() == input)
          || (node instanceof Number number && number.input() == input)
          || (node instanceof Product product && product.matrix() == input)) {
        return false;
      }
    }
    return read;
  }

  /** Nodes that are read by a node or sink of the kind, or all of a node's readers. */
  public List<Node> readers(int node) {
    List<Node> readers = new ArrayList<>();
    nodes.forEach(
        n -> {
          if (n.arguments().contains(node)) {
            readers.add(n);
          }
        });
    return readers;
  }
}
