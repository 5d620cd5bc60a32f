package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.testkit.JavaBlocks;
import dev.linden.testkit.Markdown;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Java in the documentation that uses Spark compiles. */
class SparkDocumentsTest {
  @Test
  void javaCompiles(@TempDir Path classes) {
    assertEquals(
        List.of(),
        JavaBlocks.errors(Markdown.pages(Path.of("..")), JavaBlocks::needsSpark, classes));
  }
}
