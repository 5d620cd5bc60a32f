package dev.linden.run;

import dev.linden.parfor.ParforPlan;
import java.util.Locale;

/**
 * What workers of one execution of a loop have done, for {@code profile=1}. Each worker has an
 * entry that only it writes.
 */
final class ParforReport {
  private final long start = System.nanoTime();
  private final long[] tasks;
  private final long[] iterations;
  private final long[] nanos;

  ParforReport(int workers) {
    tasks = new long[workers];
    iterations = new long[workers];
    nanos = new long[workers];
  }

  void taskEnded(int worker, long size, long taskNanos) {
    tasks[worker]++;
    iterations[worker] += size;
    nanos[worker] += taskNanos;
  }

  /** A summary, and a line for each worker. */
  void print(String title, ParforPlan plan, String unit, long mergeNanos) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s: %s, %d %ss, %s tasks, %.3f s, of which merge %.3f s%n",
            title,
            plan.mode(),
            tasks.length,
            unit,
            plan.partitioner(),
            (System.nanoTime() - start) / 1e9,
            mergeNanos / 1e9));
    for (int w = 0; w < tasks.length; w++) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %s %d: tasks %d, iterations %d, %.3f s%n",
              unit,
              w + 1,
              tasks[w],
              iterations[w],
              nanos[w] / 1e9));
    }
    print(text.toString());
  }

  /** Beside the output of the script. */
  static void print(String text) {
    System.err.print(text);
  }
}
