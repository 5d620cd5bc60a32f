package dev.linden.run.compiled;

import dev.linden.plan.Instruction;
import java.util.List;

/**
 * Instructions and control flow of a plan, each with the step by which the interpreter runs it.
 * {@code cleanup} slots are emptied at the end.
 */
public sealed interface Node {
  /**
   * An operator.
   *
   * @param plain its kernel does all of it; otherwise only the step knows what happens
   */
  record Compute(Instruction.Compute instruction, boolean plain, Interpreted step)
      implements Node {}

  /** A slot gets the value of another. */
  record Copy(int source, int target, boolean dies, Interpreted step) implements Node {}

  /** Slots are emptied. */
  record Remove(int[] slots) implements Node {}

  /**
   * Left to the interpreter as a whole.
   *
   * @param writes slots that have new values afterwards
   * @param tags of these, where they are sure, else -1
   * @param empties slots without a value afterwards
   */
  record Opaque(int[] reads, int[] writes, int[] tags, int[] empties, Interpreted step)
      implements Node {}

  record If(
      List<Node> predicate, int predicateSlot, List<Node> then, List<Node> otherwise, int[] cleanup)
      implements Node {}

  record While(List<Node> predicate, int predicateSlot, List<Node> body, int[] cleanup)
      implements Node {}

  /** {@code step} is -1 when the direction follows from the bounds. */
  record For(
      List<Node> bounds,
      int from,
      int to,
      int step,
      int variable,
      List<Node> body,
      int[] cleanup,
      Counted loop)
      implements Node {}
}
