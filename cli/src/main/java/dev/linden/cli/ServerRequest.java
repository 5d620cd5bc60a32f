package dev.linden.cli;

import dev.linden.api.ExplainLevel;
import dev.linden.base.Cancellation;
import dev.linden.base.InputError;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a client of a {@link Server} wants: a script to be run, or explained if there is a level; or
 * something of its session.
 *
 * @param number by which the client knows the answer, and calls the request off
 * @param syntax the name of what the script is written in; {@code file} if the script is the name
 *     of the file that holds it
 * @param level null for a script that is to run
 * @param ofSession null for a script
 */
record ServerRequest(
    int number,
    String script,
    String syntax,
    Map<String, Scalar> arguments,
    Map<String, Value> inputs,
    List<String> outputs,
    ExplainLevel level,
    SessionRequest.Work ofSession,
    Cancellation cancellation) {
  static final char RUN = 'R';
  static final char EXPLAIN = 'X';
  static final char CANCEL = 'C';

  /**
   * @throws InputError if the contents of the message make no sense
   */
  static ServerRequest read(int kind, int number, Wire wire, WireValues values) throws IOException {
    if (SessionRequest.isKind(kind)) {
      SessionRequest.Work work = new SessionRequest(wire, values).read(kind);
      return new ServerRequest(
          number, "", "", Map.of(), Map.of(), List.of(), null, work, new Cancellation());
    }
    if (kind != RUN && kind != EXPLAIN) {
      throw new InputError("there is no kind of request " + kind);
    }
    String script = wire.readText();
    String syntax = wire.readText();
    Map<String, Scalar> arguments = new LinkedHashMap<>();
    for (int i = wire.readCount("arguments"); i > 0; i--) {
      String name = wire.readText();
      requireNew("the argument $" + name, arguments.put(name, scalar(name, values.read())));
    }
    Map<String, Value> inputs = new LinkedHashMap<>();
    for (int i = wire.readCount("inputs"); i > 0; i--) {
      String name = wire.readText();
      requireNew("the input " + name, inputs.put(name, values.read()));
    }
    List<String> outputs = new ArrayList<>();
    for (int i = wire.readCount("outputs"); i > 0; i--) {
      outputs.add(wire.readText());
    }
    ExplainLevel level = kind == EXPLAIN ? level(wire.readText()) : null;
    wire.requireEnd();
    return new ServerRequest(
        number, script, syntax, arguments, inputs, outputs, level, null, new Cancellation());
  }

  static Scalar scalar(String name, Value value) {
    if (value instanceof Scalar scalar) {
      return scalar;
    }
    throw new InputError(
        "the argument $"
            + name
            + " is a "
            + value.dataType().word()
            + "; expected a number, a boolean or a text");
  }

  static void requireNew(String what, Object before) {
    if (before != null) {
      throw new InputError(what + " is given twice");
    }
  }

  static ExplainLevel level(String word) {
    for (ExplainLevel level : ExplainLevel.values()) {
      if (level.name().equalsIgnoreCase(word)) {
        return level;
      }
    }
    throw new InputError(
        "there is no level " + word + " of explain, only " + List.of(ExplainLevel.values()));
  }
}
