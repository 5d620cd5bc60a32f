package dev.linden.lang.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import dev.linden.op.DataType;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
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

      Matrices are arrays, sparse matrices, data frames and series of numbers, rows or lists of numbers, or
      expressions that become part of the same computation. Where a matrix has one dimension only, columns
      among the results have one, too. An argument that is None is left out, so that its default holds.
      Functions whose first argument is a matrix are methods of linden.Matrix too.

      Made from core/src/main/resources/library by PythonLibraryTest with -Ddocs.update=true.
      \"\"\"

      from ._call import call, dml, method

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
      out.append(word(parameter.typed().name()));
      if (parameter.defaultValue() != null) {
        out.append("=").append(defaultValue(parameter));
        optional = true;
      } else if (optional) {
        out.append("=None"); // Python wants one behind others that have one
      }
      out.append(", ");
    }
    out.append("session=None):\n");
    out.append("    \"\"\"").append(text(header.summary)).append("\n\n");
    header.arguments.forEach((argument, text) -> field("param", word(argument), text, out));
    header.results.forEach((result, text) -> field("return", result, text, out));
    out.append("\n    Method: ").append(text(header.method)).append("\n    \"\"\"\n");
    out.append("    return call(\n        \"").append(name).append("\",\n        [");
    out.append(
        function.results().stream()
            .map(result -> "(\"" + kind(result, header) + "\", \"" + result.name() + "\")")
            .collect(Collectors.joining(", ")));
    out.append("],\n        [\n");
    for (Ast.FunctionParameter parameter : parameters) {
      String given = parameter.typed().name();
      out.append("            (\"").append(parameter.typed().data().word()).append("\", \"");
      out.append(given).append("\", ").append(word(given)).append("),\n");
    }
    out.append("        ],\n        session,\n    )\n");
  }

  /** A result that has one column whatever the data are is called a column. */
  private static String kind(Ast.TypedName result, LibraryTest.Header header) {
    boolean column = header.results.getOrDefault(result.name(), "").matches("\\w+ x 1\\b.*");
    DataType data = result.data();
    return column && data == DataType.MATRIX ? "column" : data.word();
  }

  /** A number, boolean or text as Python writes it, anything else as it stands in the library. */
  private static String defaultValue(Ast.FunctionParameter parameter) {
    Ast.Expression value = parameter.defaultValue();
    String text = text(value.span());
    Ast.Expression number = value instanceof Ast.Unary sign ? sign.operand() : value;
    if (!(number instanceof Ast.Literal literal)) {
      return "dml('" + text + "')";
    }
    return switch (literal.value().type()) {
      case BOOLEAN -> literal.value().equals(Scalar.TRUE) ? "True" : "False";
      case STRING -> text;
      case INT -> parameter.typed().value() == ValueType.DOUBLE ? text + ".0" : text;
      case DOUBLE, UNKNOWN -> text;
    };
  }

  private static String text(Span span) {
    String line = span.source().text().lines().skip(span.line() - 1L).findFirst().orElseThrow();
    assertEquals(span.line(), span.endLine(), line);
    return line.substring(span.column() - 1, span.endColumn());
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
