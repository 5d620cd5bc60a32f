package dev.linden.plan;

import dev.linden.base.Cancellation;
import dev.linden.base.Settings;
import dev.linden.base.Span;
import dev.linden.hop.AssignedVariables;
import dev.linden.hop.Dag;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Function;
import dev.linden.plan.compress.CompressedLoops;
import dev.linden.plan.compress.CompressionExplain;
import dev.linden.plan.cost.Hardware;
import dev.linden.plan.cost.Prediction;
import dev.linden.plan.distribute.Placement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Turns operator DAGs into plans: slots, order of instructions, last uses. */
public final class Planner {
  private final AssignedVariables assignedVariables = new AssignedVariables();
  private final Slots slots = new Slots();
  private final DagCompiler compiler;

  private final Map<String, HopProgram.HopFunction> functions;

  private Planner(DagCompiler compiler, Map<String, HopProgram.HopFunction> functions) {
    this.compiler = compiler;
    this.functions = functions;
  }

  /** The program with operators that compress what loops read. */
  public static HopProgram compress(
      HopProgram program, Settings.Compression when, PlanOptions options) {
    return when == Settings.Compression.OFF
        ? program
        : CompressedLoops.inject(program, when, options.environment());
  }

  /** What {@link #compress} has done, and why. */
  public static CompressionExplain explainCompression(
      HopProgram program, Settings.Compression when, PlanOptions options) {
    return CompressionExplain.of(program, when, options.environment());
  }

  /** The program with operators that tell executors what to keep. */
  public static HopProgram place(HopProgram program, PlanOptions options) {
    return Placement.inject(program, new DagCompiler(options), options.resources());
  }

  /** How long the program is going to take on these machines. */
  public static Prediction predict(HopProgram program, PlanOptions options, Hardware hardware) {
    return Prediction.of(
        program, new DagCompiler(options), options.resources(), hardware, options.environment());
  }

  public static Plan plan(HopProgram program, PlanOptions options) {
    DagCompiler compiler = new DagCompiler(options);
    Map<String, Plan.PlanFunction> functions = new LinkedHashMap<>();
    program
        .functions()
        .forEach(
            (key, f) -> functions.put(key, new Planner(compiler, program.functions()).function(f)));
    Planner main = new Planner(compiler, program.functions());
    List<PlanBlock> blocks = main.blocks(program.main());
    return new Plan(main.slots.body(blocks), functions, options.resources(), compiler);
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
    return new Plan.Variable(p.name(), p.data(), p.value(), DefaultValue.of(p.defaultValue()));
  }

  private List<PlanBlock> blocks(List<HopBlock> blocks) {
    return blocks.stream().map(this::block).toList();
  }

  private PlanBlock block(HopBlock block) {
    Cancellation.checkThread();
    Set<String> liveOut = block.liveness().out();
    if (block instanceof HopBlock.Straight straight) {
      Compiled compiled = compiled("BLOCK", block, straight.dag(), liveOut);
      return new PlanBlock.Straight(compiled.planned().instructions(), compiled.point());
    } else if (block instanceof HopBlock.If branch) {
      // The branches need what the predicate reads to stay: only the cleanup after the block frees
      // variables.
      Compiled compiled = predicate("IF", block, branch.predicate());
      DagPlanner.Planned predicate = compiled.planned();
      List<PlanBlock> then = blocks(branch.then());
      List<PlanBlock> otherwise = blocks(branch.otherwise());
      return new PlanBlock.If(
          predicate.instructions(),
          predicate.needed()[0],
          then,
          otherwise,
          cleanup(block),
          span(branch.predicate()),
          compiled.point());
    } else if (block instanceof HopBlock.While loop) {
      Compiled compiled = predicate("WHILE", block, loop.predicate());
      DagPlanner.Planned predicate = compiled.planned();
      return new PlanBlock.While(
          predicate.instructions(),
          predicate.needed()[0],
          blocks(loop.body()),
          cleanup(block),
          span(loop.predicate()),
          compiled.point());
    }
    HopBlock.For loop = (HopBlock.For) block;
    Compiled compiled = predicate("FOR", block, loop.bounds());
    DagPlanner.Planned bounds = compiled.planned();
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
        span(loop.bounds()),
        compiled.point(),
        loop.parallel() ? ParforBody.of(loop, slots, functions) : null);
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
  private Compiled predicate(String kind, HopBlock block, Dag dag) {
    return compiled(kind, block, dag, null);
  }

  /** {@code point} is null when the DAG will not be compiled again. */
  private record Compiled(DagPlanner.Planned planned, RecompilePoint point) {}

  private Compiled compiled(String kind, HopBlock block, Dag dag, Set<String> liveOut) {
    Placement.Selected selected = compiler.select(dag, liveOut);
    DagPlanner.Planned planned = compiler.plan(selected, liveOut, slots);
    String reason = compiler.reasonToRecompile(dag, selected);
    String place = kind + " (line " + block.span().line() + ")";
    RecompilePoint point =
        reason == null
            ? null
            : new RecompilePoint(
                place, reason, dag, liveOut, slots, planned.needed(), block.span());
    return new Compiled(planned, point);
  }

  /** Variables that the block needed or made and nobody needs after it. */
  private int[] cleanup(HopBlock block) {
    Set<String> dead = new TreeSet<>(block.liveness().in());
    dead.addAll(assignedVariables.of(block));
    dead.removeAll(block.liveness().out());
    return dead.stream().mapToInt(slots::variable).toArray();
  }
}
