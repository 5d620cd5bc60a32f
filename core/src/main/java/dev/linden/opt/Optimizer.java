package dev.linden.opt;

import dev.linden.base.InputError;
import dev.linden.hop.Dag;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.op.Environment;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Rewrites a program. First names without readers go, then the rules that need no sizes are
 * applied, which also fold the predicates; then branches and loops of known outcome are removed and
 * what becomes adjacent is joined. Functions are inlined, and what is known of values is carried
 * through the whole program; where that tells more, the first steps are repeated. Then chains of
 * products are ordered by cost; then all rules, those that ask for sizes included. At last values
 * that several blocks or all iterations of a loop have in common are computed once. Variables that
 * nothing reads any more die earlier, so liveness is computed anew at the end.
 */
public final class Optimizer {
  /** Names of the passes that are no rules; they are switched off and counted in the same way. */
  public static final String CHAIN_ORDERING = ChainOrdering.class.getSimpleName();

  public static final String BRANCH_REMOVAL = BranchRemoval.class.getSimpleName();
  public static final String INLINING = Inlining.class.getSimpleName();
  public static final String FUNCTION_FACTS = FunctionFacts.class.getSimpleName();
  public static final String DEAD_FUNCTIONS = DeadFunctions.class.getSimpleName();
  public static final String COMMON_ACROSS_BLOCKS = CommonAcrossBlocks.class.getSimpleName();
  public static final String LOOP_INVARIANTS = LoopInvariants.class.getSimpleName();

  /** In the order in which they run. */
  public static final List<String> PASSES =
      List.of(
          BRANCH_REMOVAL,
          INLINING,
          DEAD_FUNCTIONS,
          FUNCTION_FACTS,
          CHAIN_ORDERING,
          COMMON_ACROSS_BLOCKS,
          LOOP_INVARIANTS);

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
          PASSES.contains(name) || Rules.ALL.stream().anyMatch(rule -> rule.name().equals(name));
      if (!exists) {
        throw new InputError("there is no rewrite rule " + name);
      }
    }
  }

  private HopProgram optimize(HopProgram program) {
    HopFactory factory = new HopFactory(environment);
    Rewriter rewriter = new Rewriter(on(Rules.STATIC), factory, report);
    // Most DAGs stay as they are when more becomes known: these need not be rewritten again.
    Set<Dag> rewritten = Collections.newSetFromMap(new IdentityHashMap<>());
    HopProgram current = withoutDeadBindings(program);
    current = simplified(current, rewriter, rewritten, factory);
    if (isOn.test(INLINING)) {
      current = withoutDeadBindings(LiveVariables.update(inlined(current, factory)));
    }
    if (isOn.test(DEAD_FUNCTIONS)) {
      current = DeadFunctions.remove(current, report);
    }
    if (isOn.test(FUNCTION_FACTS)) {
      current = FunctionFacts.propagate(current, factory, report);
    }
    current = simplified(current, rewriter, rewritten, factory);
    if (isOn.test(CHAIN_ORDERING)) {
      current = Blocks.mapDags(current, new ChainOrdering(factory, report)::order);
    }
    current = Blocks.mapDags(current, new Rewriter(on(Rules.ALL), factory, report)::rewrite);
    if (isOn.test(COMMON_ACROSS_BLOCKS)) {
      current = new CommonAcrossBlocks(factory, report).merge(current);
    }
    if (isOn.test(LOOP_INVARIANTS)) {
      current = new LoopInvariants(factory, report).hoist(LiveVariables.update(current));
    }
    return LiveVariables.update(current);
  }

  private HopProgram inlined(HopProgram program, HopFactory factory) {
    return Inlining.inline(LiveVariables.update(program), factory, report);
  }

  /** Applies the rules that need no sizes and removes control flow of known outcome. */
  private HopProgram simplified(
      HopProgram program, Rewriter rewriter, Set<Dag> rewritten, HopFactory factory) {
    HopProgram current =
        Blocks.mapDags(
            program,
            dag -> {
              Dag result = rewritten.contains(dag) ? dag : rewriter.rewrite(dag);
              rewritten.add(result);
              return result;
            });
    if (isOn.test(BRANCH_REMOVAL)) {
      current = Blocks.map(current, new BranchRemoval(factory, report)::simplify);
      current = withoutDeadBindings(LiveVariables.update(current));
    }
    return current;
  }

  private List<Rule> on(List<Rule> rules) {
    return rules.stream().filter(rule -> isOn.test(rule.name())).toList();
  }

  private static HopProgram withoutDeadBindings(HopProgram program) {
    return Blocks.mapDags(program, dag -> dag, DeadBindings::remove);
  }
}
