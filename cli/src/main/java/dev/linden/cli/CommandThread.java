package dev.linden.cli;

/** The thread that a command runs in. */
final class CommandThread {
  /**
   * Deep recursion in scripts is ordinary; the default stack of a thread is not made for it. Where
   * the system does not give that much, less has to do.
   */
  private static final long[] STACK_BYTES = {512L << 20, 64L << 20};

  private CommandThread() {}

  /** Null if the system refuses every thread. */
  static Thread start(Runnable command) {
    for (long stack : STACK_BYTES) {
      try {
        Thread thread = new Thread(null, command, "linden", stack);
        thread.start();
        return thread;
      } catch (OutOfMemoryError e) {
        // this is how a JVM says that there is no room for the stack
      }
    }
    return null;
  }
}
