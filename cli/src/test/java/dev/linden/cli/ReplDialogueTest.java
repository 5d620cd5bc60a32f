package dev.linden.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Dialogues at the prompt, on a pseudo-terminal: above a line of dashes what is typed, below it
 * what the screen shows in the end. {@code -Dgolden.complete=true} writes the latter.
 */
final class ReplDialogueTest {
  private static final Path DIALOGUES = Path.of("src/test/dialogues").toAbsolutePath();
  private static final String END_OF_INPUT = "\n----\n";

  /** How long something takes, and how far it comes, is another number each time. */
  private static final Pattern VARYING = Pattern.compile("(while|for i) \\(line \\d+\\): \\d+ .*");

  @TempDir Path folder;

  @TestFactory
  List<DynamicTest> dialogues() throws IOException {
    try (Stream<Path> files = Files.list(DIALOGUES)) {
      return files
          .filter(file -> file.toString().endsWith(".txt"))
          .sorted()
          .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)))
          .toList();
    }
  }

  private void check(Path file) throws IOException, InterruptedException {
    String text = Files.readString(file);
    int end = text.indexOf(END_OF_INPUT);
    assertTrue(end > 0, "no line of dashes in " + file);
    String typed = text.substring(0, end + 1);
    String name = file.getFileName().toString();
    Path place = Files.createDirectory(folder.resolve(name));
    Files.writeString(place.resolve("script.dml"), "scripted = 42\nprint(\"from a file\")\n");
    Files.writeString(place.resolve("broken.dml"), "scripted = 43\nscripted = (\n");
    Files.writeString(
        place.resolve("lib.dml"), "twice = function(double x) return (double y) { y = 2 * x }\n");
    Files.writeString(place.resolve("data.csv"), "1,2\n3,4\n");
    TestLauncher.Ended ended = run(place, typed);
    String shown = ended.out();
    if (Boolean.getBoolean("golden.complete")) {
      Files.writeString(file, typed + END_OF_INPUT.substring(1) + shown);
      return;
    }
    assertEquals(text.substring(end + END_OF_INPUT.length()), shown, ended.err());
    assertEquals(0, ended.exitCode());
  }

  private TestLauncher.Ended run(Path place, String typed)
      throws IOException, InterruptedException {
    Path input = Files.writeString(place.resolve(".typed"), typed);
    TestLauncher.Ended ended =
        new TestLauncher(Files.createTempDirectory(folder, "launcher"))
            .run(
                place,
                "sh",
                "-c",
                "exec env NO_COLOR=1 XDG_STATE_HOME='"
                    + place
                    + "/.state' JAVA_TOOL_OPTIONS='-Dlinden.terminal=true"
                    + " -Dlinden.terminal.stdin=true -Dlinden.terminal.stderr=true'"
                    + " /usr/bin/python3 '"
                    + DIALOGUES.resolve("dialogue.py")
                    + "' xterm linden < '"
                    + input
                    + "'");
    String shown =
        VARYING.matcher(ended.out()).replaceAll("...").replace(Doctor.version(), "VERSION");
    return new TestLauncher.Ended(ended.exitCode(), shown, ended.err());
  }

  /** Without a terminal there is no prompt, whatever comes through the pipe. */
  @Test
  void pipesNeverStartAPrompt() throws IOException, InterruptedException {
    TestLauncher.Ended ended =
        new TestLauncher(folder).run(folder, "sh", "-c", "exec linden < /dev/null");
    assertEquals(ExitCode.USAGE, ended.exitCode());
    assertTrue(ended.err().contains("no script given"), ended.err());
  }
}
