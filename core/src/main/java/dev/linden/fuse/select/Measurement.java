package dev.linden.fuse.select;

import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.matrix.simd.Simd;
import java.util.concurrent.CountDownLatch;

/** Measures what {@link Machine} describes, in less than a tenth of a second. */
final class Measurement {
  /** Cells of all threads together: 64 MB, more than the caches of most machines. */
  private static final int CELLS = 1 << 23;

  /** Cells that stay in the first-level cache, and calls on them. */
  private static final int FEW_CELLS = 1 << 10;

  private static final int CALLS = 2_000;
  private static final int ROUNDS = 3;

  private interface Work {
    void run(double[] cells, CompensatedSum sum);
  }

  private Measurement() {}

  static Machine run(int threads) {
    double[][] arrays = new double[threads][];
    for (int t = 0; t < threads; t++) {
      arrays[t] = new double[CELLS / threads];
    }
    double[][] few = new double[threads][2 * FEW_CELLS];
    Simd simd = Simd.current();
    Work compute =
        (cells, sum) -> {
          for (int call = 0; call < CALLS; call++) {
            simd.multiply(cells, 0, 1.0, cells, FEW_CELLS, FEW_CELLS);
          }
        };
    Work read = (cells, sum) -> simd.sum(cells, 0, cells.length, sum);
    Work write = (cells, sum) -> java.util.Arrays.fill(cells, 1.0);
    for (int call = 0; call < CALLS; call++) {
      simd.sum(few[0], 0, few[0].length, new CompensatedSum());
    }
    double bytes = 8.0 * (CELLS / threads) * threads;
    double flops = best(few, compute);
    double writing = best(arrays, write);
    double reading = best(arrays, read);
    return new Machine(
        bytes / reading, bytes / writing, (double) CALLS * FEW_CELLS * threads / flops);
  }

  /** Seconds of the quickest of several rounds in which all threads do the work. */
  private static double best(double[][] arrays, Work work) {
    double best = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      CountDownLatch ready = new CountDownLatch(arrays.length);
      CountDownLatch done = new CountDownLatch(arrays.length);
      for (double[] cells : arrays) {
        Thread thread =
            new Thread(
                () -> {
                  ready.countDown();
                  work.run(cells, new CompensatedSum());
                  done.countDown();
                },
                "linden-machine");
        thread.setDaemon(true);
        thread.start();
      }
      await(ready);
      long start = System.nanoTime();
      await(done);
      best = Math.min(best, Math.max(1, System.nanoTime() - start) / 1e9);
    }
    return best;
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
