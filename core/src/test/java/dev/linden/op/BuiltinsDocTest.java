package dev.linden.op;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.testkit.DocumentedExamples;
import dev.linden.testkit.GeneratedFile;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/builtins.md says what the catalogue says, and shows every built-in in an example that
 * GoldenTest runs; {@code -Ddocs.update=true} writes it.
 */
class BuiltinsDocTest {
  private static final String EXAMPLES = "golden/builtins/examples.dmlt";

  private static final String HEAD =
      """
      # Built-in operators and functions

      Made from the operator catalogue; change the catalogue, then run
      `mvn -pl core test -Dtest=BuiltinsDocTest -Ddocs.update=true`. The examples are those of `golden/builtins/examples.dmlt`.

      Arguments are given by position or by name. `name=value` shows a default, `[name]` an argument that may be left out, and
      `name...` any number of arguments.
      """;

  @Test
  void theDocumentIsUpToDate() throws Exception {
    GeneratedFile.assertUpToDate("docs/builtins.md", document());
  }

  @Test
  void everyBuiltInHasAnExample() throws Exception {
    DocumentedExamples examples = DocumentedExamples.read(EXAMPLES);
    List<String> missing = new ArrayList<>();
    families()
        .forEach(
            (family, ops) -> {
              String scripts = examples.scripts(family);
              ops.stream()
                  .filter(op -> !use(op).matcher(scripts).find())
                  .forEach(op -> missing.add(family + ": " + op.name()));
            });
    assertEquals(List.of(), missing, "not used by an example of their family in " + EXAMPLES);
    assertEquals(List.copyOf(families().keySet()), examples.titles(), "families in " + EXAMPLES);
  }

  /** How an operator shows in a script. */
  private static Pattern use(Op op) {
    return switch (op.name()) {
      case "[]" -> Pattern.compile("= \\w+\\[|\\(\\w+\\[");
      case "[]<-" -> Pattern.compile("^\\w+\\[.*\\] = ", Pattern.MULTILINE);
      case "unary -" -> Pattern.compile("[(,] ?-\\w");
      default ->
          Character.isLetter(op.name().charAt(0))
              ? Pattern.compile("\\b" + Pattern.quote(op.name()) + "\\(")
              : Pattern.compile("(?<![<>=!%])" + Pattern.quote(op.name()) + "(?![<>=%])");
    };
  }

  private static String document() throws Exception {
    DocumentedExamples examples = DocumentedExamples.read(EXAMPLES);
    StringBuilder out = new StringBuilder(HEAD);
    for (Map.Entry<String, List<Op>> family : families().entrySet()) {
      out.append("\n## ").append(family.getKey()).append("\n\n| call | result |\n| --- | --- |\n");
      for (Op op : family.getValue()) {
        out.append("| ").append(code(call(op))).append(" | ").append(text(op)).append(" |\n");
      }
      out.append(examples.markdown(family.getKey()));
    }
    return out.toString();
  }

  /** Operators by the class that defines them, both in the order of the catalogue. */
  private static Map<String, List<Op>> families() throws Exception {
    Map<Op, String> titles = new LinkedHashMap<>();
    for (Class<?> type : familyClasses()) {
      for (Field field : type.getDeclaredFields()) {
        // Operators that only plans use are in no such list.
        if (field.getName().equals("ALL")) {
          for (Object op : (List<?>) field.get(null)) {
            titles.put((Op) op, title(type.getSimpleName()));
          }
        }
      }
    }
    Map<String, List<Op>> families = new LinkedHashMap<>();
    for (Op op : Catalogue.all()) {
      families.computeIfAbsent(titles.get(op), title -> new ArrayList<>()).add(op);
    }
    return families;
  }

  private static List<Class<?>> familyClasses()
      throws IOException, URISyntaxException, ReflectiveOperationException {
    Path classes = Path.of(Catalogue.class.getResource("Catalogue.class").toURI()).getParent();
    List<Class<?>> families = new ArrayList<>();
    try (Stream<Path> files = Files.list(classes)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith("Ops.class")) {
          families.add(
              Class.forName(Catalogue.class.getPackageName() + "." + name.replace(".class", "")));
        }
      }
    }
    return families;
  }

  /** {@code InputOutputOps} is "Input output". */
  private static String title(String className) {
    String words =
        className
            .replaceFirst("Ops$", "")
            .replaceAll("(?<=.)([A-Z])", " $1")
            .toLowerCase(java.util.Locale.ROOT);
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  private static String call(Op op) {
    if (op.name().startsWith("unary ")) {
      return op.name().substring("unary ".length()) + op.parameters().get(0).name();
    }
    if (!Character.isLetter(op.name().charAt(0))) {
      return switch (op.parameters().size()) {
        case 1 -> op.name() + op.parameters().get(0).name();
        case 2 ->
            op.parameters().get(0).name() + " " + op.name() + " " + op.parameters().get(1).name();
        default -> op.name();
      };
    }
    return op.name()
        + "("
        + String.join(", ", op.parameters().stream().map(BuiltinsDocTest::parameter).toList())
        + ")";
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

  private static String text(Op op) {
    String text = op.summary().replace("|", "\\|");
    if (op.results() > 1) {
      text += " " + op.results() + " results.";
    }
    return op.aliases().isEmpty()
        ? text
        : text
            + " Also "
            + String.join(", ", op.aliases().stream().map(BuiltinsDocTest::code).toList())
            + ".";
  }

  private static String code(String text) {
    return "`" + text.replace("|", "\\|") + "`";
  }
}
