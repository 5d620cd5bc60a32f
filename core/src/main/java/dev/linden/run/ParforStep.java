package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Span;
import dev.linden.lang.ParforOptions;
import dev.linden.matrix.Workers;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.parfor.ParforPlan;
import dev.linden.plan.ParforBody;
import dev.linden.plan.PlanBlock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;

/**
 * A parfor loop: in sequence, or by workers with frames and steps of their own that take tasks from
 * one queue. Both ways give the same results, bit by bit: sums are added in an order that depends
 * on the number of iterations only, and seeds depend on the iteration.
 */
final class ParforStep extends Step {
  /** Estimated seconds. */
  private static final double LEAST_FIRST_WORK = 0.05;

  private final PlanBlock.For block;
  private final ParforBody parfor;
  private final ControlSteps.Bounds bounds;
  private final Step[] body;
  private final Linker linker;
  private final Routine routine;
  private final Context context;
  private final ParforPlanner planner;
  private final boolean profiles;
  private final String id = UUID.randomUUID().toString();

  /** Several threads may run the program; it does no harm if they do not see it at once. */
  private boolean ranBefore;

  /** Workers of earlier executions; guarded by itself. */
  private final Deque<ParforWorker> idle = new ArrayDeque<>();

  ParforStep(
      PlanBlock.For block,
      ControlSteps.Bounds bounds,
      Step[] body,
      Linker linker,
      Routine routine) {
    this.block = block;
    this.parfor = block.parfor();
    this.profiles = block.options().profile();
    this.bounds = bounds;
    this.body = body;
    this.linker = linker;
    this.routine = routine;
    this.context = linker.context();
    this.planner = new ParforPlanner(block, context);
  }

  @Override
  void run(Frame frame) {
    bounds.evaluate(frame);
    long first = bounds.first(frame);
    long last = bounds.last(frame);
    long increment = bounds.increment(frame, first, last);
    boolean any = increment > 0 ? first <= last : first >= last;
    if (any) {
      long distance = increment > 0 ? last - first : first - last; // as an unsigned number
      long count = Long.divideUnsigned(distance, Math.abs(increment)) + 1;
      if (count <= 0) {
        throw new InputError("a parfor loop of more than " + Long.MAX_VALUE + " iterations");
      }
      run(frame, new Iterations(first, increment, count));
    }
    ControlSteps.clear(block.cleanup(), frame);
  }

  /** Values of the loop variable. */
  record Iterations(long first, long increment, long count) {
    long value(long index) {
      return first + index * increment;
    }
  }

  private void run(Frame frame, Iterations iterations) {
    long seed = context.environment().nextSeed();
    boolean ordered = mustRunInOrder(frame, iterations);
    ParforPlan plan = ordered ? null : planner.plan(frame, iterations.count());
    if (ordered) {
      sequence(frame, iterations, seed, List.of(), new int[0]);
    } else if (plan.mode() != ParforOptions.Mode.LOCAL) {
      MatrixValue.shareByThreads();
      new ParforRemote(this, frame, iterations, seed, plan).run(context.backends().get().parfor());
    } else {
      try (ColumnCopies copies = new ColumnCopies(plan.columns(), parfor, frame, context)) {
        here(frame, iterations, seed, plan);
      }
    }
  }

  private void here(Frame frame, Iterations iterations, long seed, ParforPlan plan) {
    if (plan.workers() == 1 || isCold(plan)) {
      sequence(frame, iterations, seed, sums(), carried());
    } else {
      MatrixValue.shareByThreads();
      prepareInputs(frame);
      new ParforRun(this, frame, iterations, seed, plan).run();
    }
  }

  /** What other machines have of the inputs is computed once, before all workers ask. */
  private void prepareInputs(Frame frame) {
    parfor
        .inputs()
        .forEach(
            (variable, slot) -> {
              boolean read = parfor.results().stream().noneMatch(r -> r.slot() == slot);
              if (read
                  && frame.references[slot] instanceof MatrixValue matrix
                  && matrix.remote() != null) {
                matrix.remote().prepare();
              }
            });
  }

