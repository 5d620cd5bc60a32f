package dev.linden.api;

import dev.linden.hop.HopProgram;
import dev.linden.lang.Program;
import dev.linden.matrix.Workers;
import dev.linden.op.Value;
import dev.linden.opt.RewriteReport;
import dev.linden.plan.Explain;
import dev.linden.plan.Plan;
import dev.linden.run.Executable;
import dev.linden.run.RunEnvironment;
import dev.linden.run.Statistics;
import dev.linden.storage.pool.BufferPool;
import java.util.List;
import java.util.Map;

/** {@link Compiled}, with every intermediate form at hand for explaining. */
final class CompiledScript implements Compiled {
  private final Program program;
  private final HopProgram hops;
  private final RewriteReport rewrites;
  private final Plan plan;
  private final Executable executable;
  private final Statistics statistics;

  CompiledScript(
      Program program,
      HopProgram hops,
      RewriteReport rewrites,
      Plan plan,
      Workers workers,
      BufferPool pool,
      RunEnvironment environment,
      Statistics statistics,
      boolean verify) {
    this.program = program;
    this.hops = hops;
    this.rewrites = rewrites;
    this.plan = plan;
    this.statistics = statistics;
    this.executable = new Executable(plan, workers, pool, environment, statistics, verify);
  }

  @Override
  public String explainHops() {
    String fired = rewrites.counts().isEmpty() ? "" : "rewrites: " + rewrites + "\n";
    return fired + Explain.hops(hops, program.environment());
  }

  @Override
  public String explainRuntime() {
    return Explain.runtime(plan);
  }

  @Override
  public List<String> warnings() {
    return program.warnings();
  }

  @Override
  public void run() {
    run(Map.of());
  }

  @Override
  public void run(Map<String, Value> inputs) {
    long start = System.nanoTime();
    executable.run(inputs);
    statistics.phase("execution", System.nanoTime() - start);
  }
}
