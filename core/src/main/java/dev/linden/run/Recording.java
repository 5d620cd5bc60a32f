package dev.linden.run;

import dev.linden.base.Span;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.op.Footprint;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.Size;
import dev.linden.plan.Annotations;
import dev.linden.plan.ExplainData;
import dev.linden.plan.Instruction;
import dev.linden.plan.RecompilePoint;
import dev.linden.plan.Recompiler;
import dev.linden.plan.Sites;
import dev.linden.plan.distribute.Exec;
import dev.linden.storage.pool.BufferPool;
import dev.linden.storage.pool.PoolCounters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What happened in an execution: each operator at its place in the script with time and result,
 * when threads worked on what, memory over time, and what was compiled again.
 *
 * <p>Nothing of this is there unless somebody asks before the script is compiled: then the {@link
 * Linker} puts a {@link RecordedStep} around each operator. What is kept is bounded, however long
 * the script runs: of short operators there are only sums.
 */
public final class Recording implements AutoCloseable {
  /** Stretches of time that are kept, the longest ones. */
  private static final int MOST_BARS = 1000;

  private static final int MOST_RECOMPILATIONS = 100;

  /** Operators run for milliseconds when their memory is of interest. */
  private static final int SAMPLE_MILLIS = 2;

  private final Sites sites = new Sites();
  private final Map<Integer, Site> operators = new LinkedHashMap<>();
  private final MemoryCurve memory = new MemoryCurve();
  private final BufferPool pool;
  private final boolean scalars;
  private final List<Lane> lanes = new ArrayList<>();
  private final ThreadLocal<Lane> lane = new ThreadLocal<>();
  private final Bars bars = new Bars(MOST_BARS);
  private final List<Recompilation> recompilations = new ArrayList<>();
  private final Map<Integer, Recompiler.Recompiled.Explanation> latest = new LinkedHashMap<>();
  private final List<Loop> loops = new ArrayList<>();
  private int recompiled;
  private long start;
  private long nanos;
  private Thread sampler;

  /**
   * @param scalars whether operators over scalars alone are of interest: watching them takes longer
   *     than they do
   */
  public Recording(BufferPool pool, boolean scalars) {
    this.pool = pool;
    this.scalars = scalars;
  }

  /** Numbers of the places that it speaks of. */
  public Sites sites() {
    return sites;
  }

  // ---- while it runs

  /** The execution begins, on this thread. */
  public synchronized Recording begin() {
    if (start == 0) {
      start = System.nanoTime();
    }
    lane.set(lane("main"));
    sampler = new Thread(this::sample, "linden-recording");
    sampler.setDaemon(true);
    sampler.start();
    return this;
  }

  /** Whether there is anything to tell. */
  public synchronized boolean hasRun() {
    return start != 0;
  }

  /** The execution that began last has ended. */
  @Override
  public void close() {
    Thread ended;
    synchronized (this) {
      ended = sampler;
      sampler = null;
      nanos = System.nanoTime() - start;
      notifyAll();
    }
    try {
      ended.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it ends by itself
    }
    lane.remove();
  }

  private synchronized void sample() {
    Thread self = Thread.currentThread();
    while (sampler == self) {
      memory.add(System.nanoTime() - start, pool.usedBytes());
      try {
        wait(SAMPLE_MILLIS);
      } catch (InterruptedException e) {
        return; // nobody interrupts it but a JVM that ends
      }
    }
  }

  /** The step with somebody who looks at it. */
  Step around(Step step, Instruction.Compute instruction) {
    if (!scalars && isOverScalars(instruction)) {
      return step;
    }
    return new RecordedStep(step, this, site(instruction), instruction.outputs());
  }

  private static boolean isOverScalars(Instruction.Compute instruction) {
    return Stream.concat(instruction.infos().stream(), instruction.results().stream())
        .allMatch(info -> info == null || info.isScalar());
  }

  /** The same for a call of a function. */
  Step around(Step step, Instruction.Invoke call, String function) {
    return new RecordedStep(step, this, site(call, function), call.outputs());
  }

  private synchronized Site site(Instruction.Compute instruction) {
    String name = instruction.op().name();
    int number = sites.of(name, instruction.span());
    Info estimate = instruction.results().isEmpty() ? null : instruction.results().get(0);
    return operators.computeIfAbsent(number, n -> new Site(n, name, instruction.exec(), estimate));
  }

  /** A call of a function, whose operators have sites of their own. */
  private synchronized Site site(Instruction.Invoke call, String function) {
    String name = "call " + function;
    int number = sites.of(name, call.span());
    return operators.computeIfAbsent(number, n -> new Site(n, name, null, null));
  }

  /** What the calling thread works on. */
  Lane lane() {
    Lane current = lane.get();
    if (current == null) {
      current = lane(Thread.currentThread().getName());
      lane.set(current);
    }
    return current;
  }

  private synchronized Lane lane(String name) {
    for (Lane known : lanes) {
      if (known.name.equals(name)) {
        return known;
      }
    }
    Lane added = new Lane(lanes.size(), name);
    lanes.add(added);
    return added;
  }

