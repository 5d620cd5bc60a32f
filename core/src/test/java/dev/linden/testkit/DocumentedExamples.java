package dev.linden.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The run blocks of a golden file that generated pages show, by the title in the comment in front
 * of each. GoldenTest runs them, so that the pages are right.
 */
public final class DocumentedExamples {
  private static final String TITLE = "# (?<title>[A-Z][a-z]*(?: [a-z]+)*)\\nrun\\n";
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "^" + TITLE + "(?<script>.*?)^----\\n(?<output>.*?)(?=\\n" + unnamed(TITLE) + "|\\z)",
          Pattern.MULTILINE | Pattern.DOTALL);

  private record Example(String script, String output) {}

  private final Map<String, List<Example>> byTitle = new LinkedHashMap<>();

  private DocumentedExamples() {}

  /** Examples of a file below the root of the checkout. */
  public static DocumentedExamples read(String file) throws IOException {
    DocumentedExamples examples = new DocumentedExamples();
    Matcher matcher = EXAMPLE.matcher(Files.readString(root().resolve(file)));
    while (matcher.find()) {
      examples
          .byTitle
          .computeIfAbsent(matcher.group("title"), title -> new ArrayList<>())
          .add(new Example(matcher.group("script"), printed(matcher.group("output"))));
    }
    return examples;
  }

  public static Path root() {
    return Stream.of("..", ".")
        .map(Path::of)
        .filter(path -> Files.isDirectory(path.resolve("golden")))
        .findFirst()
        .orElseThrow();
  }

  public List<String> titles() {
    return List.copyOf(byTitle.keySet());
  }

  /** All scripts under a title, one after the other. */
  public String scripts(String title) {
    return byTitle.getOrDefault(title, List.of()).stream()
        .map(Example::script)
        .collect(Collectors.joining());
  }

  /** Scripts and what they print as blocks of a page. */
  public String markdown(String title) {
    return byTitle.getOrDefault(title, List.of()).stream()
        .map(e -> "\n```dml\n" + e.script() + "```\n```text\n" + e.output() + "```\n")
        .collect(Collectors.joining());
  }

  /** Golden files mask lines that look like their own, and have no blank lines at the end. */
  private static String printed(String expectation) {
    return expectation.replaceAll("(?m)^\\\\", "").stripTrailing() + "\n";
  }

  private static String unnamed(String pattern) {
    return pattern.replace("?<title>", "?:");
  }
}
