package dev.linden.cli;

import dev.linden.api.ProgressListener;
import dev.linden.run.ExecutionListener;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * How far something has come, told every quarter of a second from the first second on: the loop
 * that was heard of last, or else the operator that runs. What runs short is never told of.
 */
final class Progress implements ProgressListener, ExecutionListener, AutoCloseable {
  private static final long FIRST_MILLIS = 1000;
  private static final long EVERY_MILLIS = 250;

  /** A loop that has not been heard of for so long is over, or waits for an operator in it. */
  private static final long LOOP_NANOS = 2_000_000_000L;

  /** Who is told. */
  interface Display {
    /**
     * @param done iterations that have ended; -1 without a loop
     * @param all -1 if nobody knows
     */
    void show(String text, long done, long all);

    /** Nothing runs any more; only called if something was shown. */
    void clear();
  }

  private record Loop(String text, long done, long all, Duration elapsed, long heardAt) {}

  private final Display display;
  private final ScheduledExecutorService timer;
  private volatile Loop loop;
  private volatile String operator;
  private volatile int operatorLine;
  private boolean shown;
  private boolean ended;

  Progress(Display display) {
    this.display = display;
    timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "linden-progress");
              thread.setDaemon(true);
              return thread;
            });
    timer.scheduleAtFixedRate(this::tell, FIRST_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Called before each operator: it makes no garbage, and does not mind if a reader sees half. */
  @Override
  public void operator(String name, int line) {
    operator = name;
    operatorLine = line;
  }

  @Override
  public void loop(String name, long done, long all, long nanos) {
    loop(name, done, all, Duration.ofNanos(nanos));
  }

  @Override
  public void loop(String name, long done, long all, Duration elapsed) {
    loop = new Loop(name, done, all, elapsed, System.nanoTime());
  }

  private synchronized void tell() {
    Loop last = loop;
    if (ended) {
      return;
    }
    if (last != null && System.nanoTime() - last.heardAt() < LOOP_NANOS) {
      display.show(text(last), last.done(), last.all());
    } else if (operator != null) {
      display.show(now(), -1, -1);
    } else {
      return;
    }
    shown = true;
  }

  private static String text(Loop loop) {
    long nanos = loop.elapsed().toNanos();
    return loop.all() > 0
        ? ProgressLine.text(loop.text(), loop.done(), loop.all(), nanos)
        : loop.text() + ": " + loop.done() + " iterations in " + ProgressLine.duration(nanos / 1e9);
  }

  /** What runs, in a few words; empty if nothing is known. */
  String now() {
    String runs = operator;
    Loop last = loop;
    return runs != null ? runs + " (line " + operatorLine + ")" : last != null ? last.text() : "";
  }

  @Override
  public void close() {
    timer.shutdown(); // an interrupt in the middle of a message would close the connection
    synchronized (this) {
      ended = true;
      if (shown) {
        shown = false;
        display.clear();
      }
    }
  }
}
