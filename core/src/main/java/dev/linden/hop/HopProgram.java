package dev.linden.hop;

import dev.linden.lang.Function;
import java.util.List;
import java.util.Map;

/** A program as operator DAGs. */
public record HopProgram(List<HopBlock> main, Map<String, HopFunction> functions) {
  /** A user-defined function; {@code source} has its signature. */
  public record HopFunction(Function source, List<HopBlock> body) {}
}
