package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Problem;
import dev.linden.base.ScriptError;
import dev.linden.base.Settings;
import dev.linden.matrix.Workers;
import dev.linden.op.Catalogue;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.Parameter;
import dev.linden.op.ParameterNames;
import dev.linden.op.Value;
import dev.linden.op.ValuesCall;
import dev.linden.picture.Plot;
import dev.linden.plan.DefaultValue;
import dev.linden.plan.Plan;
import dev.linden.storage.Files;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Files, standard output and functions by name, for one program. */
public final class RunEnvironment implements Environment {
  /** Weyl increment of the golden ratio: consecutive seeds lie far apart. */
  private static final long SEED_STEP = 0x9E3779B97F4A7C15L;

  private static final Pattern FUNCTION_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

  private final Files files;
  private final Workers workers;
  private final PrintStream output;
  private final AtomicLong seeds;
  private final HostFunctions hostFunctions;
  private final Settings.Compression compression;

  /** Seeds of the iteration of a parfor loop that a thread runs. */
  private final ThreadLocal<RandomStream> stream = new ThreadLocal<>();

  private UnaryOperator<Problem> wording = problem -> problem;
  private Consumer<String> warnings = message -> System.err.println("warning: " + message);

  /** Null if pictures are printed. */
  private Consumer<Plot> pictures;

  private Map<String, Routine> functions = Map.of();
  private BiConsumer<String, RunEnvironment> compiler = (name, environment) -> {};

  /** Environments of functions that were compiled when they were called, by their names. */
  private final Map<String, RunEnvironment> others = new ConcurrentHashMap<>();

  private final Map<String, List<Routine>> functionsByName = new HashMap<>();

  /** {@code seed} -1: different random numbers in every run. */
  public RunEnvironment(
      Files files,
      Workers workers,
      PrintStream output,
      long seed,
      Settings.Compression compression,
      HostFunctions hostFunctions) {
    this.hostFunctions = hostFunctions;
    this.compression = compression;
    this.files = files;
    this.workers = workers;
    this.output = output;
    this.seeds = new AtomicLong(seed == -1 ? System.nanoTime() * SEED_STEP : seed);
  }

  /** For a worker with functions of its own; files, output and external functions are the same. */
  private RunEnvironment(RunEnvironment shared, PrintStream output) {
    this.files = shared.files;
    this.workers = shared.workers;
    this.output = output;
    this.seeds = shared.seeds;
    this.hostFunctions = shared.hostFunctions;
    this.compression = shared.compression;
    this.compiler = shared.compiler;
    this.warnings = shared.warnings;
    this.pictures = output == shared.output ? shared.pictures : null;
    this.wording = shared.wording;
  }

  @Override
  public Settings.Compression compression() {
    return compression;
  }

  @Override
  public boolean isRestricted() {
    return files.isRestricted();
  }

  /** For the next program of a session: its random numbers go on where these end. */
  public RunEnvironment another() {
    return new RunEnvironment(this, output);
  }

  RunEnvironment forWorker() {
    return new RunEnvironment(this, output);
  }

  /** What the worker prints goes elsewhere. */
  RunEnvironment forWorker(PrintStream other) {
    return new RunEnvironment(this, other);
  }

  /**
   * Seeds of one iteration: they depend on the loop and the iteration only, not on who runs it and
   * when.
   */
  static final class RandomStream {
    private final long loopSeed;
    private long iteration;
    private boolean begun;
    private long state;

    RandomStream(long loopSeed) {
      this.loopSeed = loopSeed;
    }

    /** An iteration begins. */
    void begin(long index) {
      iteration = index;
      begun = false;
    }

    private long next() {
      if (!begun) {
        begun = true;
        state = mixed(loopSeed + mixed(iteration + 1));
      }
      state += SEED_STEP;
      return state;
    }

    private static long mixed(long bits) {
      long z = bits * SEED_STEP;
      z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
      z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
      return z ^ (z >>> 31);
    }
  }