  /** The calling thread is a worker of a loop that another lane runs; gives its lane before. */
  Lane enter(Lane outer, int worker) {
    Lane before = lane.get();
    lane.set(lane((outer.number == 0 ? "worker " : outer.name + ".") + (worker + 1)));
    return before;
  }

  void leave(Lane before) {
    lane.set(before);
  }

  void ended(Site site, Lane where, long from, long elapsed) {
    if (site.exec == null) {
      return; // what it called is shown
    }
    bars.add(new Bar(where.number, site.number, from - start, elapsed));
  }

  void task(Loop loop, Lane where, long from, long elapsed, long iterations) {
    synchronized (loop) {
      loop.tasks++;
      loop.iterations += iterations;
    }
    loop.bars.add(
        new Bar(where.number, (int) Math.min(iterations, 1 << 30), from - start, elapsed));
  }

  /** An execution of a parfor loop by workers begins. */
  synchronized Loop loop(Span span, String title, int workers) {
    for (Loop known : loops) {
      if (known.span.equals(span)) {
        known.executions++;
        return known;
      }
    }
    Loop added = new Loop(span, title, workers);
    loops.add(added);
    return added;
  }

  void merged(Loop loop, long elapsed) {
    synchronized (loop) {
      loop.mergeNanos += elapsed;
    }
  }

  synchronized void recompiled(
      RecompilePoint point,
      long from,
      long elapsed,
      String found,
      Recompiler.Recompiled.Explanation explanation) {
    recompiled++;
    if (recompilations.size() < MOST_RECOMPILATIONS) {
      recompilations.add(new Recompilation(point, from - start, elapsed, found));
    }
    latest.put(sites.ofBlock(point.span()), explanation);
  }

  // ---- what it keeps

  /** Whose work stands in one line of the picture: the script's own thread, or a worker. */
  static final class Lane {
    private final int number;
    private final String name;

    /** Time of operators that ran inside the current one. */
    long nested;

    private Lane(int number, String name) {
      this.number = number;
      this.name = name;
    }
  }

  private record Bar(int lane, int what, long from, long nanos) {}

  /** The longest of all stretches of time. */
  private static final class Bars {
    private final int most;
    private final List<Bar> kept = new ArrayList<>();
    private volatile long shortest;

    Bars(int most) {
      this.most = most;
    }

    void add(Bar bar) {
      if (bar.nanos < shortest) {
        return;
      }
      synchronized (this) {
        kept.add(bar);
        if (kept.size() >= 2 * most) {
          shrink();
        }
      }
    }

    private void shrink() {
      kept.sort(Comparator.comparingLong(Bar::nanos).reversed());
      kept.subList(most, kept.size()).clear();
      shortest = kept.get(most - 1).nanos + 1;
    }

    synchronized List<Object> data() {
      if (kept.size() > most) {
        shrink();
      }
      kept.sort(Comparator.comparingLong(Bar::from));
      List<Object> all = new ArrayList<>();
      kept.forEach(
          bar -> all.add(List.of(bar.lane, bar.what, micros(bar.from), micros(bar.nanos))));
      return all;
    }
  }

  /** The most memory in each of a number of equal stretches of time, which grow as time passes. */
  private static final class MemoryCurve {
    private final long[] most = new long[400];
    private long width = 500_000;
    private int last = -1;

    synchronized void add(long at, long bytes) {
      while (at / width >= most.length) {
        for (int i = 0; i < most.length; i++) {
          int second = 2 * i + 1;
          most[i] = second < most.length ? Math.max(most[second - 1], most[second]) : 0;
        }
        last /= 2;
        width *= 2;
      }
      int now = (int) Math.max(0, at / width);
      for (int i = last + 1; i < now && last >= 0; i++) {
        most[i] = most[last]; // nothing has changed meanwhile
      }
      most[now] = Math.max(most[now], bytes);
      last = Math.max(last, now);
    }

