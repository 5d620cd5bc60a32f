package dev.linden.engine;

import dev.linden.base.InputError;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.fuse.Fusion;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Ast;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Packing;
import dev.linden.matrix.PoisonedArrays;
import dev.linden.matrix.RecyclingArrayPool;
import dev.linden.matrix.Workers;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import dev.linden.op.ValueType;
import dev.linden.parfor.ShippedLoop;
import dev.linden.parfor.decide.CostProfile;
import dev.linden.parfor.decide.TimeModel;
import dev.linden.picture.Plot;
import dev.linden.plan.Plan;
import dev.linden.plan.Planner;
import dev.linden.plan.Sites;
import dev.linden.plan.cost.Hardware;
import dev.linden.plan.cost.Rates;
import dev.linden.plan.distribute.Cluster;
import dev.linden.plan.distribute.Resources;
import dev.linden.run.Backends;
import dev.linden.run.Executable;
import dev.linden.run.HostFunctions;
import dev.linden.run.Parfors;
import dev.linden.run.ReceivedLoop;
import dev.linden.run.Recompilations;
import dev.linden.run.Recording;
import dev.linden.run.RunEnvironment;
import dev.linden.run.Statistics;
import dev.linden.storage.Files;
import dev.linden.storage.pool.BufferPool;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What one instance of Linden shares among its scripts: threads, memory, files, backends, the
 * compiler, statistics. Instances are independent of each other; settings are fixed when one is
 * built. Users meet it as {@code api.Linden}.
 */
public final class Engine implements AutoCloseable {
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
  private final HostFunctions functions;
  private final Consumer<Plot> pictures;
  private final Recompilations recompilations;
  private final TimeModel times;
  private final Fusion fusion;
  private final Backends backends;
  private final Assumptions assumptions;
  private final Cluster cluster;
  private final Hardware hardware;
  private final boolean recording;
  private final Compiler compiler;
  private volatile boolean closed;

  private Engine(Builder builder) {
    settings = builder.settings;
    directory = builder.directory;
    ArrayPool arrays =
        settings.get(Settings.VERIFY)
            ? new PoisonedArrays()
            : new RecyclingArrayPool((long) (settings.get(Settings.MEMORY) * RECYCLING_SHARE));
    workers = new Workers(settings.get(Settings.THREADS), arrays, settings.get(Settings.NATIVE));
    pool = new BufferPool(budget(), spillFolder(), settings.get(Settings.EVICT_ALL), workers);
    pool.resultsStay(builder.resultsStay);
    String packing = settings.get(Settings.PACKING);
    if (!packing.isEmpty()) {
      pool.packWith(Packing.named(packing));
    }
    files =
        settings.isSet(Settings.RESTRICTED)
            ? new Files(directory, settings.get(Settings.RESTRICTED))
            : new Files(directory);
    output = builder.output;
    warnings = builder.warnings;
    statistics = new Statistics(builder.statistics);
    fusion = Fusion.of(settings, builder.faults);
    backends = new Backends(settings);
    functions = builder.functions;
    pictures = builder.pictures;
    recompilations = builder.recompilations;
    times = builder.profile == null ? new TimeModel() : CostProfile.read(builder.profile);
    assumptions = new Assumptions(builder.assumed);
    cluster = builder.cluster;
    hardware =
        builder.hardware == null
            ? new Hardware(settings.get(Settings.THREADS), Rates.DEFAULT)
            : builder.hardware;
    recording = builder.recording;
    compiler = new Compiler(settings, assumptions, cluster, fusion, this::load);
  }

  /** Bytes that matrices and operations may take together in this process. */
  public long budget() {
    return settings.isSet(Settings.BUDGET)
        ? settings.get(Settings.BUDGET)
        : Installation.budget(settings.get(Settings.MEMORY));
  }

