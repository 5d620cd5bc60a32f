package dev.linden.engine;

import dev.linden.op.Info;
import dev.linden.op.Value;
import dev.linden.opt.RewriteReport;
import dev.linden.parfor.decide.ParforExplain;
import dev.linden.plan.Explain;
import dev.linden.plan.ExplainData;
import dev.linden.plan.OperationMemory;
import dev.linden.plan.Planner;
import dev.linden.plan.Sites;
import dev.linden.plan.SparkExplain;
import dev.linden.plan.compress.CompressionExplain;
import dev.linden.plan.cost.Prediction;
import dev.linden.plan.distribute.Cluster;
import dev.linden.run.Executable;
import dev.linden.run.ExecutionListener;
import dev.linden.run.Recording;
import dev.linden.run.Statistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@link Compiled}, with every intermediate form at hand for explaining. */
public final class CompiledScript implements Compiled {
  private final Compilation script;
  private final Executable executable;
  private final int threads;
  private final Engine engine;

  /** Times of the phases of this compilation. */
  private final Statistics statistics;

  /** Null unless the engine records. */
  private final Recording recording;

  CompiledScript(
      Compilation script,
      Executable executable,
      int threads,
      Engine engine,
      Statistics statistics,
      Recording recording) {
    this.statistics = statistics;
    this.recording = recording;
    this.script = script;
    this.executable = executable;
    this.threads = threads;
    this.engine = engine;
  }

  RewriteReport rewrites() {
    return script.rewrites;
  }

  /** What is known of each input. */
  public Map<String, Info> inputs() {
    return script.inputs;
  }

  @Override
  public String explain(View view) {
    return switch (view) {
      case PROGRAM -> Explain.program(script.asWritten);
      case HOPS_BEFORE -> Explain.plannedHops(script.asWritten, script.options);
      case COMPRESSION -> compression().text();
      case HOPS -> {
        String fired =
            script.rewrites.counts().isEmpty() ? "" : "rewrites: " + script.rewrites + "\n";
        yield cluster() + fired + Explain.plannedHops(script.hops, script.options);
      }
      case FUSION -> Explain.fusion(script.hops, script.options);
      case RUNTIME -> Explain.runtime(script.plan);
      case RECOMPILE -> Explain.recompilePoints(script.plan);
      case PARFOR -> parfors().text();
      case SPARK -> cluster() + SparkExplain.of(script.plan).text();
      case TIME -> cluster() + prediction().text();
    };
  }

  private CompressionExplain compression() {
    return Planner.explainCompression(script.uncompressed, script.compression, script.options);
  }

  private ParforExplain parfors() {
    return ParforExplain.of(
        script.hops,
        threads,
        script.plan.resources(),
        engine.times(),
        script.options.environment());
  }

  private Prediction prediction() {
    return Planner.predict(script.hops, script.options, engine.hardware());
  }

  private String cluster() {
    Cluster cluster = script.options.resources().describedCluster();
    return cluster == null
        ? ""
        : "cluster: "
            + cluster.executors()
            + " executors with "
            + cluster.coresPerExecutor()
            + " cores, data "
            + OperationMemory.text(cluster.dataMemory())
            + ", broadcast "
            + OperationMemory.text(cluster.broadcastBudget())
            + "; local budget "
            + OperationMemory.text(script.options.resources().localBudget())
            + "\n";
  }

  @Override
  public Map<String, Object> explainData(View view) {
    Map<String, Object> data =
        switch (view) {
          case PROGRAM -> ExplainData.program(script.asWritten);
          case HOPS_BEFORE -> ExplainData.hops(script.asWritten, script.options);
          case COMPRESSION -> compression().data();
          case HOPS -> ExplainData.hops(script.hops, script.options);
          case FUSION ->
              Map.of("fusion", Explain.fusion(script.hops, script.options).lines().toList());
          case RUNTIME -> ExplainData.runtime(script.plan);
          case RECOMPILE -> ExplainData.recompilePoints(script.plan);
          case PARFOR -> parfors().data();
          case SPARK -> SparkExplain.of(script.plan).data();
          case TIME -> prediction().data();
        };
    if (view != View.HOPS) {
      return data;
    }
    Map<String, Object> withRewrites = new LinkedHashMap<>();
    withRewrites.put("localBudget", (long) script.options.resources().localBudget());
    withRewrites.put("rewrites", script.rewrites.counts());
    withRewrites.putAll(data);
    return withRewrites;
  }

  @Override
  public Map<String, Object> report() {
    Sites sites = recording == null ? new Sites() : recording.sites();
    PlanReport report = new PlanReport(script, threads, engine.times(), sites);
    Map<String, Object> data = report.data();
    data.put("phases", statistics.phases());
    if (recording != null && recording.hasRun()) {
      data.put("measured", recording.data(report.annotations()));
    }
    report.addPlaces(data);
    return data;
  }

  @Override
  public Map<String, Object> report(WhatIf change) {
    return engine.report(script.request, change);
  }

  @Override
  public List<String> warnings() {
    return script.program.warnings();
  }

  /** Variables of the main program that some statement assigns, and what is known of them. */
  Map<String, Info> assigned() {
    return script.program.assigned();
  }

  /**
   * The way in for values of these variables, and out for those.
   *
   * @throws IllegalStateException if the engine is closed
   */
  public Executable.Entry entry(List<String> inputs, List<String> outputs) {
    requireOpen();
    script.options.fusion().begin();
    return executable.entry(inputs, outputs);
  }

  /**
   * @throws IllegalStateException if the engine is closed
   */
  public void requireOpen() {
    engine.requireOpen();
  }

  /** To be open while the script runs, so that {@link #report} tells of it; null if not wanted. */
  Recording recorded() {
    return recording == null ? null : recording.begin();
  }

  @Override
  public void run() {
    run(Map.of());
  }

  @Override
  public void run(ExecutionListener listener) {
    run(Map.of(), listener);
  }

  @Override
  public void run(Map<String, Value> inputs) {
    run(inputs, null);
  }

  private void run(Map<String, Value> inputs, ExecutionListener listener) {
    long start = System.nanoTime();
    Executable.Entry entry = entry(List.copyOf(inputs.keySet()), List.of());
    try (Recording running = recorded()) {
      entry.call(null, listener, inputs.values().toArray(new Value[0]));
    }
    engine.executed(System.nanoTime() - start);
  }
}
