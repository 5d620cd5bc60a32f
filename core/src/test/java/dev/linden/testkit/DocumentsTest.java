package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.Syntaxes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages of the documentation: links lead somewhere, scripts run and print what the page says,
 * Java compiles. CONTRIBUTING.md tells how blocks are marked.
 */
class DocumentsTest {
  private static final Path ROOT = Path.of("..");
  private static final List<Markdown> PAGES = Markdown.pages(ROOT);

  /** Printed between the blocks of one script, to know which block has printed what. */
  private static final String SEPARATOR = "---- next block ----";

  @TempDir Path temporary;

  @Test
  void linksResolve() {
    List<String> broken = PAGES.stream().flatMap(page -> page.brokenLinks().stream()).toList();
    assertEquals(List.of(), broken, "links that lead nowhere");
    int checked = PAGES.stream().mapToInt(page -> page.links().size()).sum();
    assertTrue(checked > 20, "only " + checked + " links found");
  }

  @TestFactory
  List<DynamicTest> scriptsRun() {
    List<DynamicTest> tests =
        PAGES.stream()
            .flatMap(page -> Stream.of("dml", "pydml").map(syntax -> new Scripts(page, syntax)))
            .filter(scripts -> !scripts.blocks().isEmpty())
            .map(
                scripts -> DynamicTest.dynamicTest(scripts.toString(), () -> checkScripts(scripts)))
            .toList();
    assertFalse(tests.isEmpty(), "there are no scripts in the documentation");
    return tests;
  }

  /** The scripts of a page in one syntax. */
  private record Scripts(Markdown page, String syntax) {
    List<Markdown.Block> blocks() {
      return page.blocks(syntax);
    }

    @Override
    public String toString() {
      return page.file().normalize() + " " + syntax;
    }
  }

  private void checkScripts(Scripts scripts) throws IOException {
    Markdown page = scripts.page();
    Path folder = Files.createTempDirectory(temporary, "page");
    ExampleFiles.copyTo(folder);
    String before = "";
    for (Markdown.Block block : scripts.blocks()) {
      if (block.is("fragment")) {
        parse(page, block, scripts.syntax());
        continue;
      }
      boolean continued = block.is("continued");
      String script =
          continued ? before + "print(\"" + SEPARATOR + "\")\n" + block.text() : block.text();
      RunResult result =
          new EngineRunner()
              .run(
                  script,
                  Map.of(),
                  RunConfig.DEFAULT.in(folder).writtenIn(scripts.syntax()),
                  Map.of());
      String printed = result.stdout();
      if (continued) {
        printed = printed.substring(printed.lastIndexOf(SEPARATOR + "\n") + SEPARATOR.length() + 1);
      }
      if (block.is("error")) {
        assertTrue(result.error() != null, page.place(block) + ": runs without an error");
        printed += result.error().stripTrailing() + "\n";
      } else {
        assertEquals(null, result.error(), page.place(block));
        before = script;
      }
      if (block.output() != null) {
        assertEquals(block.output(), printed, page.place(block));
      }
    }
  }

  private static void parse(Markdown page, Markdown.Block block, String syntax) {
    try {
      Syntaxes.parse(new Source("<script>", block.text(), syntax));
    } catch (ScriptError e) {
      throw new AssertionError(page.place(block) + ": " + e.render(), e);
    }
  }

  @Test
  void javaCompiles() {
    assertEquals(
        List.of(), JavaBlocks.errors(PAGES, text -> !JavaBlocks.needsSpark(text), temporary));
  }

  /** The checks themselves: a page with every mistake. */
  @Test
  void mistakesAreFound() throws IOException {
    Path file = temporary.resolve("page.md");
    Files.writeString(
        file,
        """
        # A `b` c, d_e

        [x](#a-b-c-d_e) [y](#nowhere) [z](missing.md) `[no](link)`

        ```java
        int x = "text";
        ```
        ```java continued
        String y = "z";
        ```
        """);
    Markdown page = Markdown.read(file);
    assertEquals(List.of(file + ":3: #nowhere", file + ":3: missing.md"), page.brokenLinks());
    assertEquals(2, JavaBlocks.errors(List.of(page), text -> true, temporary).size());
  }
}
