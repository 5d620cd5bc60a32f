package dev.linden.base;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Where this user's programs keep what they can make again. */
public final class UserCache {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private UserCache() {}

  /** Linden's own folder there; it need not exist. */
  public static Path folder() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path folder =
        cache == null || cache.isBlank()
            ? Path.of(System.getProperty("user.home", "."), ".cache")
            : Path.of(cache);
    return folder.resolve("linden");
  }

  /**
   * A folder that nobody else may read or prepare, for code that will be loaded, say: below {@code
   * parent} if that can be made, otherwise a new one of an unpredictable name.
   *
   * @param parent usually {@link #folder}
   */
  public static Path privateFolder(Path parent, String name) throws IOException {
    if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      return Files.createDirectories(parent.resolve(name));
    }
    FileAttribute<?> ownerOnly = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
    try {
      Path folder = parent.resolve(name);
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(folder, ownerOnly);
      }
      if (isOurs(folder)) {
        Files.setPosixFilePermissions(folder, OWNER_ONLY);
        return folder;
      }
    } catch (IOException e) {
      // no home, or one that can't be written to: then the other kind
    }
    Path folder = Files.createTempDirectory("linden-" + name, ownerOnly);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> TemporaryFolder.remove(folder.toFile())));
    return folder;
  }

  /** Whether it has the owner that new files get; user names are not known everywhere. */
  private static boolean isOurs(Path folder) throws IOException {
    Path probe = Files.createTempFile(folder, "owner", null);
    try {
      return Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(probe));
    } finally {
      Files.delete(probe);
    }
  }
}
