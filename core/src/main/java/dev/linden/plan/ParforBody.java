package dev.linden.plan;

import dev.linden.base.Span;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.op.CellwiseOps;
import dev.linden.op.DataType;
import dev.linden.op.IndexOps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What whoever runs the iterations of a parfor loop at once must know of its body: the variables
 * that outlive it and how the iterations write them. Read off the operators rather than the script,
 * so that it holds for what really runs.
 *
 * @param results variables with a value before the loop that the body changes
 * @param carried variables that are replaced as a whole and may be read before that. With a value
 *     before the loop, which only {@code check=0} lets pass, they make it run in sequence; without
 *     one they are private to each iteration
 * @param source the loop as operators, for estimates
 * @param inputs variables that the loop needs, with their slots
 * @param functions of the program, by key
 */
public record ParforBody(
    List<Result> results,
    List<Carried> carried,
    HopBlock.For source,
    Map<String, Integer> inputs,
    Map<String, HopProgram.HopFunction> functions) {

  /** How iterations write a result. */
  public enum Kind {
    /** Parts of it by left indexing. */
    CELLS,
    /** Each adds a matrix to it. */
    SUM
  }

  public record Result(String variable, int slot, Kind kind) {}

  public record Carried(String variable, int slot) {}

  /** The loop variable. */
  public String variable() {
    return source.variable();
  }

  public Span span() {
    return source.span();
  }

  static ParforBody of(
      HopBlock.For loop, Slots slots, Map<String, HopProgram.HopFunction> functions) {
    Set<String> assigned = new TreeSet<>();
    HopBlock.addAssigned(loop.body(), assigned);
    assigned.remove(loop.variable());
    Set<String> atStart = loop.body().isEmpty() ? Set.of() : loop.body().get(0).liveness().in();
    List<Result> results = new ArrayList<>();
    List<Carried> carried = new ArrayList<>();
    for (String variable : assigned) {
      boolean live = loop.liveness().out().contains(variable);
      if (!live && !atStart.contains(variable)) {
        continue; // private to an iteration
      }
      Writes writes = new Writes(variable);
      writes.visit(loop.body());
      Kind kind = writes.kind();
      if (kind != null) {
        results.add(new Result(variable, slots.variable(variable), kind));
      } else {
        carried.add(new Carried(variable, slots.variable(variable)));
      }
    }
    Map<String, Integer> inputs = new TreeMap<>();
    atStart.forEach(variable -> inputs.put(variable, slots.variable(variable)));
    return new ParforBody(
        List.copyOf(results), List.copyOf(carried), loop, Map.copyOf(inputs), functions);
  }

  /** All that happens to one variable. */
  private static final class Writes {
    private final String variable;
    private int reads;
    private int sums;
    private boolean cells;
    private boolean whole;

    Writes(String variable) {
      this.variable = variable;
    }

    Kind kind() {
      if (whole || (cells && sums > 0)) {
        return null;
      }
      // A sum must not be looked at before it is complete.
      return cells ? Kind.CELLS : sums > 0 && reads == sums ? Kind.SUM : null;
    }

    void visit(List<HopBlock> blocks) {
      HopBlock.forEach(
          blocks,
          block -> {
            whole |= block instanceof HopBlock.For loop && loop.variable().equals(variable);
            visit(block.dag());
          });
    }

    private void visit(Dag dag) {
      Map<Hop, Integer> uses = DagView.uses(dag);
      for (Dag.Root root : dag.roots()) {
        if (root instanceof Dag.Bind bind && bind.variable().equals(variable)) {
          write(bind.hop(), uses);
        }
      }
      for (Hop hop : DagView.operandsFirst(dag)) {
        for (Hop input : hop.inputs()) {
          reads += isVariable(input) ? 1 : 0;
        }
      }
    }

    private void write(Hop hop, Map<Hop, Integer> uses) {
      Hop value = hop;
      boolean assigns = false;
      while (value instanceof Hop.Compute call
          && call.op() == IndexOps.ASSIGN
          && call.info().data() != DataType.FRAME) {
        value = call.inputs().get(0);
        assigns = true;
      }
      if (isVariable(value)) {
        cells |= assigns;
      } else if (!assigns && addsToVariable(value, uses)) {
        sums++;
      } else {
        whole = true;
      }
    }

    private boolean isVariable(Hop hop) {
      return hop instanceof Hop.Read read && read.variable().equals(variable);
    }

    /** {@code V + B}, {@code B + V}, {@code V - B}, and chains of them that nobody else reads. */
    private boolean addsToVariable(Hop hop, Map<Hop, Integer> uses) {
      if (!(hop instanceof Hop.Compute call) || !call.info().isMatrix() || uses.get(hop) > 1) {
        return false;
      }
      boolean plus = call.op() == CellwiseOps.PLUS;
      if (!plus && call.op() != CellwiseOps.MINUS) {
        return false;
      }
      Hop left = call.inputs().get(0);
      Hop right = call.inputs().get(1);
      return left.info().isMatrix() && (isVariable(left) || addsToVariable(left, uses))
          || plus && right.info().isMatrix() && (isVariable(right) || addsToVariable(right, uses));
    }
  }
}
