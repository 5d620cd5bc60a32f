package dev.linden.lang.parse;

import dev.linden.base.Problem;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.ast.Ast;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Script texts for the tests of this package. */
final class Scripts {
  private Scripts() {}

  /** Every script of the language description that has no syntax error. */
  static List<String> examples() {
    return load("examples.txt");
  }

  /** Scripts that together use all of the syntax. */
  static List<String> samples() {
    return load("samples.txt");
  }

  private static List<String> load(String name) {
    try (InputStream in = Scripts.class.getResourceAsStream(name)) {
      return List.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n----\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Ast.Script parse(String text) {
    return new Dml().parse(new Source("script.dml", text));
  }

  static List<Problem> problems(String text) {
    try {
      parse(text);
    } catch (ScriptError e) {
      return e.problems();
    }
    throw new AssertionError("no syntax error in: " + text);
  }
}
