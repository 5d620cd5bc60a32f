package dev.linden.api;

import dev.linden.base.Cancellation;
import dev.linden.base.InputError;
import dev.linden.base.Source;
import dev.linden.engine.Workspace;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Text in, variables stay: each input is a program that starts with the variables, functions and
 * namespaces that earlier ones have left, compiled for exactly these. An input that fails or is
 * called off leaves everything as it was.
 *
 * <pre>{@code
 * try (Linden linden = Linden.create(); Session session = linden.session()) {
 *   session.run("X = rand(rows=1000, cols=10, seed=1)");
 *   Value mean = session.run("mean(X)");
 * }
 * }</pre>
 *
 * <p>One input runs at a time; {@link #cancel} and the methods that look at variables may be called
 * by other threads, the latter while nothing runs.
 */
public final class Session implements AutoCloseable {
  private final Workspace workspace;
  private final String syntax;
  private int inputs;
  private volatile Cancellation running;

  Session(Workspace workspace, String syntax) {
    this.workspace = workspace;
    this.syntax = syntax;
  }

  /** For the other modules of Linden: what is behind this. */
  public Workspace workspace() {
    return workspace;
  }

  /**
   * Compiles and runs an input.
   *
   * @return the value of the expression at its end; null if there is none
   * @throws dev.linden.base.ScriptError when it is wrong, fails or stops
   * @throws dev.linden.base.ResourceError when memory or disk do not suffice
   * @throws dev.linden.base.CancelledError when it was called off
   */
  public Value run(String text) {
    return input(text).run();
  }

  /** An input in the syntax of this session, whose errors call it {@code input N}. */
  public SessionInput input(String text) {
    Cells.requireGiven("the text of an input", text);
    return input(new Source("input " + ++inputs, text, syntax));
  }

  /** An input of any name, in the syntax that it says or that the ending of its name says. */
  public SessionInput input(Source source) {
    return new SessionInput(this, source);
  }

  /** Whether a text is no error yet because more is to come, such as the end of a block. */
  public boolean isUnfinished(String text) {
    return isUnfinished(new Source("input", text, syntax));
  }

  /** The same in the syntax that the text says. */
  public boolean isUnfinished(Source source) {
    return Workspace.isUnfinished(source);
  }

  /**
   * Reads a text as an input, without doing anything with it.
   *
   * @throws dev.linden.base.ScriptError with all syntax errors
   */
  public void requireReadable(Source source) {
    workspace.requireReadable(source);
  }

  /** The input that runs ends soon, by a {@link dev.linden.base.CancelledError}. */
  public void cancel() {
    Cancellation cancellation = running;
    if (cancellation != null) {
      cancellation.cancel();
    }
  }

  void running(Cancellation cancellation) {
    running = cancellation;
  }

  // ---- variables

  /** Names of the variables, in alphabetical order. */
  public List<String> names() {
    return List.copyOf(workspace.variables().keySet());
  }

  /** What there is under a name; null if there is nothing. */
  public Variable variable(String name) {
    Value value = workspace.look(name);
    return value == null ? null : Variable.of(name, value);
  }

  /** All variables, in alphabetical order. */
  public List<Variable> variables() {
    List<Variable> all = new ArrayList<>();
    names().forEach(name -> all.add(variable(name)));
    return all;
  }

  /** The values of these variables. */
  public Results results(String... names) {
    Value[] values = new Value[names.length];
    for (int i = 0; i < names.length; i++) {
      values[i] = value(names[i]);
    }
    return new Results(List.of(names), values);
  }

  /** The value of a variable as the engine has it. */
  public Value value(String name) {
    Value value = workspace.value(name);
    if (value == null) {
      throw new InputError("there is no variable " + name);
    }
    return value;
  }

  /** A matrix by its rows, which must be of equal length. */
  public Session bind(String name, double[][] rows) {
    return bind(name, Cells.matrix(name, rows));
  }

  /** A frame of text columns by its rows; null is a missing cell. */
  public Session bind(String name, String[] columns, String[][] rows) {
    return bind(name, Cells.frame(name, columns, rows));
  }

  public Session bind(String name, double value) {
    return bind(name, Scalar.of(value));
  }

  public Session bind(String name, long value) {
    return bind(name, Scalar.of(value));
  }

  public Session bind(String name, boolean value) {
    return bind(name, Scalar.of(value));
  }

  public Session bind(String name, String value) {
    return bind(name, Scalar.of(Cells.requireGiven("the variable " + name, value)));
  }

  /**
   * A list of numbers, booleans, texts, {@code double[][]}, values, and lists and maps of those.
   */
  public Session bind(String name, List<?> elements) {
    return bind(name, Cells.list(name, Cells.requireGiven("the variable " + name, elements), null));
  }

  /** The same with a name for each element. */
  public Session bind(String name, Map<String, ?> elements) {
    Cells.requireGiven("the variable " + name, elements);
    return bind(name, Cells.list(name, elements.values(), new ArrayList<>(elements.keySet())));
  }

  /** A value of the engine, which must not change. */
  public Session bind(String name, Value value) {
    workspace.put(name, Cells.requireGiven("the variable " + name, value));
    return this;
  }

  /** Whether there was such a variable. */
  public boolean remove(String name) {
    return workspace.remove(name);
  }

  /** Names by which inputs have imported files. */
  public Set<String> namespaces() {
    return workspace.namespaces();
  }

  /** The same session on another instance, say with other settings; this one is empty then. */
  public Session moveTo(Linden other) {
    Session moved = new Session(workspace.moveTo(other.engine()), syntax);
    moved.inputs = inputs;
    return moved;
  }

  /** Lets go of all variables. */
  @Override
  public void close() {
    workspace.close();
  }
}
