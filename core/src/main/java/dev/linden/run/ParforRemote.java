package dev.linden.run;

import dev.linden.lang.ParforOptions.MergeMethod;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.parfor.ParforPlan;
import dev.linden.parfor.Patch;
import dev.linden.parfor.PatchMerge;
import dev.linden.parfor.ShippedLoop;
import dev.linden.parfor.Task;
import dev.linden.parfor.TaskQueue;
import dev.linden.plan.ParforBody;
import dev.linden.storage.pool.BufferPool;
import dev.linden.storage.pool.Resident;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One execution of a parfor loop on other machines. Variables change when all tasks have ended
 * well; of several failures the one is reported that a sequential loop would have met.
 */
final class ParforRemote implements RemoteParfor.Results {
  private final ParforStep step;
  private final Frame master;
  private final ParforStep.Iterations iterations;
  private final long seed;
  private final ParforPlan plan;
  private final Context context;
  private final ParforBody parfor;
  private final ParforSums sums;
  private final WatchedLoop watch;
  private final ParforReport report;
  private final List<Task> tasks = new ArrayList<>();
  private final Map<String, PatchMerge> patches = new LinkedHashMap<>();
  private final Map<String, List<Value>> lists = new LinkedHashMap<>();
  private final Map<String, MatrixValue> mergedThere = new LinkedHashMap<>();

  /** Numbers of tasks by their first iteration, and those that have ended. */
  private final Map<Long, Integer> numbers = new LinkedHashMap<>();

  private final BitSet ended = new BitSet();
  private final FirstFailure failure = new FirstFailure();

  ParforRemote(
      ParforStep step, Frame master, ParforStep.Iterations iterations, long seed, ParforPlan plan) {
    this.step = step;
    this.master = master;
    this.iterations = iterations;
    this.seed = seed;
    this.context = step.context();
    this.parfor = step.parfor();
    this.plan = slicesExist(plan) ? plan : plan.withoutSlices();
    this.sums = new ParforSums(step.sums(), master, iterations.count(), context);
    this.watch = step.watched(master.monitor, iterations);
    TaskQueue queue =
        new TaskQueue(
            iterations.first(),
            iterations.increment(),
            iterations.count(),
            plan.partitioner(),
            plan.workers(),
            plan.taskSize(),
            sums.groupSize());
    for (Task task = queue.next(); task != null; task = queue.next()) {
      numbers.put(task.index(), tasks.size());
      tasks.add(task);
    }
    this.report = step.profiles() ? new ParforReport(tasks.size()) : null;
  }

  /** A loop that leaves its matrix runs over the whole, where that is reported. */
  private boolean slicesExist(ParforPlan given) {
    if (given.sliced() == null) {
      return true;
    }
    ShippedLoop.Sliced sliced = given.sliced();
    long last = iterations.value(iterations.count() - 1);
    return sliced.slices().exists(iterations.first(), sliced.lines())
        && sliced.slices().exists(last, sliced.lines());
  }

  void run(RemoteParfor machines) {
    boolean complete = false;
    Map<String, Value> inputs = inputs();
    // What is sent must not go to disk or be recycled while tasks may still ask for it.
    try (BufferPool.Admission admission = context.pool().admit(residents(inputs), 0, false)) {
      machines.run(
          new RemoteParfor.Loop(
              step.id() + (plan.sliced() == null ? "" : "/" + plan.sliced()),
              step.titleInFile(),
              () -> ShippedLoop.of(parfor, plan.sliced()),
              plan,
              tasks,
              iterations.count(),
              seed,
              inputs,
              mergedThere(),
              context.environment().files().directory().toAbsolutePath()),
          this);
      failure.throwIfThere();
      long start = System.nanoTime();
      takeResults();
      long mergeNanos = System.nanoTime() - start;
      context.statistics().parfor(tasks.size(), mergeNanos);
      if (report != null) {
        report.print(step.title(), plan, "task", mergeNanos);
      }
      complete = true;
    } finally {
      sums.close(master, complete);
    }
  }

  /** Results that iterations add to start at zero elsewhere: only their shape is sent. */
  private Map<String, Value> inputs() {
    Map<String, Value> inputs = new LinkedHashMap<>();
    parfor.inputs().forEach((name, slot) -> addInput(inputs, name, slot));
    for (ParforBody.Result result : parfor.results()) {
      addInput(inputs, result.variable(), result.slot());
      if (result.kind() == ParforBody.Kind.SUM) {
        MatrixValue sum = (MatrixValue) inputs.get(result.variable());
        inputs.put(result.variable(), new MatrixValue(Formats.zeros(sum.rows(), sum.cols())));
      }
    }
    inputs.remove(parfor.variable());
    return inputs;
  }

