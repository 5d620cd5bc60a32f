package dev.linden.cli;

import dev.linden.api.Input;
import dev.linden.api.Linden;
import dev.linden.api.Prepared;
import dev.linden.api.Script;
import dev.linden.op.Scalar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The compiled scripts of one client, kept for the next request with the same text. */
final class PreparedScripts {
  /** In place of a syntax: the text is the name of the file that holds the script. */
  private static final String FILE = "file";

  private static final int MOST_SCRIPTS = 64;

  private record Key(
      String script,
      String syntax,
      Map<String, Scalar> arguments,
      List<String> inputs,
      List<String> outputs) {}

  private final Linden linden;
  private final Map<Key, Prepared> scripts =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Prepared> eldest) {
          return size() > MOST_SCRIPTS;
        }
      };

  PreparedScripts(Linden linden) {
    this.linden = linden;
  }

  Linden linden() {
    return linden;
  }

  Prepared of(ServerRequest request) {
    if (request.syntax().equals(FILE)) {
      return prepare(request, Script.of(Path.of(request.script()))); // it may change
    }
    List<String> kinds = new ArrayList<>();
    request
        .inputs()
        .forEach(
            (name, value) -> {
              String type = value instanceof Scalar scalar ? scalar.type().word() : "";
              kinds.add(name + " " + value.dataType() + " " + type);
            });
    return scripts.computeIfAbsent(
        new Key(request.script(), request.syntax(), request.arguments(), kinds, request.outputs()),
        key -> prepare(request, Script.of(request.script(), request.syntax())));
  }

  private Prepared prepare(ServerRequest request, Script script) {
    request.arguments().forEach(script::argument);
    request.inputs().forEach((name, value) -> script.input(Input.like(name, value)));
    request.outputs().forEach(script::output);
    return linden.prepare(script);
  }
}
