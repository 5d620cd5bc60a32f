package dev.linden.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.testkit.ExampleFiles;
import dev.linden.testkit.Markdown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Command lines and Python programs of the documentation. All commands are understood; those whose
 * output is shown are run and print it; the Python blocks of a page are one program.
 */
class DocumentedCommandsTest {
  private static final Path ROOT = Path.of("..");
  private static final List<Markdown> PAGES = Markdown.pages(ROOT);
  private static final String SEPARATOR = "---- next block ----";

  @TempDir Path temporary;

  @Test
  void commandsAreUnderstood() {
    int checked = 0;
    for (Markdown page : PAGES) {
      for (Markdown.Block block : shell(page)) {
        for (List<String> words : ShellWords.commands(block.text())) {
          boolean byLauncher = words.size() > 1 && words.get(1).equals("kernel");
          if (words.get(0).matches("(\\./|bin/)?linden") && !byLauncher) {
            requireUnderstood(page.place(block), words.subList(1, words.size()));
            checked++;
          }
        }
      }
    }
    assertTrue(checked > 5, "only " + checked + " commands found");
  }

  private static void requireUnderstood(String place, List<String> words) {
    try {
      Command command = CommandLine.parse(words.toArray(new String[0]));
      if (command.get(Option.FILE) != null && command.get(Option.FILE).startsWith("examples/")) {
        assertTrue(
            Files.exists(ROOT.resolve(command.get(Option.FILE))),
            place + ": no file " + command.get(Option.FILE));
      }
    } catch (UsageError e) {
      throw new AssertionError(place + ": " + e.getMessage(), e);
    }
  }

  @TestFactory
  List<DynamicTest> commandsPrintWhatIsShown() {
    return pages(
        page -> shell(page).stream().anyMatch(b -> b.output() != null),
        DocumentedCommandsTest::runShell);
  }

  private static void runShell(Markdown page, Path folder)
      throws IOException, InterruptedException {
    TestLauncher launcher = new TestLauncher(folder);
    ExampleFiles.copyTo(folder);
    for (Markdown.Block block : shell(page)) {
      if (block.output() != null) {
        TestLauncher.Ended ended = launcher.run(folder, "bash", "-c", block.text());
        assertEquals(block.output(), ended.out() + ended.err(), page.place(block));
      }
    }
  }

  @TestFactory
  List<DynamicTest> pythonRuns() {
    return pages(page -> !page.blocks("python").isEmpty(), DocumentedCommandsTest::runPython);
  }

  private static void runPython(Markdown page, Path folder)
      throws IOException, InterruptedException {
    String python = TestLauncher.python();
    List<Markdown.Block> blocks = new ArrayList<>(page.blocks("python"));
    blocks.removeIf(block -> block.is("fragment"));
    StringBuilder program = new StringBuilder();
    for (Markdown.Block block : blocks) {
      program.append(block.text()).append("print('" + SEPARATOR + "')\n");
    }
    TestLauncher launcher = new TestLauncher(folder);
    ExampleFiles.copyTo(folder);
    Path file = Files.writeString(folder.resolve("page.py"), program);
    TestLauncher.Ended ended = launcher.run(folder, python, file.toString());
    String place = page.file().normalize() + " (all blocks as one program)";
    assertEquals(0, ended.exitCode(), place + "\n" + ended.err());
    String[] printed = ended.out().split(SEPARATOR + "\n", -1);
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).output() != null) {
        assertEquals(blocks.get(i).output(), printed[i], page.place(blocks.get(i)));
      }
    }
  }

  private interface Check {
    void of(Markdown page, Path folder) throws IOException, InterruptedException;
  }

  private List<DynamicTest> pages(Predicate<Markdown> wanted, Check check) {
    return PAGES.stream()
        .filter(wanted)
        .map(
            page ->
                DynamicTest.dynamicTest(
                    page.file().normalize().toString(),
                    () -> check.of(page, Files.createTempDirectory(temporary, "page"))))
        .toList();
  }

  private static List<Markdown.Block> shell(Markdown page) {
    return Stream.concat(page.blocks("sh").stream(), page.blocks("bash").stream())
        .filter(block -> !block.is("fragment"))
        .toList();
  }

  @Test
  void wordsOfAShell() {
    assertEquals(
        List.of(List.of("./linden", "-s", "print(1) # 2", "a=b c"), List.of("cat", "x")),
        ShellWords.commands("./linden -s 'print(1) # 2' \\\n  \"a=b c\" && cat x > y # end\n"));
  }
}
