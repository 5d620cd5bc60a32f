package dev.linden.storage.format;

import dev.linden.base.InputError;

/** Sizes from files and calls, which may be anything, as sizes of a matrix. */
public final class Dimensions {
  /** Arrays with an entry per row must be possible. */
  private static final int MAX = Integer.MAX_VALUE - 16;

  private Dimensions() {}

  public static int check(String path, String what, long count) {
    if (count > MAX) {
      throw new InputError(
          path
              + ": "
              + count
              + " "
              + what
              + " are more than the "
              + MAX
              + " that a matrix can have");
    }
    return (int) count;
  }

  /** {@code declared} is -1 if nobody says how many there are. */
  public static void checkDeclaredRows(String path, long declared, long found) {
    if (declared >= 0 && declared != found) {
      throw new InputError(path + ": expected " + declared + " rows, found " + found);
    }
  }
}
