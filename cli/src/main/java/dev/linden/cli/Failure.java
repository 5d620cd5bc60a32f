package dev.linden.cli;

import dev.linden.base.CancelledError;
import dev.linden.base.InputError;
import dev.linden.base.Problem;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A failed command as its user sees it: whose fault it is, in words and as an exit code. */
record Failure(int exitCode, String kind, String text, List<Problem> problems, Throwable cause) {
  private static final int TRACE_LINES = 6;

  static Failure of(Throwable cause) {
    if (cause instanceof UsageError) {
      return plain(ExitCode.USAGE, "usage", cause, cause.getMessage() + "\nTry linden --help.");
    }
    if (cause instanceof ScriptError error) {
      return ofScript(error);
    }
    if (cause instanceof InputError) {
      return plain(ExitCode.SCRIPT, "input", cause, cause.getMessage());
    }
    if (cause instanceof CancelledError) {
      return plain(ExitCode.INTERRUPTED, "cancelled", cause, cause.getMessage());
    }
    if (isResource(cause)) {
      return plain(ExitCode.RESOURCES, "resource", cause, resourceText(cause));
    }
    String text = "this is a bug in Linden, please report it:\n" + firstLines(trace(cause));
    return plain(ExitCode.BUG, "bug", cause, text);
  }

  /**
   * The place in the script is worth showing whoever is to blame, so a script error may carry
   * another one as its cause.
   */
  private static Failure ofScript(ScriptError error) {
    Throwable cause = error.getCause();
    if (isResource(cause)) {
      String text = error.render();
      String reason = resourceText(cause);
      boolean toldAlready = reason != null && text.contains(reason);
      return new Failure(
          ExitCode.RESOURCES,
          "resource",
          toldAlready ? text : text + "\n" + reason,
          error.problems(),
          error);
    }
    return new Failure(ExitCode.SCRIPT, "script", error.render(), error.problems(), error);
  }

  private static boolean isResource(Throwable cause) {
    return cause instanceof ResourceError
        || cause instanceof OutOfMemoryError
        || cause instanceof StackOverflowError;
  }

  private static String resourceText(Throwable cause) {
    if (cause instanceof OutOfMemoryError) {
      return "out of memory: the heap of "
          + Doctor.size(Runtime.getRuntime().maxMemory())
          + " does not suffice; give more with --mem SIZE";
    }
    if (cause instanceof StackOverflowError) {
      return "the script nests or recurses too deeply: its calls do not fit the stack";
    }
    return cause.getMessage();
  }

  private static Failure plain(int exitCode, String kind, Throwable cause, String text) {
    return new Failure(exitCode, kind, text, List.of(), cause);
  }

  /**
   * For people: script errors start with their place, everything else with the name of the command.
   */
  String render(boolean debug) {
    String shown = problems.isEmpty() ? "linden: error: " + text : text;
    return debug ? shown + "\n" + trace(cause) : shown;
  }

  /** For programs. */
  String renderJson(boolean debug) {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("kind", kind);
    error.put("exitCode", exitCode);
    error.put("message", text);
    List<Object> places = new ArrayList<>();
    for (Problem problem : problems) {
      Map<String, Object> place = new LinkedHashMap<>();
      place.put("file", problem.span().source().name());
      place.put("line", problem.span().line());
      place.put("column", problem.span().column());
      place.put("message", problem.message());
      place.put("hint", problem.hint());
      places.add(place);
    }
    error.put("problems", places);
    if (debug) {
      error.put("trace", trace(cause));
    }
    return Json.of(Map.of("error", error));
  }

  private static String trace(Throwable cause) {
    StringWriter text = new StringWriter();
    cause.printStackTrace(new PrintWriter(text, true));
    return text.toString().stripTrailing();
  }

  private static String firstLines(String trace) {
    return trace.lines().limit(TRACE_LINES).collect(Collectors.joining("\n"))
        + (trace.lines().count() > TRACE_LINES ? "\n\t... (-debug shows all)" : "");
  }
}
