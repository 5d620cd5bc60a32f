package dev.linden.parfor.decide;

import dev.linden.base.ResourceError;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.lang.ParforOptions.MergeMethod;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.opt.LoopFacts;
import dev.linden.parfor.ParforPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The decisions about a parfor loop and those in it, from the top of the tree. First come those
 * that change estimates (partitioning of data and results), then where a loop runs and by how many
 * workers, then what depends on these.
 */
public final class Decisions {
  private final Machine machine;
  private final TimeModel times;

  /** The loop is about to run: what can't be had is refused, and time estimates count. */
  private final boolean running;

  private Decisions(Machine machine, TimeModel times, boolean running) {
    this.machine = machine;
    this.times = times;
    this.running = running;
  }

  /**
   * What a node may take.
   *
   * @param top in no other loop
   * @param recursive in a function that calls itself
   */
  private record Share(int threads, double budget, boolean top, boolean recursive) {}

  /**
   * Plans one execution.
   *
   * @param variables what is known of the variables that have a value now
   * @param log may ask for the decisions as text
   * @throws ResourceError when the script asks for more workers than memory allows
   */
  public static ParforPlan plan(
      HopBlock.For loop,
      Map<String, HopProgram.HopFunction> functions,
      Map<String, Info> variables,
      long iterations,
      Machine machine,
      TimeModel times,
      Environment environment,
      Consumer<Supplier<String>> log) {
    HopBlock.For sized = LoopFacts.update(loop, variables, environment);
    PlanNode.Loop tree = PlanTree.of(sized, functions, environment).withIterations(iterations);
    PlanNode.Loop decided = new Decisions(machine, times, true).decide(tree);
    log.accept(() -> ParforExplain.decisions(decided));
    return decided.decision().plan();
  }

  /** The plan tree of a loop as the compiler knows it. */
  static PlanNode.Loop explain(
      HopBlock.For loop,
      Map<String, HopProgram.HopFunction> functions,
      Machine machine,
      TimeModel times,
      Environment environment) {
    return new Decisions(machine, times, false).decide(PlanTree.of(loop, functions, environment));
  }

  private PlanNode.Loop decide(PlanNode.Loop tree) {
    Share all = new Share(machine.threads(), machine.budget(), true, false);
    return (PlanNode.Loop) decide(tree, all);
  }

  /** Decides about all parfor loops at and below a node. */
  private PlanNode decide(PlanNode node, Share share) {
    PlanNode decided = node;
    Share below = share;
    if (node instanceof PlanNode.Loop loop && loop.source().parallel()) {
      PlanNode.Loop here = loop(loop, share);
      Degree degree = here.decision().degree();
      below = new Share(degree.kernelThreads(), degree.budget(), false, share.recursive());
      decided = here;
    } else if (node instanceof PlanNode.Call call && call.recursive()) {
      below = new Share(share.threads(), share.budget(), share.top(), true);
    }
    List<PlanNode> children = new ArrayList<>();
    for (PlanNode child : decided.children()) {
      children.add(decide(child, below));
    }
    return decided.with(children);
  }

  private PlanNode.Loop loop(PlanNode.Loop loop, Share share) {
    boolean cluster = machine.cluster() != null;
    ResultPartitioning results =
        cluster ? ResultPartitioning.of(loop, share.budget()) : ResultPartitioning.NONE;
    PlanNode.Loop smaller = results.apply(loop);
    Strategy strategy = share.top() && cluster ? strategy(smaller, share) : Strategy.LOCAL;
    return strategy.isLocal()
        ? local(markLarge(smaller, share.budget()), results, share)
        : remote(strategy, smaller, results, share);
  }

  /** For the loop at the top, if there is a cluster. */
  private Strategy strategy(PlanNode.Loop loop, Share share) {
    DataPartitioning partitioning =
        DataPartitioning.of(loop, share.budget(), loop.source().options().dataPartitioner());
    PlanNode.Loop sliced = partitioning.apply(loop);
    boolean fits = sliced.operations().stream().allMatch(o -> o.fits(share.budget()));
    double seconds = running ? seconds(sliced) : Double.POSITIVE_INFINITY;
    // Tasks of a job can't start jobs.
    return fits
        ? Strategy.of(loop, partitioning, machine, share.threads(), share.budget(), seconds)
        : Strategy.LOCAL;
  }

  /** Operations too large for this process run on the cluster, if there is one. */
  private PlanNode.Loop markLarge(PlanNode.Loop loop, double budget) {
    return machine.cluster() == null
        ? loop
        : loop.mapOperations(operation -> operation.onSparkUnlessFits(budget));
  }

  private PlanNode.Loop local(PlanNode.Loop loop, ResultPartitioning results, Share share) {
    Estimates estimates = Estimates.of(loop);
    LocalPartitioning copies =
        share.top() ? LocalPartitioning.of(loop, share.budget()) : LocalPartitioning.NONE;
    Degree degree =
        Degree.local(
            loop,
            share.threads(),
            share.budget(),
            copies.bytes(),
            // Each call would multiply the workers.
            share.recursive() ? "in a recursive function" : null,
            seconds(loop),
            running);
    List<String> notes = new ArrayList<>(results.notes());
    if (estimates.anyOnSpark()) {
      notes.add("memory budget halved: the body holds operations on the cluster");
    }
    notes.addAll(copies.notes());
    notes.addAll(degree.notes());
    Set<String> early = estimates.readOnSpark();
    early.retainAll(loop.source().liveness().in()); // what functions read is theirs
    if (degree.workers() > 1 && !early.isEmpty()) {
      notes.add("eager caching: " + String.join(", ", early) + " before the workers start");
    }
    Tasks tasks = Tasks.of(loop, results, 0, degree);
    MergeMethod merge = Merge.of(loop, share.budget(), true);
    return loop.with(new Decision(Strategy.LOCAL, degree, tasks, merge, copies.columns(), notes));
  }

  private PlanNode.Loop remote(
      Strategy strategy, PlanNode.Loop whole, ResultPartitioning results, Share share) {
    PlanNode.Loop loop = strategy.partitioning().apply(whole);
    Degree degree = Degree.remote(loop, machine, running);
    double slice =
        strategy.sliced() == null
            ? 0
            : strategy.partitioning().parts().get(strategy.sliced().variable()).bytes();
    Tasks tasks = Tasks.of(loop, results, slice, degree);
    MergeMethod merge = Merge.of(loop, share.budget(), false);
    List<String> notes = new ArrayList<>(results.notes());
    notes.addAll(strategy.notes());
    notes.addAll(degree.notes());
    notes.addAll(strategy.transport(Estimates.of(loop)));
    return loop.with(new Decision(strategy, degree, tasks, merge, List.of(), notes));
  }

  private double seconds(PlanNode.Loop loop) {
    return loop.repeats() * times.secondsOf(loop);
  }
}
