package dev.linden.plan;

import dev.linden.op.DataType;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import dev.linden.plan.distribute.Resources;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A program ready to run: blocks of instructions over numbered slots.
 *
 * @param functions by {@link Signature#key()}
 * @param resources what the plan was made for
 * @param recompiler compiles blocks again that have a {@link RecompilePoint}
 */
public record Plan(
    Body main, Map<String, PlanFunction> functions, Resources resources, Recompiler recompiler) {
  /**
   * @param slotNames variable names; null for temporaries
   * @param literals initial values of slots; null where a slot starts empty
   */
  public record Body(List<PlanBlock> blocks, List<String> slotNames, List<Scalar> literals) {}

  /** {@code parameterSlots} and {@code resultSlots} are in the order of the signature. */
  public record PlanFunction(
      Signature signature, Body body, int[] parameterSlots, int[] resultSlots) {}

  /** What callers need to know of a user-defined function; {@code names} are for {@code eval}. */
  public record Signature(
      String key,
      String name,
      Set<String> names,
      List<Variable> parameters,
      List<Variable> results) {
    /** Whether it comes with the engine: then its file is named in brackets. */
    public boolean isLibrary() {
      return key.startsWith("<");
    }
  }

  /** A parameter or result; {@code defaultValue} is null where a value must be given. */
  public record Variable(String name, DataType data, ValueType value, DefaultValue defaultValue) {}
}
