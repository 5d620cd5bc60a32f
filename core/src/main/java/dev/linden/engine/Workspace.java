package dev.linden.engine;

import dev.linden.base.Cancellation;
import dev.linden.base.Source;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.ast.Cell;
import dev.linden.op.Info;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import dev.linden.op.ValuesCall;
import dev.linden.run.Executable;
import dev.linden.run.ExecutionListener;
import dev.linden.run.Recording;
import dev.linden.run.RunEnvironment;
import dev.linden.run.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Variables and declarations that inputs leave for the next one. Each input is a program whose
 * inputs are the variables that it names, with the types, sizes and values that they have. Nothing
 * changes before a program has come to its end; then all that it assigns changes at once.
 *
 * <p>The workspace holds one reference to each matrix, as a variable of a running program does: so
 * no program overwrites what it has been given, and what is not used may go to disk.
 */
public final class Workspace implements AutoCloseable {
  private final Engine engine;
  private final RunEnvironment environment;
  private final Map<String, Value> variables = new TreeMap<>();

  /** Variables that inputs assign on paths that they have not taken: code may still name them. */
  private final Map<String, Info> absent = new TreeMap<>();

  private Declarations declarations = Declarations.NONE;

  Workspace(Engine engine) {
    this.engine = engine;
    environment = engine.environment();
    MatrixValue.shareByThreads(); // who looks at variables may be another one
  }

  /**
   * What has come of an input.
   *
   * @param value of the expression at its end; null if there is none
   * @param assigned names of variables
   */
  public record Outcome(Value value, Set<String> assigned) {}

  /** An input that is compiled for the variables as they are. */
  public final class Input {
    private final Cell cell;
    private final Declarations before;
    private final Declarations after;
    private final CompiledScript script;
    private final Statistics statistics;

    private Input(Cell cell, Declarations after, CompiledScript script, Statistics statistics) {
      this.cell = cell;
      this.before = declarations;
      this.after = after;
      this.script = script;
      this.statistics = statistics;
    }

    /** Its plan. */
    public CompiledScript script() {
      return script;
    }

    /**
     * Runs it, once.
     *
     * @param cancellation may be null
     * @param listener may be null
     */
    public Outcome run(Cancellation cancellation, ExecutionListener listener) {
      if (before != declarations) {
        throw new IllegalStateException("the session has changed since this was compiled");
      }
      List<String> given = new ArrayList<>();
      List<Value> values = new ArrayList<>();
      variables.forEach(
          (name, value) -> {
            if (cell.words().contains(name)) {
              given.add(name);
              values.add(value);
            }
          });
      Executable.Entry entry = script.entry(given, List.copyOf(script.assigned().keySet()));
      long start = System.nanoTime();
      Map<String, Value> results;
      try (Recording running = script.recorded()) {
        results = entry.keep(cancellation, listener, values.toArray(new Value[0]));
      } finally {
        statistics.phase("execution", System.nanoTime() - start);
      }
      declarations = after;
      script.assigned().forEach(Workspace.this::remember);
      results.forEach(Workspace.this::replace);
      Set<String> names = new TreeSet<>(results.keySet());
      names.remove(Cell.VALUE);
      return new Outcome(cell.hasValue() ? results.get(Cell.VALUE) : null, names);
    }
  }

  private void remember(String name, Info info) {
    if (!variables.containsKey(name)) {
      absent.put(name, Info.unknown(info.data()));
    }
  }

  /**
   * Compiles an input, which may be explained or run, before another one is.
   *
   * @param arguments values of {@code $name}
   * @param recorded whether {@link Compiled#report} is to tell of its run
   * @throws dev.linden.base.ScriptError with all errors of the text
   */
  public synchronized Input compile(
      Source source, Map<String, Scalar> arguments, boolean collectTimes, boolean recorded) {
    Statistics statistics = engine.newStatistics(collectTimes);
    long start = System.nanoTime();
    Cell cell = Syntaxes.cell(source, declarations.functionNames(), declarations.namespaces());
    statistics.phase("parse", System.nanoTime() - start);
    Ast.Script input = cell.script();
    Declarations after = declarations.with(input);
    Request request =
        new Request(
            null,
            declarations.around(input),
            arguments,
            known(cell),
            Set.of(),
            Request.Exchange.NOTHING,
            new Request.CellScope(
                Map.copyOf(absent),
                declarations.known(),
                after.loader(engine::load),
                bringsNames(cell)));
    CompiledScript script =
        engine.compileInput(request, environment.another(), statistics, recorded);
    return new Input(cell, after, script, statistics);
  }

  /** What is known of the variables that an input may mean. */
  private Map<String, Info> known(Cell cell) {
    Map<String, Info> known = new TreeMap<>();
    variables.forEach(
        (name, value) -> {
          if (cell.words().contains(name)) {
            known.put(name, info(value));
          }
        });
    return known;
  }

  private boolean bringsNames(Cell cell) {
    return variables.entrySet().stream()
        .anyMatch(entry -> cell.words().contains(entry.getKey()) && hasNames(entry.getValue()));
  }

