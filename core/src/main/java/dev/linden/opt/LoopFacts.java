package dev.linden.opt;

import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Function;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import java.util.List;
import java.util.Map;

/** Loops and functions with the sizes that follow from what their variables are at the moment. */
public final class LoopFacts {
  private LoopFacts() {}

  /** {@code variables}: what is known of those with a value when the loop starts. */
  public static HopBlock.For update(
      HopBlock.For loop, Map<String, Info> variables, Environment environment) {
    return (HopBlock.For) propagated(List.of(loop), variables, environment).get(0);
  }

  /** The body of a function for these arguments, in the order of its parameters. */
  public static List<HopBlock> body(
      HopProgram.HopFunction function, List<Info> arguments, Environment environment) {
    Map<String, Info> known = new java.util.HashMap<>();
    List<Function.Parameter> parameters = function.source().parameters();
    for (int i = 0; i < parameters.size() && i < arguments.size(); i++) {
      if (arguments.get(i) != null && arguments.get(i).data() == parameters.get(i).data()) {
        known.put(parameters.get(i).name(), arguments.get(i).withoutConstant());
      }
    }
    return propagated(function.body(), known, environment);
  }

  private static List<HopBlock> propagated(
      List<HopBlock> blocks, Map<String, Info> variables, Environment environment) {
    Facts facts = new Facts(variables.keySet());
    variables.forEach(facts::assign);
    return new FactPropagation(new HopFactory(environment), Map.of()).run(blocks, facts).blocks();
  }
}
