package dev.linden.plan;

import dev.linden.base.Span;
import dev.linden.fuse.Fusion;
import dev.linden.hop.Dag;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Expr;
import dev.linden.lang.Function;
import dev.linden.op.Scalar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Turns operator DAGs into plans: slots, order of instructions, last uses. */
public final class Planner {
  private final Slots slots = new Slots();

  /** Stands for every physical operator among those that are off. */
  private static final String ALL_OPERATORS = "all";

  private final Set<String> operatorsOff;
  private final Fusion fusion;

  private Planner(Set<String> operatorsOff, Fusion fusion) {
    this.operatorsOff = operatorsOff;
    this.fusion = fusion;
  }

  public static Plan plan(HopProgram program) {
    return plan(program, Set.of(), Fusion.off());
  }

  /**
   * @param operatorsOff names of physical operators that must not be chosen
   */
  public static Plan plan(HopProgram program, Set<String> operatorsOff, Fusion fusion) {
    Map<String, Plan.PlanFunction> functions = new LinkedHashMap<>();
    program
        .functions()
        .forEach((key, f) -> functions.put(key, new Planner(operatorsOff, fusion).function(f)));
    Planner main = new Planner(operatorsOff, fusion);
    return new Plan(main.slots.body(main.blocks(program.main())), functions);
  }

  private Plan.PlanFunction function(HopProgram.HopFunction f) {
    int[] parameters =
        f.source().parameters().stream().mapToInt(p -> slots.variable(p.name())).toArray();
    int[] results = f.source().results().stream().mapToInt(p -> slots.variable(p.name())).toArray();
    List<PlanBlock> blocks = blocks(f.body());
    return new Plan.PlanFunction(signature(f.source()), slots.body(blocks), parameters, results);
  }

  private static Plan.Signature signature(Function function) {
    return new Plan.Signature(
        function.ref().key(),
        function.ref().name(),
        function.names(),
        function.parameters().stream().map(Planner::variable).toList(),
        function.results().stream().map(Planner::variable).toList());
  }

  private static Plan.Variable variable(Function.Parameter p) {
    Scalar defaultValue = p.defaultValue() instanceof Expr.Const constant ? constant.value() : null;
    return new Plan.Variable(p.name(), p.data(), p.value(), defaultValue);
  }

  private List<PlanBlock> blocks(List<HopBlock> blocks) {
    return blocks.stream().map(this::block).toList();
  }

  private PlanBlock block(HopBlock block) {
    Set<String> liveOut = block.liveness().out();
    if (block instanceof HopBlock.Straight straight) {
      return new PlanBlock.Straight(planned(straight.dag(), liveOut).instructions());
    } else if (block instanceof HopBlock.If branch) {
      // The branches need what the predicate reads to stay: only the cleanup after the block frees
      // variables.
      DagPlanner.Planned predicate = predicate(branch.predicate());
      List<PlanBlock> then = blocks(branch.then());
      List<PlanBlock> otherwise = blocks(branch.otherwise());
      return new PlanBlock.If(
          predicate.instructions(),
          predicate.needed()[0],
          then,
          otherwise,
          cleanup(block),
          span(branch.predicate()));
    } else if (block instanceof HopBlock.While loop) {
      DagPlanner.Planned predicate = predicate(loop.predicate());
      return new PlanBlock.While(
          predicate.instructions(),
          predicate.needed()[0],
          blocks(loop.body()),
          cleanup(block),
          span(loop.predicate()));
    }
    HopBlock.For loop = (HopBlock.For) block;
    DagPlanner.Planned bounds = predicate(loop.bounds());
    return new PlanBlock.For(
        loop.parallel(),
        slots.variable(loop.variable()),
        bounds.instructions(),
        bounds.needed()[0],
        bounds.needed()[1],
        loop.stepped() ? bounds.needed()[2] : Instruction.NONE,
        loop.options(),
        blocks(loop.body()),
        cleanup(block),
        span(loop.bounds()));
  }

  /** Where a condition or the bounds of a loop stand. */
  private static Span span(Dag dag) {
    List<Span> needed =
        dag.roots().stream().filter(Dag.Needed.class::isInstance).map(r -> r.hop().span()).toList();
    return needed.get(0).to(needed.get(needed.size() - 1));
  }

  /**
   * All variables stay alive in a predicate: what dies there is freed by the cleanup of the block.
   */
  private DagPlanner.Planned predicate(Dag dag) {
    return planned(dag, null);
  }

  private DagPlanner.Planned planned(Dag dag, Set<String> liveOut) {
    boolean handWritten = !operatorsOff.contains(ALL_OPERATORS);
    Dag outer = handWritten ? OuterPatterns.fuse(dag, liveOut) : dag;
    Dag fused = fusion.fuse(outer, liveOut);
    Dag selected =
        handWritten ? PhysicalOperators.select(fused, liveOut, operatorsOff) : fused;
    return new DagPlanner(slots, liveOut).plan(selected);
  }

  /** Variables that the block needed or made and nobody needs after it. */
  private int[] cleanup(HopBlock block) {
    Set<String> dead = new TreeSet<>(block.liveness().in());
    Variables.assignedIn(block, dead);
    dead.removeAll(block.liveness().out());
    return dead.stream().mapToInt(slots::variable).toArray();
  }
}
