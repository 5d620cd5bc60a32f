import java.util.concurrent.CountDownLatch;

/**
 * Bandwidth of the memory with all cores in GB/s, the best of several ways to use it: reading one
 * array, copying, adding two arrays. Run as a source file by bench/compare.
 */
public final class Limits {
  private static final int CELLS = 1 << 26; // 512 MB, far beyond all caches

  private Limits() {}

  private interface Loop {
    double run(int start, int end);
  }

  private static double sink;

  public static void main(String[] args) throws InterruptedException {
    double[] a = new double[CELLS];
    double[] b = new double[CELLS];
    double[] c = new double[CELLS];
    double best = 0;
    for (int round = 0; round < 8; round++) {
      best = Math.max(best, 8.0 * CELLS / nanos((s, e) -> read(a, s, e)));
      best = Math.max(best, 16.0 * CELLS / nanos((s, e) -> copy(a, b, s, e)));
      best = Math.max(best, 24.0 * CELLS / nanos((s, e) -> add(a, b, c, s, e)));
    }
    System.out.printf(java.util.Locale.ROOT, "%.1f%n", best);
  }

  private static double nanos(Loop loop) throws InterruptedException {
    int threads = Runtime.getRuntime().availableProcessors();
    CountDownLatch done = new CountDownLatch(threads);
    long start = System.nanoTime();
    for (int t = 0; t < threads; t++) {
      int from = (int) ((long) CELLS * t / threads);
      int to = (int) ((long) CELLS * (t + 1) / threads);
      new Thread(
              () -> {
                for (int at = from; at < to; at += 1 << 15) { // short loops are compiled early
                  sink += loop.run(at, Math.min(to, at + (1 << 15)));
                }
                done.countDown();
              })
          .start();
    }
    done.await();
    return System.nanoTime() - start;
  }

  private static double read(double[] a, int start, int end) {
    long bits = 0;
    for (int i = start; i < end; i++) {
      bits |= (long) a[i]; // unlike a sum of doubles, this may be reordered
    }
    return bits;
  }

  private static double copy(double[] a, double[] b, int start, int end) {
    System.arraycopy(a, start, b, start, end - start);
    return 0;
  }

  private static double add(double[] a, double[] b, double[] c, int start, int end) {
    for (int i = start; i < end; i++) {
      c[i] = a[i] + b[i];
    }
    return 0;
  }
}
