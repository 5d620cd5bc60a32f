package dev.linden.opt;

import dev.linden.hop.Dag;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.op.Environment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rewrites all DAGs of a program. */
public final class Optimizer {
  private final Rewriter rewriter;

  private Optimizer(Rewriter rewriter) {
    this.rewriter = rewriter;
  }

  /**
   * @param off names of rules that must not be used
   */
  public static HopProgram optimize(
      HopProgram program, Environment environment, Set<String> off, RewriteReport report) {
    List<Rule> rules = Rules.ALL.stream().filter(rule -> !off.contains(rule.name())).toList();
    return optimize(program, environment, rules, report);
  }

  static HopProgram optimize(
      HopProgram program, Environment environment, List<Rule> rules, RewriteReport report) {
    Optimizer optimizer = new Optimizer(new Rewriter(rules, new HopFactory(environment), report));
    Map<String, HopProgram.HopFunction> functions = new LinkedHashMap<>();
    program
        .functions()
        .forEach(
            (key, f) ->
                functions.put(
                    key, new HopProgram.HopFunction(f.source(), optimizer.blocks(f.body()))));
    return new HopProgram(optimizer.blocks(program.main()), functions);
  }

  private List<HopBlock> blocks(List<HopBlock> blocks) {
    return blocks.stream().map(this::block).toList();
  }

  private HopBlock block(HopBlock block) {
    if (block instanceof HopBlock.Straight b) {
      return new HopBlock.Straight(rewrite(b.dag()), b.liveness(), b.span());
    } else if (block instanceof HopBlock.If b) {
      return new HopBlock.If(
          rewrite(b.predicate()), blocks(b.then()), blocks(b.otherwise()), b.liveness(), b.span());
    } else if (block instanceof HopBlock.While b) {
      return new HopBlock.While(rewrite(b.predicate()), blocks(b.body()), b.liveness(), b.span());
    }
    HopBlock.For b = (HopBlock.For) block;
    return new HopBlock.For(
        b.parallel(),
        b.variable(),
        rewrite(b.bounds()),
        b.stepped(),
        b.options(),
        blocks(b.body()),
        b.liveness(),
        b.span());
  }

  private Dag rewrite(Dag dag) {
    return rewriter.rewrite(dag);
  }
}
