package dev.linden.matrix.simd;

/**
 * How one operation passes from its plain to its vector form. Until the JIT compiler has translated
 * a loop over vectors, each of them is an object and each step a call: a cell takes fifty times as
 * long as in the plain loop. So at first a few cells of each stretch go through the vector loop,
 * which gets it compiled, until they are the faster ones. The compiler counts calls rather than
 * cells: many calls for few cells each are the cheapest way. Only for operations of which both
 * forms give the same bits: results don't depend on when that is.
 */
final class Passage {
  /** An operation on some of its cells. */
  @FunctionalInterface
  interface Cells {
    void run(boolean isVector, int at, int count);
  }

  /** The vector form of an operation on so many of its cells, whose result nobody needs. */
  @FunctionalInterface
  interface Trial {
    void run(int count);
  }

  /** One of so many short calls takes the vector loop while that is slow. */
  private static final int SHARE = 16;

  /** Cells for which the vector loop is called: some vectors. */
  private static final int PART = 64;

  /** Cells to which the parts belong. */
  private static final int STRETCH = 4096;

  /** Cells below which a call is not divided. */
  private static final int SHORT = 4 * PART;

  /** Parts in a row that must have been faster, since one may be luck. */
  private static final int ENOUGH = 3;

  /** Cells after which no compiler needs more time, whatever the clock says. */
  private static final long MOST_CELLS = 1L << 26;

  private volatile boolean over;

  // Threads may overwrite each other's figures: then it takes a few calls more.
  private int calls;
  private int faster;
  private long cells;
  private double plainNanosPerCell;

  /** Whether the vector form has proved to be the faster one. */
  boolean isOver() {
    return over;
  }

  void run(int n, Cells operation) {
    int at = 0;
    while (at < n && !over) {
      int count = Math.min(STRETCH, n - at);
      int part = n < SHORT ? inTurn(n) : Math.min(PART, count);
      long start = System.nanoTime();
      if (part > 0) {
        operation.run(true, at, part);
      }
      long middle = System.nanoTime();
      if (part < count) {
        operation.run(false, at + part, count - part);
      }
      saw(part, middle - start, count - part, System.nanoTime() - middle);
      at += count;
    }
    if (at < n) {
      operation.run(true, at, n - at);
    }
  }

  /** An operation that can't be divided, in its plain form. */
  void run(int n, Runnable plain, Trial vector) {
    long start = System.nanoTime();
    plain.run();
    saw(0, 0, n, System.nanoTime() - start);
    int trials = n < SHORT ? inTurn(1) : 1 + n / STRETCH;
    for (int i = 0; i < trials && !over; i++) {
      int part = Math.min(PART, n);
      long from = System.nanoTime();
      vector.run(part);
      saw(part, System.nanoTime() - from, 0, 0);
    }
  }

  private int inTurn(int n) {
    return calls++ % SHARE == SHARE - 1 ? n : 0;
  }

  private void saw(int vectorCells, long vectorNanos, int plainCells, long plainNanos) {
    if (plainCells > 0) {
      plainNanosPerCell = plainNanos / (double) plainCells;
    }
    if (vectorCells > 0) {
      faster = vectorNanos < plainNanosPerCell * vectorCells ? faster + 1 : 0;
    }
    cells += vectorCells + plainCells;
    if (faster >= ENOUGH || cells >= MOST_CELLS) {
      over = true;
    }
  }
}
