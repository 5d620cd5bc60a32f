package dev.linden.run.compiled;

/** The arithmetic of counted loops, which must not leave 64 bits. */
public final class Iterations {
  private Iterations() {}

  static long first(Counted loop, Variables variables) {
    return loop.first(variables);
  }

  static long last(Counted loop, Variables variables) {
    return loop.last(variables);
  }

  static long increment(Counted loop, Variables variables, long first, long last) {
    return loop.increment(variables, first, last);
  }

  /** Whether there is one. */
  public static boolean any(long first, long last, long increment) {
    return increment > 0 ? first <= last : first >= last;
  }

  /** How many follow the first one, unsigned. */
  public static long further(long first, long last, long increment) {
    long distance = increment > 0 ? last - first : first - last;
    return Long.divideUnsigned(distance, Math.abs(increment));
  }
}
