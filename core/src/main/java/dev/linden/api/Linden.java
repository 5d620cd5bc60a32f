package dev.linden.api;

import dev.linden.base.DeepStack;
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
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import dev.linden.op.ValueType;
import dev.linden.opt.DagOptimizer;
import dev.linden.opt.Optimizer;
import dev.linden.opt.RewriteReport;
import dev.linden.parfor.CostProfile;
import dev.linden.parfor.ParforOptimizer;
import dev.linden.parfor.ShippedLoop;
import dev.linden.parfor.TimeModel;
import dev.linden.plan.ClusterProfile;
import dev.linden.plan.DagSplitter;
import dev.linden.plan.Placement;
import dev.linden.plan.Plan;
import dev.linden.plan.PlanOptions;
import dev.linden.plan.Planner;
import dev.linden.plan.Resources;
import dev.linden.run.Backends;
import dev.linden.run.Executable;
import dev.linden.run.ParforProgress;
import dev.linden.run.Parfors;
import dev.linden.run.ReceivedLoop;
import dev.linden.run.Recompilations;
import dev.linden.run.RunEnvironment;
import dev.linden.run.Statistics;
import dev.linden.storage.Files;
import dev.linden.storage.pool.BufferPool;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The engine: compiles and runs DML scripts. Instances are independent of each other; settings are
 * fixed when one is built.
 */
public final class Linden implements AutoCloseable {
  /** Share of the memory that dead arrays may keep for reuse. */
  private static final double RECYCLING_SHARE = 0.2;

  private final Workers workers;
  private final BufferPool pool;
  private final Settings settings;
  private final Path directory;
  private final Files files;
  private final PrintStream output;
  private final Consumer<String> warnings;
  private final Statistics statistics;
  private final ExternalClasses externals;
  private final Assumptions assumptions;
  private final ClusterProfile cluster;
  private final Recompilations recompilations;
  private final ParforProgress parforProgress;
  private final TimeModel times;
  private final Fusion fusion;
  private final Backends backends;
  private volatile boolean closed;

  private Linden(Builder builder) {
    settings = builder.settings;
    ArrayPool arrays =
        settings.get(Settings.VERIFY)
            ? new PoisonedArrays()
            : new RecyclingArrayPool((long) (settings.get(Settings.MEMORY) * RECYCLING_SHARE));
    workers = new Workers(settings.get(Settings.THREADS), arrays, settings.get(Settings.NATIVE));
    pool = new BufferPool(budget(), spillFolder(), settings.get(Settings.EVICT_ALL), workers);
    pool.resultsStay(builder.resultsStay);
    directory = builder.directory;
    boolean restricted = settings.isSet(Settings.RESTRICTED);
    files =
        restricted ? new Files(directory, settings.get(Settings.RESTRICTED)) : new Files(directory);
    output = builder.output;
    warnings = builder.warnings;
    statistics = new Statistics(builder.statistics);
    fusion = Fusion.of(settings, builder.faults);
    backends = new Backends(settings, pool.budget());
    externals =
        new ExternalClasses(
            builder.externals,
            builder.classLoader(),
            settings.get(Settings.JARS).stream().map(directory::resolve).toList(),
            restricted);
    assumptions = new Assumptions(builder.assumed);
    cluster = builder.cluster;
    recompilations = builder.recompilations;
    parforProgress = builder.parforProgress;
    times = builder.profile == null ? new TimeModel() : CostProfile.read(builder.profile);
  }

  /** Bytes that matrices and operations may take together here. */
  public long budget() {
    return settings.isSet(Settings.BUDGET)
        ? settings.get(Settings.BUDGET)
        : (long) (settings.get(Settings.MEMORY) * BufferPool.SHARE_OF_HEAP);
  }

