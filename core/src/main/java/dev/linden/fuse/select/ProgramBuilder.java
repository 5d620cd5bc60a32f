package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.fuse.explore.Template;
import dev.linden.fuse.explore.TemplateRules;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Sink;
import dev.linden.hop.Hop;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes the program of one or more fused operators of a template that run over the same rows. */
final class ProgramBuilder implements TemplateRules.Values {
  private final MemoTable memo;
  private final TemplateRules rules;
  private BitSet covered = new BitSet();
  private final List<Hop> inputs = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final Map<Node, Integer> known = new HashMap<>();
  private final Map<Integer, Integer> nodeOf = new HashMap<>();
  private final List<Sink> sinks = new ArrayList<>();

  /** The operator runs over one row, so that a row is no vector that is repeated. */
  private boolean singleRow;

  ProgramBuilder(MemoTable memo, Template template) {
    this.memo = memo;
    this.rules = template.rules();
  }

  /** Inputs of the operator in the order of the program. */
  List<Hop> inputs() {
    return inputs;
  }

  void add(FusedOperator operator) {
    covered = operator.covered();
    singleRow = operator.space(memo) == 1;
    sinks.add(rules.sink(memo.hop(operator.root()), this));
  }

  FusedProgram build(FusedOperator first) {
    boolean outer = nodes.stream().anyMatch(Node.OuterCell.class::isInstance);
    int driver = outer ? nodeOf.get(Drivers.best(memo, first)) : FusedProgram.NONE;
    return new FusedProgram(inputs.size(), nodes, sinks, driver);
  }

  @Override
  public int input(Hop hop) {
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) == hop) {
        return i;
      }
    }
    inputs.add(hop);
    return inputs.size() - 1;
  }

  @Override
  public int node(Hop hop) {
    int number = memo.numberOf(hop);
    Integer there = nodeOf.get(number);
    if (there != null) {
      return there;
    }
    // products go past the transposes they cover; whoever else wants one reads it
    boolean inside = covered.get(number) && !Shape.isTranspose(hop);
    int index = add(inside ? rules.node(hop, this) : read(hop));
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
      return new Node.Number(input(hop));
    }
    int width = (int) Shape.cols(hop);
    return Shape.rows(hop) == 1 && !singleRow
        ? new Node.RowVector(input(hop), width)
        : new Node.Source(input(hop), width);
  }
}
