package dev.linden.fuse.select;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/**
 * Measures what {@link Machine} describes, in about a fifth of a second. Plain loops, which the JIT
 * compiler translates soon, are repeated until they get no faster: the first rounds are warm-up,
 * and what else the machine does spoils some of the others.
 */
final class Measurement {
  /** Cells of all threads together: 64 MB, more than the caches of most machines. */
  private static final int CELLS = 1 << 23;

  /** Cells that stay in the first-level cache, and how often they are gone through. */
  private static final int FEW_CELLS = 1 << 10;

  private static final int CALLS = 5_000;

  /** Rounds without a better one after which the best is taken. */
  private static final int ENOUGH_ROUNDS = 4;

  private static final int MOST_ROUNDS = 20;

  /** A round is better if it is shorter by this share. */
  private static final double BETTER = 0.05;

  /** Keeps the JIT compiler from leaving out what nobody reads. */
  private static volatile double sink;

  private interface Work {
    double run(double[] cells);
  }

  private Measurement() {}

  static Machine run(int threads) {
    double[][] few = new double[threads][2 * FEW_CELLS];
    double compute = best(few, Measurement::computeOften);
    double[][] many = new double[threads][CELLS / threads];
    double write = best(many, Measurement::write);
    double read = best(many, Measurement::read);
    double bytes = 8.0 * (CELLS / threads) * threads;
    return new Machine(bytes / read, bytes / write, (double) CALLS * FEW_CELLS * threads / compute);
  }

  private static double computeOften(double[] cells) {
    for (int call = 0; call < CALLS; call++) {
      compute(cells, 1 + 1e-9 * call);
    }
    return cells[cells.length - 1];
  }

  /** One multiplication per cell, from the first half to the second. */
  private static void compute(double[] cells, double factor) {
    for (int i = 0; i < FEW_CELLS; i++) {
      cells[FEW_CELLS + i] = cells[i] * factor;
    }
  }

  private static double write(double[] cells) {
    Arrays.fill(cells, 1);
    return cells[0];
  }

  /** Four sums, so that additions do not wait for each other. */
  private static double read(double[] cells) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    for (int i = 0; i + 3 < cells.length; i += 4) {
      a += cells[i];
      b += cells[i + 1];
      c += cells[i + 2];
      d += cells[i + 3];
    }
    return a + b + c + d;
  }

  /** Seconds of the quickest round in which all threads do the work. */
  private static double best(double[][] arrays, Work work) {
    double best = Double.POSITIVE_INFINITY;
    int without = 0;
    for (int round = 0; round < MOST_ROUNDS && without < ENOUGH_ROUNDS; round++) {
      double seconds = round(arrays, work);
      without = seconds < best * (1 - BETTER) ? 0 : without + 1;
      best = Math.min(best, seconds);
    }
    return best;
  }

  private static double round(double[][] arrays, Work work) {
    CountDownLatch ready = new CountDownLatch(arrays.length);
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(arrays.length);
    for (double[] cells : arrays) {
      Thread thread =
          new Thread(
              () -> {
                ready.countDown();
                await(go);
                sink = work.run(cells);
                done.countDown();
              },
              "linden-machine");
      thread.setDaemon(true);
      thread.start();
    }
    await(ready);
    long start = System.nanoTime();
    go.countDown();
    await(done);
    return Math.max(1, System.nanoTime() - start) / 1e9;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring", e);
    }
  }
}
