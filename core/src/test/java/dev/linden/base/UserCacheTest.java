package dev.linden.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserCacheTest {
  @TempDir Path folder;

  @BeforeEach
  void hasPermissions() {
    assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void isMadeForTheOwnerOnly() throws IOException {
    Path made = UserCache.privateFolder(folder.resolve("a/b"), "native");
    assertEquals(folder.resolve("a/b/native"), made);
    assertEquals("rwx------", permissions(made));
    assertEquals("rwx------", permissions(folder.resolve("a")));
    try (Stream<Path> inside = Files.list(made)) {
      assertEquals(0, inside.count());
    }
    assertEquals(made, UserCache.privateFolder(folder.resolve("a/b"), "native"));
  }

  @Test
  void isClosedToOthersIfItIsThereAlready() throws IOException {
    Path open = Files.createDirectory(folder.resolve("native"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertEquals(open, UserCache.privateFolder(folder, "native"));
    assertEquals("rwx------", permissions(open));
  }

  /** Whoever prepared the folder could also change what is in it. */
  @Test
  void isNotOneOfAnotherUser() throws IOException {
    Path prepared = Files.createDirectory(folder.resolve("native"));
    try {
      Files.setOwner(
          prepared,
          FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
    } catch (IOException e) {
      assumeTrue(false, "only root gives folders away");
    }
    Path chosen = UserCache.privateFolder(folder, "native");
    assertNotEquals(prepared, chosen);
    assertEquals("rwx------", permissions(chosen));
  }

  @Test
  void isATemporaryOneWhereNoOtherCanBe() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Path first = UserCache.privateFolder(file, "native");
    Path second = UserCache.privateFolder(file, "native");
    assertNotEquals(first, second);
    assertFalse(first.startsWith(folder));
    assertEquals("rwx------", permissions(first));
  }
}
