package dev.linden.cli;

/** While it is open, the caller may call the script of this thread off. */
interface Interruption extends AutoCloseable {
  /** Whether it has done so. */
  boolean isInterrupted();

  @Override
  void close();
}
