package dev.linden.matrix;

import dev.linden.base.Cancellation;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of this JVM that help with kernels. They are daemons, made when first needed and then
 * kept; there are never more than the largest number of threads that one call asked for (less the
 * caller), however many calls run at once.
 */
final class WorkerPool {
  private static final LinkedBlockingQueue<Job> JOBS = new LinkedBlockingQueue<>();
  private static final ThreadLocal<Boolean> IN_JOB = new ThreadLocal<>();

  /**
   * Of helpers: they run whole programs in parfor loops, which may call functions deeply. Only what
   * is used of it takes memory.
   */
  private static final long STACK_BYTES = 512L << 20;

  private static int helperCount;

  private WorkerPool() {}

  /** Whether the calling thread works on a job already and so must not ask for help. */
  static boolean inJob() {
    return Thread.currentThread() instanceof Helper helper
        ? !helper.independent
        : IN_JOB.get() != null;
  }

  /** Runs all ranges on the caller and up to {@code helpers} other threads. */
  static void run(int total, int grain, int helpers, Workers.Range task) {
    Job job = new Job(total, grain, task, false);
    provide(helpers);
    for (int i = 0; i < helpers; i++) {
      JOBS.add(job);
    }
    IN_JOB.set(Boolean.TRUE);
    try {
      job.work();
    } finally {
      IN_JOB.remove();
    }
    job.await();
  }

  /** Runs tasks that ask for help themselves; {@code most}: helpers that all of them may need. */
  static void runIndependent(int count, int most, Workers.Range task) {
    Job job = new Job(count, 1, task, true);
    provide(most);
    for (int i = 1; i < count; i++) {
      JOBS.add(job);
    }
    job.work();
    job.await();
  }

  private static synchronized void provide(int helpers) {
    while (helperCount < helpers) {
      helperCount++;
      new Helper("linden-worker-" + helperCount).start();
    }
  }

  /** Takes jobs for ever. */
  private static final class Helper extends Thread {
    /** Whether what it runs may ask for help; known to this thread only. */
    private boolean independent;

    Helper(String name) {
      super(null, null, name, STACK_BYTES);
      setDaemon(true);
    }

    @Override
    public void run() {
      while (true) {
        try {
          Job job = JOBS.take();
          independent = job.independent;
          job.work();
        } catch (InterruptedException e) {
          // nobody has a reason to stop a daemon that serves the whole JVM: an interrupt was meant
          // for the range it ran
          Thread.interrupted();
        } catch (OutOfMemoryError e) {
          // There was not even room to note a failure: the caller has run out of memory itself, or
          // does what is left to do.
          continue;
        }
      }
    }
  }

  /**
   * One call of {@link Workers#forRanges}: whoever works on it takes the next range until none is
   * left.
   */
  private static final class Job {
    private final int total;
    private final int grain;
    private final Workers.Range task;
    private final boolean independent;
    private final int ranges;
    private final Cancellation cancellation = Cancellation.ofThread();
    private final AtomicInteger next = new AtomicInteger();
    private int running;
    private boolean stopped;
    private int failedRange = Integer.MAX_VALUE;
    private Throwable failure;

    Job(int total, int grain, Workers.Range task, boolean independent) {
      this.total = total;
      this.grain = grain;
      this.task = task;
      this.independent = independent;
      this.ranges = Workers.rangeCount(total, grain);
    }

    void work() {
      if (!enter()) {
        return;
      }
      Cancellation before = Cancellation.ofThread(cancellation);
      try {
        for (int range = next.getAndIncrement(); range < ranges; range = next.getAndIncrement()) {
          int start = range * grain;
          try {
            if (cancellation != null) {
              cancellation.check();
            }
            task.run(start, Math.min(total - start, grain) + start);
          } catch (RuntimeException | Error e) {
            fail(range, e);
          }
        }
      } finally {
        Cancellation.ofThread(before);
        leave();
      }
    }

    /** A helper that comes after the caller stopped waiting must not start. */
    private synchronized boolean enter() {
      if (stopped) {
        return false;
      }
      running++;
      return true;
    }

    private synchronized void leave() {
      running--;
      notifyAll();
    }

    /**
     * Keeps the failure of the first range in order of position and hands out no more of them.
     * Ranges are handed out in order, so that the first that fails has always been started: which
     * failure is reported does not depend on timing.
     */
    private synchronized void fail(int range, Throwable e) {
      next.set(ranges);
      if (range < failedRange) {
        failedRange = range;
        failure = e;
      }
    }

    void await() {
      boolean interrupted = false;
      synchronized (this) {
        while (running > 0) {
          try {
            wait();
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
        stopped = true;
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      if (failure instanceof Error error) {
        throw error;
      }
      if (failure != null) {
        throw (RuntimeException) failure;
      }
    }
  }
}
