package dev.linden.spark;

import dev.linden.base.ResourceError;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Ends Spark when one of its threads in this process dies for lack of memory: whoever waits for a
 * job would wait for ever, since nobody is left to finish it.
 */
final class MemoryWatch implements Thread.UncaughtExceptionHandler {
  private final JavaSparkContext context;
  private final Thread.UncaughtExceptionHandler others;
  private volatile boolean exhausted;

  private MemoryWatch(JavaSparkContext context, Thread.UncaughtExceptionHandler others) {
    this.context = context;
    this.others = others;
  }

  static MemoryWatch start(JavaSparkContext context) {
    MemoryWatch watch = new MemoryWatch(context, Thread.getDefaultUncaughtExceptionHandler());
    Thread.setDefaultUncaughtExceptionHandler(watch);
    return watch;
  }

  @Override
  public void uncaughtException(Thread thread, Throwable failure) {
    if (isOutOfMemory(failure)) {
      exhausted = true;
      // Stopping waits for threads of Spark, of which this may be one.
      Thread stopping = new Thread(context::stop, "linden-spark-stop");
      stopping.setDaemon(true);
      stopping.start();
    } else if (others != null) {
      others.uncaughtException(thread, failure);
    } else {
      System.err.print("Exception in thread \"" + thread.getName() + "\" ");
      failure.printStackTrace();
    }
  }

  private static boolean isOutOfMemory(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        return true;
      }
    }
    return false;
  }

  /** What a failed job is really about, or null. */
  ResourceError shortage(Throwable failure) {
    if (!exhausted && !isOutOfMemory(failure)) {
      return null;
    }
    return new ResourceError(
        "Spark ran out of memory in this process, whose heap is "
            + (Runtime.getRuntime().maxMemory() >> 20)
            + " MB; give more with --mem SIZE, or a cluster with --master",
        failure);
  }
}
