package dev.linden.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.testkit.Installation;
import dev.linden.testkit.Markdown;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages on Spark, followed in an unpacked archive with an installation of Spark whose version
 * the build chooses ({@code spark.oldest}). Linden was compiled with a later one.
 */
class OldestSparkTest {
  private static final String VERSION = System.getProperty("spark.oldest");

  @TempDir static Path folder;
  private static Installation archive;

  @BeforeAll
  static void install() throws Exception {
    Path spark = Path.of("target", "spark-" + VERSION).toAbsolutePath();
    Path programs = Files.createDirectories(folder.resolve("bin"));
    // What Spark's own script does; repositories have the jars only.
    Path submit =
        Files.writeString(
            programs.resolve("spark-submit"),
            """
            #!/usr/bin/env bash
            opened=()
            for p in lang lang.invoke lang.reflect io net nio util util.concurrent util.concurrent.atomic; do
              opened+=("--add-opens=java.base/java.$p=ALL-UNNAMED")
            done
            for p in sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar jdk.internal.ref; do
              opened+=("--add-opens=java.base/$p=ALL-UNNAMED")
            done
            exec java -Xmx1g "${opened[@]}" -cp "$SPARK_HOME/jars/*" org.apache.spark.deploy.SparkSubmit \\
              --conf spark.ui.enabled=false "$@"
            """);
    Files.setPosixFilePermissions(submit, PosixFilePermissions.fromString("rwxr-xr-x"));
    archive =
        Installation.unpack(folder, System.getProperty("linden.version"))
            .with(
                Map.of(
                    "SPARK_HOME",
                    spark.toString(),
                    "SPARK_LOCAL_IP",
                    "127.0.0.1",
                    "PATH",
                    programs + ":" + System.getenv("PATH")));
  }

  private static Markdown page(String name) {
    return Markdown.read(archive.home().resolve("docs").resolve(name));
  }

  @Test
  void itIsTheOneThatWasAskedFor() throws Exception {
    String doctor = archive.require("bin/linden doctor");
    assertTrue(doctor.matches("(?s).*Spark +.*" + VERSION.replace(".", "\\.") + ".*"), doctor);
  }

  /** The first block runs in the process of the launcher, the second through spark-submit. */
  @Test
  void thePageOnSparkCanBeFollowed() throws Exception {
    String printed = archive.follow(page("spark.md").blocks("sh"));
    assertTrue(printed.startsWith("TRUE\n"), printed);
    assertTrue(printed.contains("Linear regression:"), printed);
  }

  @Test
  void thePageOnMlContextCanBeFollowed() throws Exception {
    String printed = archive.follow(page("mlcontext.md").blocks("sh"));
    assertEquals(3, printed.lines().count(), printed);
  }

  /** Operators of several families, a file that executors read, a loop whose tasks they run. */
  @Test
  void executorsDoTheWork() throws Exception {
    String script =
        """
        X = rand(rows=2500, cols=130, seed=1)
        write(X, "X.csv", format="csv")
        Y = read("X.csv")
        print(sum(abs(X - Y)) < 1e-9)
        print((sum(t(Y) %*% Y) > 0) + " " + (max(cumsum(Y)) > 0) + " " + nrow(unique(round(Y[, 1:2]))))
        print(median(Y[, 1]) > 0.4)
        R = matrix(0, 4, 1)
        parfor (i in 1:4, mode=REMOTE_SPARK) {
          R[i, 1] = sum(matrix(i, 10, 10))
        }
        print(sum(R))
        """;
    Files.writeString(archive.home().resolve("work.dml"), script);
    Installation.Ended ended =
        archive.run(
            archive.home(), "bin/linden -exec spark -stats --set spark.block-size=500 work.dml");
    assertEquals(0, ended.exitCode(), ended.err());
    assertEquals("TRUE\nTRUE TRUE 2\nTRUE\n1000.0\n", ended.out());
    assertTrue(ended.err().contains("tasks"), ended.err());
  }
}
