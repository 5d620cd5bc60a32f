package dev.linden.cli;

/** What the exit code of the process says; part of the interface. */
final class ExitCode {
  static final int SUCCESS = 0;

  /** The script or its data are wrong. */
  static final int SCRIPT = 1;

  /** The command line is wrong. */
  static final int USAGE = 2;

  /** Memory, disk or cluster do not suffice. */
  static final int RESOURCES = 3;

  /** Linden itself is wrong. */
  static final int BUG = 4;

  /** By Ctrl-C; what shells expect. */
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
