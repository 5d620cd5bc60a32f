package dev.linden.opt;

import dev.linden.base.InputError;
import dev.linden.hop.Dag;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.op.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Rewrites a program. First names without readers go, then the rules that need no sizes are
 * applied, which also fold the predicates; then branches and loops of known outcome are removed and
 * what becomes adjacent is joined; then chains of products are ordered by cost; then all rules,
 * those that ask for sizes included. Variables that nothing reads any more die earlier, so liveness
 * is computed anew at the end.
 */
public final class Optimizer {
  /** Names of the passes that are no rules; they are switched off and counted in the same way. */
  public static final String CHAIN_ORDERING = ChainOrdering.class.getSimpleName();

  public static final String BRANCH_REMOVAL = BranchRemoval.class.getSimpleName();

  private final Environment environment;
  private final Predicate<String> isOn;
  private final RewriteReport report;

  private Optimizer(Environment environment, Predicate<String> isOn, RewriteReport report) {
    this.environment = environment;
    this.isOn = isOn;
    this.report = report;
  }

  /**
   * @param off names of rules and passes that must not be used
   * @param only if not empty: the only ones that may be used
   * @throws InputError when there is no rule of one of the names
   */
  public static HopProgram optimize(
      HopProgram program,
      Environment environment,
      List<String> off,
      List<String> only,
      RewriteReport report) {
    checkNames(off);
    checkNames(only);
    return optimize(
        program,
        environment,
        name -> !off.contains(name) && (only.isEmpty() || only.contains(name)),
        report);
  }

  /** Uses the rules and passes with these names. */
  static HopProgram optimize(
      HopProgram program, Environment environment, Predicate<String> isOn, RewriteReport report) {
    return new Optimizer(environment, isOn, report).optimize(program);
  }

  private static void checkNames(List<String> names) {
    for (String name : names) {
      boolean exists =
          name.equals(CHAIN_ORDERING)
              || name.equals(BRANCH_REMOVAL)
              || Rules.ALL.stream().anyMatch(rule -> rule.name().equals(name));
      if (!exists) {
        throw new InputError("there is no rewrite rule " + name);
      }
    }
  }

  private HopProgram optimize(HopProgram program) {
    HopFactory factory = new HopFactory(environment);
    HopProgram current = withoutDeadBindings(program);
    current = mapDags(current, new Rewriter(on(Rules.STATIC), factory, report)::rewrite);
    if (isOn.test(BRANCH_REMOVAL)) {
      current = mapBlocks(current, new BranchRemoval(factory, report)::simplify);
      current = withoutDeadBindings(LiveVariables.update(current));
    }
    if (isOn.test(CHAIN_ORDERING)) {
      current = mapDags(current, new ChainOrdering(factory, report)::order);
    }
    current = mapDags(current, new Rewriter(on(Rules.ALL), factory, report)::rewrite);
    return LiveVariables.update(current);
  }

  private List<Rule> on(List<Rule> rules) {
    return rules.stream().filter(rule -> isOn.test(rule.name())).toList();
  }

  private static HopProgram mapBlocks(HopProgram program, UnaryOperator<List<HopBlock>> change) {
    Map<String, HopProgram.HopFunction> functions = new LinkedHashMap<>();
    program
        .functions()
        .forEach(
            (key, f) ->
                functions.put(key, new HopProgram.HopFunction(f.source(), change.apply(f.body()))));
    return new HopProgram(change.apply(program.main()), functions);
  }

  private static HopProgram withoutDeadBindings(HopProgram program) {
    return mapDags(program, dag -> dag, DeadBindings::remove);
  }

  private static HopProgram mapDags(HopProgram program, UnaryOperator<Dag> change) {
    return mapDags(program, change, (dag, liveOut) -> change.apply(dag));
  }

  /** Changes predicates and straight-line blocks; for these it matters what is read afterwards. */
  private static HopProgram mapDags(
      HopProgram program,
      UnaryOperator<Dag> ofPredicate,
      BiFunction<Dag, Set<String>, Dag> ofBlock) {
    return mapBlocks(program, blocks -> blocks(blocks, ofPredicate, ofBlock));
  }

  private static List<HopBlock> blocks(
      List<HopBlock> blocks, UnaryOperator<Dag> change, BiFunction<Dag, Set<String>, Dag> ofBlock) {
    List<HopBlock> changed = new ArrayList<>();
    blocks.forEach(block -> changed.add(block(block, change, ofBlock)));
    return changed;
  }

  private static HopBlock block(
      HopBlock block, UnaryOperator<Dag> change, BiFunction<Dag, Set<String>, Dag> ofBlock) {
    if (block instanceof HopBlock.Straight b) {
      Dag dag = ofBlock.apply(b.dag(), b.liveness().out());
      return new HopBlock.Straight(dag, b.liveness(), b.span());
    } else if (block instanceof HopBlock.If b) {
      return new HopBlock.If(
          change.apply(b.predicate()),
          blocks(b.then(), change, ofBlock),
          blocks(b.otherwise(), change, ofBlock),
          b.liveness(),
          b.span());
    } else if (block instanceof HopBlock.While b) {
      return new HopBlock.While(
          change.apply(b.predicate()), blocks(b.body(), change, ofBlock), b.liveness(), b.span());
    }
    HopBlock.For b = (HopBlock.For) block;
    return new HopBlock.For(
        b.parallel(),
        b.variable(),
        change.apply(b.bounds()),
        b.stepped(),
        b.options(),
        blocks(b.body(), change, ofBlock),
        b.liveness(),
        b.span());
  }
}
