package dev.linden.testkit;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waits for what another thread or process does and nobody reports. Where there is an event, a
 * latch or a listener, tests wait for that.
 */
public final class Await {
  private static final long MOST_SECONDS = 60;
  private static final long MILLIS_BETWEEN_LOOKS = 5;

  private Await() {}

  /** Returns when the condition holds; fails if it never does. */
  public static void until(BooleanSupplier condition, String what) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited " + MOST_SECONDS + " s in vain: " + what);
      }
      Thread.sleep(MILLIS_BETWEEN_LOOKS);
    }
  }
}