  private Path spillFolder() {
    Path folder = Path.of(settings.get(Settings.SPILL));
    if (!java.nio.file.Files.isDirectory(folder)) {
      throw new InputError("the folder " + folder + " of the setting memory.spill does not exist");
    }
    return folder;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** An engine with all defaults. */
  public static Linden create() {
    return builder().build();
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
    return compile(timed("parse", () -> DmlParser.parse(source)), arguments, inputs);
  }

  /** The same for a script that was parsed before, which any number of engines may share. */
  public Compiled compile(
      Ast.Script parsed, Map<String, Scalar> arguments, Map<String, Info> inputs) {
    return compile(parsed, arguments, inputs, Set.of());
  }

  /**
   * Compiles a script once, to be called with values from memory as often as wanted.
   *
   * @throws dev.linden.base.ScriptError with all errors of the script
   */
  public Prepared prepare(Script script) {
    requireOpen();
    Ast.Script parsed = timed("parse", () -> DmlParser.parse(script.source(this::loadGiven)));
    List<Input> inputs =
        script.inputs().stream().map(input -> ExchangedFiles.resolved(input, parsed)).toList();
    Map<String, Info> infos = new LinkedHashMap<>();
    inputs.forEach(input -> infos.put(input.name(), input.info()));
    Set<String> outputs = Set.copyOf(script.outputs());
    Ast.Script exchanged = ExchangedFiles.withoutReadsOf(infos.keySet(), parsed);
    if (!script.writesOutputs()) {
      exchanged = ExchangedFiles.withoutWritesOf(outputs, exchanged);
    }
    CompiledScript compiled = compile(exchanged, script.arguments(), infos, outputs);
    return new Prepared(compiled, inputs, script.outputs());
  }

  /** {@link #prepare(Script)} for a text without {@code $} arguments. */
  public Prepared prepare(String text, List<Input> inputs, List<String> outputs) {
    Script script = Script.of(text);
    inputs.forEach(script::input);
    outputs.forEach(script::output);
    return prepare(script);
  }

  private CompiledScript compile(
      Ast.Script parsed,
      Map<String, Scalar> arguments,
      Map<String, Info> inputs,
      Set<String> outputs) {
    RunEnvironment environment =
        new RunEnvironment(files, workers, output, settings.get(Settings.SEED), externals)
            .warnings(warnings);
    environment.compileOnDemand(this::compileFunction);
    CompiledScript compiled =
        DeepStack.call(() -> compile(parsed, arguments, inputs, outputs, environment));
    statistics.rewrites(compiled.rewrites().toString());
    return compiled;
  }

  /** A program that never runs: its only use is that it reaches the function of this name. */
  private void compileFunction(String name, RunEnvironment environment) {
    environment.compileOnDemand(this::compileFunction);
    Source caller = new Source("<eval>", "known = \"" + name + "\"\nresult = eval(name)\n");
    Map<String, Info> inputs = Map.of("name", Info.scalar(ValueType.STRING));
    DeepStack.call(() -> compile(DmlParser.parse(caller), Map.of(), inputs, Set.of(), environment));
  }

  private CompiledScript compile(
      Ast.Script parsed,
      Map<String, Scalar> arguments,
      Map<String, Info> inputs,
      Set<String> outputs,
      RunEnvironment environment) {
    requireOpen();
    Assumptions.Applied assumed = assumptions.apply(parsed, environment);
    Map<String, Info> allInputs = new LinkedHashMap<>(inputs);
    allInputs.putAll(assumed.inputs());
    Program program =
        timed(
            "check",
            () ->
                Checker.check(
                    assumed.script(),
                    arguments,
                    allInputs,
                    outputs,
                    this::load,
                    assumed.environment()));
    assumed.requireAllUsed();
    HopProgram hops = timed("build operators", () -> HopBuilder.build(program));
    RewriteReport report = new RewriteReport();
    HopProgram rewritten = timed("rewrite", () -> rewrite(hops, program, report));
    PlanOptions options = options(program.environment());
    HopProgram split =
        options.recompile() == Settings.Recompile.OFF ? rewritten : DagSplitter.split(rewritten);
    HopProgram placed = timed("placement", () -> Placement.inject(split, options));
    Plan plan = timed("plan", () -> Planner.plan(placed, options));
    Executable executable =
        new Executable(
            plan,
            workers,
            pool,
            environment,
            statistics,
            settings.get(Settings.VERIFY),
            recompilations,
            backends,
            new Parfors(plan.resources().localBudget(), times, parforProgress));
    ParforOptimizer.Machine machine =
        new ParforOptimizer.Machine(
            workers.threads(), plan.resources().localBudget(), plan.resources().cluster());
    return new CompiledScript(
        program,
        hops,
        placed,
        report,
        options,
        plan,
        executable,
        statistics,
        machine,
        times,
        this::requireOpen);
  }

  /** A parfor loop that an engine on another machine has sent, ready to run tasks of it. */
  public ReceivedLoop receive(ShippedLoop loop) {
    requireOpen();
    RunEnvironment environment =
        new RunEnvironment(files, workers, output, settings.get(Settings.SEED), externals)
            .warnings(warnings);
    environment.compileOnDemand(this::compileFunction);
    Plan plan = Planner.plan(loop.program(), options(environment));
    return new ReceivedLoop(
        loop,
        plan,
        workers,
        pool,
        environment,
        statistics,
        settings.get(Settings.VERIFY),
        new Parfors(plan.resources().localBudget(), times, null));
  }

  /** Values that executions of loops share from now on; gives the bytes that they take. */
  public long lend(List<MatrixValue> values) {
    return pool.lend(values);
  }

  /** Ends {@link #lend}. */
  public void giveBack(List<MatrixValue> values, long bytes) {
    pool.giveBack(values, bytes);
  }

  private PlanOptions options(Environment environment) {
    List<String> off = settings.get(Settings.RULES_OFF);
    List<String> only = settings.get(Settings.RULES_ONLY);
    long memory =
        cluster == null || settings.isSet(Settings.MEMORY)
            ? settings.get(Settings.MEMORY)
            : cluster.driverMemory();
    return new PlanOptions(
        Set.copyOf(settings.get(Settings.OPERATORS_OFF)),
        Resources.of(settings.get(Settings.EXEC), memory, cluster),
        settings.get(Settings.RECOMPILE),
        settings.get(Settings.REWRITES) ? e -> new DagOptimizer(e, off, only) : null,
        fusion,
        environment);
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

  /** A script that another one names; null if there is no such file. */
  private Source load(String path) {
    return load(path, () -> files.readScript(path));
  }

  /** A script that the caller names, who may name any. */
  private Source loadGiven(String path) {
    Source source = load(path, () -> java.nio.file.Files.readString(directory.resolve(path)));
    if (source == null) {
      throw new InputError("file not found: " + path);
    }
    return source;
  }

  private interface Text {
    String read() throws IOException;
  }

  private static Source load(String path, Text text) {
    try {
      return new Source(path, text.read());
    } catch (NoSuchFileException e) {
      return null;
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

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the engine is closed: it neither compiles nor runs scripts");
    }
  }

  /** What has been executed so far: the {@code n} heaviest operators and counters. */
  public String statistics(int n) {
    return statistics.render(n, pool.counters(), fusion.statisticsText(), backends.counters());
  }

  /** The same as maps, lists, texts and numbers; see docs/command-line.md. */
  public Map<String, Object> statisticsData(int n) {
    return statistics.data(n, fusion.statistics(), backends.counters());
  }

  @Override
  public void close() {
    closed = true;
    backends.close();
    externals.close();
    pool.close();
  }

  /** Settings of an instance; every one has a default. */
  public static final class Builder {
    private Settings settings = Settings.DEFAULTS;
    private PrintStream output = System.out;
    private Consumer<String> warnings = message -> System.err.println("warning: " + message);
    private Path directory = Path.of("");
    private boolean statistics;
    private boolean resultsStay;
    private final Map<String, ExternalFunction> externals = new HashMap<>();
    private ClassLoader classLoader;
    private final Map<String, Size> assumed = new LinkedHashMap<>();
    private ClusterProfile cluster;
    private Recompilations recompilations;
    private ParforProgress parforProgress;
    private Path profile;
    private Consumer<Throwable> faults = fault -> {};

    private Builder() {}

    /** A file of {@code linden profile}: times of operators on this machine. */
    public Builder profile(Path file) {
      profile = file;
      return this;
    }

    /** Who hears of faults in Linden that cost a script some time at most. */
    public Builder faults(Consumer<Throwable> listener) {
      faults = listener;
      return this;
    }

    /** Who hears how far long parfor loops have come. */
    public Builder parforProgress(ParforProgress progress) {
      parforProgress = progress;
      return this;
    }

    /**
     * Makes {@code function} known under a class name that scripts use in {@code implemented in}.
     * All calls share the instance, so it must be safe for use by many threads.
     */
    public Builder externalFunction(String className, ExternalFunction function) {
      externals.put(className, function);
      return this;
    }

    /**
     * Where classes of external functions are looked for; that of the calling thread if not set.
     */
    public Builder classLoader(ClassLoader loader) {
      classLoader = loader;
      return this;
    }

    /** Jars and directories with classes of external functions. */
    public Builder jars(List<Path> files) {
      return settings(settings.with(Settings.JARS, files.stream().map(Path::toString).toList()));
    }

    private ClassLoader classLoader() {
      if (classLoader != null) {
        return classLoader;
      }
      ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
      return ofThread != null ? ofThread : Linden.class.getClassLoader();
    }

    /** All adjustable things at once; the methods below change one each. */
    public Builder settings(Settings all) {
      settings = all;
      return this;
    }

    /** One setting by the name and in the words of the command line; see docs/command-line.md. */
    public Builder set(String name, String value) {
      return settings(settings.with(name, value));
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

    /**
     * Scripts that are not trusted: they read and write below these folders only, run no Java of
     * their own, and call no external functions but registered ones. See docs/trust.md.
     */
    public Builder restricted(List<Path> folders) {
      return settings(
          settings.with(Settings.RESTRICTED, folders.stream().map(Path::toString).toList()));
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

    /**
     * Who hears warnings of functions, such as an iteration that ended before it converged; stderr
     * if not set.
     */
    public Builder warnings(Consumer<String> listener) {
      warnings = listener;
      return this;
    }

    /**
     * Whether results that only other machines hold stay there until they are asked for, which must
     * then be before the engine is closed.
     */
    public Builder resultsStay(boolean on) {
      resultsStay = on;
      return this;
    }

    /** Collects times per operator for {@link Linden#statistics(int)}. */
    public Builder statistics(boolean on) {
      statistics = on;
      return this;
    }

    /**
     * For plans of data that need not be there: the size of the matrix that a {@code read} finds
     * under this path or that is assigned to this variable, or of a variable that the script uses
     * without assigning it. Such a script can be explained, but not run.
     */
    public Builder assume(String pathOrVariable, Size size) {
      assumed.put(pathOrVariable, size);
      return this;
    }

    /** For plans for a cluster that need not be there. */
    public Builder cluster(ClusterProfile profile) {
      cluster = profile;
      return this;
    }

    /** Is told of every DAG that is compiled again while a script runs. */
    public Builder recompilations(Consumer<String> listener) {
      recompilations = listener::accept;
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
