package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/**
 * Shows on a terminal how far something has come: one line that is written over and over, and goes
 * away when something else is to be written there.
 */
final class ProgressLine implements Progress.Display {
  private static final String START_OF_LINE = "\r";
  private static final String CLEAR_TO_END = "\u001b[K";

  private final PrintStream terminal;
  private boolean shown;

  ProgressLine(PrintStream terminal) {
    this.terminal = terminal;
  }

  @Override
  public synchronized void show(String text, long done, long all) {
    terminal.print(START_OF_LINE + text + CLEAR_TO_END);
    terminal.flush();
    shown = true;
  }

  /** A stream that leads to the same terminal: before it writes, this line goes. */
  PrintStream beside(PrintStream stream) {
    OutputStream target =
        new OutputStream() {
          @Override
          public void write(int b) {
            clear();
            stream.write(b);
          }

          @Override
          public void write(byte[] bytes, int start, int length) {
            clear();
            stream.write(bytes, start, length);
          }

          @Override
          public void flush() {
            stream.flush();
          }
        };
    return new PrintStream(target, true, UTF_8);
  }

  static String text(String loop, long done, long all, long nanos) {
    double seconds = Math.max(1, nanos) / 1e9;
    double rate = done / seconds;
    if (done == 0) {
      return loop + ": 0 of " + all + " iterations in " + duration(seconds);
    }
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
  public synchronized void clear() {
    if (shown) {
      shown = false;
      terminal.print(START_OF_LINE + CLEAR_TO_END);
      terminal.flush();
    }
  }
}
