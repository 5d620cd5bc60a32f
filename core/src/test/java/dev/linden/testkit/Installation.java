package dev.linden.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * An unpacked archive, and commands that are typed in it by somebody whose environment knows
 * nothing of Linden.
 *
 * @param environment variables that are set
 */
public record Installation(Path home, Map<String, String> environment) {
  private static final int MINUTES = 5;

  /** What a command printed, and how it ended. */
  public record Ended(int exitCode, String out, String err) {}

  /** Unpacks the archive of this version, which the module {@code dist} makes, into a folder. */
  public static Installation unpack(Path folder, String version) throws Exception {
    Path archive = Path.of("..", "dist", "target", "linden-" + version + ".tar.gz");
    Installation outside = new Installation(folder, Map.of());
    outside.require("tar -xzf '" + archive.toAbsolutePath().normalize() + "'");
    return new Installation(folder.resolve("linden-" + version), Map.of());
  }

  public Installation with(Map<String, String> variables) {
    return new Installation(home, variables);
  }

  /** What a command that must succeed prints on stdout. */
  public String require(String command) throws Exception {
    Ended ended = run(home, command);
    assertEquals(0, ended.exitCode(), command + "\n" + ended.out() + ended.err());
    return ended.out();
  }

  /** The commands of a page, each of which must succeed. */
  public String follow(List<Markdown.Block> blocks) throws Exception {
    return require(
        "set -e\n" + blocks.stream().map(Markdown.Block::text).collect(Collectors.joining("\n")));
  }

  /** Runs commands of a shell in a folder. */
  public Ended run(Path folder, String commands) throws IOException, InterruptedException {
    Path out = Files.createTempFile("linden-test", ".out");
    Path err = Files.createTempFile("linden-test", ".err");
    try {
      ProcessBuilder builder =
          new ProcessBuilder("bash", "-c", commands)
              .directory(folder.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      for (String name : List.of("LINDEN", "LINDEN_OPTS", "PYTHONPATH", "SPARK_HOME")) {
        builder.environment().remove(name);
      }
      builder.environment().putAll(environment);
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError("no end after minutes: " + commands);
      }
      return new Ended(
          process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
