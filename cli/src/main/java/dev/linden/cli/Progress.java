package dev.linden.cli;

import dev.linden.base.Span;
import dev.linden.run.ExecutionListener;
import dev.linden.run.Running;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * How far something has come, told every quarter of a second from the first second on: the loop
 * that says most, or else the operator that runs, and what files and clusters do. What runs short
 * is never told of.
 */
final class Progress implements ExecutionListener, AutoCloseable {
  private static final long FIRST_MILLIS = 1000;
  private static final long EVERY_MILLIS = 250;

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

  private final Display display;
  private final Supplier<String> activity;
  private final ScheduledExecutorService timer;

  // What was heard last. Readers do not mind if they see half of it.
  private volatile Running where;
  private volatile String operator;
  private volatile Span operatorText;
  private volatile boolean operatorHeard;

  private boolean shown;
  private boolean ended;

  /**
   * @param activity what goes on besides operators, in a few words; empty for nothing
   */
  Progress(Display display, Supplier<String> activity) {
    this.display = display;
    this.activity = activity;
    timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "linden-progress");
              thread.setDaemon(true);
              return thread;
            });
    timer.scheduleAtFixedRate(this::tell, FIRST_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Called before each operator: it makes no garbage. */
  @Override
  public void operator(String name, Span text, Running at) {
    operator = name;
    operatorText = text;
    where = at;
    operatorHeard = true;
  }

  @Override
  public void iterated(Running at) {
    where = at;
    if (!operatorHeard) {
      operator = null; // the last one was before the loop, which has none
    }
    operatorHeard = false;
  }

  private synchronized void tell() {
    Running at = where;
    if (ended || at == null) {
      return;
    }
    Running.Loop loop = at.loop();
    String also = activity.get();
    display.show(
        (loop == null ? now() : text(loop)) + (also.isEmpty() ? "" : ", " + also),
        loop == null ? -1 : loop.done(),
        loop == null ? -1 : loop.all());
    shown = true;
  }

  private static String text(Running.Loop loop) {
    return loop.all() > 0
        ? ProgressLine.text(loop.title(), loop.done(), loop.all(), loop.nanos())
        : loop.title()
            + ": "
            + loop.done()
            + " iterations in "
            + ProgressLine.duration(loop.nanos() / 1e9);
  }

  /** What runs, in a few words; empty if nothing is known. */
  String now() {
    Running at = where;
    String name = operator;
    if (at == null) {
      return "";
    }
    if (name != null) {
      return at.place(operatorText).text(name);
    }
    Running.Loop loop = at.loop();
    return loop == null ? "" : loop.title();
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
