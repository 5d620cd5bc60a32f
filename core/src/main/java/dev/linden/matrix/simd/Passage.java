package dev.linden.matrix.simd;

/**
 * How one operation passes from its plain to its vector form. Until the JIT compiler has translated
 * a loop over vectors, each of them is an object and each step a call: a cell takes fifty times as
 * long as in the plain loop. So at first a small part of the cells goes through the vector loop,
 * which gets it compiled, until that part is the faster one. Only for operations of which both
 * forms give the same bits: results don't depend on when that is.
 */
final class Passage {
  /** An operation on some of its cells. */
  @FunctionalInterface
  interface Cells {
    void run(boolean isVector, int at, int count);
  }

  /** An operation that can't be divided. */
  @FunctionalInterface
  interface Whole {
    void run(boolean isVector);
  }

  /** One of so many calls takes the vector loop while that is slow. */
  private static final int SHARE = 16;

  /** Cells that are enough for a comparison; longer stretches are divided. */
  private static final int LARGEST_PART = 1024;

  /** Stretches in a row that must have been faster, since one may be luck. */
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
    int part = n > LARGEST_PART ? LARGEST_PART : inTurn(n);
    long start = System.nanoTime();
    if (part > 0) {
      operation.run(true, 0, part);
    }
    long middle = System.nanoTime();
    if (part < n) {
      operation.run(false, part, n - part);
    }
    saw(part, middle - start, n - part, System.nanoTime() - middle);
  }

  void runWhole(int n, Whole operation) {
    boolean isVector = inTurn(n) > 0;
    long start = System.nanoTime();
    operation.run(isVector);
    long nanos = System.nanoTime() - start;
    saw(isVector ? n : 0, nanos, isVector ? 0 : n, nanos);
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
