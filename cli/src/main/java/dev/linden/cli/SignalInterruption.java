package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.linden.base.Cancellation;
import dev.linden.base.ResourceError;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * While it is open, a signal that ends the process (Ctrl-C) calls the script of this thread off and
 * waits for its end: a moment, or for long if a file is just being written, so that no half of it
 * is left. Native code, for one, does not hear that it is called off.
 */
final class SignalInterruption implements Interruption {
  private static final long USUAL_MILLIS = 300;
  private static final long MOST_MILLIS = 10_000;
  private static final long STEP_MILLIS = 20;

  private final Cancellation cancellation = new Cancellation();
  private final Cancellation before = Cancellation.ofThread(cancellation);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "linden-interruption");

  private final PrintStream out;

  /** What was printed to {@code out} until then is written. */
  SignalInterruption(PrintStream out) {
    this.out = out;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void end() {
    // Threads of Spark, for one, lose the ground under their feet now, and tell their stack traces
    // here. Errors of the script have a stream of their own.
    System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    cancellation.cancel();
    try {
      for (long waited = 0; mayWait(waited); waited += STEP_MILLIS) {
        if (ended.await(STEP_MILLIS, TimeUnit.MILLISECONDS)) {
          return;
        }
      }
      flush();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // then without waiting
    }
  }

  /** By another thread: a reader that does not read must not keep the process alive. */
  private void flush() throws InterruptedException {
    Thread flush = new Thread(this::flushIfPossible, "linden-last-output");
    flush.setDaemon(true);
    flush.start();
    flush.join(USUAL_MILLIS);
  }

  private void flushIfPossible() {
    try {
      out.flush();
    } catch (ResourceError e) {
      // lost, but whoever called the script off does not wait for it
    }
  }

  private boolean mayWait(long waited) {
    return waited < USUAL_MILLIS || (waited < MOST_MILLIS && cancellation.isUnfinished());
  }

  @Override
  public boolean isInterrupted() {
    return cancellation.isCancelled();
  }

  @Override
  public void close() {
    Cancellation.ofThread(before);
    if (!isInterrupted()) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The end has come just now, after the script's own.
      }
    }
    ended.countDown();
  }
}