  private void addInput(Map<String, Value> inputs, String name, int slot) {
    if (!master.isEmpty(slot)) {
      inputs.put(name, master.value(slot));
    }
  }

  private List<String> mergedThere() {
    return plan.merge() != MergeMethod.REMOTE_SPARK
        ? List.of()
        : step.changed().stream()
            .filter(r -> master.value(r.slot()) instanceof MatrixValue)
            .map(ParforBody.Result::variable)
            .toList();
  }

  /** Partitioned matrices are sent in slices, which need not all be in this process. */
  private Resident[] residents(Map<String, Value> inputs) {
    List<Resident> residents = new ArrayList<>();
    inputs.forEach(
        (name, value) -> {
          boolean sliced = plan.sliced() != null && plan.sliced().variable().equals(name);
          if (!sliced
              && value instanceof MatrixValue matrix
              && !(plan.partitioned(name) != null && isElsewhere(matrix))
              && matrix.keeper() instanceof Resident resident) {
            residents.add(resident);
          }
        });
    return residents.toArray(new Resident[0]);
  }

  private static boolean isElsewhere(MatrixValue matrix) {
    return matrix.resident() == null && matrix.remote() != null;
  }

  // ---- tasks that have ended

  @Override
  public boolean ended(TaskResult result) {
    int number = numbers.get(result.index());
    if (ended.get(number)) {
      return true; // run twice, after the loss of a machine
    }
    ended.set(number);
    if (!result.printed().isEmpty()) {
      result.printed().lines().forEach(context.environment()::print);
    }
    if (watch != null) {
      watch.ended(tasks.get(number).size());
    }
    if (report != null) {
      report.taskEnded(number, tasks.get(number).size(), result.nanos());
    }
    if (result.failedAt() >= 0) {
      if (result.failure() != null) {
        failure.report(result.failedAt(), result.failure());
      }
    } else if (!failure.isThere()) {
      take(result);
    }
    return !failure.isThere() || tasks.get(firstOpen()).index() <= failure.index();
  }

  @Override
  public void check() {
    if (master.monitor != null) {
      master.monitor.check();
    }
  }

  /** Earlier tasks may fail before the iteration that has failed. */
  private int firstOpen() {
    return Math.min(ended.nextClearBit(0), tasks.size() - 1);
  }

  private void take(TaskResult result) {
    result.patches().forEach(this::take);
    result
        .elements()
        .forEach(
            (variable, elements) -> {
              List<Value> all =
                  lists.computeIfAbsent(
                      variable, v -> new ArrayList<>(((ListValue) original(v)).elements()));
              elements.forEach(all::set);
            });
    result
        .sums()
        .forEach(
            (group, matrices) -> {
              Value[] values = new Value[matrices.size()];
              for (int r = 0; r < values.length; r++) {
                values[r] = new MatrixValue(matrices.get(r));
                context.pool().retain(values[r]);
              }
              sums.add(group, values);
            });
  }

  private void take(String variable, List<Patch> changes) {
    PatchMerge merge =
        patches.computeIfAbsent(
            variable, v -> new PatchMerge(((MatrixValue) original(v)).matrix(), context.workers()));
    changes.forEach(merge::add);
  }

  private Value original(String variable) {
    return master.value(slot(variable));
  }

  private int slot(String variable) {
    for (ParforBody.Result result : parfor.results()) {
      if (result.variable().equals(variable)) {
        return result.slot();
      }
    }
    throw new dev.linden.base.LindenBug("a task has changed " + variable);
  }

  @Override
  public void merged(String variable, MatrixValue value) {
    mergedThere.put(variable, value);
  }

  private void takeResults() {
    patches.forEach(
        (variable, merge) -> {
          Matrix merged = merge.merged();
          if (merged != null) {
            master.set(slot(variable), new MatrixValue(merged));
          }
        });
    lists.forEach(
        (variable, elements) -> {
          ListValue original = (ListValue) original(variable);
          master.set(slot(variable), new ListValue(elements, original.names()));
        });
    mergedThere.forEach((variable, value) -> master.set(slot(variable), value));
  }
}
