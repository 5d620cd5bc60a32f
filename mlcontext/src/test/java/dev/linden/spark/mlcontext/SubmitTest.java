package dev.linden.spark.mlcontext;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.spark.StandaloneCluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code spark-submit linden-submit.jar} with a cluster that knows nothing of Linden. The module
 * that makes the jar comes before this one in the build.
 */
class SubmitTest {
  private static final Path JAR =
      Path.of("..", "spark", "target", "linden-submit.jar").toAbsolutePath().normalize();

  @TempDir static Path folder;
  private static StandaloneCluster cluster;

  private record Outcome(int exitCode, String output, String errors) {}

  @BeforeAll
  static void start() throws Exception {
    assertTrue(Files.exists(JAR), JAR + " is missing: it is made by mvn package");
    cluster = new StandaloneCluster(folder.resolve("cluster"), false);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** What the script spark-submit does: its class path is that of the installation. */
  private static Outcome submit(String driverMemory, String script, String... options)
      throws Exception {
    Path file = Files.writeString(folder.resolve("script.dml"), script);
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("-Xmx" + driverMemory);
    for (String opened :
        List.of(
            "java.lang",
            "java.lang.invoke",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "sun.nio.ch")) {
      command.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
    }
    command.addAll(
        List.of(
            "-cp",
            cluster.home().resolve("jars") + "/*",
            "org.apache.spark.deploy.SparkSubmit",
            "--master",
            cluster.master(),
            "--conf",
            "spark.driver.host=127.0.0.1",
            "--conf",
            "spark.driver.bindAddress=127.0.0.1",
            "--conf",
            "spark.executor.memory=700m",
            "--conf",
            StandaloneCluster.executorOptions().replaceFirst(":", "="),
            JAR.toString(),
            "-f",
            file.toString()));
    command.addAll(Arrays.asList(options));
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", cluster.home().toString());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.redirectOutput(output.toFile());
    builder.redirectError(errors.toFile());
    Process process = builder.start();
    try {
      assertTrue(process.waitFor(5, TimeUnit.MINUTES), "spark-submit does not end");
    } finally {
      process.destroyForcibly();
    }
    return new Outcome(
        process.exitValue(),
        Files.readString(output, StandardCharsets.UTF_8),
        Files.readString(errors, StandardCharsets.UTF_8));
  }

  @Test
  void scriptsRunOnTheExecutors() throws Exception {
    Outcome outcome =
        submit(
            "600m",
            """
            X = rand(rows=$rows, cols=130, seed=1)
            print(sum(X %*% t(X)) > 0)
            print(sum(matrix(1, $rows, 130) + t(matrix(2, 130, $rows))))
            """,
            "-exec",
            "spark",
            "--set",
            "spark.block-size=100",
            "-stats",
            "-nvargs",
            "rows=250");
    assertEquals(0, outcome.exitCode(), outcome.errors());
    assertTrue(outcome.output().startsWith("TRUE\n97500.0\n"), outcome.output());
    assertTrue((outcome.output() + outcome.errors()).contains("tasks"), outcome.output());
  }

  /** A driver of 512 MB goes through 0.8 GB of data, and refuses to fetch them. */
  @Test
  void smallDriversAreGuarded() throws Exception {
    Outcome outcome =
        submit(
            "512m",
            """
            X = rand(rows=100000, cols=1000, seed=1)
            s = colSums(X)
            print(ncol(s) + " " + (sum(s) > 0))
            y = X[,1] + 1
            print(nrow(y))
            print(toString(X + 1, rows=100000, cols=1000))
            """);
    assertEquals(3, outcome.exitCode(), outcome.output() + outcome.errors());
    assertTrue(outcome.output().startsWith("1000 TRUE\n100000\n"), outcome.output());
    assertTrue(outcome.errors().contains("but the budget is"), outcome.errors());
  }
}
