package dev.linden.plan;

import dev.linden.lang.Function;
import dev.linden.op.Scalar;
import java.util.List;
import java.util.Map;

/**
 * A program ready to run: blocks of instructions over numbered slots.
 *
 * @param functions by {@link Function.Ref#key()}
 */
public record Plan(Body main, Map<String, PlanFunction> functions) {
  /**
   * @param slotNames variable names; null for temporaries
   * @param literals initial values of slots; null where a slot starts empty
   */
  public record Body(List<PlanBlock> blocks, List<String> slotNames, List<Scalar> literals) {}

  /** {@code parameterSlots} and {@code resultSlots} are in the order of the signature. */
  public record PlanFunction(
      Function signature, Body body, int[] parameterSlots, int[] resultSlots) {}
}
