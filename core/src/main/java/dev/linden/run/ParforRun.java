package dev.linden.run;

import dev.linden.base.Span;
import dev.linden.op.Value;
import dev.linden.parfor.ParforPlan;
import dev.linden.parfor.Task;
import dev.linden.parfor.TaskQueue;
import dev.linden.plan.ParforBody;
import java.util.ArrayList;
import java.util.List;

/**
 * One execution of a parfor loop by workers.
 *
 * <p>When an iteration fails, those after it are called off, also in the middle; those before it
 * are still run, since one of them may fail as well: the error that is reported is the one that a
 * sequential loop would have met. Nothing is merged then, so all variables outside the loop keep
 * their values.
 */
final class ParforRun {
  private final ParforStep step;
  private final Frame master;
  private final ParforStep.Iterations iterations;
  private final long seed;
  private final ParforPlan plan;
  private final Context context;
  private final ParforSums sums;
  private final TaskQueue queue;
  private final ParforIteration iteration;
  private final List<ParforBody.Result> changed;
  private final WatchedLoop watch;

  /** Null if nobody asks. */
  private final ParforReport report;

  /** Both null if nobody asks. */
  private final Recording.Loop recorded;

  private final Recording.Lane lane;

  /** Values of the changed variables, by worker; each entry is written by one thread. */
  private final Value[][] values;

  private final FirstFailure failure = new FirstFailure();

  ParforRun(
      ParforStep step, Frame master, ParforStep.Iterations iterations, long seed, ParforPlan plan) {
    this.step = step;
    this.master = master;
    this.iterations = iterations;
    this.seed = seed;
    this.plan = plan;
    this.context = step.context();
    this.sums = new ParforSums(step.sums(), master, iterations.count(), context);
    this.queue =
        new TaskQueue(
            iterations.first(),
            iterations.increment(),
            iterations.count(),
            plan.partitioner(),
            plan.workers(),
            plan.taskSize(),
            sums.groupSize());
    this.iteration = step.iteration(step.carried());
    this.changed = step.changed();
    this.values = new Value[plan.workers()][];
    this.report = step.profiles() ? new ParforReport(plan.workers()) : null;
    Recording recording = context.recording();
    this.lane = recording == null ? null : recording.lane();
    this.recorded =
        recording == null
            ? null
            : recording.loop(step.parfor().span(), step.title(), plan.workers());
    this.watch = step.watched(master.monitor, iterations);
  }

  void run() {
    boolean complete = false;
    try {
      context.workers().concurrently(plan.workers(), (number, end) -> work(number));
      failure.throwIfThere();
      long start = System.nanoTime();
      ParforMerge merge = new ParforMerge(context, plan);
      for (int r = 0; r < changed.size(); r++) {
        merge.merge(changed.get(r), master, valuesOf(r));
      }
      long mergeNanos = System.nanoTime() - start;
      context.statistics().parfor(queue.tasks(), mergeNanos);
      if (recorded != null) {
        context.recording().merged(recorded, mergeNanos);
      }
      if (report != null) {
        report.print(step.title(), plan, "worker", mergeNanos);
      }
      complete = true;
    } finally {
      sums.close(master, complete);
      for (Value[] ofWorker : values) {
        if (ofWorker != null) {
          for (Value value : ofWorker) {
            context.pool().release(value);
          }
        }
      }
    }
  }

  private List<Value> valuesOf(int result) {
    List<Value> all = new ArrayList<>();
    for (Value[] ofWorker : values) {
      if (ofWorker != null) {
        all.add(ofWorker[result]);
      }
    }
    return all;
  }

  private void work(int number) {
    Task task = queue.next();
    if (task == null) {
      return; // others have done it all
    }
    ParforWorker worker = step.borrow(plan);
    Frame frame = master.share();
    Progress progress = new Progress(watch == null ? frame.monitor : watch);
    frame.monitor = progress;
    boolean timed = report != null || recorded != null;
    Recording.Lane before = recorded == null ? null : context.recording().enter(lane, number);
    try {
      for (; task != null && task.index() < failure.index(); task = queue.next()) {
        long start = timed ? System.nanoTime() : 0;
        run(task, worker, frame, progress);
        if (report != null) {
          report.taskEnded(number, task.size(), System.nanoTime() - start);
        }
        if (recorded != null) {
          long elapsed = System.nanoTime() - start;
          Recording.Lane own = context.recording().lane();
          context.recording().task(recorded, own, start, elapsed, task.size());
        }
      }
      Value[] results = new Value[changed.size()];
      for (int r = 0; r < results.length; r++) {
        results[r] = frame.value(changed.get(r).slot());
        context.pool().retain(results[r]);
      }
      values[number] = results;
    } catch (CalledOff e) {
      // an earlier iteration has failed and is reported
      progress.current = FirstFailure.NONE;
    } catch (RuntimeException | Error e) {
      failure.report(progress.current, e);
    } finally {
      if (recorded != null) {
        context.recording().leave(before);
      }
      worker.context.environment().stream(null);
      frame.clearAll();
      step.giveBack(worker);
    }
  }

  private void run(Task task, ParforWorker worker, Frame frame, Progress progress) {
    RunEnvironment.RandomStream stream = new RunEnvironment.RandomStream(seed);
    worker.context.environment().stream(stream);
    long size = task.size();
    for (long i = 0; i < size; i++) {
      long index = task.index() + i;
      progress.current = index;
      progress.check();
      stream.begin(index);
      sums.begin(index, frame);
      iteration.run(worker.body, frame, task.value(i));
      sums.end(index, frame);
      if (watch != null) {
        watch.ended(1);
      }
    }
  }

  /** Where a worker is, and whether it may go on. */
  private final class Progress implements Monitor {
    private final Monitor outer;
    private long current;

    Progress(Monitor outer) {
      this.outer = outer;
    }

    @Override
    public void check() {
      if (failure.index() < current) {
        throw new CalledOff();
      }
      if (outer != null) {
        outer.check();
      }
    }

    @Override
    public boolean listens() {
      return outer != null && outer.listens();
    }

    @Override
    public Monitor outer() {
      return outer;
    }

    @Override
    public void operator(String name, Span text, Running where) {
      if (outer != null) {
        outer.operator(name, text, where);
      }
    }

    @Override
    public void iterated(Running where) {
      if (outer != null) {
        outer.iterated(where);
      }
    }
  }
}