    synchronized Map<String, Object> data() {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i <= last; i++) {
        values.add(most[i]);
      }
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("step", micros(width));
      data.put("bytes", values);
      return data;
    }
  }

  private record Recompilation(RecompilePoint point, long from, long nanos, String found) {}

  /** A parfor loop that workers ran, perhaps more than once. */
  static final class Loop {
    private final Span span;
    private final String title;
    private final int workers;
    private final Bars bars = new Bars(MOST_BARS / 5);
    private long executions = 1;
    private long tasks;
    private long iterations;
    private long mergeNanos;

    private Loop(Span span, String title, int workers) {
      this.span = span;
      this.title = title;
      this.workers = workers;
    }
  }

  /** What is known of an operator at its place. */
  static final class Site {
    private final int number;
    private final String operator;

    /** Null for calls of functions. */
    private final Exec exec;

    /** What the compiler knew of the result; null for nothing. */
    private final Info estimate;

    private long count;
    private long nanos;

    /** With operators of functions that it called. */
    private long total;

    private long longest;
    private long elsewhere;
    private long rows = -1;
    private long cols = -1;
    private long nnz = -1;
    private long bytes;
    private String form;

    private Site(int number, String operator, Exec exec, Info estimate) {
      this.number = number;
      this.operator = operator;
      this.exec = exec;
      this.estimate = estimate;
    }

    synchronized void ended(long own, long elapsed) {
      count++;
      nanos += own;
      total += elapsed;
      longest = Math.max(longest, elapsed);
    }

    /** Counting the cells of a dense result takes time: the more results, the fewer are counted. */
    synchronized void result(MatrixValue value) {
      rows = Math.max(rows, value.size().rows());
      cols = Math.max(cols, value.size().cols());
      Matrix block = value.resident();
      if (block == null) {
        elsewhere += value.remote() != null ? 1 : 0;
        form = value.remote() != null ? "on the cluster" : form;
        return;
      }
      form = block instanceof Packed ? "compressed" : block.isSparse() ? "sparse" : "dense";
      bytes = Math.max(bytes, block.bytes());
      if (block.nnzKnown() || block.isSparse()) {
        nnz = Math.max(nnz, block.nnz());
      } else if (Long.bitCount(count) == 1) {
        nnz = Math.max(nnz, block.nnz());
        if (block instanceof Dense dense) {
          dense.forgetNnz(); // the script must go the way it goes when nobody looks
        }
      }
    }

    synchronized Map<String, Object> data() {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("site", number);
      data.put("operator", operator);
      if (exec != null) {
        data.put("exec", exec.place());
        if (exec.isOnSpark() && !exec.method().label().isEmpty()) {
          data.put("method", exec.method().label());
        }
      }
      data.put("count", count);
      data.put("seconds", nanos / 1e9);
      if (total > nanos) {
        data.put("total", total / 1e9);
      }
      data.put("longest", longest / 1e9);
      if (rows >= 0) {
        data.put("rows", rows);
        data.put("cols", cols);
        data.put("form", form);
        data.put("bytes", bytes);
        if (nnz >= 0) {
          data.put("nnz", nnz);
        }
        if (elsewhere > 0) {
          data.put("onSpark", elsewhere);
        }
      }
      if (estimate != null && estimate.isMatrix()) {
        Size size = estimate.size();
        Map<String, Object> estimated = new LinkedHashMap<>();
        estimated.put("rows", size.rowsKnown() ? size.rows() : null);
        estimated.put("cols", size.colsKnown() ? size.cols() : null);
        estimated.put("nnz", size.nnzKnown() ? size.nnz() : null);
        double memory = Footprint.of(size);
        estimated.put("bytes", Double.isInfinite(memory) ? null : (long) memory);
        data.put("estimate", estimated);
      }
      return data;
    }
  }

  // ---- what it tells

  private static long micros(long nanoseconds) {
    return nanoseconds / 1000;
  }

  /** As maps, lists, texts and numbers; times are seconds, in long lists microseconds. */
  public synchronized Map<String, Object> data(Annotations annotations) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("seconds", nanos / 1e9);
    List<Object> ran = new ArrayList<>();
    operators.values().stream().filter(site -> site.count > 0).forEach(s -> ran.add(s.data()));
    data.put("operators", ran);
    List<Object> names = new ArrayList<>();
    lanes.forEach(each -> names.add(each.name));
    data.put("lanes", names);
    data.put("bars", bars.data());
    List<Object> parfors = new ArrayList<>();
    loops.forEach(loop -> parfors.add(data(loop)));
    data.put("loops", parfors);
    data.put("memory", memory.data());
    PoolCounters counters = pool.counters();
    Map<String, Object> used = new LinkedHashMap<>();
    used.put("budget", pool.budget());
    used.put("peak", counters.peakBytes());
    used.put("evictions", counters.evictions());
    used.put("bytesWritten", counters.bytesWritten());
    used.put("restores", counters.restores());
    used.put("bytesRead", counters.bytesRead());
    data.put("pool", used);
    data.put("recompiled", recompiled);
    List<Object> again = new ArrayList<>();
    recompilations.forEach(each -> again.add(data(each)));
    data.put("recompilations", again);
    Map<String, Object> dags = new LinkedHashMap<>();
    latest.forEach((block, dag) -> dags.put(Integer.toString(block), dag.data(annotations)));
    data.put("recompiledBlocks", dags);
    return data;
  }

  private static Map<String, Object> data(Loop loop) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("title", loop.title);
    ExplainData.place(loop.span, data);
    data.put("executions", loop.executions);
    data.put("workers", loop.workers);
    data.put("tasks", loop.tasks);
    data.put("iterations", loop.iterations);
    data.put("mergeSeconds", loop.mergeNanos / 1e9);
    data.put("bars", loop.bars.data());
    return data;
  }

  private Map<String, Object> data(Recompilation each) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("block", sites.ofBlock(each.point.span()));
    ExplainData.place(each.point.span(), data);
    data.put("place", each.point.place());
    data.put("reason", each.point.reason());
    data.put("found", each.found);
    data.put("at", each.from / 1e9);
    data.put("seconds", each.nanos / 1e9);
    return data;
  }
}