  private static boolean hasNames(Value value) {
    return value instanceof MatrixValue matrix && matrix.isNamed()
        || value instanceof ListValue list
            && list.elements().stream().anyMatch(Workspace::hasNames);
  }

  private static Info info(Value value) {
    Info info = ValuesCall.describe(value);
    long nonZeros = value instanceof MatrixValue matrix ? ValueFacts.nonZeros(matrix) : -1;
    return nonZeros < 0 ? info : info.withSize(info.size().withNnz(nonZeros));
  }

  /** Whether a text is the beginning of an input. */
  public static boolean isUnfinished(Source source) {
    return Syntaxes.isUnfinished(source);
  }

  /** Where the time of an input went: phases, and the {@code n} heaviest operators. */
  public String statistics(Input input, int n) {
    return engine.statistics(input.statistics, n);
  }

  /** The same as maps, lists, texts and numbers. */
  public Map<String, Object> statisticsData(Input input, int n) {
    return engine.statisticsData(input.statistics, n);
  }

  /**
   * @throws dev.linden.base.ScriptError with all syntax errors of the text
   */
  public synchronized void requireReadable(Source source) {
    Syntaxes.cell(source, declarations.functionNames(), declarations.namespaces());
  }

  // ---- variables

  /** Puts in a value that the workspace holds a reference to already. */
  private void replace(String name, Value value) {
    absent.remove(name);
    Value before = variables.put(name, value);
    if (before != null) {
      engine.pool().release(before);
    }
  }

  /** All variables by their names; a copy. Values are to be asked for one by one. */
  public synchronized Map<String, Info> variables() {
    Map<String, Info> infos = new TreeMap<>();
    variables.forEach((name, value) -> infos.put(name, info(value)));
    return infos;
  }

  /**
   * The value of a variable, which the caller may keep and must not change: its memory is not used
   * for others any more, even when the variable gets another value. Null if there is no such
   * variable.
   */
  public synchronized Value value(String name) {
    Value value = variables.get(name);
    if (value != null) {
      lendForever(value);
    }
    return value;
  }

  /** The value while nobody else uses the workspace; for looking at it. Null if there is none. */
  public synchronized Value look(String name) {
    return variables.get(name);
  }

  /** Gives a variable a value that stays the caller's and must not change. */
  public synchronized void put(String name, Value value) {
    engine.pool().retain(value);
    lendForever(value);
    replace(name, value);
  }

  /** One more reference, that never ends: the garbage collector frees the memory. */
  private static void lendForever(Value value) {
    if (value instanceof MatrixValue matrix) {
      matrix.retain();
    } else if (value instanceof ListValue list) {
      list.retain();
      list.elements().forEach(Workspace::lendForever);
    }
  }

  /** Whether there was such a variable. */
  public synchronized boolean remove(String name) {
    Value before = variables.remove(name);
    if (before != null) {
      engine.pool().release(before);
    }
    return before != null;
  }

  /** Functions that inputs have defined. */
  public synchronized List<Ast.Function> functions() {
    return List.copyOf(declarations.functions());
  }

  /** The function of this name that an input has defined, or a file that is {@code ns::name}. */
  synchronized Ast.Function function(String name) {
    int qualified = name.indexOf("::");
    List<Ast.Function> candidates =
        qualified < 0 ? functions() : functionsOf(name.substring(0, qualified));
    String plain = qualified < 0 ? name : name.substring(qualified + 2);
    return candidates.stream().filter(f -> f.name().equals(plain)).findFirst().orElse(null);
  }

  /** Functions of the file that a namespace stands for. */
  synchronized List<Ast.Function> functionsOf(String namespace) {
    return declarations.functionsOf(namespace);
  }

  /** What is known of a name: of a function of the session, or by the manual; null if nothing. */
  public Manual.Page page(String name) {
    Ast.Function own = function(name);
    return own != null ? Manual.of(own) : Manual.find(name);
  }

  /**
   * What may stand at a place of an input that is being written.
   *
   * @throws dev.linden.base.InputError if the cursor is not in the text
   */
  public synchronized Completion.Result complete(String text, int cursor) {
    Completion.requireInside(text, cursor);
    return new Completion(this, engine.directory()).complete(text, cursor);
  }

  /** What files have been imported as. */
  public synchronized Set<String> namespaces() {
    return Set.copyOf(declarations.namespaces());
  }

  /**
   * A workspace of another engine with all that this one has, which is empty afterwards. What moves
   * is not in the other engine's account of memory until it gets another value.
   */
  public synchronized Workspace moveTo(Engine other) {
    Workspace moved = new Workspace(other);
    variables.forEach(
        (name, value) -> {
          engine.pool().handOut(value);
          other.pool().retain(value);
          moved.variables.put(name, value);
        });
    moved.absent.putAll(absent);
    moved.declarations = declarations;
    variables.clear();
    close();
    return moved;
  }

  /** Lets go of all variables. */
  @Override
  public synchronized void close() {
    variables.values().forEach(engine.pool()::release);
    variables.clear();
    absent.clear();
    declarations = Declarations.NONE;
  }
}
