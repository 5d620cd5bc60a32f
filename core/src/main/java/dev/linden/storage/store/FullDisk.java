package dev.linden.storage.store;

import java.io.IOException;
import java.util.List;

/** Tells a disk that has no room from data or paths that are wrong. */
public final class FullDisk {
  /** Java passes the words of the system on, but not its error number. */
  private static final List<String> WORDS =
      List.of(
          "No space left on device",
          "Disk quota exceeded",
          "File too large",
          "not enough space on the disk",
          "QuotaExceededException");

  private FullDisk() {}

  public static boolean isReason(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String text = cause.toString(); // the name of the class too: Hadoop has one for quotas
      if (WORDS.stream().anyMatch(text::contains)) {
        return true;
      }
    }
    return false;
  }
}
