package dev.linden.run;

import dev.linden.base.Bytes;
import dev.linden.matrix.Workers;
import dev.linden.storage.pool.PoolCounters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Where time goes: phases of compilation, and count and time per operator when collecting is on.
 */
public final class Statistics {
  /** The phase in which a script runs; the others are the compiler's. */
  private static final String EXECUTION = "execution";

  /** Shorter phases would be shown as no time at all. */
  private static final long SHOWN_NANOS = 500_000;

  private final boolean collecting;
  private final Map<String, Counter> counters = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> phases =
      java.util.Collections.synchronizedMap(new LinkedHashMap<>());

  private String rewrites = "";
  private final Counter recompilations = new Counter();
  private final LongAdder reusedPlans = new LongAdder();

  /** Loops run by workers, with the time of merging. */
  private final Counter parfors = new Counter();

  private final LongAdder parforTasks = new LongAdder();

  private final Compressions compressions = new Compressions();

  /** Code made for loops and functions, with the time it took. */
  private final Counter code = new Counter();

  private final LongAdder codeOfLoops = new LongAdder();
  private final LongAdder codeOfFunctions = new LongAdder();

  public Statistics(boolean collecting) {
    this.collecting = collecting;
  }

  /** Count and time of one operator. */
  public static final class Counter {
    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    void add(long elapsed) {
      count.increment();
      nanos.add(elapsed);
    }

    public long count() {
      return count.sum();
    }

    public long nanos() {
      return nanos.sum();
    }
  }

  /** The counter of an operator, or null when nothing is collected. */
  Counter counter(String operator) {
    return collecting ? counters.computeIfAbsent(operator, name -> new Counter()) : null;
  }

  /** Adds to the time of a phase such as parsing. */
  public void phase(String name, long nanos) {
    phases.computeIfAbsent(name, n -> new LongAdder()).add(nanos);
  }

  private static String line(String name, long nanos) {
    return String.format(Locale.ROOT, "  %-22s %10.3f s%n", name, nanos / 1e9);
  }

  /** Seconds of the phases so far, by name. */
  public Map<String, Object> phases() {
    Map<String, Object> times = new LinkedHashMap<>();
    phases.forEach((name, nanos) -> times.put(name, nanos.sum() / 1e9));
    return times;
  }

  /** Which rewrites the last compilation has made; empty for none. */
  public void rewrites(String fired) {
    rewrites = fired;
  }

  /** A DAG has been compiled again while the script runs. */
  void recompiled(long nanos) {
    recompilations.add(nanos);
  }

  /** A DAG met other sizes for which it had been compiled before. */
  void reusedPlan() {
    reusedPlans.increment();
  }

  /** A parfor loop has been run by workers. */
  void parfor(int tasks, long mergeNanos) {
    parfors.add(mergeNanos);
    parforTasks.add(tasks);
  }

  /** Matrices looked at in front of loops. */
  Compressions compressions() {
    return compressions;
  }

  /** The threads for an operator: they count how often it unpacks compressed operands. */
  Workers watching(String operator, Workers workers) {
    return collecting ? workers.telling(() -> compressions.unpacked(operator)) : workers;
  }

  /** Code has been made for a loop or function; {@code first}: there was none before. */
  void madeCode(boolean loop, boolean first, long nanos) {
    code.add(nanos);
    if (first) {
      (loop ? codeOfLoops : codeOfFunctions).increment();
    }
  }

  /** DAGs compiled again so far, and the time it took. */
  public Counter recompilations() {
    return recompilations;
  }

  /** The figures of {@link #render} as maps, lists, texts and numbers; times in seconds. */
  public Map<String, Object> data(int n, Map<String, Object> fusion, Map<String, Long> backend) {
    List<Object> operators = new ArrayList<>();
    for (Map.Entry<String, Counter> entry : heaviest(n)) {
      Map<String, Object> operator = new LinkedHashMap<>();
      operator.put("operator", entry.getKey());
      operator.put("seconds", entry.getValue().nanos() / 1e9);
      operator.put("count", entry.getValue().count());
      operators.add(operator);
    }
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("phases", phases());
    data.put("rewrites", rewrites);
    data.put("recompilations", recompilations.count());
    data.put("recompilationSeconds", recompilations.nanos() / 1e9);
    data.put("plansUsedAgain", reusedPlans.sum());
    data.put("codeOfLoops", codeOfLoops.sum());
    data.put("codeOfFunctions", codeOfFunctions.sum());
    data.put("codeVersions", code.count());
    data.put("codeSeconds", code.nanos() / 1e9);
    data.put("parforLoops", parfors.count());
    data.put("parforTasks", parforTasks.sum());
    data.put("parforMergeSeconds", parfors.nanos() / 1e9);
    compressions.addTo(data);
    data.put("fusion", fusion);
    data.put("operators", operators);
    if (!backend.isEmpty()) {
      data.put("spark", backend);
    }
    return data;
  }

