package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.linden.testkit.Await;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher and its resident engine, installed in a folder of its own. Java is a program that
 * writes down that it was called: so it shows which scripts had a process of their own.
 */
class DaemonTest {
  private static final Path LAUNCHER = Path.of("../linden").toAbsolutePath().normalize();

  @TempDir Path temporary;
  private Path folder;
  private Path calls;
  private Path jar;
  private Path daemons;
  private final Map<String, String> environment = new HashMap<>();
  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void install() throws IOException {
    assumeTrue(File.separatorChar == '/', "a script for Unix");
    Path home = temporary.resolve("place");
    Files.createDirectories(home.resolve("bin"));
    Files.createDirectories(home.resolve("lib"));
    Files.copy(LAUNCHER, home.resolve("bin/linden"));
    jar = home.resolve("lib/linden-cli.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath());
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    folder = Files.createDirectories(temporary.resolve("work"));
    calls = temporary.resolve("calls");
    Path java = Files.createDirectories(temporary.resolve("jdk/bin")).resolve("java");
    Files.writeString(
        java,
        "#!/bin/sh\necho call >> '%s'\nexec '%s' -XX:TieredStopAtLevel=1 \"$@\"\n"
            .formatted(calls, Path.of(System.getProperty("java.home"), "bin", "java")));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        temporary.resolve("jdk/release"),
        "JAVA_VERSION=\"" + System.getProperty("java.version") + "\"\n");
    Path cache = Files.createDirectories(temporary.resolve("cache"));
    daemons = cache.resolve("linden/daemon");
    environment.put("JAVA_HOME", temporary.resolve("jdk").toString());
    environment.put("XDG_CACHE_HOME", cache.toString());
    environment.put("PATH", home.resolve("bin") + ":" + System.getenv("PATH"));
    environment.put("LINDEN_DAEMON", "1");
    environment.put("LINDEN_OPTS", "");
    environment.put("CI", "");
    environment.put("SPARK_HOME", "");
  }

