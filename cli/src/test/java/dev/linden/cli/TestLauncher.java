package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A program {@code linden} that runs the classes under test, and processes that use it. */
final class TestLauncher {
  /** The interpreter that the environment variable PYTHON names; else Debian's, else another. */
  private static final List<String> PYTHONS =
      System.getenv("PYTHON") != null
          ? List.of(System.getenv("PYTHON"))
          : List.of("/usr/bin/python3", "python3");

  private final Path file;

  TestLauncher(Path folder) throws IOException {
    file = folder.toAbsolutePath().resolve("linden");
    Files.writeString(
        file,
        ("#!/bin/sh\nexec '%s' --add-modules jdk.incubator.vector"
                + " --add-opens java.base/java.io=ALL-UNNAMED -Xmx1g -Dlinden.stderr=3 -cp '%s'"
                + " dev.linden.cli.Main \"$@\" 3>&2 2>/dev/null\n")
            .formatted(Path.of(System.getProperty("java.home"), "bin", "java"), classPath()));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private static String classPath() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Stream.of(path.split(":"))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(":"));
  }

  /** Python with NumPy; a test that needs it is skipped where there is none. */
  static String python() throws IOException, InterruptedException {
    return python("import numpy", "no Python with numpy: " + PYTHONS);
  }

  /** Python with NumPy if there is one, else any. */
  static String anyPython() throws IOException, InterruptedException {
    return PYTHONS.stream().anyMatch(python -> runs(python, "import numpy"))
        ? python()
        : python("", "no Python: " + PYTHONS);
  }

  private static String python(String program, String without)
      throws IOException, InterruptedException {
    String found =
        PYTHONS.stream().filter(python -> runs(python, program)).findFirst().orElse(null);
    if (found == null) {
      System.out.println("tests are skipped: " + without);
    }
    Assumptions.assumeTrue(found != null, without);
    return found;
  }

  private static boolean runs(String python, String program) {
    try {
      return new ProcessBuilder(python, "-c", program)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException notThere) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a process printed, and on which terms it ended. */
  record Ended(int exitCode, String out, String err) {}

  /** Python finds the package of the checkout, and everything finds this launcher. */
  Ended run(Path directory, String... command) throws IOException, InterruptedException {
    Path out = Files.createTempFile("linden-test", ".out");
    Path err = Files.createTempFile("linden-test", ".err");
    try {
      Process process =
          builder(directory, command)
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      process.getOutputStream().close();
      int exitCode = process.waitFor();
      return new Ended(exitCode, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  /** A program that is left running; {@code linden} stands for this launcher. */
  Process start(Path directory, String... command) throws IOException {
    String[] words = command.clone();
    words[0] = words[0].equals("linden") ? file.toString() : words[0];
    return builder(directory, words)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private ProcessBuilder builder(Path directory, String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(List.of(command)).directory(directory.toFile());
    builder.environment().put("LINDEN", file.toString());
    builder.environment().put("PYTHONPATH", Path.of("../python").toRealPath().toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().merge("PATH", file.getParent() + ":", (path, own) -> own + path);
    return builder;
  }
}
