package dev.linden.opt;

import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.op.Environment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

  /** Nested branches that constants decide one after the other; more are left to the run. */
  private static final int MOST_ROUNDS = 3;

  private final Environment environment;
  private final RuleSet rules;
  private final RewriteReport report;

  private Optimizer(Environment environment, RuleSet rules, RewriteReport report) {
    this.environment = environment;
    this.rules = rules;
    this.report = report;
  }

  public static HopProgram optimize(
      HopProgram program, Environment environment, RuleSet rules, RewriteReport report) {
    return new Optimizer(environment, rules, report).optimize(program);
  }

  private HopProgram optimize(HopProgram program) {
    HopFactory factory = new HopFactory(environment);
    Rewriter rewriter = new Rewriter(rules.sizeless(), rules.keepsNames(), factory, report);
    HopProgram current = withoutDeadBindings(program);
    current = current.mapDags(rewriter::rewrite);
    current = withoutKnownBranches(current, factory);
    if (rules.has(INLINING)) {
      HopProgram inlined = Inlining.inline(LiveVariables.update(current), factory, report);
      current = withoutDeadBindings(LiveVariables.update(inlined));
    }
    if (rules.has(DEAD_FUNCTIONS)) {
      current = DeadFunctions.remove(current, report);
    }
    current = withFacts(current, rewriter, factory);
    if (rules.has(CHAIN_ORDERING)) {
      current = current.mapDags(new ChainOrdering(factory, report)::order);
    }
    current = current.mapDags(rewriter.followedBy(rules.all())::rewrite);
    if (rules.has(COMMON_ACROSS_BLOCKS)) {
      current = new CommonAcrossBlocks(factory, report).merge(current);
    }
    if (rules.has(LOOP_INVARIANTS)) {
      current = new LoopInvariants(factory, report).hoist(LiveVariables.update(current));
    }
    return LiveVariables.update(current);
  }

  /**
   * Carries what is known through the program. It may decide predicates, and without a branch more
   * is known.
   */
  private HopProgram withFacts(HopProgram program, Rewriter rewriter, HopFactory factory) {
    HopProgram current = program;
    boolean changed = rules.has(FUNCTION_FACTS);
    RewriteReport facts = report.another();
    for (int round = 0; changed && round < MOST_ROUNDS; round++) {
      facts = report.another();
      current = FunctionFacts.propagate(current, factory, facts);
      int removed = report.counts().getOrDefault(BRANCH_REMOVAL, 0);
      current =
          current.mapDags(
              (block, dag) -> block instanceof HopBlock.Straight ? dag : rewriter.rewrite(dag));
      current = withoutKnownBranches(current, factory);
      changed = report.counts().getOrDefault(BRANCH_REMOVAL, 0) > removed;
    }
    report.add(facts);
    return current;
  }

  private HopProgram withoutKnownBranches(HopProgram program, HopFactory factory) {
    if (!rules.has(BRANCH_REMOVAL)) {
      return program;
    }
    HopProgram removed = program.map(new BranchRemoval(factory, report)::simplify);
    return withoutDeadBindings(LiveVariables.update(removed));
  }

  private static HopProgram withoutDeadBindings(HopProgram program) {
    Map<String, HopProgram.HopFunction> functions = new LinkedHashMap<>();
    program
        .functions()
        .forEach(
            (key, f) -> {
              Set<String> uncertain = LiveVariables.uncertain(f.body());
              f.source().parameters().forEach(parameter -> uncertain.remove(parameter.name()));
              List<HopBlock> body = withoutDeadBindings(f.body(), uncertain);
              functions.put(key, f.with(body));
            });
    List<HopBlock> main = program.main();
    Set<String> uncertain = LiveVariables.uncertain(main);
    uncertain.removeAll(program.inputs());
    return program.with(withoutDeadBindings(main, uncertain), functions);
  }

  private static List<HopBlock> withoutDeadBindings(List<HopBlock> body, Set<String> uncertain) {
    return HopBlock.mapDags(
        body,
        (block, dag) ->
            block instanceof HopBlock.Straight
                ? DeadBindings.remove(dag, block.liveness().out(), uncertain)
                : dag);
  }
}
