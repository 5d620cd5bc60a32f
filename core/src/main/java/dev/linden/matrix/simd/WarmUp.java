package dev.linden.matrix.simd;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs loops on a few cells until the JIT compiler has translated them. Until then a loop over
 * vectors makes an object of each and a call of each step: a cell takes fifty times as long as in a
 * plain loop.
 */
public final class WarmUp {
  /** Calls between two looks at how fast a loop has become. */
  private static final int CALLS = 500;

  /** The JIT compiler translates a loop well before, unless it is very busy. */
  private static final long LONGEST_NANOS = 300_000_000;

  /** Looks in a row after which the compiler surely knows that the loop is hot. */
  private static final int LOOKS = 40;

  /** First pause of the background thread, for what the compiler is still busy with. */
  private static final long PAUSE_MILLIS = 2;

  private WarmUp() {}

  /** How a loop is warmed up; afterwards {@code whenFast} is run. */
  @FunctionalInterface
  interface Way {
    void run(Runnable loop, Runnable replaced, Runnable whenFast);
  }

  /**
   * Calls a loop on few cells again and again until it is no slower than what it replaces; false if
   * that has not come about, so that the loop is not to be used yet.
   */
  public static boolean run(Runnable loop, Runnable replaced) {
    long end = System.nanoTime() + LONGEST_NANOS;
    boolean fast;
    do {
      fast = isFast(loop, replaced);
    } while (!fast && System.nanoTime() < end);
    return fast;
  }

  /**
   * The same, but by a thread in the background, which begins one loop after the other and has
   * {@code whenFast} run when a loop is fast, however long that takes. Callers lose no time, and a
   * compiler that never gets there costs nothing for long: pauses between two looks double.
   */
  public static void behind(Runnable loop, Runnable replaced, Runnable whenFast) {
    Background.THREAD.execute(new Attempt(loop, replaced, whenFast));
  }

  private static boolean isFast(Runnable loop, Runnable replaced) {
    long before = nanos(replaced);
    return nanos(loop) <= before;
  }

  private static long nanos(Runnable loop) {
    long start = System.nanoTime();
    for (int call = 0; call < CALLS; call++) {
      loop.run();
    }
    return System.nanoTime() - start;
  }

  /** A thread that is there from the first loop on. */
  private static final class Background {
    static final ScheduledThreadPoolExecutor THREAD =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "linden-warm-up");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Looks at a loop until it is fast, from time to time if that takes long. */
  private static final class Attempt implements Runnable {
    private final Runnable loop;
    private final Runnable replaced;
    private final Runnable whenFast;
    private int looks = LOOKS;
    private long pause = PAUSE_MILLIS;

    Attempt(Runnable loop, Runnable replaced, Runnable whenFast) {
      this.loop = loop;
      this.replaced = replaced;
      this.whenFast = whenFast;
    }

    @Override
    public void run() {
      for (int look = 0; look < looks; look++) {
        if (isFast(loop, replaced)) {
          whenFast.run();
          return;
        }
      }
      looks = 1;
      Background.THREAD.schedule(this, pause, TimeUnit.MILLISECONDS);
      pause *= 2;
    }
  }
}
