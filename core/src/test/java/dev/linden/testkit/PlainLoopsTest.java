package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The plain loops give the right answers too. Which form of {@code Simd} runs is decided once per
 * JVM, so this takes another one, started without the vector module as an embedder would.
 */
@Tag("random")
class PlainLoopsTest {
  @TempDir Path directory;

  @Test
  void answersDoNotNeedVectors() throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-Dgolden.folder=" + GoldenFolder.root().toAbsolutePath(),
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            PlainLoops.class.getName(),
            directory.toString(),
            String.valueOf(RandomTests.SEED),
            String.valueOf(RandomTests.rounds("linden.programs", 50, 500)));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), () -> String.join(" ", command) + "\nends with\n" + output);
  }
}
