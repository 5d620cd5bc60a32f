package dev.linden.api;

import dev.linden.base.InputError;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.fuse.Fusion;
import dev.linden.hop.HopBuilder;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Program;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.check.Checker;
import dev.linden.lang.parse.DmlParser;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.PoisonedArrays;
import dev.linden.matrix.RecyclingArrayPool;
import dev.linden.matrix.Workers;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import dev.linden.opt.Optimizer;
import dev.linden.opt.RewriteReport;
import dev.linden.plan.Plan;
import dev.linden.plan.Planner;
import dev.linden.run.RunEnvironment;
import dev.linden.run.Statistics;
import dev.linden.storage.Files;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
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
  private final Settings settings;
  private final Path directory;
  private final Files files;
  private final PrintStream output;
  private final Statistics statistics;
  private final Fusion fusion;

  private Linden(Builder builder) {
    settings = builder.settings;
    ArrayPool arrays =
        settings.get(Settings.VERIFY)
            ? new PoisonedArrays()
            : new RecyclingArrayPool((long) (settings.get(Settings.MEMORY) * RECYCLING_SHARE));
    workers = new Workers(settings.get(Settings.THREADS), arrays, settings.get(Settings.NATIVE));
    directory = builder.directory;
    files = new Files(directory);
    output = builder.output;
    statistics = new Statistics(builder.statistics);
    fusion = Fusion.of(settings);
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
    RunEnvironment environment =
        new RunEnvironment(files, workers, output, settings.get(Settings.SEED));
    Ast.Script script = timed("parse", () -> DmlParser.parse(source));
    Program program =
        timed("check", () -> Checker.check(script, arguments, inputs, this::load, environment));
    HopProgram hops = timed("build operators", () -> HopBuilder.build(program));
    RewriteReport report = new RewriteReport();
    HopProgram rewritten = timed("rewrite", () -> rewrite(hops, program, report));
    statistics.rewrites(report.toString());
    Plan plan =
        timed(
            "plan",
            () ->
                Planner.plan(
                    rewritten, Set.copyOf(settings.get(Settings.OPERATORS_OFF)), fusion));
    return new CompiledScript(
        program,
        rewritten,
        report,
        plan,
        workers,
        environment,
        statistics,
        settings.get(Settings.VERIFY));
  }

  private HopProgram rewrite(HopProgram hops, Program program, RewriteReport report) {
    if (!settings.get(Settings.REWRITES)) {
      return hops;
    }
    return Optimizer.optimize(
        hops,
        program.environment(),
        settings.get(Settings.RULES_OFF),
        settings.get(Settings.RULES_ONLY),
        report);
  }

  private Source load(String path) {
    try {
      return new Source(path, java.nio.file.Files.readString(directory.resolve(path)));
    } catch (NoSuchFileException e) {
      throw new InputError("file not found: " + path, e);
    } catch (CharacterCodingException e) {
      throw new InputError(path + " is not UTF-8 text", e);
    } catch (IOException e) {
      throw new InputError("the file " + path + " can't be read: " + e.getMessage(), e);
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
    private Settings settings = Settings.DEFAULTS;
    private PrintStream output = System.out;
    private Path directory = Path.of("");
    private boolean statistics;

    private Builder() {}

    /** All adjustable things at once; the methods below change one each. */
    public Builder settings(Settings all) {
      settings = all;
      return this;
    }

    public Builder threads(int count) {
      return settings(settings.with(Settings.THREADS, count));
    }

    /** Heap that the engine may plan with; the budget of an operation is 0.7 of it. */
    public Builder memoryBytes(long bytes) {
      return settings(settings.with(Settings.MEMORY, bytes));
    }

    /** Makes unseeded {@code rand} reproducible. */
    public Builder seed(long value) {
      return settings(settings.with(Settings.SEED, value));
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

    /** Whether large operations may use a native library, if one is on the class path. */
    public Builder nativeCode(boolean on) {
      return settings(settings.with(Settings.NATIVE, on));
    }

    /**
     * Checks at every operator what the compiler assumed and the kernels promise, and fails with a
     * {@link dev.linden.base.LindenBug} when something does not hold. Slow: for tests.
     */
    public Builder verify(boolean on) {
      return settings(settings.with(Settings.VERIFY, on));
    }

    public Linden build() {
      return new Linden(this);
    }
  }
}
