package dev.linden.hop;

import dev.linden.base.LindenBug;
import dev.linden.op.Info;
import dev.linden.op.Parameter;
import dev.linden.op.Property;
import dev.linden.op.Size;
import java.util.List;

/**
 * What must hold for operator DAGs whenever a phase of the compiler has ended: every argument that
 * an operator needs is there, what a node says of its value does not contradict the operator's own
 * rule, and predicates and bounds have their values.
 */
public final class HopInvariants {
  private final SizePropagation sizes;

  private HopInvariants(HopFactory factory) {
    this.sizes = factory.sizes();
  }

  /**
   * @throws LindenBug if one does not hold
   */
  public static void check(HopProgram program, HopFactory factory) {
    HopInvariants invariants = new HopInvariants(factory);
    invariants.blocks(program.main());
    program.functions().values().forEach(function -> invariants.blocks(function.body()));
  }

  /**
   * @throws LindenBug if one does not hold
   */
  public static void check(Dag dag, HopFactory factory) {
    new HopInvariants(factory).dag(dag);
  }

  private void blocks(List<HopBlock> blocks) {
    HopBlock.forEach(
        blocks,
        block -> {
          dag(block.dag());
          if (!(block instanceof HopBlock.Straight)) {
            needs(block.dag(), block instanceof HopBlock.For loop ? loop.stepped() ? 3 : 2 : 1);
          }
        });
  }

  private static void needs(Dag dag, int values) {
    long found = dag.roots().stream().filter(root -> root instanceof Dag.Needed).count();
    if (found != values) {
      throw new LindenBug("a predicate or bounds with " + found + " values, not " + values);
    }
  }

  private void dag(Dag dag) {
    for (Dag.Root root : dag.roots()) {
      if (root.hop().info() == null && !(root instanceof Dag.Effect)) {
        throw broken(root.hop(), "is used, but has no result");
      }
    }
    DagView.operandsFirst(dag).forEach(this::hop);
  }

  private void hop(Hop hop) {
    for (Hop input : hop.inputs()) {
      if (input != null && input.info() == null) {
        throw broken(hop, "takes " + input.label() + ", which has no result");
      }
    }
    if (hop instanceof Hop.Result result) {
      List<Info> results =
          result.call() instanceof Hop.Compute call
              ? call.results()
              : ((Hop.Invoke) result.call()).results();
      if (result.index() < 1 || result.index() >= results.size()) {
        throw broken(hop, "of a call with " + results.size() + " results");
      }
    } else if (hop instanceof Hop.Compute call) {
      compute(call);
    }
  }

  private void compute(Hop.Compute call) {
    List<Parameter> parameters = call.op().parameters();
    for (int i = 0; i < parameters.size() && !parameters.get(i).variadic(); i++) {
      if (i >= call.inputs().size()
          || (call.inputs().get(i) == null && !parameters.get(i).optional())) {
        throw broken(call, "lacks its argument " + parameters.get(i).name());
      }
    }
    if (call.op().has(Property.READS_FILE)) {
      return; // what a file held when its node was made may not be known any more
    }
    List<Info> ruled = sizes.infer(call.op(), call.inputs(), call.names());
    if (ruled.size() != call.results().size()) {
      throw broken(call, "has " + call.results().size() + " results, not " + ruled.size());
    }
    for (int i = 0; i < ruled.size(); i++) {
      Info said = call.results().get(i);
      Info rule = ruled.get(i);
      if (said.data() != rule.data() || contradict(said.size(), rule.size())) {
        throw broken(call, "says " + said.describeOne() + ", its rule " + rule.describeOne());
      }
    }
  }

  private static boolean contradict(Size a, Size b) {
    return (a.rowsKnown() && b.rowsKnown() && a.rows() != b.rows())
        || (a.colsKnown() && b.colsKnown() && a.cols() != b.cols());
  }

  private static LindenBug broken(Hop hop, String flaw) {
    return new LindenBug(hop.span().position() + ": " + hop.label() + " " + flaw);
  }
}
