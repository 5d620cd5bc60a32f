package dev.linden.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Makes folders that live in memory where the machine has a place for them, for tests that write
 * many small files: on a disk the files take longer than the tests.
 */
public final class MemoryFolder implements TempDirFactory {
  private static final Path IN_MEMORY = Path.of("/dev/shm");

  private static final long ENOUGH_BYTES = 256 << 20;

  private static final String PREFIX = "linden-test-";

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
      throws IOException {
    return isRoomy(IN_MEMORY)
        ? Files.createTempDirectory(IN_MEMORY, PREFIX)
        : Files.createTempDirectory(PREFIX);
  }

  private static boolean isRoomy(Path folder) throws IOException {
    return Files.isDirectory(folder)
        && Files.isWritable(folder)
        && Files.getFileStore(folder).getUsableSpace() >= ENOUGH_BYTES;
  }
}
