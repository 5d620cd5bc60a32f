package dev.linden.cli;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Dialogues at the prompt, on a pseudo-terminal: above a line of dashes what is typed, below it
 * what the screen shows in the end. A first line {@code $ VARIABLE=value ... linden words} says how
 * it starts; TERM and COLUMNS are those of the terminal, EXIT is the code in the end. {@code
 * -Dgolden.complete=true} writes what is below the dashes.
 */
final class ReplDialogueTest {
  private static final Path DIALOGUES = Path.of("src/test/dialogues").toAbsolutePath();
  private static final String END_OF_INPUT = "\n----\n";

  /** How long something takes, and how far it comes, is another number each time. */
  private static final Pattern VARYING =
      Pattern.compile(
          "(while|for i) \\(line \\d+\\): \\d+ .*"
              + "|(?<=http://127\\.0\\.0\\.1:)\\d+/[\\w-]+/"
              + "|(?m)(?<= )\\d+\\.\\d{3}(?= s|  )|(?m)^\\d+\\.\\d{3}(?= s$)");

  /** Which of them take long enough to be told of is not the same each time. */
  private static final Pattern PHASES =
      Pattern.compile(
          "(?m)^  (parse|inputs|check|build operators|rewrite|split|compression|placement|plan"
              + "|other phases) +\\d+\\.\\d{3} s\\n|(?m)^so far \\d+\\n");

  /** How a dialogue begins that does not say so itself. */
  private static final String START = "$ linden";

  /** Words of variables and of the command. */
  private record Start(Map<String, String> variables, List<String> command) {
    static Start of(String line) {
      Map<String, String> variables = new LinkedHashMap<>();
      variables.put("TERM", "xterm");
      variables.put("COLUMNS", "120");
      variables.put("NO_COLOR", "1");
      List<String> words = new ArrayList<>(List.of(line.substring(2).split(" ")));
      while (words.get(0).matches("[A-Z_]+=.*")) {
        String[] pair = words.remove(0).split("=", 2);
        variables.put(pair[0], pair[1]);
      }
      if (variables.get("NO_COLOR").isEmpty()) {
        variables.remove("NO_COLOR");
      }
      return new Start(variables, words);
    }
  }

  private static final String PEOPLE =
      """
      name,age,height,smokes
      "Ann, Dr.",34,1.71,false
      Bob,28,1.85,true
      Cid,,1.64,false
      Dora,51,1.58,true
      Eve,45,1.77,false
      """;

  /** Far more than a screen of it. */
  private static final String LONG =
      IntStream.rangeClosed(1, 400)
          .mapToObj(i -> "v" + i % 7 + " = " + i + " * 2\n")
          .collect(joining("", "# long\n", "print(\"done \" + v1)\n"));

  /** Tells how far it is, and prints in between. */
  private static final String TOLD =
      """
      X = matrix(1 / 600, rows=600, cols=600)
      for (i in 1:100000000) {
        X = X %*% X
        if (i %% 20 == 0) { print("so far " + i) }
      }
      """;

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
    String start = text.startsWith("$ ") ? text.substring(0, text.indexOf('\n') + 1) : "";
    String typed = text.substring(start.length(), end + 1);
    String name = file.getFileName().toString();
    Path place = Files.createDirectory(folder.resolve(name));
    Files.writeString(place.resolve("script.dml"), "scripted = 42\nprint(\"from a file\")\n");
    Files.writeString(place.resolve("broken.dml"), "scripted = 43\nscripted = (\n");
    Files.writeString(
        place.resolve("lib.dml"), "twice = function(double x) return (double y) { y = 2 * x }\n");
    Files.writeString(place.resolve("data.csv"), "1,2\n3,4\n");
    Files.writeString(place.resolve("people.csv"), PEOPLE);
    Files.writeString(place.resolve("long.dml"), LONG);
    Files.writeString(place.resolve("told.dml"), TOLD);
    String line = start.isEmpty() ? START : start.strip();
    TestLauncher.Ended ended = run(place, Start.of(line), typed);
    String shown = ended.out();
    if (Boolean.getBoolean("golden.complete")) {
      Files.writeString(file, start + typed + END_OF_INPUT.substring(1) + shown);
      return;
    }
    assertEquals(text.substring(end + END_OF_INPUT.length()), shown, ended.err());
    String expected = Start.of(line).variables().getOrDefault("EXIT", "0");
    assertEquals(expected, Integer.toString(ended.exitCode()));
  }

  private TestLauncher.Ended run(Path place, Start start, String typed)
      throws IOException, InterruptedException {
    Path input = Files.writeString(place.resolve(".typed"), typed);
    List<String> command = new ArrayList<>(List.of("env", "-u", "NO_COLOR"));
    command.add("XDG_STATE_HOME=" + place.resolve(".state"));
    command.add(
        // The second compiler costs more than it gains in a second.
        "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dlinden.terminal=true"
            + " -Dlinden.terminal.stdin=true -Dlinden.terminal.stderr=true");
    start.variables().forEach((name, value) -> command.add(name + "=" + value));
    command.addAll(List.of("/usr/bin/python3", DIALOGUES.resolve("dialogue.py").toString()));
    command.add(start.variables().get("TERM"));
    command.add(start.variables().get("COLUMNS"));
    command.addAll(start.command());
    String line = command.stream().map(word -> "'" + word + "'").collect(joining(" "));
    TestLauncher.Ended ended =
        new TestLauncher(Files.createTempDirectory(folder, "launcher"))
            .run(place, "sh", "-c", "exec " + line + " < '" + input + "'");
    String shown =
        VARYING
            .matcher(PHASES.matcher(ended.out()).replaceAll(""))
            .replaceAll("...")
            .replace(Doctor.version(), "VERSION");
    return new TestLauncher.Ended(ended.exitCode(), shown, ended.err());
  }

  /** Each question to the terminal is a process of its own, which would be felt in every line. */
  @Test
  void linesStartNoProcesses() throws IOException, InterruptedException {
    Path place = Files.createDirectory(folder.resolve("counted"));
    Path programs = Files.createDirectory(place.resolve("programs"));
    Path asked = place.resolve("asked");
    program(
        programs.resolve("stty"),
        "echo \"$*\" >> '" + asked + "'; PATH=/usr/bin:/bin exec stty \"$@\"");
    Path start = place.resolve("start");
    program(start, "PATH='" + programs + "':$PATH exec linden");
    String typed = "x = 1\n".repeat(9) + ".quit\n";
    TestLauncher.Ended ended = run(place, Start.of("$ " + start), typed);
    assertEquals(0, ended.exitCode(), ended.err());
    List<String> questions = Files.readAllLines(asked);
    assertEquals(
        2, questions.stream().filter(words -> !words.equals("-a")).count(), asked::toString);
    assertTrue(questions.size() <= 4, questions::toString);
  }

  private static void program(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
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
