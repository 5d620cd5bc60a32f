package dev.linden.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a program in a JVM of its own, with plain loops: for measurements of memory, because Vector
 * API code that is not compiled yet allocates an object for every vector.
 */
public final class PlainJvm {
  private PlainJvm() {}

  /** What the main method of the class prints; its failure is an assertion error. */
  public static String run(Class<?> program, String... arguments) {
    return run(1024, program, arguments);
  }

  /** The same with a heap of this many megabytes. */
  public static String run(int megabytes, Class<?> program, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + megabytes + "m",
                "-XX:+UseG1GC",
                "-Dlinden.simd=scalar",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                program.getName()));
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new AssertionError(printed);
      }
      return printed.strip();
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
