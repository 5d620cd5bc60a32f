package dev.linden.api.jmlc;

import dev.linden.api.Input;
import dev.linden.api.Linden;
import dev.linden.api.Script;
import dev.linden.base.InputError;
import dev.linden.engine.ScriptArguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** An engine that prepares scripts; {@link Linden} in other words. */
public final class Connection implements AutoCloseable {
  private final Linden linden;

  public Connection() {
    this(Linden.create());
  }

  /** Over an engine with settings of its own, which is closed together with the connection. */
  public Connection(Linden linden) {
    this.linden = linden;
  }

  public PreparedScript prepareScript(String script, String[] inputs, String[] outputs) {
    return prepareScript(script, Map.of(), inputs, outputs);
  }

  /**
   * @param parsePyDML whether the script is written in PyDML, the Python-like syntax
   */
  public PreparedScript prepareScript(
      String script, String[] inputs, String[] outputs, boolean parsePyDML) {
    return prepareScript(script, Map.of(), inputs, outputs, parsePyDML);
  }

  /**
   * @param arguments values of {@code $name}, with or without the sign, as texts of the command
   *     line
   * @param inputs variables that the script reads: {@code X = read(...)} says whether X is a
   *     matrix, a frame or a scalar, and is not executed
   * @param outputs variables whose values are wanted; {@code write(y, ...)} of them is not executed
   * @throws dev.linden.base.ScriptError with all errors of the script and their places
   */
  public PreparedScript prepareScript(
      String script, Map<String, String> arguments, String[] inputs, String[] outputs) {
    return prepareScript(script, arguments, inputs, outputs, false);
  }

  /** The same for a script in PyDML if {@code parsePyDML} says so. */
  public PreparedScript prepareScript(
      String script,
      Map<String, String> arguments,
      String[] inputs,
      String[] outputs,
      boolean parsePyDML) {
    Script prepared = Script.of(script, parsePyDML ? Script.PYDML : Script.DML).withoutWrites();
    arguments.forEach((name, text) -> prepared.argument(name, ScriptArguments.typed(text)));
    for (String input : inputs) {
      prepared.input(Input.asRead(input));
    }
    for (String output : outputs) {
      prepared.output(output);
    }
    return new PreparedScript(linden, linden.prepare(prepared));
  }

  /** The text of a script file. */
  public String readScript(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new InputError("the script " + file + " can't be read: " + e.getMessage(), e);
    }
  }

  /** A matrix from a file in any format that {@code read} knows. */
  public double[][] readDoubleMatrix(String file) {
    return read("X = read($file)", file).matrix("X");
  }

  /** A frame from a file in any format that {@code read} knows, as texts. */
  public String[][] readStringFrame(String file) {
    // without metadata that say otherwise there is no header, whatever the first row looks like
    boolean described = Files.exists(Path.of(file + ".mtd"));
    String header = described ? "" : ", header=FALSE";
    return read("X = read($file, data_type=\"frame\"" + header + ")", file).frame("X");
  }

  private dev.linden.api.Results read(String script, String file) {
    return linden.prepare(Script.of(script).argument("file", file).output("X")).call().execute();
  }

  @Override
  public void close() {
    linden.close();
  }
}
