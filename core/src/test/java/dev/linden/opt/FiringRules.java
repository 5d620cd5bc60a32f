package dev.linden.opt;

import dev.linden.base.InputError;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.op.Environment;
import dev.linden.op.Op;
import dev.linden.opt.rule.Rules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rules that would change a program if each were the only one. Used alone, any other rule
 * leaves the plan as it is, and running that plan again tells nothing.
 */
public final class FiringRules {
  private static final Map<Op, List<Rule>> BY_ROOT = byRoot();

  private final HopFactory factory;
  private final Set<String> names = new TreeSet<>();

  private FiringRules(HopFactory factory) {
    this.factory = factory;
  }

  /** Their names, in alphabetical order. */
  public static List<String> of(HopProgram program, Environment environment) {
    FiringRules rules = new FiringRules(new HopFactory(environment));
    Rewriter merging = new Rewriter(List.of(), false, rules.factory, new RewriteReport());
    HopProgram used =
        program.mapDags(
            (block, dag) ->
                block instanceof HopBlock.Straight
                    ? DeadBindings.remove(dag, block.liveness().out(), Set.of())
                    : dag);
    used.functions().values().forEach(f -> rules.add(f.body(), merging));
    rules.add(used.main(), merging);
    return List.copyOf(rules.names);
  }

  private static Map<Op, List<Rule>> byRoot() {
    Map<Op, List<Rule>> rules = new HashMap<>();
    for (Rule rule : Rules.ALL.all()) {
      for (Op op : rule.pattern().rootOperators()) {
        rules.computeIfAbsent(op, o -> new ArrayList<>()).add(rule);
      }
    }
    return rules;
  }

  private void add(List<HopBlock> blocks, Rewriter merging) {
    HopBlock.forEachDag(blocks, dag -> add(merging.rewrite(dag)));
  }

  private void add(Dag dag) {
    Map<Hop, Integer> consumers = DagView.uses(dag);
    for (Hop hop : DagView.operandsFirst(dag)) {
      if (hop instanceof Hop.Compute call) {
        BY_ROOT.getOrDefault(call.op(), List.of()).stream()
            .filter(rule -> !names.contains(rule.name()) && fires(rule, call, consumers))
            .forEach(rule -> names.add(rule.name()));
      }
    }
  }

  private boolean fires(Rule rule, Hop.Compute call, Map<Hop, Integer> consumers) {
    Match match = new Match(call, hop -> consumers.getOrDefault(hop, 1));
    try {
      return rule.pattern().matches(call, match)
          && rule.apply(match, new RuleContext(factory, call.span())).isPresent();
    } catch (InputError revealed) {
      // What the rewriter meets as well; it is for the run to show what becomes of it.
      return true;
    }
  }
}
