package dev.linden.hop;

import dev.linden.base.Span;
import dev.linden.lang.Block;
import dev.linden.lang.ParforOptions;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The control-flow hierarchy with a DAG per straight-line block and per predicate. */
public sealed interface HopBlock extends Serializable {
  Block.Liveness liveness();

  Span span();

  /** What it computes itself: its statements, a predicate, or the bounds of a loop. */
  Dag dag();

  /**
   * The same kind of block with what the functions make of its own DAG and, after it, of the blocks
   * inside: none, a body, or two branches.
   */
  HopBlock map(UnaryOperator<Dag> ofDag, UnaryOperator<List<HopBlock>> ofInside);

  /** The blocks inside: none, the body, or those of both branches, in the order of the script. */
  List<HopBlock> inside();

  record Straight(Dag dag, Block.Liveness liveness, Span span) implements HopBlock {
    @Override
    public HopBlock map(UnaryOperator<Dag> ofDag, UnaryOperator<List<HopBlock>> ofInside) {
      return with(ofDag.apply(dag));
    }

    /** The same block with other statements. */
    public Straight with(Dag other) {
      return other == dag ? this : new Straight(other, liveness, span);
    }

    @Override
    public List<HopBlock> inside() {
      return List.of();
    }
  }

  /** The only root of {@code predicate} is the needed value. */
  record If(
      Dag predicate,
      List<HopBlock> then,
      List<HopBlock> otherwise,
      Block.Liveness liveness,
      Span span)
      implements HopBlock {
    @Override
    public Dag dag() {
      return predicate;
    }

    @Override
    public HopBlock map(UnaryOperator<Dag> ofDag, UnaryOperator<List<HopBlock>> ofInside) {
      return with(ofDag.apply(predicate), ofInside.apply(then), ofInside.apply(otherwise));
    }

    /** The same choice with another predicate and other branches. */
    public If with(Dag otherPredicate, List<HopBlock> otherThen, List<HopBlock> otherOtherwise) {
      return new If(otherPredicate, otherThen, otherOtherwise, liveness, span);
    }

    @Override
    public List<HopBlock> inside() {
      return Stream.concat(then.stream(), otherwise.stream()).toList();
    }
  }

  record While(Dag predicate, List<HopBlock> body, Block.Liveness liveness, Span span)
      implements HopBlock {
    @Override
    public Dag dag() {
      return predicate;
    }

    @Override
    public HopBlock map(UnaryOperator<Dag> ofDag, UnaryOperator<List<HopBlock>> ofInside) {
      return with(ofDag.apply(predicate), ofInside.apply(body));
    }

    /** The same loop with another predicate and body. */
    public While with(Dag otherPredicate, List<HopBlock> otherBody) {
      return new While(otherPredicate, otherBody, liveness, span);
    }

    @Override
    public List<HopBlock> inside() {
      return body;
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
    @Override
    public Dag dag() {
      return bounds;
    }

    @Override
    public HopBlock map(UnaryOperator<Dag> ofDag, UnaryOperator<List<HopBlock>> ofInside) {
      return with(ofDag.apply(bounds), ofInside.apply(body));
    }

    /** The same loop with other bounds and another body. */
    public For with(Dag otherBounds, List<HopBlock> otherBody) {
      return new For(parallel, variable, otherBounds, stepped, options, otherBody, liveness, span);
    }

    /** The same loop with another variable. */
    public For counting(String other) {
      return new For(parallel, other, bounds, stepped, options, body, liveness, span);
    }

    @Override
    public List<HopBlock> inside() {
      return body;
    }
  }

  /** All blocks, those inside others included, in the order of the script. */
  static void forEach(List<HopBlock> blocks, Consumer<HopBlock> action) {
    for (HopBlock block : blocks) {
      action.accept(block);
      forEach(block.inside(), action);
    }
  }

  /** All DAGs, in the order of the script. */
  static void forEachDag(List<HopBlock> blocks, Consumer<Dag> action) {
    forEach(blocks, block -> action.accept(block.dag()));
  }

  /** The nodes of all DAGs, operands first. */
  static void forEachHop(List<HopBlock> blocks, Consumer<Hop> action) {
    forEachDag(blocks, dag -> DagView.operandsFirst(dag).forEach(action));
  }

  /** The blocks with other DAGs, which are changed in the order of the script. */
  static List<HopBlock> mapDags(List<HopBlock> blocks, UnaryOperator<Dag> change) {
    return mapDags(blocks, (block, dag) -> change.apply(dag));
  }

  /** The same, for changes that ask whose DAG it is. */
  static List<HopBlock> mapDags(List<HopBlock> blocks, BiFunction<HopBlock, Dag, Dag> change) {
    List<HopBlock> changed = new ArrayList<>(blocks.size());
    for (HopBlock block : blocks) {
      changed.add(block.map(dag -> change.apply(block, dag), inside -> mapDags(inside, change)));
    }
    return changed;
  }

  /**
   * Variables that the blocks write, counters of loops included; who asks for many blocks of a nest
   * keeps {@link AssignedVariables}.
   */
  static void addAssigned(List<HopBlock> blocks, Collection<String> into) {
    new AssignedVariables().add(blocks, into);
  }
}
