package dev.linden.cli;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.testkit.DocumentedExamples;
import dev.linden.testkit.GeneratedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

/**
 * The table of docs/command-line.md is made of the options; {@code -Ddocs.update=true} writes it.
 */
class OptionDocsTest {
  private static final String PAGE = "docs/command-line.md";
  private static final String HEAD = "| option | meaning |\n| --- | --- |\n";

  @Test
  void theTableListsTheOptions() throws IOException {
    String page = Files.readString(DocumentedExamples.root().resolve(PAGE));
    int start = page.indexOf(HEAD) + HEAD.length();
    int end = page.indexOf("\n\n", start);
    String rows = Option.ALL.stream().map(Option::row).collect(joining("\n"));
    GeneratedFile.assertUpToDate(PAGE, page.substring(0, start) + rows + page.substring(end));
  }

  @Test
  void namesAreUnique() {
    assertEquals(Option.allNames().size(), new HashSet<>(Option.allNames()).size());
  }
}
