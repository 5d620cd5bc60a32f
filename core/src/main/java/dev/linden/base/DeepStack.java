package dev.linden.base;

import java.util.function.Supplier;

/**
 * Runs work that recurses over syntax trees and operator DAGs: a sum of ten thousand terms, or as
 * many statements that each use the one before, is that deep, and the stack of an ordinary thread
 * is not. Memory is taken only as far as the recursion really goes.
 */
public final class DeepStack {
  private static final long BYTES = 512L << 20;

  private DeepStack() {}

  private static final class Deep extends Thread {
    Deep(Runnable work) {
      super(null, work, "linden-deep", BYTES);
    }
  }

  /** The result of the work; whoever calls it off calls off the work. */
  public static <T> T call(Supplier<T> work) {
    if (Thread.currentThread() instanceof Deep) {
      return work.get();
    }
    Cancellation cancellation = Cancellation.ofThread();
    Object[] result = new Object[1];
    Throwable[] failure = new Throwable[1];
    Thread thread =
        new Deep(
            () -> {
              Cancellation.ofThread(cancellation);
              try {
                result[0] = work.get();
              } catch (Throwable e) { // of the calling thread, where it is thrown again
                failure[0] = e;
              }
            });
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    thread.setDaemon(true);
    thread.start();
    join(thread);
    if (failure[0] instanceof RuntimeException e) {
      throw e;
    } else if (failure[0] instanceof Error e) {
      throw e;
    }
    @SuppressWarnings("unchecked")
    T value = (T) result[0];
    return value;
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true; // whoever asked for the end has a cancellation to ask by
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