  private static String classPath() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Stream.of(path.split(":"))
        .map(entry -> Path.of(entry).toAbsolutePath().toUri().toString())
        .collect(Collectors.joining(" "));
  }

  @AfterEach
  void end() throws Exception {
    started.forEach(Process::destroyForcibly); // those of a test that has failed
    if (Files.isDirectory(daemons)) {
      assertEquals(0, linden("daemon", "off").exitCode());
      Await.until(() -> engines().isEmpty(), "the engine leaves");
    }
  }

  private Process start(String... command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(temporary.resolve("out").toFile())
            .redirectError(temporary.resolve("err").toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    started.add(process);
    process.getOutputStream().close();
    return process;
  }

  private TestLauncher.Ended ended(Process process) throws Exception {
    int code = process.waitFor();
    return new TestLauncher.Ended(
        code,
        Files.readString(temporary.resolve("out"), UTF_8),
        Files.readString(temporary.resolve("err"), UTF_8));
  }

  private TestLauncher.Ended linden(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("linden"));
    command.addAll(List.of(words));
    return shell(
        command.stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" ")));
  }

  private TestLauncher.Ended shell(String line) throws Exception {
    return ended(start("bash", "-c", line));
  }

  private int calls() throws IOException {
    return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
  }

  /** The processes of engines that are there. */
  private List<String> engines() {
    try (Stream<Path> files = Files.find(daemons, 2, (file, facts) -> file.endsWith("pid"))) {
      List<String> processes = new ArrayList<>();
      for (Path file : files.toList()) {
        processes.add(Files.readString(file).strip());
      }
      return processes;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A first script, with which the engine comes. */
  private void begin() throws Exception {
    assertEquals(new TestLauncher.Ended(0, "begin\n", ""), linden("-s", "print(\"begin\")"));
    assertEquals(1, engines().size());
  }

  private void assertResident(TestLauncher.Ended expected, String... words) throws Exception {
    int before = calls();
    assertEquals(expected, linden(words));
    assertEquals(before, calls(), "had a process of its own: " + List.of(words));
  }

  private static TestLauncher.Ended printed(String text) {
    return new TestLauncher.Ended(0, text, "");
  }

  @Test
  void scriptsBehaveAsInProcessesOfTheirOwn() throws Exception {
    begin();
    Files.writeString(folder.resolve("a.csv"), "1,2\n3,4\n");
    Files.writeString(folder.resolve("a.dml"), "print(sum(read($X)) + \" \" + $t)\n");
    List<List<String>> commands =
        List.of(
            List.of("a.dml", "X=a.csv", "t=ä b  \"c\"'\n$HOME *"),
            List.of("-s", "print($1 + $2)", "-args", "-3", "4", ""),
            List.of("-s", "print(1)\nstop(\"no\")"),
            List.of("-s", "print(1)\nX = read(\"missing.csv\")\nprint(sum(X))"),
            List.of("-s", "x = "),
            List.of("missing.dml"),
            List.of("--nonsense"),
            List.of("explain", "a.dml", "X=a.csv", "t=1"),
            List.of("a.dml", "X=a.csv", "t=1", "-explain", "hops"),
            List.of("translate", "a.dml"),
            List.of("help", "sum"),
            List.of("--json", "-s", "stop(\"no\")"),
            List.of("--restricted", "", "a.dml", "X=a.csv", "t=1"));
    for (List<String> command : commands) {
      String[] words = command.toArray(String[]::new);
      environment.put("LINDEN_DAEMON", "0");
      TestLauncher.Ended alone = linden(words);
      environment.put("LINDEN_DAEMON", "1");
      assertResident(alone, words);
    }
    Path other = Files.createDirectories(folder.resolve("ö €"));
    Files.writeString(other.resolve("a.csv"), "7\n");
    int before = calls();
    assertEquals(printed("7.0 1\n"), shell("cd 'ö €' && linden ../a.dml X=a.csv t=1"));
    assertEquals(before, calls());
    assertEquals(1, engines().size());
  }

  @Test
  void outputGoesWhereItShould() throws Exception {
    begin();
    int before = calls();
    String many = "linden -s 'for (i in 1:100000) { print(i) }'";
    assertEquals(printed("1\n2\n"), shell(many + " | head -n 2; exit ${PIPESTATUS[0]}"));
    assertEquals(printed("100001\n"), shell("(echo 0; " + many + ") | wc -l"));
    assertEquals(
        new TestLauncher.Ended(
            1, "", "1\n<script>:1:11: error: no\n  print(1); stop(\"no\")\n            ^^^^\n"),
        shell("linden -s 'print(1); stop(\"no\")' >&2"));
    for (int i = 0; i < 20; i++) {
      assertEquals(
          printed("1\n<script>:1:11: error: no\n  print(1); stop(\"no\")\n            ^^^^\n"),
          shell("linden -s 'print(1); stop(\"no\")' 2>&1 | cat"));
    }
    assertEquals(before, calls());
    assumeTrue(Files.exists(Path.of("/dev/full")), "no device that is always full");
    for (String script : List.of("print(1)", "while (TRUE) { print(1) }")) {
      TestLauncher.Ended lost = shell("linden -s '" + script + "' >/dev/full");
      assertEquals(3, lost.exitCode());
      assertEquals(
          "linden: error: the output is lost: stdout can't be written: No space left on device\n",
          lost.err());
    }
    assertEquals(3, shell("linden -s 'print(1)' >&-").exitCode());
  }

  @Test
  void whatNeedsAProcessOfItsOwnHasOne() throws Exception {
    begin();
    Files.writeString(folder.resolve("a.dml"), "print(sum(read(\"/dev/stdin\", format=\"csv\")))");
    int before = calls();
    assertEquals(printed("3\n"), shell("echo 'print(1 + 2)' | linden -f -"));
    assertEquals(printed("7.0\n"), shell("echo 7 | linden a.dml"));
    environment.put("CI", "true");
    assertEquals(printed("4\n"), linden("-s", "print(4)"));
    assertEquals(before + 3, calls());
    assertEquals(1, engines().size());
  }

  /** The name is made while the script runs, so that only the file system can tell. */
  @Test
  void itsOwnFilesAreNotThoseOfTheScript() throws Exception {
    begin();
    String script = "x = \"/dev\"\nprint(sum(read(x + \"/stdin\", format=\"csv\")))";
    TestLauncher.Ended ended = shell("echo 7 | linden -s '" + script + "'");
    assertEquals(1, ended.exitCode());
    assertTrue(ended.err().contains("run it with LINDEN_DAEMON=0"), ended.err());
  }

  @Test
  void signalsCallTheScriptOff() throws Exception {
    // A shell that starts something in the background has it ignore Ctrl-C, and so all it starts.
    int known = new ProcessBuilder("env", "--default-signal=INT", "true").start().waitFor();
    assumeTrue(known == 0, "env knows no signals here");
    begin();
    int before = calls();
    for (Map.Entry<String, Integer> signal : Map.of("INT", 130, "TERM", 143).entrySet()) {
      String script = "write(1, \"begun\")\nwhile (TRUE) { x = 1 }";
      Process process =
          start("env", "--default-signal=INT", "bash", "-c", "exec linden -s '" + script + "'");
      Path begun = folder.resolve("begun.mtd");
      Await.until(() -> Files.exists(begun) || !process.isAlive(), "the script begins");
      Files.delete(begun);
      new ProcessBuilder("kill", "-" + signal.getKey(), process.pid() + "").start().waitFor();
      assertEquals(new TestLauncher.Ended(signal.getValue(), "", ""), ended(process));
    }
    assertEquals(before, calls());
    assertResident(printed("2\n"), "-s", "print(2)");
  }

  @Test
  void aSecondScriptRunsByItself() throws Exception {
    begin();
    int before = calls();
    String script = "write(1, \"begun\")\nwhile (TRUE) { x = 1 }";
    Process first = start("bash", "-c", "exec linden -s '" + script + "' >first");
    Path begun = folder.resolve("begun.mtd");
    Await.until(() -> Files.exists(begun) || !first.isAlive(), "the script begins");
    assertEquals(printed("2\n"), linden("-s", "print(2)"));
    assertEquals(before + 1, calls());
    // Whoever is killed can't say so.
    first.destroyForcibly().waitFor();
    Await.until(
        () -> {
          try {
            int now = calls();
            return linden("-s", "print(3)").exitCode() == 0 && calls() == now;
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        },
        "the engine is free again");
  }

  @Test
  void leavesWhenItsProgramChanges() throws Exception {
    begin();
    List<String> first = engines();
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000));
    assertEquals(printed("2\n"), linden("-s", "print(2)"));
    Await.until(() -> !engines().equals(first), "the old engine leaves");
    assertEquals(printed("3\n"), linden("-s", "print(3)"));
    assertResident(printed("4\n"), "-s", "print(4)");
  }

  @Test
  void leavesWhenNobodyNeedsIt() throws Exception {
    environment.put("LINDEN_OPTS", "-Dlinden.daemon.idle=1");
    assertEquals(printed("1\n"), linden("-s", "print(1)"));
    Await.until(() -> engines().isEmpty(), "the engine leaves");
    assertEquals(printed("2\n"), linden("-s", "print(2)"));
  }

  @Test
  void leavesWhenMemoryDidNotSuffice() throws Exception {
    String large = "A = matrix(1, rows=1000000, cols=1000)\nprint(A)";
    TestLauncher.Ended ended = linden("-exec", "local", "-s", large, "--mem", "64m");
    assertEquals(3, ended.exitCode());
    assertTrue(ended.err().contains("give more with --mem SIZE"), ended.err());
    Await.until(() -> engines().isEmpty(), "the engine leaves");
  }

  @Test
  void nonsenseHarmsNobody() throws Exception {
    begin();
    Path engine;
    try (Stream<Path> files = Files.list(daemons)) {
      engine = files.filter(Files::isDirectory).findFirst().orElseThrow();
    }
    Files.createDirectories(engine.resolve("client.7"));
    Files.writeString(engine.resolve("client.7/request"), "nonsense");
    String nonsense =
        "nonsense\nrun\nrun client.1\nrun client.7\nrun ../../x\ncancel client.9\nstop it\n\n\0\n"
            + "x".repeat(3000)
            + "\n";
    Files.writeString(engine.resolve("requests"), nonsense, StandardOpenOption.WRITE);
    assertResident(printed("2\n"), "-s", "print(2)");
    assertEquals(
        PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(engine));
  }

  @Test
  void isTurnedOnAndOff() throws Exception {
    environment.put("LINDEN_DAEMON", "");
    assertEquals(printed("1\n"), linden("-s", "print(1)"));
    assertFalse(Files.exists(daemons));
    assertEquals(printed("off, no engine runs\n"), linden("daemon", "status"));
    assertEquals(0, linden("daemon", "on").exitCode());
    begin();
    assertResident(printed("2\n"), "-s", "print(2)");
    assertEquals(
        printed("on\nengine: process " + engines().get(0) + "\n"), linden("daemon", "status"));
    assertEquals(printed("off\n"), linden("daemon", "off"));
    Await.until(() -> engines().isEmpty(), "the engine leaves");
    int before = calls();
    assertEquals(printed("3\n"), linden("-s", "print(3)"));
    assertEquals(before + 1, calls());
    assertEquals(2, linden("daemon", "maybe").exitCode());
  }
}
