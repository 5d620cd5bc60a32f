package dev.linden.cli;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.testkit.DocumentedExamples;
import dev.linden.testkit.GeneratedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import org.junit.jupiter.api.Assumptions;
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

  /** What the archive has. */
  @Test
  void theManualPageListsTheOptions() throws IOException {
    GeneratedFile.assertUpToDate("dist/src/main/archive/linden.1", ManPage.text());
  }

  @Test
  void theManualPageIsWellFormed() throws IOException, InterruptedException {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/man")), "there is no man");
    Path page = Files.writeString(Files.createTempFile("linden", ".1"), ManPage.text());
    Process man =
        new ProcessBuilder("man", "--warnings", "-l", page.toString())
            .redirectErrorStream(true)
            .start();
    man.getOutputStream().close();
    String shown = new String(man.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Files.delete(page);
    assertEquals(0, man.waitFor(), shown);
    assertTrue(shown.contains("--mem") && shown.contains("EXIT STATUS"), shown);
    assertFalse(shown.matches("(?s).*:\\d+: warning.*"), shown);
  }

  @Test
  void namesAreUnique() {
    assertEquals(Option.allNames().size(), new HashSet<>(Option.allNames()).size());
  }
}
