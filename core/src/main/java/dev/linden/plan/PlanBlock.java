package dev.linden.plan;

import dev.linden.base.Span;
import dev.linden.lang.ParforOptions;
import java.util.List;

/**
 * Executable control flow. {@code cleanup} slots are emptied when the block has ended. {@code span}
 * is the condition of a branch or loop, or the bounds of a counted one. {@code point}, if not null,
 * says how the instructions of the block, predicate or bounds can be compiled again when they run.
 */
public sealed interface PlanBlock {
  record Straight(List<Instruction> instructions, RecompilePoint point) implements PlanBlock {}

  record If(
      List<Instruction> predicate,
      int predicateSlot,
      List<PlanBlock> then,
      List<PlanBlock> otherwise,
      int[] cleanup,
      Span span,
      RecompilePoint point)
      implements PlanBlock {
    /** The branch with which {@code otherwise} ends, or null: one more of a chain of else-ifs. */
    public If elseIf() {
      int last = otherwise.size() - 1;
      return last >= 0 && otherwise.get(last) instanceof If branch ? branch : null;
    }
  }

  record While(
      List<Instruction> predicate,
      int predicateSlot,
      List<PlanBlock> body,
      int[] cleanup,
      Span span,
      RecompilePoint point)
      implements PlanBlock {}

  /**
   * {@code stepSlot} is -1 when the direction follows from the bounds; {@code parfor} is null for a
   * loop whose iterations run in sequence.
   */
  record For(
      boolean parallel,
      int variableSlot,
      List<Instruction> bounds,
      int fromSlot,
      int toSlot,
      int stepSlot,
      ParforOptions options,
      List<PlanBlock> body,
      int[] cleanup,
      Span span,
      RecompilePoint point,
      ParforBody parfor)
      implements PlanBlock {}
}
