package dev.linden.plan;

import dev.linden.base.Span;
import java.util.List;
import java.util.Map;

/**
 * Executable control flow. {@code cleanup} slots are emptied when the block has ended. {@code span}
 * is the condition of a branch or loop, or the bounds of a counted one.
 */
public sealed interface PlanBlock {
  record Straight(List<Instruction> instructions) implements PlanBlock {}

  record If(
      List<Instruction> predicate,
      int predicateSlot,
      List<PlanBlock> then,
      List<PlanBlock> otherwise,
      int[] cleanup,
      Span span)
      implements PlanBlock {}

  record While(
      List<Instruction> predicate,
      int predicateSlot,
      List<PlanBlock> body,
      int[] cleanup,
      Span span)
      implements PlanBlock {}

  /** {@code stepSlot} is -1 when the direction follows from the bounds. */
  record For(
      boolean parallel,
      int variableSlot,
      List<Instruction> bounds,
      int fromSlot,
      int toSlot,
      int stepSlot,
      Map<String, String> options,
      List<PlanBlock> body,
      int[] cleanup,
      Span span)
      implements PlanBlock {}
}
