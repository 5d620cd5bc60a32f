package dev.linden.api;

import dev.linden.base.InputError;
import dev.linden.base.Source;
import dev.linden.op.Scalar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A script to be prepared: its text, {@code $} arguments, and the variables that are exchanged. */
public final class Script {
  public static final String DML = "dml";
  public static final String PYDML = "pydml";

  private final String text;
  private final Path file;
  private final String syntax;
  private final Map<String, Scalar> arguments = new LinkedHashMap<>();
  private final Map<String, Input> inputs = new LinkedHashMap<>();
  private final List<String> outputs = new ArrayList<>();
  private boolean writesOutputs = true;

  private Script(String text, Path file, String syntax) {
    this.text = text;
    this.file = file;
    this.syntax = syntax;
  }

  /** A script in DML. */
  public static Script of(String text) {
    return of(text, DML);
  }

  /** A script in PyDML, the Python-like syntax. */
  public static Script pydml(String text) {
    return of(text, PYDML);
  }

  /** A script in the syntax of this name, {@link #DML} or {@link #PYDML}. */
  public static Script of(String text, String syntax) {
    return new Script(
        Cells.requireGiven("the text of a script", text),
        null,
        Cells.requireGiven("the syntax of a script", syntax));
  }

  /** The ending of the file tells the syntax: {@code .pydml} or any other, which is DML. */
  public static Script of(Path file) {
    return new Script(null, Cells.requireGiven("the file of a script", file), null);
  }

  /**
   * A variable that has a value when the script starts. A statement such as {@code X = read(...)}
   * of the main program is left out if X is an input, so that a script that reads files can be
   * prepared as it is.
   */
  public Script input(Input input) {
    if (inputs.put(input.name(), input) != null) {
      throw new InputError("the input " + input.name() + " is declared twice");
    }
    return this;
  }

  /** A variable whose value is wanted when the script ends. */
  public Script output(String variable) {
    if (outputs.contains(variable)) {
      throw new InputError("the output " + variable + " is declared twice");
    }
    outputs.add(variable);
    return this;
  }

  /** Leaves out {@code write(y, ...)} in the main program for each output y. */
  public Script withoutWrites() {
    writesOutputs = false;
    return this;
  }

  boolean writesOutputs() {
    return writesOutputs;
  }

  /** The value of {@code $name}, a constant for the compiler. */
  public Script argument(String name, double value) {
    return argument(name, Scalar.of(value));
  }

  public Script argument(String name, long value) {
    return argument(name, Scalar.of(value));
  }

  public Script argument(String name, boolean value) {
    return argument(name, Scalar.of(value));
  }

  public Script argument(String name, String value) {
    return argument(name, Scalar.of(Cells.requireGiven("the argument " + name, value)));
  }

  /** A scalar of the engine. */
  public Script argument(String name, Scalar value) {
    Cells.requireGiven("the argument " + name, value);
    arguments.put(name.startsWith("$") ? name.substring(1) : name, value);
    return this;
  }

  Source source(Function<String, Source> loader) {
    return file == null ? new Source("script", text, syntax) : loader.apply(file.toString());
  }

  Map<String, Scalar> arguments() {
    return arguments;
  }

  List<Input> inputs() {
    return List.copyOf(inputs.values());
  }

  List<String> outputs() {
    return List.copyOf(outputs);
  }
}
