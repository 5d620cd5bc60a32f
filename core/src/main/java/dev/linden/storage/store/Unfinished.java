package dev.linden.storage.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of files that are being written, beside their targets: {@code
 * .prices.csv.linden-HOST-PID-RUN-FILE.tmp}. They tell whose they are, so that what a process left
 * behind when it was killed is removed by the next one that writes to the folder.
 */
public final class Unfinished {
  /** Hidden, so that readers of a directory do not take it for a part file. */
  private static final Pattern NAME =
      Pattern.compile(
          "\\.(?<target>.+)\\.linden-(?<host>[0-9a-f]+)-(?<pid>[0-9]+)-(?<run>[0-9a-f]+)-[0-9a-f]+"
              + "(\\.mtd)?\\.(?<kind>tmp|old)");

  private static final String HOST = Integer.toHexString(host().hashCode());
  private static final String RUN = Long.toHexString(UUID.randomUUID().getMostSignificantBits());

  /** Folders are looked through again after so long. */
  private static final long AGAIN = TimeUnit.MINUTES.toNanos(1);

  private static final Map<String, Long> LAST_LOOKS = new ConcurrentHashMap<>();

  private Unfinished() {}

  /** A new name beside {@code path}; endings such as {@code .tmp} are added to it. */
  public static String beside(String path) {
    String file = Long.toHexString(UUID.randomUUID().getLeastSignificantBits());
    long pid = ProcessHandle.current().pid();
    return FileStores.sibling(
        path, "." + FileStores.name(path) + ".linden-" + HOST + "-" + pid + "-" + RUN + "-" + file);
  }

  /**
   * Removes what processes that are gone left in the folder of {@code path}. What a target was
   * before is kept until there is one again.
   */
  public static void removeAbandoned(FileStore store, String path) throws IOException {
    String folder = FileStores.parent(path);
    long now = System.nanoTime();
    Long last = LAST_LOOKS.put(store.absolute(folder), now);
    if ((last != null && now - last < AGAIN) || store.kind(folder) != FileStore.Kind.DIRECTORY) {
      return;
    }
    for (String name : store.list(folder)) {
      Matcher matcher = NAME.matcher(name);
      if (matcher.matches() && isAbandoned(matcher)) {
        String target = FileStores.sibling(path, matcher.group("target"));
        if (matcher.group("kind").equals("tmp") || store.exists(target)) {
          store.delete(FileStores.sibling(path, name));
        }
      }
    }
  }

  private static boolean isAbandoned(Matcher name) {
    if (!name.group("host").equals(HOST) || name.group("run").equals(RUN)) {
      return false;
    }
    try {
      long pid = Long.parseLong(name.group("pid"));
      // Containers give the same number to every process.
      return pid == ProcessHandle.current().pid()
          || ProcessHandle.of(pid).map(process -> !process.isAlive()).orElse(true);
    } catch (NumberFormatException tooLong) {
      return false;
    }
  }

  /** Where a process number has a meaning: a machine, and a container on it. */
  private static String host() {
    String container = "";
    try {
      container = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip() + container;
    } catch (IOException | UnsupportedOperationException notLinux) {
      try {
        return InetAddress.getLocalHost().getHostName() + container;
      } catch (UnknownHostException e) {
        return System.getProperty("user.name") + container;
      }
    }
  }
}
