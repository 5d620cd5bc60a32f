package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.FusedProgram.Node;
import dev.linden.fuse.program.FusedProgram.Sink;
import dev.linden.fuse.program.Template;
import dev.linden.hop.Hop;
import dev.linden.matrix.Cells;
import dev.linden.op.FoldsCells;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes the program of one or more fused operators that run over the same rows. */
final class ProgramBuilder {
  private final MemoTable memo;
  private final Template template;
  private BitSet covered = new BitSet();
  private final List<Hop> inputs = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final Map<Node, Integer> known = new HashMap<>();
  private final Map<Integer, Integer> nodeOf = new HashMap<>();
  private final List<Sink> sinks = new ArrayList<>();
  private int u = -1;
  private int v = -1;

  /** The operator runs over one row, so that a row is no vector that is repeated. */
  private boolean singleRow;

  ProgramBuilder(MemoTable memo, Template template) {
    this.memo = memo;
    this.template = template;
  }

  /** Inputs of the operator in the order of the program. */
  List<Hop> inputs() {
    return inputs;
  }

  void add(FusedOperator operator) {
    covered = operator.covered();
    singleRow = operator.space(memo) == 1;
    sinks.add(sink(operator.root()));
  }

  FusedProgram build(FusedOperator first) {
    FusedProgram.Outer outer = null;
    if (template == Template.OUTER) {
      int driver = nodeOf.get(Drivers.best(memo, first));
      outer = new FusedProgram.Outer(u, v, driver);
    }
    return new FusedProgram(template, inputs.size(), nodes, sinks, outer);
  }

  private Sink sink(int root) {
    Hop hop = memo.hop(root);
    FoldsCells fold = Shape.fold(hop);
    if (fold != null && fold.direction() == FoldsCells.Direction.ALL) {
      return new FusedProgram.Fold(fold.kind(), node(hop.inputs().get(0)));
    } else if (fold != null && fold.direction() == FoldsCells.Direction.EACH_COLUMN) {
      return new FusedProgram.ColumnFold(fold.kind(), node(hop.inputs().get(0)));
    } else if (Shape.isProduct(hop) && template == Template.OUTER) {
      Hop left = hop.inputs().get(0);
      return Shape.isTranspose(left)
          ? new FusedProgram.TransposedTimesMatrix(
              node(left.inputs().get(0)), input(hop.inputs().get(1)))
          : new FusedProgram.TimesMatrix(node(left), input(hop.inputs().get(1)));
    } else if (Shape.isTransposedProduct(hop)) {
      return new FusedProgram.TransposedProduct(
          node(hop.inputs().get(0).inputs().get(0)), node(hop.inputs().get(1)));
    }
    return new FusedProgram.Rows(node(hop));
  }

  private int input(Hop hop) {
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) == hop) {
        return i;
      }
    }
    inputs.add(hop);
    return inputs.size() - 1;
  }

  private int node(Hop hop) {
    int number = memo.numberOf(hop);
    Integer there = nodeOf.get(number);
    if (there != null) {
      return there;
    }
    // products go past the transposes they cover; whoever else wants one reads it
    boolean inside = covered.get(number) && !Shape.isTranspose(hop);
    int index = add(inside ? computed(hop) : read(hop));
    nodeOf.put(number, index);
    return index;
  }

  /** Equal nodes are computed once, whatever hops they come from. */
  private int add(Node node) {
    return known.computeIfAbsent(
        node,
        n -> {
          nodes.add(n);
          return nodes.size() - 1;
        });
  }

  private Node read(Hop hop) {
    if (Shape.isNumber(hop) || Shape.isOneCell(hop)) {
      return new FusedProgram.Number(input(hop));
    }
    int width = (int) Shape.cols(hop);
    return Shape.rows(hop) == 1 && !singleRow
        ? new FusedProgram.RowVector(input(hop), width)
        : new FusedProgram.Source(input(hop), width);
  }

  private Node computed(Hop hop) {
    Hop.Compute call = (Hop.Compute) hop;
    Hop first = hop.inputs().get(0);
    FoldsCells fold = Shape.fold(hop);
    if (fold != null) {
      return new FusedProgram.RowFold(fold.kind(), node(first));
    } else if (Shape.isRowExtreme(hop)) {
      return new FusedProgram.RowExtreme(Shape.isLargestOfRow(hop), node(first));
    } else if (Shape.isProduct(hop) && template == Template.OUTER) {
      u = input(first);
      v = input(hop.inputs().get(1).inputs().get(0));
      return new FusedProgram.OuterCell((int) Shape.cols(hop));
    } else if (Shape.isProduct(hop)) {
      return new FusedProgram.Product(
          node(first), input(hop.inputs().get(1)), (int) Shape.cols(hop));
    } else if (Shape.isColumnRange(hop)) {
      return new FusedProgram.Columns(node(first), Shape.firstColumn(hop), (int) Shape.cols(hop));
    }
    int width = (int) Shape.cols(hop);
    if (Shape.isChoice(hop)) {
      return new FusedProgram.Select(
          node(first), node(hop.inputs().get(1)), node(hop.inputs().get(2)), width);
    }
    Hop second = hop.inputs().size() > 1 ? hop.inputs().get(1) : null;
    if (second == null) {
      return new FusedProgram.Unary(call.op().unary(), node(first), width);
    }
    boolean square =
        call.op().binary() == Cells.POWER
            && second instanceof Hop.Literal literal
            && literal.value().asDouble() == 2;
    int x = node(first);
    return square
        ? new FusedProgram.Binary(Cells.TIMES, x, x, width)
        : new FusedProgram.Binary(call.op().binary(), x, node(second), width);
  }
}
