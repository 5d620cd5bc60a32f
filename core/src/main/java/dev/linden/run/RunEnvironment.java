package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.lang.Function;
import dev.linden.matrix.Workers;
import dev.linden.op.Catalogue;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.Value;
import dev.linden.storage.Files;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Files, standard output and functions by name, for one program. */
public final class RunEnvironment implements Environment {
  /** Weyl increment of the golden ratio: consecutive seeds lie far apart. */
  private static final long SEED_STEP = 0x9E3779B97F4A7C15L;

  private final Files files;
  private final Workers workers;
  private final PrintStream output;
  private final AtomicLong seeds;
  private Map<String, Routine> functions = Map.of();

  /** {@code seed} -1: different random numbers in every run. */
  public RunEnvironment(Files files, Workers workers, PrintStream output, long seed) {
    this.files = files;
    this.workers = workers;
    this.output = output;
    this.seeds = new AtomicLong(seed == -1 ? System.nanoTime() * SEED_STEP : seed);
  }

  void functions(Map<String, Routine> linked) {
    functions = linked;
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
    files.write(value, request, workers);
  }

  @Override
  public void print(String line) {
    output.println(line);
  }

  @Override
  public long nextSeed() {
    long seed = seeds.addAndGet(SEED_STEP);
    return seed == -1 ? nextSeed() : seed;
  }

  @Override
  public List<Value> call(String name, List<Value> arguments, List<String> names) {
    Routine routine = functions.get(name);
    if (routine != null) {
      return routine.call(inParameterOrder(routine.signature(), arguments, names));
    }
    Op op = Catalogue.find(name);
    if (op == null) {
      throw new InputError("there is no function " + name);
    }
    return ValuesCall.run(op, arguments, names, workers, this);
  }

  private static List<Value> inParameterOrder(Function function, List<Value> arguments, List<String> names) {
    List<Function.Parameter> parameters = function.parameters();
    Value[] ordered = new Value[parameters.size()];
    for (int i = 0; i < arguments.size(); i++) {
      String name = names == null || names.isEmpty() ? null : names.get(i);
      int position = name == null ? i : position(function, name);
      if (position >= ordered.length) {
        throw new InputError(
            "function " + function.ref().name() + " takes " + ordered.length + " arguments, but " + arguments.size() + " are given");
      }
      ordered[position] = arguments.get(i);
    }
    List<Value> all = new ArrayList<>();
    for (int i = 0; i < ordered.length; i++) {
      all.add(ordered[i] != null ? ordered[i] : defaultValue(function, parameters.get(i)));
    }
    return all;
  }

  private static int position(Function function, String name) {
    for (int i = 0; i < function.parameters().size(); i++) {
      if (function.parameters().get(i).name().equals(name)) {
        return i;
      }
    }
    throw new InputError("function " + function.ref().name() + " has no parameter " + name);
  }

  private static Value defaultValue(Function function, Function.Parameter parameter) {
    if (parameter.defaultValue() instanceof dev.linden.lang.Expr.Const constant) {
      return constant.value();
    }
    throw new InputError("function " + function.ref().name() + " needs a value for " + parameter.name());
  }
}
