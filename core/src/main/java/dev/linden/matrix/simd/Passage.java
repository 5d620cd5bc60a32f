package dev.linden.matrix.simd;

import java.util.function.Consumer;

/**
 * How one operation passes from its plain to its vector form: when it has had much to do, the
 * vector loop is warmed up by the thread that finds it so, and then takes over. Only for operations
 * of which both forms give the same bits: results don't depend on when that is.
 */
final class Passage {
  /**
   * Among calls on fewer cells only that in front of this many cells of an array counts, for all of
   * them: counting each would make threads wait for each other's memory.
   */
  private static final int COUNTED = 1024;

  private final Simd plain;
  private final Simd vector;
  private final Consumer<Simd> sample;

  private volatile Simd form;
  private boolean asked;
  private long worth;

  /** Cells until the vector loop pays. Threads may overwrite each other's: then it takes longer. */
  private long cells;

  /**
   * @param sample the operation on a few cells, on which it is warmed up
   * @param worth cells for which the vector loop pays
   */
  Passage(Simd plain, Simd vector, Consumer<Simd> sample, long worth) {
    this.plain = plain;
    this.vector = vector;
    this.sample = sample;
    this.worth = worth;
    form = plain;
    cells = worth;
  }

  /** The form for {@code n} cells of an array from {@code at} on. */
  Simd form(int at, int n) {
    Simd current = form;
    if (current == plain && (n >= COUNTED || at % COUNTED < n)) {
      cells -= Math.max(n, COUNTED);
      if (cells < 0 && isFirstToAsk()) {
        if (!WarmUp.run(() -> sample.accept(vector), () -> sample.accept(plain))) {
          askLater();
          return plain;
        }
        form = vector;
        return vector;
      }
    }
    return current;
  }

  /** The compiler is busy with other things, which may be over after twice as many cells. */
  private synchronized void askLater() {
    worth *= 2;
    cells = worth;
    asked = false;
  }

  private synchronized boolean isFirstToAsk() {
    boolean first = !asked;
    asked = true;
    return first;
  }
}
