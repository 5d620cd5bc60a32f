package dev.linden.fuse.select;

/** Figures of the fusion of one or more DAGs. Not thread-safe; sums are made by the caller. */
public final class FusionStatistics {
  /** DAGs looked at. */
  public int dags;

  /** Fused operators made. */
  public int operators;

  /** Plans whose cost was estimated. */
  public long plansEvaluated;

  public long nanos;

  public void add(FusionStatistics other) {
    dags += other.dags;
    operators += other.operators;
    plansEvaluated += other.plansEvaluated;
    nanos += other.nanos;
  }
}
