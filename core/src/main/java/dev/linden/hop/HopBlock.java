package dev.linden.hop;

import dev.linden.base.Span;
import dev.linden.lang.Block;
import dev.linden.lang.ParforOptions;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** The control-flow hierarchy with a DAG per straight-line block and per predicate. */
public sealed interface HopBlock extends Serializable {
  Block.Liveness liveness();

  Span span();

  record Straight(Dag dag, Block.Liveness liveness, Span span) implements HopBlock {}

  /** The only root of {@code predicate} is the needed value. */
  record If(
      Dag predicate,
      List<HopBlock> then,
      List<HopBlock> otherwise,
      Block.Liveness liveness,
      Span span)
      implements HopBlock {}

  record While(Dag predicate, List<HopBlock> body, Block.Liveness liveness, Span span)
      implements HopBlock {
    /** The same loop with another predicate and body. */
    public While with(Dag otherPredicate, List<HopBlock> otherBody) {
      return new While(otherPredicate, otherBody, liveness, span);
    }
  }

  /** {@code bounds} needs from, to and, if {@code stepped}, the step. */
  record For(
      boolean parallel,
      String variable,
      Dag bounds,
      boolean stepped,
      ParforOptions options,
      List<HopBlock> body,
      Block.Liveness liveness,
      Span span)
      implements HopBlock {
    /** The same loop with other bounds and another body. */
    public For with(Dag otherBounds, List<HopBlock> otherBody) {
      return new For(parallel, variable, otherBounds, stepped, options, otherBody, liveness, span);
    }
  }

  /** All DAGs, in the order of the script. */
  static void forEachDag(List<HopBlock> blocks, Consumer<Dag> action) {
    for (HopBlock block : blocks) {
      if (block instanceof Straight b) {
        action.accept(b.dag());
      } else if (block instanceof If b) {
        action.accept(b.predicate());
        forEachDag(b.then(), action);
        forEachDag(b.otherwise(), action);
      } else if (block instanceof While b) {
        action.accept(b.predicate());
        forEachDag(b.body(), action);
      } else {
        For b = (For) block;
        action.accept(b.bounds());
        forEachDag(b.body(), action);
      }
    }
  }

  /**
   * Variables that the blocks write, counters of loops included; who asks for many blocks of a nest
   * keeps {@link AssignedVariables}.
   */
  static void addAssigned(List<HopBlock> blocks, Collection<String> into) {
    new AssignedVariables().add(blocks, into);
  }
}
