package dev.linden.hop;

import dev.linden.base.Span;
import dev.linden.lang.Block;
import java.util.List;
import java.util.Map;

/** The control-flow hierarchy with a DAG per straight-line block and per predicate. */
public sealed interface HopBlock {
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
      implements HopBlock {}

  /** {@code bounds} needs from, to and, if {@code stepped}, the step. */
  record For(
      boolean parallel,
      String variable,
      Dag bounds,
      boolean stepped,
      Map<String, String> options,
      List<HopBlock> body,
      Block.Liveness liveness,
      Span span)
      implements HopBlock {}
}