  private Path spillFolder() {
    Path folder = directory.resolve(settings.get(Settings.SPILL));
    if (!java.nio.file.Files.isDirectory(folder)) {
      throw new InputError("the folder " + folder + " of the setting memory.spill does not exist");
    }
    return folder;
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * @param arguments values of {@code $name} and {@code $1}
   * @throws dev.linden.base.ScriptError with all errors of the script
   */
  public CompiledScript compile(Source source, Map<String, Scalar> arguments) {
    return compile(source, arguments, Map.of());
  }

  /**
   * @param inputs variables that will have a value before the first statement, and what is known of
   *     them now
   */
  public CompiledScript compile(
      Source source, Map<String, Scalar> arguments, Map<String, Info> inputs) {
    return compile(Request.of(source, arguments, inputs));
  }

  /** The same for a script that was parsed before, which any number of engines may share. */
  public CompiledScript compile(
      Ast.Script parsed, Map<String, Scalar> arguments, Map<String, Info> inputs) {
    return compile(
        new Request(null, parsed, arguments, inputs, Set.of(), Request.Exchange.NOTHING));
  }

  /**
   * A script whose inputs take the place of its statements {@code X = read(...)}.
   *
   * @param inputs null for one whose kind such a statement tells
   * @param outputs variables whose values are wanted at the end
   * @param writesOutputs whether statements {@code write(y, ...)} for outputs y stay
   */
  public CompiledScript prepare(
      Source source,
      Map<String, Scalar> arguments,
      Map<String, Info> inputs,
      Set<String> outputs,
      boolean writesOutputs) {
    Request.Exchange exchange =
        writesOutputs ? Request.Exchange.READS : Request.Exchange.READS_AND_WRITES;
    return compile(new Request(source, null, arguments, inputs, outputs, exchange));
  }

  private CompiledScript compile(Request request) {
    CompiledScript compiled = compile(request, environment(), statistics);
    statistics.rewrites(compiled.rewrites().toString());
    return compiled;
  }

  /**
   * @param times what the phases and operators of the script are counted in
   */
  private CompiledScript compile(Request request, RunEnvironment environment, Statistics times) {
    return compile(request, environment, times, recording ? new Recording(pool, true) : null);
  }

  /** An input of a session; {@code recorded} for {@link Compiled#report()}, but for scalars. */
  CompiledScript compileInput(
      Request request, RunEnvironment environment, Statistics times, boolean recorded) {
    return compile(request, environment, times, recorded ? new Recording(pool, false) : null);
  }

  private CompiledScript compile(
      Request request, RunEnvironment environment, Statistics times, Recording recorded) {
    requireOpen();
    compileOnDemand(environment, recorded);
    Compilation script = compiler.compile(request, environment, recorded != null, times::phase);
    Resources resources = script.plan.resources();
    Executable executable =
        new Executable(
            script.plan,
            workers,
            pool,
            environment,
            times,
            settings.get(Settings.VERIFY),
            recompilations,
            backends,
            new Parfors(resources.localBudget(), this.times),
            recorded,
            settings.get(Settings.SCALAR_CODE));
    return new CompiledScript(script, executable, workers.threads(), this, times, recorded);
  }

  /** Plans a script for what is not there. */
  Map<String, Object> report(Request request, WhatIf change) {
    requireOpen();
    Settings changed =
        change.memory() == null ? settings : settings.with(Settings.MEMORY, change.memory());
    Map<String, Size> sizes = new LinkedHashMap<>(change.sizes());
    Map<String, Info> inputs = new LinkedHashMap<>(request.inputs());
    inputs.replaceAll(
        (name, info) -> sizes.containsKey(name) ? Info.matrix(sizes.remove(name)) : info);
    Map<String, Object> phases = new LinkedHashMap<>();
    Compiler other =
        new Compiler(
            changed,
            assumptions.with(sizes),
            cluster(change, changed),
            Fusion.of(changed, fault -> {}),
            this::load);
    Compilation script =
        other.compile(
            request.with(inputs),
            environment(),
            true,
            (name, nanos) -> phases.put(name, nanos / 1e9));
    PlanReport report = new PlanReport(script, workers.threads(), times, new Sites());
    report.requireInputs(change.sizes().keySet());
    Map<String, Object> data = report.data();
    data.put("phases", phases);
    report.addPlaces(data);
    return data;
  }

  private Cluster cluster(WhatIf change, Settings changed) {
    WhatIf.Executors wanted = change.cluster();
    if (wanted == null) {
      return cluster;
    }
    Cluster described = cluster == null ? Cluster.of(changed) : cluster;
    return described.with(wanted.count(), wanted.cores(), wanted.memory());
  }

  /** A session of inputs that leave their variables to the next one. */
  public Workspace workspace() {
    requireOpen();
    return new Workspace(this);
  }

  /** What times are predicted for. */
  Hardware hardware() {
    return hardware;
  }

  Path directory() {
    return directory;
  }

  BufferPool pool() {
    return pool;
  }

  Files files() {
    return files;
  }

  Backends backends() {
    return backends;
  }

  /** What it will be busy with from now on. */
  public Activity activity() {
    return new Activity(this);
  }

  Statistics newStatistics(boolean collecting) {
    return new Statistics(collecting);
  }

  /** Environment of one program. */
  RunEnvironment environment() {
    RunEnvironment environment =
        new RunEnvironment(
                files,
                workers,
                output,
                settings.get(Settings.SEED),
                settings.get(Settings.COMPRESSION),
                functions)
            .warnings(warnings)
            .pictures(pictures)
            .wording(Syntaxes::worded);
    compileOnDemand(environment, null);
    return environment;
  }

  /** {@code recorded} hears of functions that are called by name, too; it may be null. */
  private void compileOnDemand(RunEnvironment environment, Recording recorded) {
    environment.compileOnDemand((name, own) -> compileFunction(name, own, recorded));
  }

  /** A program that never runs: its only use is that it reaches the function of this name. */
  private void compileFunction(String name, RunEnvironment environment, Recording recorded) {
    Source caller = new Source("<eval>", "known = \"" + name + "\"\nresult = eval(name)\n");
    Map<String, Info> inputs = Map.of("name", Info.scalar(ValueType.STRING));
    compile(Request.of(caller, Map.of(), inputs), environment, statistics, recorded);
  }

  /** A parfor loop that an engine on another machine has sent, ready to run tasks of it. */
  public ReceivedLoop receive(ShippedLoop loop) {
    requireOpen();
    RunEnvironment environment = environment();
    Plan plan = Planner.plan(loop.program(), compiler.options(environment, false));
    return new ReceivedLoop(
        loop,
        plan,
        workers,
        pool,
        environment,
        statistics,
        settings.get(Settings.VERIFY),
        new Parfors(plan.resources().localBudget(), times));
  }

  /** Values that executions of loops share from now on; gives the bytes that they take. */
  public long lend(List<MatrixValue> values) {
    return pool.lend(values);
  }

  /** Ends {@link #lend}. */
  public void giveBack(List<MatrixValue> values, long bytes) {
    pool.giveBack(values, bytes);
  }

  /** A script that another one names; null if there is no such file. */
  Source load(String path) {
    return load(path, () -> files.readScript(path));
  }

  /** A script that the caller names, who may name any. */
  public Source loadGiven(String path) {
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

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the engine is closed: it neither compiles nor runs scripts");
    }
  }

