package dev.linden.spark.mlcontext;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.testkit.JavaBlocks;
import dev.linden.testkit.Markdown;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Java of the documentation that needs Spark compiles. */
class DocumentedJavaTest {
  @Test
  void compiles(@TempDir Path classes) {
    assertEquals(
        List.of(),
        JavaBlocks.errors(Markdown.pages(Path.of("..")), JavaBlocks::needsSpark, classes));
  }
}