  /**
   * From now on seeds for this thread come from this stream, null for those of the program; the one
   * before.
   */
  RandomStream stream(RandomStream next) {
    RandomStream before = stream.get();
    if (next == null) {
      stream.remove();
    } else {
      stream.set(next);
    }
    return before;
  }

  void functions(Map<String, Routine> linked) {
    functions = linked;
    for (Routine routine : linked.values()) {
      for (String name : routine.signature().names()) {
        functionsByName.computeIfAbsent(name, n -> new ArrayList<>()).add(routine);
      }
    }
  }

  /** Where scripts read and write. */
  public Files files() {
    return files;
  }

  @Override
  public Info describe(ReadRequest request) {
    return files.describe(request);
  }

  @Override
  public Value read(ReadRequest request) {
    return files.read(request, workers);
  }

  @Override
  public void write(Value value, WriteRequest request) {
    output.flush(); // the file may be where the output goes
    files.write(value, request, workers);
  }

  @Override
  public void writeBytes(String path, byte[] bytes) {
    output.flush();
    files.writeBytes(path, bytes);
  }

  @Override
  public void print(String line) {
    output.println(line);
  }

  @Override
  public void warn(String message) {
    warnings.accept(message);
  }

  @Override
  public void show(Plot plot) {
    if (pictures == null) {
      Environment.super.show(plot);
    } else {
      pictures.accept(plot);
    }
  }

  /** Who shows pictures of scripts; null: they are printed as characters. */
  public RunEnvironment pictures(Consumer<Plot> viewer) {
    pictures = viewer;
    return this;
  }

  /** How errors of the program are put into the words of the script. */
  public RunEnvironment wording(UnaryOperator<Problem> words) {
    wording = words;
    return this;
  }

  UnaryOperator<Problem> wording() {
    return wording;
  }

  /** Who hears warnings of scripts; without this they go to stderr. */
  public RunEnvironment warnings(Consumer<String> listener) {
    warnings = listener;
    return this;
  }

  @Override
  public long nextSeed() {
    RandomStream ofIteration = stream.get();
    long seed = ofIteration == null ? seeds.addAndGet(SEED_STEP) : ofIteration.next();
    return seed == -1 ? nextSeed() : seed;
  }

  @Override
  public void checkExternal(String className) {
    hostFunctions.check(className);
  }

  @Override
  public List<Value> callExternal(
      String className, String function, List<Value> arguments, int results) {
    return hostFunctions.call(className, function, arguments, results);
  }

  @Override
  public List<Value> call(String name, List<Value> arguments, List<String> names) {
    Routine routine = function(name);
    if (routine != null) {
      List<Value> ordered = inParameterOrder(routine.signature(), arguments, names);
      try {
        return routine.call(ordered);
      } catch (ScriptError e) {
        throw new FailedCall(routine.name(), e);
      }
    }
    Op op = Catalogue.find(name);
    if (op != null) {
      return builtin(op, arguments, names);
    }
    RunEnvironment other = others.computeIfAbsent(name, this::compiled);
    if (other.function(name) == null) {
      throw new InputError("unknown function " + name);
    }
    return other.call(name, arguments, names);
  }

  @Override
  public List<String> resultNames(String name) {
    Routine routine = function(name);
    if (routine == null && others.containsKey(name)) {
      routine = others.get(name).function(name);
    }
    return routine == null
        ? null
        : routine.signature().results().stream().map(Plan.Variable::name).toList();
  }

  private RunEnvironment compiled(String name) {
    RunEnvironment other =
        new RunEnvironment(files, workers, output, nextSeed(), compression, hostFunctions)
            .pictures(pictures);
    if (FUNCTION_NAME.matcher(name).matches()) {
      compiler.accept(name, other);
    }
    return other;
  }

  /**
   * Functions of the library that only a name assembled while the script runs asks for are compiled
   * when they are called: {@code compiler} puts the one of that name, if there is one, into the
   * environment it is given.
   */
  public void compileOnDemand(BiConsumer<String, RunEnvironment> onDemand) {
    compiler = onDemand;
  }

