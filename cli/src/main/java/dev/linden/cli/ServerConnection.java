package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.linden.api.Call;
import dev.linden.api.ExplainLevel;
import dev.linden.api.Input;
import dev.linden.api.Linden;
import dev.linden.api.Prepared;
import dev.linden.api.Results;
import dev.linden.api.Script;
import dev.linden.base.InputError;
import dev.linden.base.Problem;
import dev.linden.base.Settings;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One client of a {@link Server}: reads requests and answers them until it hangs up. */
final class ServerConnection {
  private static final int GREETING = 0x4E44_4E4C; // LNDN
  private static final int VERSION = 1;

  private static final char RUN = 'R';
  private static final char EXPLAIN = 'X';

  private static final char PRINTED = 'P';
  private static final char DONE = 'D';
  private static final char FAILED = 'E';

  /** Compiled scripts that are kept for the next call with the same text. */
  private static final int MOST_SCRIPTS = 64;

  private record Key(
      String script, Map<String, Scalar> arguments, List<String> inputs, List<String> outputs) {}

  /** {@code level} is null for a script that is to run. */
  private record Request(
      String script,
      Map<String, Scalar> arguments,
      Map<String, Value> inputs,
      List<String> outputs,
      String level) {}

  private final SocketChannel channel;
  private final Wire wire;
  private final WireValues values;
  private final Settings settings;
  private final Map<Key, Prepared> scripts =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Prepared> eldest) {
          return size() > MOST_SCRIPTS;
        }
      };

  ServerConnection(SocketChannel channel, Settings settings) {
    this.channel = channel;
    this.settings = settings;
    wire = new Wire(channel);
    values = new WireValues(wire);
  }

  void run() {
    try (channel;
        Linden linden = Linden.builder().settings(settings).output(output()).build()) {
      if (wire.readInt() != GREETING || wire.readInt() != VERSION) {
        throw new IOException("the client speaks another protocol");
      }
      wire.writeInt(GREETING);
      wire.writeInt(VERSION);
      wire.writeText(Doctor.version());
      wire.flush();
      for (int kind = wire.readKindOrEnd(); kind >= 0; kind = wire.readKindOrEnd()) {
        Request request;
        try {
          request = readRequest(kind);
        } catch (InputError e) {
          // Nobody knows where the next request begins.
          writeFailure(Failure.of(e));
          wire.flush();
          return;
        }
        answer(linden, request);
        wire.flush();
      }
    } catch (IOException e) {
      // The client has gone, or speaks another language: it sees the connection end.
    }
  }

  /** Lines travel as soon as they are complete. */
  private PrintStream output() {
    return new PrintStream(OutputStream.nullOutputStream(), true, UTF_8) {
      @Override
      public void println(String line) {
        try {
          wire.writeByte(PRINTED);
          wire.writeText(line);
          wire.flush();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  private Request readRequest(int kind) throws IOException {
    if (kind != RUN && kind != EXPLAIN) {
      throw new IOException("an unknown request " + kind);
    }
    String script = wire.readText();
    Map<String, Scalar> arguments = new LinkedHashMap<>();
    for (int i = wire.readInt(); i > 0; i--) {
      arguments.put(wire.readText(), (Scalar) values.read());
    }
    Map<String, Value> inputs = new LinkedHashMap<>();
    for (int i = wire.readInt(); i > 0; i--) {
      inputs.put(wire.readText(), values.read());
    }
    List<String> outputs = new ArrayList<>();
    for (int i = wire.readInt(); i > 0; i--) {
      outputs.add(wire.readText());
    }
    String level = kind == EXPLAIN ? wire.readText() : null;
    return new Request(script, arguments, inputs, outputs, level);
  }

  private void answer(Linden linden, Request request) throws IOException {
    try {
      Prepared prepared = prepared(linden, request);
      if (request.level != null) {
        String plan = prepared.explain(level(request.level));
        wire.writeByte(DONE);
        wire.writeText(plan);
      } else {
        Call call = prepared.call();
        request.inputs.forEach(call::bind);
        Results results = call.execute();
        wire.writeByte(DONE);
        for (String output : request.outputs) {
          values.write(results.value(output));
        }
      }
    } catch (RuntimeException | Error failure) {
      writeFailure(Failure.of(failure));
    }
  }

  private static ExplainLevel level(String word) {
    for (ExplainLevel level : ExplainLevel.values()) {
      if (level.name().equalsIgnoreCase(word)) {
        return level;
      }
    }
    throw new InputError(
        "there is no level " + word + " of explain, only " + List.of(ExplainLevel.values()));
  }

  private Prepared prepared(Linden linden, Request request) {
    List<String> kinds = new ArrayList<>();
    request.inputs.forEach(
        (name, value) -> {
          String type = value instanceof Scalar scalar ? scalar.type().word() : "";
          kinds.add(name + " " + value.dataType() + " " + type);
        });
    return scripts.computeIfAbsent(
        new Key(request.script, request.arguments, kinds, request.outputs),
        key -> {
          Script script = Script.of(request.script);
          request.arguments.forEach(script::argument);
          request.inputs.forEach((name, value) -> script.input(Input.like(name, value)));
          request.outputs.forEach(script::output);
          return linden.prepare(script);
        });
  }

  private void writeFailure(Failure failure) throws IOException {
    wire.writeByte(FAILED);
    wire.writeText(failure.kind());
    wire.writeText(failure.text());
    wire.writeInt(failure.problems().size());
    for (Problem problem : failure.problems()) {
      wire.writeText(problem.span().source().name());
      wire.writeInt(problem.span().line());
      wire.writeInt(problem.span().column());
      wire.writeText(problem.message());
    }
  }
}
