package dev.linden.spark.block;

import dev.linden.plan.distribute.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** All that one engine has on executors, so that nothing of it outlives the engine. */
public class Registry {
  private final Set<Distributed> alive =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private final AtomicLong cachedNow = new AtomicLong();
  private final AtomicLong broadcastsNow = new AtomicLong();
  private final AtomicLong broadcasts = new AtomicLong();
  private final AtomicLong collects = new AtomicLong();
  private final AtomicLong parallelized = new AtomicLong();
  private final AtomicLong checkpoints = new AtomicLong();
  private final AtomicLong repartitions = new AtomicLong();
  private final AtomicLong cachedPartitions = new AtomicLong();
  private final ThreadLocal<String> running = ThreadLocal.withInitial(() -> "");
  private final Map<String, Long> forms = new ConcurrentSkipListMap<>();
  private final int parallelism;
  private final Map<Long, Integer> meeting = new ConcurrentHashMap<>();

  /**
   * @param parallelism tasks that run at the same time
   */
  public Registry(int parallelism) {
    this.parallelism = parallelism;
  }

  /** The operator that runs on this thread, with its place in the script; empty if none does. */
  public String running() {
    return running.get();
  }

  /** From now on this operator runs on this thread; what ran before. */
  public String running(String operator) {
    String before = running.get();
    running.set(operator);
    return before;
  }

  /** Runs a job under a name that Spark shows. */
  public <T> T job(String what, Supplier<T> work) {
    return work.get();
  }

  /** Tasks that run at the same time. */
  int parallelism() {
    return parallelism;
  }

  /**
   * Partitions for a matrix that is placed by position: those of an earlier one with as many rows,
   * which it will probably meet, unless they are too few.
   */
  int meetingPartitions(long rowBlocks, int wanted) {
    return meeting.merge(rowBlocks, wanted, (given, now) -> 2L * given >= now ? given : now);
  }

  void kept(boolean moved) {
    (moved ? repartitions : checkpoints).incrementAndGet();
  }

  void created(Distributed matrix) {
    alive.add(matrix);
  }

  void freed(Distributed matrix) {
    alive.remove(matrix);
  }

  void cached(int partitions) {
    cachedNow.incrementAndGet();
    cachedPartitions.addAndGet(partitions);
  }

  void uncached() {
    cachedNow.decrementAndGet();
  }

  public void broadcasts(int change) {
    broadcastsNow.addAndGet(change);
    if (change > 0) {
      broadcasts.addAndGet(change);
    }
  }

  void collected() {
    collects.incrementAndGet();
  }

  public void parallelized() {
    parallelized.incrementAndGet();
  }

  /** An operator ran on executors. */
  public void ran(String operator) {
    forms.merge("operator " + operator, 1L, Long::sum);
  }

  /** An operator ran in this form. */
  public void used(String form) {
    forms.merge(form, 1L, Long::sum);
  }

  /** An operator ran by this method; says so if it is not the one of the plan. */
  public void used(Method method, Method planned) {
    if (!method.label().isEmpty()) {
      used(method.counter());
    }
    if (planned != Method.Plain.OPEN && !method.equals(planned)) {
      used("methods chosen anew");
    }
  }

  public Map<String, Long> counters() {
    Map<String, Long> counters = new LinkedHashMap<>();
    counters.put("broadcasts", broadcasts.get());
    counters.put("collects", collects.get());
    counters.put("parallelized", parallelized.get());
    counters.put("checkpoints", checkpoints.get());
    counters.put("repartitions", repartitions.get());
    counters.put("cached partitions", cachedPartitions.get());
    counters.put("cached now", cachedNow.get());
    counters.put("broadcast now", broadcastsNow.get());
    counters.putAll(forms);
    return counters;
  }

  private List<Distributed> allAlive() {
    synchronized (alive) {
      return new ArrayList<>(alive);
    }
  }

  /** Computes what nothing else is computed from; that computes all the rest on its way. */
  public void settle() {
    List<Distributed> all = allAlive();
    Set<Distributed> used = new HashSet<>();
    all.forEach(matrix -> used.addAll(matrix.sources()));
    all.stream().filter(matrix -> !used.contains(matrix)).forEach(Distributed::prepare);
  }

  /** Computes the blocks that come of files. */
  public void settleReads() {
    allAlive().stream().filter(Distributed::isRead).forEach(Distributed::prepare);
  }

  public void freeAll() {
    allAlive().forEach(Distributed::freeNow);
  }
}
