package dev.linden.fuse.select;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Figures of the fusion of one or more DAGs. Not thread-safe; sums are made by the caller. */
public final class FusionStatistics {
  /** DAGs looked at. */
  public int dags;

  /** DAGs that stayed as they were because of a fault of Linden, and the last such fault. */
  private int failed;

  private String fault = "";

  /** Sets of hops that are decided upon independently. */
  public int partitions;

  /** Fused operators made (CPlans). */
  public int operators;

  /** Plans whose cost was estimated. */
  public long plansEvaluated;

  /** Plans that there are if each partition is decided upon alone. */
  public double plansOfPartitions;

  /** Plans that there are if each DAG is decided upon as a whole. */
  public double plansOfDags;

  public long exploreNanos;
  public long selectNanos;

  /** Time of making the programs of fused operators and the new DAG. */
  public long buildNanos;

  /** One more DAG was looked at, in vain. */
  public void failed(Throwable cause) {
    dags++;
    failed++;
    StackTraceElement[] trace = cause.getStackTrace();
    fault = cause + (trace.length == 0 ? "" : " at " + trace[0]);
  }

  public void add(FusionStatistics other) {
    dags += other.dags;
    partitions += other.partitions;
    operators += other.operators;
    plansEvaluated += other.plansEvaluated;
    plansOfPartitions += other.plansOfPartitions;
    plansOfDags += other.plansOfDags;
    exploreNanos += other.exploreNanos;
    selectNanos += other.selectNanos;
    buildNanos += other.buildNanos;
  }

  /** All figures by name; times in seconds. */
  public Map<String, Object> data() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("dags", dags);
    if (failed > 0) {
      data.put("failed", failed);
      data.put("fault", fault);
    }
    data.put("partitions", partitions);
    data.put("operators", operators);
    data.put("plansEvaluated", plansEvaluated);
    data.put("plansOfPartitions", plansOfPartitions);
    data.put("plansOfDags", plansOfDags);
    data.put("exploreSeconds", exploreNanos / 1e9);
    data.put("selectSeconds", selectNanos / 1e9);
    data.put("buildSeconds", buildNanos / 1e9);
    return data;
  }

  /** The same as lines of text. */
  public String text() {
    String unfused =
        failed == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "  fusion failed, a bug in Linden: %d DAGs run unfused; the last time: %s%n",
                failed,
                fault);
    return unfused
        + String.format(
            Locale.ROOT,
            "  fusion: %d DAGs, %d partitions, %d fused operators,"
                + " explore %.3f s, select %.3f s, build %.3f s%n",
            dags,
            partitions,
            operators,
            exploreNanos / 1e9,
            selectNanos / 1e9,
            buildNanos / 1e9)
        + String.format(
            Locale.ROOT,
            "  fusion plans: %d evaluated of %.3g by partitions, %.3g by DAGs%n",
            plansEvaluated,
            plansOfPartitions,
            plansOfDags);
  }
}