  /**
   * Workers are made when the loop runs for the first time, by code that is not compiled yet: that
   * takes longer than a little work.
   */
  private boolean isCold(ParforPlan plan) {
    boolean first = !ranBefore;
    ranBefore = true;
    return first && plan.seconds() < LEAST_FIRST_WORK;
  }

  /**
   * A variable that has a value already is replaced as a whole, or the loop runs downwards although
   * that is not what it says: the dependency analysis takes bounds without a step as ascending.
   */
  private boolean mustRunInOrder(Frame frame, Iterations iterations) {
    for (ParforBody.Carried variable : parfor.carried()) {
      if (!frame.isEmpty(variable.slot())) {
        return true;
      }
    }
    return iterations.increment() < 0 && bounds.step() < 0;
  }

  private void sequence(
      Frame frame,
      Iterations iterations,
      long seed,
      List<ParforBody.Result> summed,
      int[] carried) {
    Value variable = frame.isEmpty(block.variableSlot()) ? null : frame.value(block.variableSlot());
    ParforSums sums = new ParforSums(summed, frame, iterations.count(), context);
    ParforIteration iteration = iteration(carried);
    RunEnvironment environment = context.environment();
    RunEnvironment.RandomStream stream = new RunEnvironment.RandomStream(seed);
    RunEnvironment.RandomStream outer = environment.stream(stream);
    boolean complete = false;
    Monitor monitor = frame.monitor;
    WatchedLoop watch = watched(monitor, iterations);
    frame.monitor = watch == null ? monitor : watch;
    try {
      for (long index = 0; index < iterations.count(); index++) {
        if (frame.monitor != null) {
          frame.monitor.check();
        }
        stream.begin(index);
        sums.begin(index, frame);
        iteration.run(body, frame, iterations.value(index));
        sums.end(index, frame);
        if (watch != null) {
          watch.ended(1);
        }
      }
      complete = true;
    } finally {
      frame.monitor = monitor;
      environment.stream(outer);
      sums.close(frame, complete);
    }
    if (variable != null) {
      frame.set(block.variableSlot(), variable);
    } else {
      frame.clear(block.variableSlot());
    }
  }

  /** Null if nobody listens. */
  WatchedLoop watched(Monitor outer, Iterations iterations) {
    return WatchedLoop.of(outer, "parfor " + parfor.variable(), parfor.span(), iterations.count());
  }

  ParforIteration iteration(int[] carried) {
    return new ParforIteration(parfor.variable(), block.variableSlot(), carried, parfor.span());
  }

  List<ParforBody.Result> sums() {
    return parfor.results().stream().filter(r -> r.kind() == ParforBody.Kind.SUM).toList();
  }

  List<ParforBody.Result> changed() {
    return parfor.results().stream().filter(r -> r.kind() == ParforBody.Kind.CELLS).toList();
  }

  int[] carried() {
    return parfor.carried().stream().mapToInt(ParforBody.Carried::slot).toArray();
  }

  Context context() {
    return context;
  }

  ParforBody parfor() {
    return parfor;
  }

  /** Name of the body, the same in all executions; no other loop has it. */
  String id() {
    return id;
  }

  boolean profiles() {
    return profiles;
  }

  String title() {
    return "parfor " + parfor.variable() + " (line " + parfor.span().line() + ")";
  }

  /** For those who see loops of many scripts. */
  String titleInFile() {
    Span span = parfor.span();
    return "parfor " + parfor.variable() + " " + span.source().name() + ":" + span.line();
  }

  // ---- workers

  ParforWorker borrow(ParforPlan plan) {
    synchronized (idle) {
      for (ParforWorker worker : idle) {
        if (worker.fits(plan)) {
          idle.remove(worker);
          return worker;
        }
      }
      idle.clear();
    }
    Workers threads = context.workers().withThreads(plan.kernelThreads());
    Context own =
        context.forWorker(threads, plan.workerBudget(), context.environment().forWorker());
    Linker copy = linker.forWorker(own);
    return new ParforWorker(plan, copy.blocks(block.body(), new Routine(routine)), own);
  }

  void giveBack(ParforWorker worker) {
    synchronized (idle) {
      idle.push(worker);
    }
  }

  @Override
  Span place(InputError error) {
    return bounds.span();
  }
}