  /** By its key, which the compiler puts in place of constant names, or by a computed name. */
  private Routine function(String name) {
    Routine routine = functions.get(name);
    List<Routine> named = functionsByName.getOrDefault(name, List.of());
    if (named.size() > 1) {
      throw new InputError(
          "the name "
              + name
              + " stands for different functions in different files; rename one of them");
    }
    return routine != null || named.isEmpty() ? routine : named.get(0);
  }

  private List<Value> builtin(Op op, List<Value> arguments, List<String> names) {
    List<Value> bound = new ArrayList<>();
    List<Parameter> parameters = op.parameters();
    for (Parameter parameter : parameters) {
      if (!parameter.variadic()) {
        bound.add(parameter.defaultValue());
      }
    }
    int fixed = bound.size();
    for (int i = 0; i < arguments.size(); i++) {
      String name = names == null || names.isEmpty() ? null : names.get(i);
      int position =
          name == null
              ? i
              : position(
                  op.name(), op.parameters().stream().map(Parameter::name).toList(), name, false);
      if (position < fixed) {
        bound.set(position, arguments.get(i));
      } else if (fixed < parameters.size()) {
        bound.add(arguments.get(i));
      } else {
        throw tooMany(op.name(), fixed, arguments.size());
      }
    }
    for (int i = 0; i < fixed; i++) {
      if (bound.get(i) == null && !parameters.get(i).optional()) {
        throw notGiven(op.name(), parameters.get(i).name());
      }
    }
    ValuesCall call = new ValuesCall(op, bound, List.of(), workers, this);
    op.infer(call);
    return call.run();
  }

  private static InputError tooMany(String function, int takes, int given) {
    return new InputError(
        function
            + " takes "
            + (takes == 1 ? "1 argument" : takes + " arguments")
            + ", but "
            + given
            + (given == 1 ? " is" : " are")
            + " given");
  }

  private List<Value> inParameterOrder(
      Plan.Signature function, List<Value> arguments, List<String> names) {
    List<Plan.Variable> parameters = function.parameters();
    Value[] ordered = new Value[parameters.size()];
    for (int i = 0; i < arguments.size(); i++) {
      String name = names == null || names.isEmpty() ? null : names.get(i);
      int position =
          name == null
              ? i
              : position(
                  function.name(),
                  parameters.stream().map(Plan.Variable::name).toList(),
                  name,
                  function.isLibrary());
      if (position >= ordered.length) {
        throw tooMany(function.name(), ordered.length, arguments.size());
      }
      ordered[position] = arguments.get(i);
    }
    Map<String, Value> all = new LinkedHashMap<>();
    for (int i = 0; i < ordered.length; i++) {
      Plan.Variable parameter = parameters.get(i);
      if (ordered[i] == null && parameter.defaultValue() == null) {
        throw notGiven(function.name(), parameter.name());
      }
      Value value = ordered[i] != null ? ordered[i] : evaluate(parameter.defaultValue(), all);
      all.put(parameter.name(), value);
    }
    return new ArrayList<>(all.values());
  }

  private static int position(
      String function, List<String> parameters, String name, boolean library) {
    int position = library ? ParameterNames.position(name, parameters) : parameters.indexOf(name);
    if (position < 0) {
      throw new InputError(
          function
              + " has no argument named "
              + name
              + "; its arguments are "
              + String.join(", ", parameters));
    }
    return position;
  }

  /** {@code earlier}: the parameters before it. */
  private Value evaluate(DefaultValue value, Map<String, Value> earlier) {
    if (value instanceof DefaultValue.Literal literal) {
      return literal.value();
    }
    if (value instanceof DefaultValue.EarlierParameter parameter) {
      return earlier.get(parameter.name());
    }
    DefaultValue.Call call = (DefaultValue.Call) value;
    List<Value> arguments = new ArrayList<>();
    for (DefaultValue argument : call.arguments()) {
      arguments.add(argument == null ? null : evaluate(argument, earlier));
    }
    ValuesCall values = new ValuesCall(call.op(), arguments, call.names(), workers, this);
    call.op().infer(values);
    return values.run().get(0);
  }

  private static InputError notGiven(String function, String argument) {
    return new InputError("argument " + argument + " of " + function + " is not given");
  }
}
