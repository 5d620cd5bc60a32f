package dev.linden.opt;

import dev.linden.base.InputError;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.op.Environment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** Nested branches that constants decide one after the other; more are left to the run. */
  private static final int MOST_ROUNDS = 3;

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
    HopProgram current = withoutDeadBindings(program);
    current = Blocks.mapDags(current, rewriter::rewrite);
    current = withoutKnownBranches(current, factory);
    if (isOn.test(INLINING)) {
      HopProgram inlined = Inlining.inline(LiveVariables.update(current), factory, report);
      current = withoutDeadBindings(LiveVariables.update(inlined));
    }
    if (isOn.test(DEAD_FUNCTIONS)) {
      current = DeadFunctions.remove(current, report);
    }
    current = withFacts(current, rewriter, factory);
    if (isOn.test(CHAIN_ORDERING)) {
      current = Blocks.mapDags(current, new ChainOrdering(factory, report)::order);
    }
    current = Blocks.mapDags(current, rewriter.followedBy(on(Rules.ALL))::rewrite);
    if (isOn.test(COMMON_ACROSS_BLOCKS)) {
      current = new CommonAcrossBlocks(factory, report).merge(current);
    }
    if (isOn.test(LOOP_INVARIANTS)) {
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
    boolean changed = isOn.test(FUNCTION_FACTS);
    RewriteReport facts = new RewriteReport();
    for (int round = 0; changed && round < MOST_ROUNDS; round++) {
      facts = new RewriteReport();
      current = FunctionFacts.propagate(current, factory, facts);
      int removed = report.counts().getOrDefault(BRANCH_REMOVAL, 0);
      current = Blocks.mapDags(current, rewriter::rewrite, (dag, liveOut) -> dag);
      current = withoutKnownBranches(current, factory);
      changed = report.counts().getOrDefault(BRANCH_REMOVAL, 0) > removed;
    }
    report.add(facts);
    return current;
  }

  private HopProgram withoutKnownBranches(HopProgram program, HopFactory factory) {
    if (!isOn.test(BRANCH_REMOVAL)) {
      return program;
    }
    HopProgram removed = Blocks.map(program, new BranchRemoval(factory, report)::simplify);
    return withoutDeadBindings(LiveVariables.update(removed));
  }

  private List<Rule> on(List<Rule> rules) {
    return rules.stream().filter(rule -> isOn.test(rule.name())).toList();
  }

  private static HopProgram withoutDeadBindings(HopProgram program) {
    Map<String, HopProgram.HopFunction> functions = new LinkedHashMap<>();
    program
        .functions()
        .forEach(
            (key, f) -> {
              Set<String> uncertain = Blocks.uncertain(f.body());
              f.source().parameters().forEach(parameter -> uncertain.remove(parameter.name()));
              List<HopBlock> body = withoutDeadBindings(f.body(), uncertain);
              functions.put(key, new HopProgram.HopFunction(f.source(), body));
            });
    List<HopBlock> main = program.main();
    Set<String> uncertain = Blocks.uncertain(main);
    uncertain.removeAll(program.inputs());
    return program.with(withoutDeadBindings(main, uncertain), functions);
  }

  private static List<HopBlock> withoutDeadBindings(List<HopBlock> body, Set<String> uncertain) {
    return Blocks.mapDags(
        body, dag -> dag, (dag, liveOut) -> DeadBindings.remove(dag, liveOut, uncertain));
  }
}
