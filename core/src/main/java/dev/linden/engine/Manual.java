package dev.linden.engine;

import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.check.LibraryFunctions;
import dev.linden.op.Catalogue;
import dev.linden.op.Op;
import dev.linden.op.Parameter;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What users may ask of a name: built-ins by the catalogue, functions of the library by their
 * headers, words of the language. The examples are those that tests run.
 */
public final class Manual {
  private static final String BUILTIN_EXAMPLES = "help/builtins/examples.dmlt";
  private static final String LIBRARY_EXAMPLES = "help/library/forms.txt";

  /** Examples of a name. */
  private static final int MOST_EXAMPLES = 3;

  private static final Map<String, String> WORDS = new TreeMap<>();

  static {
    WORDS.put("if", "if (condition) { ... } else { ... }");
    WORDS.put("else", WORDS.get("if"));
    WORDS.put("while", "while (condition) { ... }");
    WORDS.put("for", "for (i in 1:n) { ... }, or for (i in seq(from, to, step)) { ... }");
    WORDS.put("parfor", "parfor (i in 1:n) { ... }: iterations in any order, at the same time");
    WORDS.put("in", WORDS.get("for"));
    WORDS.put("function", "f = function(double x, int n = 1) return (double y) { y = x * n }");
    WORDS.put("return", WORDS.get("function"));
    WORDS.put("source", "source(\"file.dml\") as ns: its functions are ns::f(...)");
    WORDS.put("setwd", "setwd(\"folder\"): where source looks for files");
    WORDS.put("ifdef", "ifdef($name, default): the argument of the script, or the default");
    WORDS.put("TRUE", "TRUE and FALSE are the boolean values");
    WORDS.put("FALSE", WORDS.get("TRUE"));
  }

  private Manual() {}

  /**
   * What there is to say of a name.
   *
   * @param signature how it is called
   * @param text what it does, in lines
   * @param examples calls of it; may be none
   * @param dml how a function is written; null for others
   */
  public record Page(
      String name, String signature, String text, List<String> examples, String dml) {
    /** As people read it. */
    public String render() {
      StringBuilder out = new StringBuilder(signature).append("\n\n").append(text).append('\n');
      if (!examples.isEmpty()) {
        out.append(examples.size() == 1 ? "\nExample:\n" : "\nExamples:\n");
        examples.forEach(example -> out.append("  ").append(example).append('\n'));
      }
      return out.toString();
    }

    /** The same for scripts in PyDML, as far as the signature and the examples go. */
    public Page inPydml() {
      String words = signature.replace("TRUE", "True").replace("FALSE", "False");
      return new Page(name, words, text, examples.stream().map(Page::translated).toList(), dml);
    }

    /** An example that has no form in PyDML stays as it is. */
    private static String translated(String example) {
      try {
        return Translation.of(new Source("example", example, "dml")).text().stripTrailing();
      } catch (ScriptError e) {
        return example;
      }
    }

    /** The first sentence of the text. */
    public String summary() {
      String line = text.lines().findFirst().orElse("");
      int end = line.indexOf(". ");
      return end < 0 ? line : line.substring(0, end + 1);
    }
  }

  /** Words of the language. */
  public static Collection<String> words() {
    return WORDS.keySet();
  }

  /** All names that have a page. */
  public static Collection<String> names() {
    TreeSet<String> names = new TreeSet<>(LibraryFunctions.names());
    names.addAll(Catalogue.names());
    names.addAll(WORDS.keySet());
    return names;
  }

  /** The page of a name; null if there is none. */
  public static Page find(String name) {
    Op op = Catalogue.find(name);
    if (op != null) {
      return builtin(name, op);
    }
    Ast.Function function = LibraryFunctions.find(name);
    if (function != null) {
      return library(function);
    }
    String word = WORDS.get(name);
    return word == null
        ? null
        : new Page(name, word, "A word of the language; see docs/language.md.", List.of(), null);
  }

  /** Names that are near, as a sentence with a blank before it; empty if there are none. */
  public static String suggestion(String name, Collection<String> others) {
    TreeSet<String> names = new TreeSet<>(names());
    names.addAll(others);
    String nearest = LibraryFunctions.nearest(name, names);
    return nearest == null ? "" : "; did you mean " + nearest + "?";
  }

  // ---- built-ins

