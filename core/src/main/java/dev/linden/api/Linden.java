package dev.linden.api;

import dev.linden.base.InputError;
import dev.linden.base.Source;
import dev.linden.hop.HopBuilder;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Program;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.check.Checker;
import dev.linden.lang.parse.DmlParser;
import dev.linden.matrix.RecyclingArrayPool;
import dev.linden.matrix.Workers;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import dev.linden.plan.Plan;
import dev.linden.plan.Planner;
import dev.linden.run.RunEnvironment;
import dev.linden.run.Statistics;
import dev.linden.storage.Files;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The engine: compiles and runs DML scripts. Instances are independent of each other; settings are
 * fixed when one is built.
 */
public final class Linden implements AutoCloseable {
  /** Share of the memory that dead arrays may keep for reuse. */
  private static final double RECYCLING_SHARE = 0.2;

  private final Workers workers;
  private final Path directory;
  private final Files files;
  private final PrintStream output;
  private final long seed;
  private final Statistics statistics;
  private final Set<String> operatorsOff;

  private Linden(Builder builder) {
    workers =
        new Workers(
            builder.threads,
            new RecyclingArrayPool((long) (builder.memoryBytes * RECYCLING_SHARE)));
    directory = builder.directory;
    files = new Files(directory);
    output = builder.output;
    seed = builder.seed;
    statistics = new Statistics(builder.statistics);
    operatorsOff = builder.operatorsOff;
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * @param arguments values of {@code $name} and {@code $1}
   * @throws dev.linden.base.ScriptError with all errors of the script
   */
  public Compiled compile(Source source, Map<String, Scalar> arguments) {
    return compile(source, arguments, Map.of());
  }

  /**
   * @param inputs variables that will have a value before the first statement, and what is known of
   *     them now
   */
  public Compiled compile(Source source, Map<String, Scalar> arguments, Map<String, Info> inputs) {
    RunEnvironment environment = new RunEnvironment(files, workers, output, seed);
    Ast.Script script = timed("parse", () -> DmlParser.parse(source));
    Program program =
        timed("check", () -> Checker.check(script, arguments, inputs, this::load, environment));
    HopProgram hops = timed("build operators", () -> HopBuilder.build(program));
    Plan plan = timed("plan", () -> Planner.plan(hops, operatorsOff));
    return new CompiledScript(program, hops, plan, workers, environment, statistics);
  }

  private Source load(String path) {
    try {
      return new Source(path, java.nio.file.Files.readString(directory.resolve(path)));
    } catch (IOException e) {
      throw new InputError("can't read " + path + ": no such file, or not readable", e);
    }
  }

  private <T> T timed(String phase, Supplier<T> work) {
    long start = System.nanoTime();
    T result = work.get();
    statistics.phase(phase, System.nanoTime() - start);
    return result;
  }

  /** What has been executed so far: the {@code n} heaviest operators and counters. */
  public String statistics(int n) {
    return statistics.render(n);
  }

  @Override
  public void close() {}

  /** Settings of an instance; every one has a default. */
  public static final class Builder {
    private int threads = Runtime.getRuntime().availableProcessors();
    private long memoryBytes = Runtime.getRuntime().maxMemory();
    private long seed = -1;
    private PrintStream output = System.out;
    private Path directory = Path.of("");
    private boolean statistics;
    private Set<String> operatorsOff = Set.of();

    private Builder() {}

    public Builder threads(int count) {
      threads = count;
      return this;
    }

    /** Heap that the engine may plan with; the budget of an operation is 0.7 of it. */
    public Builder memoryBytes(long bytes) {
      memoryBytes = bytes;
      return this;
    }

    /** Makes unseeded {@code rand} reproducible. */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /** What relative paths in scripts are relative to; the working directory if not set. */
    public Builder directory(Path path) {
      directory = path;
      return this;
    }

    /** Where {@code print} writes. */
    public Builder output(PrintStream stream) {
      output = stream;
      return this;
    }

    /** Collects times per operator for {@link Linden#statistics(int)}. */
    public Builder statistics(boolean on) {
      statistics = on;
      return this;
    }

    /**
     * Names of physical operators, as EXPLAIN shows them, that plans must not use; what they stand
     * for is then computed step by step.
     */
    public Builder operatorsOff(Set<String> names) {
      operatorsOff = Set.copyOf(names);
      return this;
    }

    public Linden build() {
      return new Linden(this);
    }
  }
}
