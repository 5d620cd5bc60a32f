package dev.linden.base;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What is wrong with a script: before it runs all problems together, at run time the one that
 * stopped it with the calls that led there. Users see {@link #render()}, never a stack trace; the
 * message, for logs, is {@code file:line:column: what is wrong}. Exit code 1, or 3 when the cause
 * is a {@link ResourceError}.
 */
public final class ScriptError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** More calls than this are not all shown. */
  private static final int MOST_CALLS = 30;

  private static final int CALLS_AT_EACH_END = 3;

  private final List<Problem> problems;
  private final boolean duringRun;

  /** Where it happened, from the inside: calls and iterations. */
  private final List<String> trace = new ArrayList<>();

  private ScriptError(List<Problem> problems, boolean duringRun, Throwable cause) {
    super(problems.stream().map(Problem::line).collect(Collectors.joining("; ")), cause);
    this.problems = List.copyOf(problems);
    this.duringRun = duringRun;
  }

  public static ScriptError beforeRun(List<Problem> problems) {
    return new ScriptError(problems, false, null);
  }

  public static ScriptError duringRun(Problem problem, Throwable cause) {
    ScriptError error = new ScriptError(List.of(problem), true, cause);
    error.addInlinedCalls(problem.span());
    return error;
  }

  /** The same in other words. */
  public ScriptError worded(UnaryOperator<Problem> wording) {
    ScriptError worded =
        new ScriptError(problems.stream().map(wording).toList(), duringRun, getCause());
    worded.trace.addAll(trace);
    worded.setStackTrace(getStackTrace());
    return worded;
  }

  public List<Problem> problems() {
    return problems;
  }

  /** True when part of the script has been executed. */
  public boolean isDuringRun() {
    return duringRun;
  }

  /** Notes on the way out that {@code function} was called at {@code place}. */
  public ScriptError calledFrom(String function, Span place) {
    trace.add("in " + function + ", called at " + place.position());
    addInlinedCalls(place);
    return this;
  }

  /** Notes on the way out in which iteration of a parfor loop it happened. */
  public ScriptError inIteration(String variable, long value, Span loop) {
    trace.add(
        "in iteration " + variable + " = " + value + " of the parfor loop at " + loop.position());
    addInlinedCalls(loop);
    return this;
  }

  /** Calls that the compiler has replaced by bodies are shown like any other. */
  private void addInlinedCalls(Span place) {
    Span.InlinedCall call = place.inlined();
    while (call != null) {
      trace.add("in " + call.function() + ", called at " + call.place().position());
      call = call.place().inlined();
    }
  }

  /** The full text for the user. */
  public String render() {
    StringBuilder out = new StringBuilder();
    for (Problem problem : problems) {
      out.append(out.length() > 0 ? "\n" : "").append(problem.render());
    }
    int count = trace.size();
    // The end of an endless recursion looks like its middle.
    int inner = count > MOST_CALLS ? CALLS_AT_EACH_END : count;
    appendCalls(out, 0, inner);
    if (inner < count) {
      out.append("\n  ... and so on, many times ...");
      appendCalls(out, count - CALLS_AT_EACH_END, count);
    }
    return out.toString();
  }

  private void appendCalls(StringBuilder out, int from, int to) {
    for (int i = from; i < to; i++) {
      out.append("\n  ").append(trace.get(i));
    }
  }
}
