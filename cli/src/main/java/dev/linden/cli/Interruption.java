package dev.linden.cli;

import dev.linden.base.Cancellation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * While it is open, a signal that ends the process (Ctrl-C) calls the script of this thread off and
 * waits a while for its end, so that no half-written file is left.
 */
final class Interruption implements AutoCloseable {
  private static final int MOST_SECONDS = 10;

  private final Cancellation cancellation = new Cancellation();
  private final Cancellation before = Cancellation.ofThread(cancellation);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "linden-interruption");

  Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void end() {
    cancellation.cancel();
    try {
      ended.await(MOST_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // then without waiting
    }
  }

  /** Whether somebody has asked for the end. */
  boolean isInterrupted() {
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
