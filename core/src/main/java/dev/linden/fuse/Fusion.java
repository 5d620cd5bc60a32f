package dev.linden.fuse;

import dev.linden.base.CancelledError;
import dev.linden.base.Settings;
import dev.linden.base.Strict;
import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.explore.Explorer;
import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.select.Alternatives;
import dev.linden.fuse.select.FusionStatistics;
import dev.linden.fuse.select.Machine;
import dev.linden.fuse.select.MachineFigures;
import dev.linden.fuse.select.PlanCache;
import dev.linden.fuse.select.Policy;
import dev.linden.fuse.select.SelectedPlans;
import dev.linden.fuse.select.Selection;
import dev.linden.hop.Dag;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Fuses the operators of DAGs; see the package for how. Thread-safe but for the statistics.
 *
 * <p>A DAG can always run as it is, so a fault in here costs time, never the script: the DAG stays
 * unfused, and the statistics and the listener hear of it. In the tests of Linden ({@link Strict})
 * it stays a failure, so that none hides.
 */
public final class Fusion {
  private final Policy policy;
  private final Bodies.Mode mode;
  private final String machine;
  private final int threads;
  private final long smallest;
  private final boolean strict;
  private final Consumer<Throwable> faults;
  private final FusionStatistics statistics = new FusionStatistics();
  private final Bodies.Counters before = Bodies.counters();
  private final PlanCache plans = new PlanCache();
  private Machine ofMachine;

  /** What waits for the program to be run; null once it runs. */
  private List<Runnable> preparations = new ArrayList<>();

  private Fusion(
      Policy policy,
      Bodies.Mode mode,
      String machine,
      int threads,
      long smallest,
      boolean strict,
      Consumer<Throwable> faults) {
    this.policy = policy;
    this.mode = mode;
    this.machine = machine;
    this.threads = threads;
    this.smallest = smallest;
    this.strict = strict;
    this.faults = faults;
  }

  /**
   * @param faults hears what went wrong in here and was done without
   */
  public static Fusion of(Settings settings, Consumer<Throwable> faults) {
    return of(settings, Strict.ON, faults);
  }

  static Fusion of(Settings settings, boolean strict, Consumer<Throwable> faults) {
    Bodies.Mode mode =
        switch (settings.get(Settings.FUSION_CLASSES)) {
          case "at-once" -> Bodies.Mode.AT_ONCE;
          case "off" -> Bodies.Mode.OFF;
          default -> Bodies.Mode.ADAPTIVE;
        };
    return new Fusion(
        Policy.of(settings.get(Settings.FUSION)),
        mode,
        MachineFigures.checked(settings.get(Settings.FUSION_MACHINE)),
        settings.get(Settings.THREADS),
        settings.get(Settings.FUSION_SMALLEST),
        strict,
        faults);
  }

  /** No fusion at all. */
  public static Fusion off() {
    return new Fusion(
        Policy.OFF, Bodies.Mode.OFF, MachineFigures.USUAL, 1, 0, Strict.ON, fault -> {});
  }

  /**
   * The DAG with fused operators.
   *
   * @param liveOut variables that are needed afterwards; null if all are
   * @param alternatives to fused operators
   */
  public Dag fuse(Dag dag, Set<String> liveOut, Alternatives alternatives) {
    if (policy == Policy.OFF) {
      return dag;
    }
    try {
      return fused(dag, liveOut, alternatives);
    } catch (CancelledError e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      if (strict) {
        throw e;
      }
      synchronized (statistics) {
        statistics.failed(e);
      }
      faults.accept(e);
      return dag;
    }
  }

  private Dag fused(Dag dag, Set<String> liveOut, Alternatives alternatives) {
    long start = System.nanoTime();
    MemoTable memo = Explorer.explore(dag, liveOut, smallest);
    FusionStatistics figures = new FusionStatistics();
    figures.dags = 1;
    figures.exploreNanos = System.nanoTime() - start;
    Dag fused = dag;
    if (!memo.groups().isEmpty()) {
      Selection selection = selection(alternatives);
      fused = new SelectedPlans(memo, selection, mode, figures, this::beforeRun).apply(dag);
    }
    synchronized (statistics) {
      statistics.add(figures);
    }
    return fused;
  }

  /** The memo table of a DAG, one line per operator, and the fused operators that are chosen. */
  public String explain(Dag dag, Set<String> liveOut, Alternatives alternatives) {
    MemoTable memo = candidates(dag, liveOut);
    return memo == null ? "" : memo.describe() + selected(memo, dag, alternatives).describe();
  }

  /** The same as maps, lists, texts and numbers, with the costs that decided; else empty. */
  public Map<String, Object> explainData(Dag dag, Set<String> liveOut, Alternatives alternatives) {
    MemoTable memo = candidates(dag, liveOut);
    return memo == null ? Map.of() : selected(memo, dag, alternatives).data();
  }

  /** Null if there is nothing to fuse. */
  private MemoTable candidates(Dag dag, Set<String> liveOut) {
    if (policy == Policy.OFF) {
      return null;
    }
    MemoTable memo = Explorer.explore(dag, liveOut, smallest);
    return memo.groups().isEmpty() ? null : memo;
  }

  private SelectedPlans selected(MemoTable memo, Dag dag, Alternatives alternatives) {
    Selection selection = selection(alternatives);
    SelectedPlans selected =
        new SelectedPlans(memo, selection, mode, new FusionStatistics(), preparation -> {});
    selected.apply(dag);
    return selected;
  }

  /** Asked for when there is something to fuse, and then the same for all DAGs. */
  private synchronized Machine machine() {
    if (ofMachine == null) {
      ofMachine = MachineFigures.of(machine, threads);
    }
    return ofMachine;
  }

  private Selection selection(Alternatives alternatives) {
    return new Selection(policy, machine(), smallest, alternatives, plans);
  }

  /**
   * The DAGs so far are about to be run: classes of operators with much to do are made from now on.
   * Plans that are only explained need none.
   */
  public void begin() {
    List<Runnable> waiting;
    synchronized (this) {
      waiting = preparations;
      preparations = null;
    }
    if (waiting != null) {
      waiting.forEach(Runnable::run);
    }
  }

  private void beforeRun(Runnable preparation) {
    synchronized (this) {
      if (preparations != null) {
        preparations.add(preparation);
        return;
      }
    }
    preparation.run();
  }

  /** Figures of all DAGs so far by name, times in seconds; empty if there was none. */
  public Map<String, Object> statistics() {
    synchronized (statistics) {
      if (statistics.dags == 0) {
        return Map.of();
      }
      Map<String, Object> data = statistics.data();
      Bodies.Counters classes = Bodies.counters().minus(before);
      data.put("classes", classes.classes());
      data.put("classesUsedAgain", classes.hits());
      data.put("generateSeconds", classes.generateNanos() / 1e9);
      data.put("compileSeconds", classes.compileNanos() / 1e9);
      return data;
    }
  }

  /** The same as lines of text. */
  public String statisticsText() {
    synchronized (statistics) {
      if (statistics.dags == 0) {
        return "";
      }
      Bodies.Counters classes = Bodies.counters().minus(before);
      return statistics.text()
          + String.format(
              Locale.ROOT,
              "  fused classes: %d made, %d used again, generate %.3f s, compile %.3f s%n",
              classes.classes(),
              classes.hits(),
              classes.generateNanos() / 1e9,
              classes.compileNanos() / 1e9);
    }
  }
}
