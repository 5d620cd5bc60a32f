package dev.linden.plan;

import dev.linden.base.Span;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.plan.distribute.Exec;
import java.util.List;

/**
 * One step of a plan, as plain data. Operands are slot numbers of the frame of the function; -1
 * stands for an absent argument or a dropped result. {@code dies[i]}: the value in that operand's
 * slot is not needed afterwards, so the instruction takes it over.
 */
public sealed interface Instruction {
  int NONE = -1;

  /**
   * Runs an operator.
   *
   * @param infos what the compiler knows about the operands, null where absent
   * @param results what the compiler knows about the results
   * @param verified the operator's rule has seen all it needs at compile time and need not be asked
   *     again
   * @param exec where it is planned to run, and by which method
   */
  record Compute(
      Op op,
      int[] inputs,
      int[] outputs,
      boolean[] dies,
      List<String> names,
      List<Info> infos,
      List<Info> results,
      boolean verified,
      Exec exec,
      Span span,
      List<Span> argumentSpans)
      implements Instruction {}

  /** Calls a user-defined function, named by its key. */
  record Invoke(String function, int[] inputs, int[] outputs, boolean[] dies, Span span)
      implements Instruction {}

  /** The target slot gets the value of the source; with {@code dies} the source slot is emptied. */
  record Copy(int source, int target, boolean dies, Span span) implements Instruction {}

  /** Whether the slot of a variable has a value. */
  record Exists(int variable, int target) implements Instruction {}

  /** The slots are emptied. */
  record Remove(int[] slots) implements Instruction {}
}
