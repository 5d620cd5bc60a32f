package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A command that uses Spark and is ended by a signal, or can't start it. */
class SignalTest {
  private static final String JOBS =
      """
      X = rand(rows=20000, cols=100, seed=1)
      s = 0
      for (i in 1:100000) { s = s + sum((X + s) * i) }
      print(s)
      """;

  private static final int SIGTERM_EXIT = 128 + 15;

  /** A command in a process of its own, whose temporary files are in {@code folder/temporary}. */
  private static ProcessBuilder command(Path folder, String script, String... options)
      throws IOException {
    Path temporary = Files.createDirectories(folder.resolve("temporary"));
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (argument.startsWith("--add-")) {
        words.add(argument);
      }
    }
    words.addAll(List.of("-Xmx1g", "-Djava.io.tmpdir=" + temporary, "-cp", classPath()));
    words.addAll(List.of("dev.linden.cli.Main", "-exec", "spark", "--master", "local[2]"));
    words.addAll(List.of(options));
    words.addAll(List.of("-s", script));
    return new ProcessBuilder(words)
        .directory(folder.toFile())
        .redirectOutput(folder.resolve("out").toFile())
        .redirectError(folder.resolve("err").toFile());
  }

  private static String classPath() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Stream.of(path.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Without the JVM's own remark about the vector module. */
  private static String errors(Path folder) throws IOException {
    try (Stream<String> lines = Files.lines(folder.resolve("err"))) {
      return lines
          .filter(line -> !line.startsWith("WARNING: Using incubator modules"))
          .collect(Collectors.joining("\n"));
    }
  }

  private static boolean holds(Path folder, String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith(name));
    } catch (java.io.UncheckedIOException e) {
      return false; // a file has gone meanwhile
    }
  }

  /** When a folder of that name is there, some milliseconds later. */
  @ParameterizedTest
  @CsvSource({"linden-spark-, 0", "blockmgr-, 20", "blockmgr-, 2000"})
  void leavesNoFolderAndSaysNothing(String name, long millis, @TempDir Path folder)
      throws Exception {
    Process process = command(folder, JOBS).start();
    while (!holds(folder.resolve("temporary"), name) && process.isAlive()) {
      Thread.onSpinWait();
    }
    process.waitFor(millis, TimeUnit.MILLISECONDS);
    assertTrue(process.isAlive(), () -> "ended by itself");
    process.destroy();
    assertEquals(SIGTERM_EXIT, process.waitFor());
    try (Stream<Path> left = Files.list(folder.resolve("temporary"))) {
      assertEquals(List.of(), left.toList());
    }
    assertEquals("", errors(folder));
  }

  @Test
  void saysThatSparkHasNoFolder(@TempDir Path folder) throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    ProcessBuilder byVariable = command(folder, "print(sum(rand(rows=5000, cols=10)))");
    byVariable.environment().put("SPARK_LOCAL_DIRS", file + "/a," + file + "/b");
    ProcessBuilder byProperty =
        command(
            folder,
            "print(sum(rand(rows=5000, cols=10)))",
            "--set",
            "spark.conf=spark.local.dir:" + file + "/b");
    for (ProcessBuilder builder : List.of(byVariable, byProperty)) {
      assertEquals(3, builder.start().waitFor());
      String message = errors(folder);
      assertTrue(message.contains("Spark has no folder for temporary files: "), message);
      assertTrue(message.contains(file + "/b can't be made"), message);
      assertTrue(message.lines().count() < 4, message);
    }
  }

  /** One that works is enough, and stays the user's. */
  @Test
  void usesTheFoldersOfTheUser(@TempDir Path folder) throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    Path own = folder.resolve("own");
    ProcessBuilder builder = command(folder, "print(sum(rand(rows=5000, cols=10, seed=1) >= 0))");
    builder.environment().put("SPARK_LOCAL_DIRS", file + "/a," + own);
    assertEquals(0, builder.start().waitFor());
    assertEquals("50000.0\n", Files.readString(folder.resolve("out")));
    assertTrue(Files.isDirectory(own));
    assertEquals("", errors(folder));
  }
}
