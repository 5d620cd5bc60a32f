package dev.linden.hop;

import dev.linden.lang.Function;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

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

  /** The same program with what is made of the bodies of its functions, and then of its own. */
  public HopProgram map(UnaryOperator<List<HopBlock>> change) {
    Map<String, HopFunction> changed = new LinkedHashMap<>();
    functions.forEach((key, f) -> changed.put(key, f.with(change.apply(f.body()))));
    return with(change.apply(main), changed);
  }

  /** The same program with other DAGs. */
  public HopProgram mapDags(UnaryOperator<Dag> change) {
    return map(blocks -> HopBlock.mapDags(blocks, change));
  }

  /** The same program with other DAGs, by changes that ask whose DAG it is. */
  public HopProgram mapDags(BiFunction<HopBlock, Dag, Dag> change) {
    return map(blocks -> HopBlock.mapDags(blocks, change));
  }

  /** A user-defined function; {@code source} has its signature. */
  public record HopFunction(Function source, List<HopBlock> body) implements Serializable {
    /** The same function, written differently. */
    public HopFunction with(List<HopBlock> other) {
      return new HopFunction(source, other);
    }
  }
}