  /** Times of operators. */
  TimeModel times() {
    return times;
  }

  void executed(long nanos) {
    statistics.phase("execution", nanos);
  }

  /** What has been executed so far: the {@code n} heaviest operators and counters. */
  public String statistics(int n) {
    return statistics(statistics, n);
  }

  String statistics(Statistics times, int n) {
    return times.render(n, pool.counters(), fusion.statisticsText(), backends.counters());
  }

  /** The same as maps, lists, texts and numbers; see docs/command-line.md. */
  public Map<String, Object> statisticsData(int n) {
    return statisticsData(statistics, n);
  }

  Map<String, Object> statisticsData(Statistics times, int n) {
    return times.data(n, fusion.statistics(), backends.counters());
  }

  @Override
  public void close() {
    closed = true;
    backends.close();
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
    private HostFunctions functions = HostFunctions.NONE;
    private final Map<String, Size> assumed = new LinkedHashMap<>();
    private Cluster cluster;
    private Hardware hardware;
    private Consumer<Plot> pictures;
    private Recompilations recompilations;
    private boolean recording;
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

    /** What external functions of scripts call. */
    public Builder functions(HostFunctions hostFunctions) {
      functions = hostFunctions;
      return this;
    }

    /** All adjustable things at once. */
    public Builder settings(Settings all) {
      settings = all;
      return this;
    }

    public Settings settings() {
      return settings;
    }

    /** One setting by the name and in the words of the command line; see docs/command-line.md. */
    public Builder set(String name, String value) {
      return settings(settings.with(name, value));
    }

    /** What relative paths in scripts are relative to; the working directory if not set. */
    public Builder directory(Path path) {
      directory = path;
      return this;
    }

    public Path directory() {
      return directory;
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

    /** Who shows pictures; if nobody does, they are printed as characters. */
    public Builder pictures(Consumer<Plot> viewer) {
      pictures = viewer;
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

    /** Collects times per operator for {@link Engine#statistics(int)}. */
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

    /** For plans for a cluster that need not be there; blocks are those of the settings. */
    public Builder cluster(Cluster profile) {
      cluster = profile;
      return this;
    }

    /**
     * The same for one that a JSON file describes, see docs/command-line.md.
     *
     * @throws InputError that says what is wrong with the file
     */
    public Builder clusterFile(Path file) {
      ClusterFile.Description description = ClusterFile.read(file);
      hardware = description.hardware();
      return cluster(description.cluster());
    }

    /** Is told of every DAG that is compiled again while a script runs. */
    public Builder recompilations(Consumer<String> listener) {
      recompilations = listener::accept;
      return this;
    }

    /**
     * Keeps what plan pages show: each rewrite, and of runs the time and result of each operator at
     * its place; see {@link Compiled#report()}.
     */
    public Builder recording(boolean on) {
      recording = on;
      return this;
    }

    public Engine build() {
      return new Engine(this);
    }
  }
}
