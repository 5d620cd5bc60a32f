package dev.linden.fuse.program;

import dev.linden.fuse.program.Node.Binary;
import dev.linden.fuse.program.Node.Cell;
import dev.linden.fuse.program.Node.Number;
import dev.linden.fuse.program.Node.Product;
import dev.linden.fuse.program.Node.RowVector;
import dev.linden.fuse.program.Node.Select;
import dev.linden.fuse.program.Node.Source;
import dev.linden.fuse.program.Node.Unary;
import dev.linden.fuse.program.Node.Wide;
import dev.linden.fuse.program.Sink.Rows;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Cells;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.simd.Simd;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A fused operator (the paper's CPlan): what is computed for each row of the data, and what becomes
 * of it. Nodes refer to nodes before them. All of them describe the rows of a matrix with as many
 * rows as the sources have; a row has {@code width} cells.
 *
 * @param driver the node of a matrix of an Outer template, whose non-zeros say which cells are
 *     visited; {@link #NONE} for programs of other templates
 */
public record FusedProgram(int inputs, List<Node> nodes, List<Sink> sinks, int driver)
    implements Serializable {
  public static final int NONE = -1;

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

  public FusedProgram(int inputs, List<Node> nodes, List<Sink> sinks) {
    this(inputs, nodes, sinks, NONE);
  }

  /** Visits the cells that its driver has, and cells of a product there. */
  public boolean isOuter() {
    return driver != NONE;
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
      changed.add(node.renamed(a -> inside || !unstored[a] ? renamed[a] : unsigned[a]));
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
    sinks.forEach(sink -> sunk.add(sink.renamed(a -> unsigned[a])));
    return new FusedProgram(inputs, changed, sunk, driver);
  }

  /** The nodes that these sinks need, and the sinks. */
  public FusedProgram withSinks(List<? extends Sink> others) {
    boolean[] needed = new boolean[nodes.size()];
    others.forEach(sink -> sink.arguments().forEach(a -> needed[a] = true));
    for (int i = nodes.size() - 1; i >= 0; i--) {
      if (needed[i]) {
        nodes.get(i).arguments().forEach(a -> needed[a] = true);
      }
    }
    int[] renamed = new int[nodes.size()];
    List<Node> kept = new ArrayList<>();
    for (int i = 0; i < renamed.length; i++) {
      if (needed[i]) {
        renamed[i] = kept.size();
        kept.add(nodes.get(i).renamed(a -> renamed[a]));
      }
    }
    List<Sink> sunk = new ArrayList<>();
    others.forEach(sink -> sunk.add(sink.renamed(a -> renamed[a])));
    return new FusedProgram(inputs, kept, sunk, isOuter() ? renamed[driver] : NONE);
  }

  /** The same for some of the columns: nodes {@code from} cells wide become {@code to} wide. */
  public FusedProgram narrowed(int from, int to) {
    List<Node> changed = new ArrayList<>();
    nodes.forEach(node -> changed.add(node.width() == from ? ((Wide) node).withWidth(to) : node));
    return new FusedProgram(inputs, changed, sinks, driver);
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

  /**
   * Inputs over any of which the only result may be written row by row: all cells that its row is
   * computed from are read before, and other rows do not read them.
   */
  public int[] overwritable() {
    if (isOuter()
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
