package dev.linden.cli;

import dev.linden.base.Source;
import dev.linden.engine.Compiled;
import dev.linden.op.Scalar;
import java.io.PrintStream;
import java.util.Map;
import java.util.function.Supplier;

/** An engine for one command; tests put a small fake in its place. */
interface Session extends AutoCloseable {
  Compiled compile(Source source, Map<String, Scalar> arguments);

  /** What it is busy with besides operators, in a few words whenever it is asked. */
  Supplier<String> activity();

  String statistics(int heaviest);

  /** The same as maps, lists, texts and numbers. */
  Map<String, Object> statisticsData(int heaviest);

  @Override
  void close();

  /**
   * Opens an engine for a command whose script prints to {@code output}; what the command asks to
   * see while the script runs goes to {@code diagnostics}.
   */
  @FunctionalInterface
  interface Factory {
    Session open(Command command, PrintStream output, PrintStream diagnostics);
  }
}
