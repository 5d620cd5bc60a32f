package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import dev.linden.base.Span;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.parfor.ParforPlan;
import dev.linden.parfor.Patches;
import dev.linden.parfor.ShippedLoop;
import dev.linden.parfor.Task;
import dev.linden.plan.ParforBody;
import dev.linden.plan.Plan;
import dev.linden.storage.pool.BufferPool;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * A parfor loop of another machine, compiled by this process to run tasks of it. Several threads
 * may do so at once; workers are kept for the next tasks.
 */
public final class ReceivedLoop {
  private final ShippedLoop loop;
  private final Plan plan;
  private final Context context;
  private final Linker linker;
  private final Routine main;
  private final ParforIteration iteration;
  private final List<ParforBody.Result> changed;
  private final List<ParforBody.Result> summed;
  private final Deque<Worker> idle = new ArrayDeque<>();

  /** Steps with threads, memory and output of their own. */
  private static final class Worker {
    private final ParforWorker steps;
    private final Routine routine;
    private final ByteArrayOutputStream printed;

    Worker(ParforWorker steps, Routine routine, ByteArrayOutputStream printed) {
      this.steps = steps;
      this.routine = routine;
      this.printed = printed;
    }
  }

  /** Whether iterations are still wanted. */
  public interface CallOff {
    /** {@code index}: number of the iteration in the order of the loop, from 0. */
    boolean isOff(long index);
  }

  /**
   * What tasks of one execution have in common.
   *
   * @param plan threads and memory of a worker
   * @param iterations of the whole loop
   * @param inputs values of variables when the loop begins; the caller keeps them
   */
  public record Execution(ParforPlan plan, long iterations, long seed, Map<String, Value> inputs) {}

  public ReceivedLoop(
      ShippedLoop loop,
      Plan plan,
      Workers workers,
      BufferPool pool,
      RunEnvironment environment,
      Statistics statistics,
      boolean verify,
      Parfors parfors) {
    this.loop = loop;
    this.plan = plan;
    this.context =
        new Context(
            workers,
            pool,
            environment,
            statistics,
            verify,
            plan.resources(),
            null,
            new Backends(java.util.Optional.empty()),
            parfors);
    this.linker = Linker.unlinked(plan, context);
    this.main = new Routine("main", plan.main(), null, pool);
    int[] carried =
        loop.carried().stream().mapToInt(main::slot).filter(slot -> slot >= 0).toArray();
    this.iteration =
        new ParforIteration(loop.variable(), main.slot(loop.variable()), carried, loop.span());
    this.changed = results(ParforBody.Kind.CELLS);
    this.summed = results(ParforBody.Kind.SUM);
    MatrixValue.shareByThreads();
  }

  private List<ParforBody.Result> results(ParforBody.Kind kind) {
    return loop.results().stream()
        .filter(r -> r.kind() == kind)
        .map(r -> new ParforBody.Result(r.variable(), main.slot(r.variable()), kind))
        .toList();
  }

  public ShippedLoop loop() {
    return loop;
  }

  /**
   * Runs a task. Failures become part of the result.
   *
   * @param slices of the partitioned matrix by the value of the loop variable; null if there is
   *     none
   */
  public TaskResult run(Execution execution, Task task, LongFunction<Matrix> slices, CallOff off) {
    TaskResult result = new TaskResult(task.index());
    long start = System.nanoTime();
    Worker worker = borrow(execution.plan());
    Frame frame = worker.routine.newFrame();
    Progress progress = new Progress(off, task.index());
    frame.monitor = progress;
    try {
      execution.inputs().forEach((name, value) -> set(frame, name, value));
      Sums sums = new Sums(summed, frame, execution.iterations(), result);
      try {
        iterate(worker, frame, execution, task, slices, sums, progress);
      } finally {
        sums.close(frame, false);
      }
      for (ParforBody.Result r : changed) {
        collect(r, execution.inputs().get(r.variable()), frame.value(r.slot()), result);
      }
    } catch (CalledOff e) {
      result.failed(progress.current, null);
    } catch (StackOverflowError e) {
      result.failed(progress.current, new ResourceError("a task calls functions too deeply", e));
    } catch (OutOfMemoryError e) {
      result.failed(progress.current, new ResourceError("a task has run out of memory", e));
    } catch (RuntimeException e) {
      result.failed(progress.current, e);
    } finally {
      worker.steps.context.environment().stream(null);
      frame.clearAll();
      result.printed(worker.printed.toString(StandardCharsets.UTF_8));
      worker.printed.reset();
      giveBack(worker);
    }
    result.nanos(System.nanoTime() - start);
    return result;
  }

