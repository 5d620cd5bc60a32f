package dev.linden.matrix.simd;

import java.util.function.Consumer;

/**
 * How one operation passes from its plain to its vector form: when it has had much to do, the
 * vector loop is warmed up in the background, and then takes over. Only for operations of which
 * both forms give the same bits: results don't depend on when that is.
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
  private final WarmUp.Way warmUp;

  private volatile Simd form;
  private boolean asked;

  /** Cells until the vector loop pays. Threads may overwrite each other's: then it takes longer. */
  private long cells;

  /**
   * @param sample the operation on a few cells, on which it is warmed up
   * @param worth cells for which the vector loop pays
   */
  Passage(Simd plain, Simd vector, Consumer<Simd> sample, long worth, WarmUp.Way warmUp) {
    this.plain = plain;
    this.vector = vector;
    this.sample = sample;
    this.warmUp = warmUp;
    form = plain;
    cells = worth;
  }

  /** The form for {@code n} cells of an array from {@code at} on. */
  Simd form(int at, int n) {
    Simd current = form;
    if (current == plain && cells >= 0 && (n >= COUNTED || at % COUNTED < n)) {
      cells -= Math.max(n, COUNTED);
      if (cells < 0) {
        ask();
      }
    }
    return current;
  }

  private synchronized void ask() {
    if (!asked) {
      asked = true;
      warmUp.run(() -> sample.accept(vector), () -> sample.accept(plain), () -> form = vector);
    }
  }
}
