package dev.linden.lang.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.base.Source;
import dev.linden.lang.ast.Ast;
import dev.linden.op.Catalogue;
import dev.linden.testkit.DocumentedExamples;
import dev.linden.testkit.GeneratedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every function of the library has a complete header, compiles and is tested; docs/library.md says
 * what the headers say ({@code -Ddocs.update=true} writes it).
 */
class LibraryTest {
  private static final String HEAD =
      """
      # Library

      Functions written in DML that come with Linden; a script calls them like its own. A user function or a native built-in of
      the same name hides the library's. `eval` finds them too, by whatever name is computed.

      Made from the headers of `core/src/main/resources/library/*.dml`; change those, then run
      `mvn -pl core test -Dtest=LibraryTest -Ddocs.update=true`. The examples are those of `golden/library/examples.dmlt`, the calls
      under each function those of `golden/library/forms.txt`, and tests run both. In these calls capital letters are matrices of 60 rows:
      `S` features, `N` counts, `Z` features with missing cells (NaN), `T` categories 1, 2, 3. Small letters are columns: `y` and `m` numbers,
      `p` positive ones, `c` classes 1, 2, 3, `l` labels -1 and 1, `b` labels 0 and 1, `k` the numbers 1 to 8. `G` is a graph as a matrix of
      edges, `D` their lengths, `I` an image.

      **Missing values** are NaN. A function that fits a model to its data and can't use missing values refuses them: the message names the
      argument, the row and the column (`refuseMissing`, which scripts may call as well). Functions that use them say how: trees
      (`decisionTree`, `randomForest`, `gbtRegression`, `gbtClassification`, `xgboost`), `mice`, `miceApply` and the functions whose names
      begin with `imputeBy`. What predicts from a model gives NaN for rows with NaN, except trees.

      **Labels** of classes are 1, 2, ...; others are refused with their row (`refuseLabels`), never renumbered silently. Two exceptions follow
      SystemDS: `multiLogReg` counts labels of 0 or less as the last class, and warns; `l2svm` takes any two numbers, of which the
      larger is the positive one.

      **Iterations** that end by their limit before they converged return what they have and warn on stderr.
      """;
  private static final String EXAMPLES = "golden/library/examples.dmlt";

  @TestFactory
  Stream<DynamicTest> headersAreComplete() {
    return Library.names().stream().map(n -> DynamicTest.dynamicTest(n, () -> checkHeader(n)));
  }

  private static void checkHeader(String name) {
    Ast.Function function = function(name);
    Header header = Header.of(name);
    assertFalse(header.summary.isEmpty(), "the header starts with what is computed");
    assertFalse(header.group.isEmpty(), "Group:");
    assertFalse(header.method.isEmpty(), "Method:");
    assertEquals(
        function.parameters().stream().map(p -> p.typed().name()).toList(),
        List.copyOf(header.arguments.keySet()),
        "Arguments:");
    assertEquals(
        function.results().stream().map(Ast.TypedName::name).toList(),
        List.copyOf(header.results.keySet()),
        "Results:");
    assertEquals(null, Catalogue.find(name), "a native built-in hides it");
  }

  @TestFactory
  Stream<DynamicTest> functionsCompileWithoutWarnings() {
    return Library.names().stream().map(n -> DynamicTest.dynamicTest(n, () -> compile(n)));
  }

  private static void compile(String name) {
    Ast.Function function = function(name);
    String types =
        function.parameters().stream()
            .map(p -> type(p.typed()) + " " + p.typed().name())
            .collect(Collectors.joining(", "));
    String arguments =
        function.parameters().stream().map(p -> p.typed().name()).collect(Collectors.joining(", "));
    String results = names(function.results().stream().map(r -> type(r) + " " + r.name()));
    String targets = names(function.results().stream().map(Ast.TypedName::name));
    String script =
        "callIt = function("
            + types
            + ") return ("
            + results
            + ") {\n"
            + (targets.isEmpty() ? "" : "[" + targets + "] = ")
            + name
            + "("
            + arguments
            + ")\n}\n";
    try (Linden linden = Linden.builder().build()) {
      assertEquals(
          List.of(),
          linden.engine().compile(new Source("<script>", script), Map.of()).warnings(),
          script);
    }
  }

  private static String names(Stream<String> words) {
    return words.collect(Collectors.joining(", "));
  }

  private static String type(Ast.TypedName typed) {
    return switch (typed.data()) {
      case SCALAR -> typed.value().name().toLowerCase(java.util.Locale.ROOT);
      case MATRIX -> "matrix[double]";
      case FRAME -> "frame[unknown]";
      case LIST -> "list[unknown]";
    };
  }

  @Test
  void functionsAreTested() throws IOException {
    StringBuilder tests = new StringBuilder();
    try (Stream<Path> golden = Files.list(folder("golden").resolve("library"));
        Stream<Path> java = Files.walk(Path.of("src/test/java/dev/linden"))) {
      for (Path file : Stream.concat(golden, java).filter(Files::isRegularFile).toList()) {
        tests.append(Files.readString(file));
      }
    }
    List<String> untested =
        Library.names().stream()
            .filter(name -> !Pattern.compile("\\b" + name + "\\(").matcher(tests).find())
            .toList();
    assertEquals(List.of(), untested);
  }