  private static Page builtin(String name, Op op) {
    String text = op.summary() + (op.results() > 1 ? " " + op.results() + " results." : "");
    if (!op.aliases().isEmpty() || !op.name().equals(name)) {
      TreeSet<String> others = new TreeSet<>(op.aliases());
      others.add(op.name());
      others.remove(name);
      text += " Also " + String.join(", ", others) + ".";
    }
    return new Page(name, signature(op), text, builtinExamples(name), null);
  }

  static String signature(Op op) {
    List<Parameter> parameters = op.parameters();
    if (op.name().startsWith("unary ")) {
      return op.name().substring("unary ".length()) + parameters.get(0).name();
    }
    if (!Character.isLetter(op.name().charAt(0))) {
      return switch (parameters.size()) {
        case 1 -> op.name() + parameters.get(0).name();
        case 2 -> parameters.get(0).name() + " " + op.name() + " " + parameters.get(1).name();
        default -> op.name();
      };
    }
    return op.name()
        + parameters.stream().map(Manual::parameter).collect(Collectors.joining(", ", "(", ")"));
  }

  private static String parameter(Parameter parameter) {
    if (parameter.variadic()) {
      return parameter.name() + "...";
    }
    Scalar value = parameter.defaultValue();
    if (value == null) {
      return parameter.optional() ? "[" + parameter.name() + "]" : parameter.name();
    }
    String text = value.asText().replace("\n", "\\n");
    return parameter.name() + "=" + (value.type() == ValueType.STRING ? "\"" + text + "\"" : text);
  }

  private static List<String> builtinExamples(String name) {
    Pattern use =
        Character.isLetter(name.charAt(0))
            ? Pattern.compile("\\b" + Pattern.quote(name) + "\\(")
            : Pattern.compile("(?<![<>=!%])" + Pattern.quote(name) + "(?![<>=%])");
    List<String> found = new ArrayList<>();
    boolean inScript = false;
    for (String line : resource(BUILTIN_EXAMPLES).lines().toList()) {
      if (line.equals("run")) {
        inScript = true;
      } else if (line.equals("----") || line.isBlank()) {
        inScript = false;
      } else if (inScript && found.size() < MOST_EXAMPLES && use.matcher(line).find()) {
        found.add(line.strip());
      }
    }
    return found;
  }

  // ---- functions

  private static Page library(Ast.Function function) {
    String header =
        function
            .span()
            .source()
            .text()
            .lines()
            .takeWhile(line -> line.startsWith("#"))
            .map(line -> line.substring(Math.min(2, line.length())))
            .collect(Collectors.joining("\n"));
    List<String> examples =
        resource(LIBRARY_EXAMPLES)
            .lines()
            .filter(line -> line.startsWith(function.name() + ": "))
            .map(line -> line.substring(function.name().length() + 2))
            .toList();
    return new Page(
        function.name(),
        signature(function),
        header.strip(),
        examples,
        function.span().source().text().strip());
  }

  /** The page of a function that inputs of a session have defined. */
  static Page of(Ast.Function function) {
    String text = textOf(function.span());
    return new Page(function.name(), signature(function), "Defined here.", List.of(), text);
  }

  static String signature(Ast.Function function) {
    String results =
        function.results().stream().map(Ast.TypedName::name).collect(Collectors.joining(", "));
    String left =
        function.results().isEmpty()
            ? ""
            : function.results().size() == 1 ? results + " = " : "[" + results + "] = ";
    return left
        + function.name()
        + function.parameters().stream()
            .map(Manual::parameter)
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String parameter(Ast.FunctionParameter parameter) {
    Ast.TypedName typed = parameter.typed();
    String type =
        switch (typed.data()) {
          case SCALAR -> typed.value().word();
          case MATRIX, FRAME, LIST -> typed.data().word();
        };
    return type
        + " "
        + typed.name()
        + (parameter.defaultValue() == null ? "" : " = " + textOf(parameter.defaultValue().span()));
  }

  /** What stands at a place. */
  private static String textOf(Span span) {
    Source source = span.source();
    StringBuilder text = new StringBuilder();
    for (int i = span.line(); i <= span.endLine(); i++) {
      String line = source.line(i);
      int from = i == span.line() ? Math.min(span.column() - 1, line.length()) : 0;
      int to = i == span.endLine() ? Math.min(span.endColumn(), line.length()) : line.length();
      text.append(i == span.line() ? "" : "\n").append(line, from, Math.max(from, to));
    }
    return text.toString();
  }

  private static String resource(String name) {
    try (InputStream in = Manual.class.getClassLoader().getResourceAsStream(name)) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " can't be read", e);
    }
  }
}
