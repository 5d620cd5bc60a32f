package dev.linden.base;

import java.io.Serializable;

/** One thing wrong with a script, at one place: a plain sentence and perhaps a hint what to do. */
public record Problem(Span span, String message, String hint) implements Serializable {
  public Problem(Span span, String message) {
    this(span, message, null);
  }

  /**
   *
   *
   * <pre>
   * script.dml:3:7: error: sum needs a matrix, but x is a string
   *   y = sum(x)
   *           ^
   *   hint: ...
   * </pre>
   */
  public String render() {
    return render("error");
  }

  /** The same for something that need not be wrong. */
  public String renderWarning() {
    return render("warning");
  }

  /** Place and sentence, without the excerpt. */
  String line() {
    return span.position() + ": " + message;
  }

  private String render(String severity) {
    StringBuilder out = new StringBuilder();
    out.append(span.position()).append(": ").append(severity).append(": ").append(message);
    appendExcerpt(out, span);
    if (hint != null) {
      out.append("\n  hint: ").append(hint);
    }
    return out.toString();
  }

  /** The source line and a caret line under the span, each preceded by a line break. */
  static void appendExcerpt(StringBuilder out, Span span) {
    String line = span.source().line(span.line());
    if (line.isBlank()) {
      return;
    }
    String shown = line.stripTrailing();
    int indent = shown.length() - shown.stripLeading().length();
    out.append("\n  ").append(shown, indent, shown.length()).append("\n  ");
    int from = Math.min(span.column() - 1, shown.length());
    for (int i = indent; i < from; i++) {
      out.append(shown.charAt(i) == '\t' ? '\t' : ' ');
    }
    int to =
        span.endLine() == span.line() ? Math.min(span.endColumn(), shown.length()) : shown.length();
    out.append("^".repeat(Math.max(1, to - from)));
  }
}