  @Test
  void theDocumentIsUpToDate() throws IOException {
    GeneratedFile.assertUpToDate("docs/library.md", document());
  }

  @Test
  void everyGroupHasAnExample() throws IOException {
    assertEquals(List.copyOf(groups().keySet()), DocumentedExamples.read(EXAMPLES).titles());
  }

  private static Map<String, List<String>> groups() {
    Map<String, List<String>> groups = new TreeMap<>();
    for (String name : Library.names()) {
      groups.computeIfAbsent(Header.of(name).group, group -> new ArrayList<>()).add(name);
    }
    return groups;
  }

  private static String document() throws IOException {
    DocumentedExamples examples = DocumentedExamples.read(EXAMPLES);
    Map<String, String> calls = calls();
    StringBuilder out = new StringBuilder(HEAD);
    groups()
        .forEach(
            (group, names) -> {
              out.append("\n## ").append(group).append("\n").append(examples.markdown(group));
              names.stream()
                  .sorted(String.CASE_INSENSITIVE_ORDER)
                  .forEach(n -> describe(n, calls.get(n), out));
            });
    return out.toString();
  }

  /** The statements that LibraryFormsTest runs, by function. */
  private static Map<String, String> calls() throws IOException {
    return Files.readAllLines(folder("golden").resolve("library/forms.txt")).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> line.split(":\\s*", 2))
        .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1].replace("; ", "\n")));
  }

  private static void describe(String name, String call, StringBuilder out) {
    Header header = Header.of(name);
    out.append("\n### ").append(name).append("\n\n```\n").append(signature(name)).append("\n```\n");
    out.append("\n").append(header.summary).append("\n\n");
    list("argument", header.arguments, out);
    list("result", header.results, out);
    out.append("\nMethod: ").append(header.method).append("\n");
    out.append("\n```dml fragment\n").append(call).append("\n```\n");
  }

  private static void list(String kind, Map<String, String> entries, StringBuilder out) {
    if (!entries.isEmpty()) {
      out.append(kind.equals("argument") ? "" : "\n");
      out.append("| ").append(kind).append(" | |\n| --- | --- |\n");
    }
    entries.forEach(
        (name, text) ->
            out.append("| `")
                .append(name)
                .append("` | ")
                .append(text.replace("|", "\\|"))
                .append(" |\n"));
  }

  /** From the name to the brace, as written. */
  private static String signature(String name) {
    Ast.Function function = function(name);
    String text = function.span().source().text();
    String fromName =
        text.lines().skip(function.nameSpan().line() - 1L).collect(Collectors.joining("\n"));
    return fromName.substring(0, fromName.indexOf('{')).strip();
  }

  static Ast.Function function(String name) {
    Modules.Module file = Library.find(name);
    assertNotNull(file, name);
    return file.functions().get(name);
  }

  static Path folder(String name) {
    Path folder =
        Stream.of("../" + name, name).map(Path::of).filter(Files::isDirectory).findFirst().get();
    assertTrue(Files.isDirectory(folder));
    return folder;
  }

  /**
   * The comment at the top of a file: what the function computes, then the parts {@code Group:},
   * {@code Arguments:}, {@code Results:} and {@code Method:}. A line below the last two lists is an
   * entry, {@code name text}, and continues the entry above if it is indented further.
   */
  static final class Header {
    String summary = "";
    String group = "";
    String method = "";
    final Map<String, String> arguments = new java.util.LinkedHashMap<>();
    final Map<String, String> results = new java.util.LinkedHashMap<>();

    static Header of(String name) {
      Header header = new Header();
      String text = Library.find(name).source().text();
      String part = "";
      String entry = "";
      for (String line : text.lines().takeWhile(l -> l.startsWith("#")).toList()) {
        String content = line.substring(1).strip();
        if (line.startsWith("# Group:")) {
          header.group = content.substring("Group:".length()).strip();
          part = "Group";
        } else if (line.startsWith("# Method:")) {
          header.method = content.substring("Method:".length()).strip();
          part = "Method";
        } else if (line.equals("# Arguments:") || line.equals("# Results:")) {
          part = content;
        } else if (part.equals("Method")) {
          header.method = join(header.method, content);
        } else if (part.isEmpty()) {
          header.summary = join(header.summary, content);
        } else if (!content.isEmpty()) {
          Map<String, String> list = part.equals("Arguments:") ? header.arguments : header.results;
          boolean isNew = line.startsWith("#   ") && line.charAt(4) != ' ';
          if (isNew) {
            String[] words = content.split("\\s+", 2);
            entry = words[0];
            list.put(entry, words.length > 1 ? words[1] : "");
          } else {
            list.merge(entry, content, Header::join);
          }
        }
      }
      return header;
    }

    private static String join(String first, String second) {
      return (first + " " + second).strip();
    }
  }
}
