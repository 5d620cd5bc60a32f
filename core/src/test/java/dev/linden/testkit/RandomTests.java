package dev.linden.testkit;

/**
 * What random tests share: where chance begins, and how long they go on. A run begins anywhere, so
 * that every run tests something new; it prints what replays it, {@code -Dlinden.seed}. {@code
 * -Pthorough} runs the tests tagged {@code random} alone, with many rounds.
 */
public final class RandomTests {
  /** Where chance begins in this run. */
  public static final long SEED = seed();

  private static final boolean THOROUGH = Boolean.getBoolean("linden.thorough");

  private RandomTests() {}

  /** Whether this is the run that has the time. */
  public static boolean isThorough() {
    return THOROUGH;
  }

  /** How many rounds: those asked for by the property, else few, or many in a thorough run. */
  public static int rounds(String property, int few, int many) {
    return Integer.getInteger(property, THOROUGH ? many : few);
  }

  private static long seed() {
    Long given = Long.getLong("linden.seed");
    if (given != null) {
      return given;
    }
    // Short enough to copy by hand.
    long fresh = Math.floorMod(System.nanoTime() / 1000, 1_000_000_000L);
    System.err.println("Random tests begin at -Dlinden.seed=" + fresh);
    return fresh;
  }
}
