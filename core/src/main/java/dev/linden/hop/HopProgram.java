package dev.linden.hop;

import dev.linden.lang.Function;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A program as operator DAGs.
 *
 * @param inputs variables that have a value before the first block
 */
public record HopProgram(
    Set<String> inputs, List<HopBlock> main, Map<String, HopFunction> functions)
    implements Serializable {
  /** The same program, written differently. */
  public HopProgram with(List<HopBlock> newMain, Map<String, HopFunction> newFunctions) {
    return new HopProgram(inputs, newMain, newFunctions);
  }

  /** A user-defined function; {@code source} has its signature. */
  public record HopFunction(Function source, List<HopBlock> body) implements Serializable {}
}
