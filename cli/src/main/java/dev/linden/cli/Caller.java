package dev.linden.cli;

import java.io.PrintStream;
import java.nio.file.Path;

/**
 * Where a command comes from: from whoever started this process, or from a client of the {@link
 * Daemon}.
 */
interface Caller {
  /** The one of the process. */
  Caller PROCESS =
      new Caller() {
        @Override
        public Path directory() {
          return Path.of("");
        }

        @Override
        public boolean types() {
          // The launcher knows.
          return Boolean.getBoolean("linden.terminal.stdin")
              && Boolean.getBoolean("linden.terminal");
        }

        @Override
        public boolean watchesErrors() {
          return Boolean.getBoolean("linden.terminal.stderr");
        }

        @Override
        public boolean sharesTerminal() {
          return Boolean.getBoolean("linden.terminal") && watchesErrors();
        }

        @Override
        public Interruption interruption(PrintStream out) {
          return new SignalInterruption(out);
        }
      };

  /** What relative names of files are meant relative to. */
  Path directory();

  /** Whether somebody types and reads what is printed; pipes never start a prompt. */
  boolean types();

  /** Whether stderr is a terminal. */
  boolean watchesErrors();

  /** Whether what is printed and what is told meet on a terminal. */
  boolean sharesTerminal();

  /** What calls the script of this thread off while it is open. */
  Interruption interruption(PrintStream out);

  /** The file of that name. */
  default Path path(String name) {
    return directory().resolve(name);
  }
}
