package dev.linden.api;

import dev.linden.hop.HopProgram;
import dev.linden.lang.Program;
import dev.linden.op.Value;
import dev.linden.opt.RewriteReport;
import dev.linden.parfor.ParforExplain;
import dev.linden.parfor.ParforOptimizer;
import dev.linden.parfor.TimeModel;
import dev.linden.plan.ClusterProfile;
import dev.linden.plan.Explain;
import dev.linden.plan.ExplainData;
import dev.linden.plan.OperationMemory;
import dev.linden.plan.Plan;
import dev.linden.plan.PlanOptions;
import dev.linden.plan.SparkExplain;
import dev.linden.run.Executable;
import dev.linden.run.Statistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@link Compiled}, with every intermediate form at hand for explaining. */
final class CompiledScript implements Compiled {
  private final Program program;
  private final HopProgram asWritten;
  private final HopProgram hops;
  private final RewriteReport rewrites;
  private final PlanOptions options;
  private final Plan plan;
  private final Executable executable;
  private final Statistics statistics;
  private final ParforOptimizer.Machine machine;
  private final TimeModel times;
  private final Runnable requireOpen;

  CompiledScript(
      Program program,
      HopProgram asWritten,
      HopProgram hops,
      RewriteReport rewrites,
      PlanOptions options,
      Plan plan,
      Executable executable,
      Statistics statistics,
      ParforOptimizer.Machine machine,
      TimeModel times,
      Runnable requireOpen) {
    this.requireOpen = requireOpen;
    this.machine = machine;
    this.times = times;
    this.program = program;
    this.asWritten = asWritten;
    this.hops = hops;
    this.rewrites = rewrites;
    this.options = options;
    this.plan = plan;
    this.executable = executable;
    this.statistics = statistics;
  }

  RewriteReport rewrites() {
    return rewrites;
  }

  @Override
  public String explain(ExplainLevel level) {
    return switch (level) {
      case PROGRAM -> Explain.program(asWritten);
      case HOPS_BEFORE -> Explain.plannedHops(asWritten, options);
      case HOPS -> {
        String fired = rewrites.counts().isEmpty() ? "" : "rewrites: " + rewrites + "\n";
        yield cluster() + fired + Explain.plannedHops(hops, options);
      }
      case FUSION -> Explain.fusion(hops, options);
      case RUNTIME -> Explain.runtime(plan);
      case RECOMPILE -> Explain.recompilePoints(plan);
      case PARFOR -> ParforExplain.of(hops, machine, times, options.environment());
      case SPARK -> cluster() + SparkExplain.of(plan);
    };
  }

  private String cluster() {
    ClusterProfile cluster = options.resources().cluster();
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
            + OperationMemory.text(options.resources().localBudget())
            + "\n";
  }

  @Override
  public Map<String, Object> explainData(ExplainLevel level) {
    Map<String, Object> data =
        switch (level) {
          case PROGRAM -> ExplainData.program(asWritten);
          case HOPS_BEFORE -> ExplainData.hops(asWritten, options);
          case HOPS -> ExplainData.hops(hops, options);
          case FUSION -> Map.of("fusion", Explain.fusion(hops, options).lines().toList());
          case RUNTIME -> ExplainData.runtime(plan);
          case RECOMPILE -> ExplainData.recompilePoints(plan);
          case PARFOR ->
              Map.of(
                  "parfor",
                  ParforExplain.of(hops, machine, times, options.environment()).lines().toList());
          case SPARK -> Map.of("spark", SparkExplain.of(plan).lines().toList());
        };
    if (level != ExplainLevel.HOPS) {
      return data;
    }
    Map<String, Object> withRewrites = new LinkedHashMap<>();
    withRewrites.put("localBudget", (long) options.resources().localBudget());
    withRewrites.put("rewrites", rewrites.counts());
    withRewrites.putAll(data);
    return withRewrites;
  }

  @Override
  public List<String> warnings() {
    return program.warnings();
  }

  /**
   * @throws IllegalStateException if the engine is closed
   */
  void requireOpen() {
    requireOpen.run();
  }

  /** The program, about to be run. */
  Executable executable() {
    requireOpen();
    options.fusion().begin();
    return executable;
  }

  @Override
  public void run() {
    run(Map.of());
  }

  @Override
  public void run(Map<String, Value> inputs) {
    long start = System.nanoTime();
    executable()
        .entry(List.copyOf(inputs.keySet()), List.of())
        .call(inputs.values().toArray(new Value[0]));
    statistics.phase("execution", System.nanoTime() - start);
  }
}
