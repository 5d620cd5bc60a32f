package dev.linden.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import java.io.IOException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

class FullDiskTest {
  @Test
  void isALackOfResources() {
    IOException full = new FileSystemException("x.csv", null, "No space left on device");
    assertInstanceOf(ResourceError.class, Files.failure("write", "x.csv", full));
    IOException wrapped = new IOException("a part could not be written", full);
    RuntimeException told = Files.failure("write", "x.csv", wrapped);
    assertInstanceOf(ResourceError.class, told);
    assertEquals("can't write x.csv: a part could not be written", told.getMessage());
    assertInstanceOf(
        ResourceError.class, Files.failure("write", "x", new IOException("Disk quota exceeded")));
  }

  @Test
  void otherFailuresAreAboutTheDataOrThePath() {
    assertInstanceOf(
        InputError.class, Files.failure("write", "x.csv", new IOException("Is a directory")));
    assertInstanceOf(InputError.class, Files.failure("write", "x.csv", new IOException()));
  }
}
