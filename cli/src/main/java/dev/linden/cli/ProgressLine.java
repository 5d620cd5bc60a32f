package dev.linden.cli;

import dev.linden.base.LoopProgress;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Shows on a terminal how far a parfor loop has come: one line that is written over and over. */
final class ProgressLine implements LoopProgress, Progress.Display {
  private static final String START_OF_LINE = "\r";
  private static final String CLEAR_TO_END = "\u001b[K";

  private final PrintStream terminal;

  ProgressLine(PrintStream terminal) {
    this.terminal = terminal;
  }

  @Override
  public synchronized void report(String loop, long done, long all, long nanos) {
    terminal.print(START_OF_LINE + text(loop, done, all, nanos) + CLEAR_TO_END);
    terminal.flush();
  }

  @Override
  public synchronized void show(String text, long done, long all) {
    terminal.print(START_OF_LINE + text + CLEAR_TO_END);
    terminal.flush();
  }

  @Override
  public void clear() {
    finished();
  }

  static String text(String loop, long done, long all, long nanos) {
    double seconds = Math.max(1, nanos) / 1e9;
    double rate = done / seconds;
    return String.format(
        Locale.ROOT,
        "%s: %d of %d iterations, %s per second, %s left",
        loop,
        done,
        all,
        threeDigits(rate),
        duration((all - done) / rate));
  }

  private static String threeDigits(double rate) {
    return new BigDecimal(rate).round(new MathContext(3)).stripTrailingZeros().toPlainString();
  }

  static String duration(double seconds) {
    long whole = Math.round(seconds);
    return whole < 60
        ? whole + " s"
        : whole < 3600
            ? whole / 60 + " min " + whole % 60 + " s"
            : whole / 3600 + " h " + whole % 3600 / 60 + " min";
  }

  @Override
  public synchronized void finished() {
    terminal.print(START_OF_LINE + CLEAR_TO_END);
    terminal.flush();
  }
}
