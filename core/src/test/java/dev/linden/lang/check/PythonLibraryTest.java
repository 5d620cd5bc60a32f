package dev.linden.lang.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.lang.ast.Ast;
import dev.linden.op.DataType;
import dev.linden.testkit.GeneratedFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The module python/linden/library.py has a function for each of the library's, with the header as
 * its documentation; {@code -Ddocs.update=true} writes it.
 */
class PythonLibraryTest {
  private static final String HEAD =
      """
      \"\"\"The functions of the algorithm library.

      Matrices are arrays, sparse matrices, or expressions that become part of the same computation. An
      argument that is None is left out, so that its default holds. Functions whose first argument is a
      matrix are methods of linden.Matrix too.

      Made from core/src/main/resources/library by PythonLibraryTest with -Ddocs.update=true.
      \"\"\"

      from ._call import call, method

      """;

  private static final Set<String> KEYWORDS =
      Set.of(
          "False",
          "None",
          "True",
          "and",
          "as",
          "assert",
          "async",
          "await",
          "break",
          "class",
          "continue",
          "def",
          "del",
          "elif",
          "else",
          "except",
          "finally",
          "for",
          "from",
          "global",
          "if",
          "import",
          "in",
          "is",
          "lambda",
          "nonlocal",
          "not",
          "or",
          "pass",
          "raise",
          "return",
          "try",
          "while",
          "with",
          "yield",
          "session");

  @Test
  void theModuleIsUpToDate() throws IOException {
    GeneratedFile.assertUpToDate("python/linden/library.py", module());
  }

  private static String module() {
    List<String> names = Library.names().stream().sorted(String.CASE_INSENSITIVE_ORDER).toList();
    StringBuilder out = new StringBuilder(HEAD);
    out.append("__all__ = [\n");
    names.forEach(name -> out.append("    \"").append(name).append("\",\n"));
    out.append("]\n");
    names.forEach(name -> define(name, out));
    return out.toString();
  }

  private static void define(String name, StringBuilder out) {
    Ast.Function function = LibraryTest.function(name);
    LibraryTest.Header header = LibraryTest.Header.of(name);
    List<Ast.FunctionParameter> parameters = function.parameters();
    out.append("\n\n");
    if (!parameters.isEmpty() && parameters.get(0).typed().data() == DataType.MATRIX) {
      out.append("@method\n");
    }
    boolean optional = false;
    out.append("def ").append(name).append("(");
    for (Ast.FunctionParameter parameter : parameters) {
      optional |= parameter.defaultValue() != null;
      out.append(word(parameter.typed().name())).append(optional ? "=None, " : ", ");
    }
    out.append("session=None):\n");
    out.append("    \"\"\"").append(text(header.summary)).append("\n\n");
    header.arguments.forEach((argument, text) -> field("param", word(argument), text, out));
    header.results.forEach((result, text) -> field("return", result, text, out));
    out.append("\n    Method: ").append(text(header.method)).append("\n    \"\"\"\n");
    out.append("    return call(\n        \"").append(name).append("\",\n        [");
    out.append(
        function.results().stream()
            .map(result -> "\"" + result.name() + "\"")
            .collect(Collectors.joining(", ")));
    out.append("],\n        {");
    out.append(
        parameters.stream()
            .map(p -> p.typed().name())
            .map(p -> "\"" + p + "\": " + word(p))
            .collect(Collectors.joining(", ")));
    out.append("},\n        session,\n    )\n");
  }

  private static void field(String kind, String name, String text, StringBuilder out) {
    String label = kind.equals("param") ? ":param " + name + ": " : ":return: " + name + ": ";
    out.append("    ").append(label).append(text(text)).append("\n");
  }

  private static String word(String name) {
    return KEYWORDS.contains(name) ? name + "_" : name;
  }

  private static String text(String words) {
    return words.replace("\\", "\\\\").replace("\"\"\"", "'''");
  }

  /** Names of arguments must stay different in Python. */
  @Test
  void noTwoArgumentsAreAlike() {
    Map<String, List<String>> alike =
        Library.names().stream()
            .collect(
                Collectors.toMap(
                    name -> name,
                    name ->
                        LibraryTest.function(name).parameters().stream()
                            .map(p -> word(p.typed().name()))
                            .toList()));
    alike.forEach((name, words) -> assertEquals(words.size(), Set.copyOf(words).size(), name));
  }
}