  /** A variable that the body does not use has no slot. */
  private void set(Frame frame, String name, Value value) {
    int slot = main.slot(name);
    if (slot >= 0) {
      frame.set(slot, value);
    }
  }

  private void iterate(
      Worker worker,
      Frame frame,
      Execution execution,
      Task task,
      LongFunction<Matrix> slices,
      Sums sums,
      Progress progress) {
    RunEnvironment.RandomStream stream = new RunEnvironment.RandomStream(execution.seed());
    worker.steps.context.environment().stream(stream);
    long size = task.size();
    for (long i = 0; i < size; i++) {
      long index = task.index() + i;
      progress.current = index;
      progress.check();
      stream.begin(index);
      sums.begin(index, frame);
      if (slices != null) {
        set(frame, loop.sliced().variable(), new MatrixValue(slices.apply(task.value(i))));
      }
      iteration.run(worker.steps.body, frame, task.value(i));
      sums.end(index, frame);
    }
  }

  private static void collect(ParforBody.Result r, Value original, Value now, TaskResult result) {
    String variable = r.variable();
    if (now == original) {
      return;
    }
    if (now instanceof MatrixValue matrix && original instanceof MatrixValue before) {
      if (!matrix.size().equals(before.size())) {
        throw new InputError(
            variable + " has another size after an iteration of a parfor loop than before it");
      }
      result.patches().put(variable, Patches.between(before.matrix(), matrix.matrix()));
      return;
    }
    List<Value> before = ((ListValue) original).elements();
    List<Value> after = ((ListValue) now).elements();
    if (before.size() != after.size()) {
      throw new InputError(
          "the list "
              + variable
              + " has another length after an iteration of a parfor loop than before it");
    }
    Map<Integer, Value> elements = new LinkedHashMap<>();
    for (int i = 0; i < before.size(); i++) {
      if (before.get(i) != after.get(i)) {
        elements.put(i, detached(after.get(i)));
      }
    }
    result.elements().put(variable, elements);
  }

  /** Matrices in memory, which stay when the frame goes. */
  private static Value detached(Value value) {
    if (value instanceof MatrixValue matrix) {
      return new MatrixValue(matrix.matrix().copy());
    }
    return value instanceof ListValue list
        ? new ListValue(list.elements().stream().map(ReceivedLoop::detached).toList(), list.names())
        : value;
  }

  // ---- workers

  private Worker borrow(ParforPlan share) {
    synchronized (idle) {
      for (Worker worker : idle) {
        if (worker.steps.fits(share)) {
          idle.remove(worker);
          return worker;
        }
      }
    }
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    RunEnvironment environment =
        context.environment().forWorker(new PrintStream(printed, true, StandardCharsets.UTF_8));
    Workers threads = context.workers().withThreads(share.kernelThreads());
    Context own = context.forWorker(threads, share.workerBudget(), environment);
    Linker copy = linker.forWorker(own);
    Routine routine = new Routine(main);
    Step[] body = copy.blocks(plan.main().blocks(), routine);
    return new Worker(new ParforWorker(share, body, own), routine, printed);
  }

  private void giveBack(Worker worker) {
    synchronized (idle) {
      idle.push(worker);
    }
  }

  /** Puts the sums of groups into the result instead of adding them up. */
  private final class Sums extends ParforSums {
    private final TaskResult result;

    Sums(List<ParforBody.Result> results, Frame frame, long iterations, TaskResult result) {
      super(results, frame, iterations, context);
      this.result = result;
    }

    @Override
    void add(long group, Value[] sums) {
      List<Matrix> matrices = new ArrayList<>();
      for (Value sum : sums) {
        // The frame will recycle its own when the next group begins.
        matrices.add(((MatrixValue) sum).matrix().copy());
        context.pool().release(sum);
      }
      result.sumsOf(group).addAll(matrices);
    }
  }

  /** Where a worker is, and whether it may go on. */
  private static final class Progress implements Monitor {
    private final CallOff off;
    private long current;

    Progress(CallOff off, long first) {
      this.off = off;
      this.current = first;
    }

    @Override
    public void check() {
      if (off.isOff(current)) {
        throw new CalledOff();
      }
    }

    @Override
    public boolean listens() {
      return false;
    }

    @Override
    public Monitor outer() {
      return null;
    }

    @Override
    public void operator(String name, Span text, Running where) {
      // nobody on this machine wants to know
    }

    @Override
    public void iterated(Running where) {
      // nobody on this machine wants to know
    }
  }
}