  private List<Map.Entry<String, Counter>> heaviest(int n) {
    List<Map.Entry<String, Counter>> heavy = new ArrayList<>(counters.entrySet());
    heavy.removeIf(e -> e.getValue().count() == 0);
    heavy.sort(Comparator.comparingLong(e -> -e.getValue().nanos()));
    return heavy.subList(0, Math.min(n, heavy.size()));
  }

  /**
   * Phases, rewrites, fusion, then the {@code n} operators that took most time.
   *
   * @param fusion lines on the fusion of operators
   * @param backend counters of distributed work; empty if there was none
   */
  public String render(int n, PoolCounters pool, String fusion, Map<String, Long> backend) {
    StringBuilder out = new StringBuilder("Statistics\n");
    long others = 0;
    for (Map.Entry<String, LongAdder> phase : phases.entrySet()) {
      long nanos = phase.getValue().sum();
      boolean shown = nanos >= SHOWN_NANOS || phase.getKey().equals(EXECUTION);
      others += shown ? 0 : nanos;
      if (shown) {
        out.append(line(phase.getKey(), nanos));
      }
    }
    if (others > 0) {
      out.append(line("other phases", others));
    }
    if (!rewrites.isEmpty()) {
      out.append("  rewrites: ").append(rewrites).append('\n');
    }
    if (recompilations.count() > 0) {
      out.append(
          String.format(
              Locale.ROOT,
              "  recompilations: %d in %.3f s, plans used again: %d%n",
              recompilations.count(),
              recompilations.nanos() / 1e9,
              reusedPlans.sum()));
    }
    if (code.count() > 0) {
      out.append(
          String.format(
              Locale.ROOT,
              "  code made: loops: %d, functions: %d, in %d versions and %.3f s; what it does is"
                  + " not in the list of operators%n",
              codeOfLoops.sum(),
              codeOfFunctions.sum(),
              code.count(),
              code.nanos() / 1e9));
    }
    if (parfors.count() > 0) {
      out.append(
          String.format(
              Locale.ROOT,
              "  parfor loops by workers: %d, tasks: %d, merged in %.3f s%n",
              parfors.count(),
              parforTasks.sum(),
              parfors.nanos() / 1e9));
    }
    out.append(compressions.text());
    out.append(fusion);
    render(pool, out);
    if (!backend.isEmpty()) {
      List<String> counts = new ArrayList<>();
      backend.forEach((name, count) -> counts.add(name + " " + count));
      out.append("  Spark: ").append(String.join(", ", counts)).append('\n');
    }
    List<Map.Entry<String, Counter>> heavy = heaviest(n);
    out.append("  heaviest operators\n");
    out.append(
        String.format(
            Locale.ROOT, "  %3s  %-18s %12s %12s%n", "#", "operator", "time [s]", "count"));
    for (int i = 0; i < heavy.size(); i++) {
      Counter counter = heavy.get(i).getValue();
      out.append(
          String.format(
              Locale.ROOT,
              "  %3d  %-18s %12.3f %12d%n",
              i + 1,
              heavy.get(i).getKey(),
              counter.nanos() / 1e9,
              counter.count()));
    }
    return out.toString();
  }

  private static void render(PoolCounters pool, StringBuilder out) {
    if (pool.peakBytes() > 0) {
      out.append("  matrices in memory at most: ")
          .append(Bytes.text(pool.peakBytes()))
          .append('\n');
    }
    if (pool.evictions() > 0 || pool.bytesWritten() > 0) {
      out.append("  moved to disk: ")
          .append(pool.evictions())
          .append(" matrices, ")
          .append(Bytes.text(pool.bytesWritten()))
          .append(" written; brought back: ")
          .append(pool.restores())
          .append(", ")
          .append(Bytes.text(pool.bytesRead()))
          .append(" read\n");
    }
  }
}
