package dev.linden.lang.parse;

import dev.linden.base.Problem;
import dev.linden.base.Span;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.Token;

/** Collects what is wrong with one text; at most one problem per place. */
public final class Problems {
  /** More help nobody; a file that is no script at all would have one in every line. */
  private static final int MAX_PROBLEMS = 100;

  private final SourceChars chars;
  private final List<Problem> found = new ArrayList<>();
  private Span ignored;

  public Problems(SourceChars chars) {
    this.chars = chars;
  }

  void add(Token token, String message, String hint) {
    add(chars.span(token), message, hint);
  }

  /** Leaves out whatever is found from this offset on. */
  public void ignoreFrom(int offset) {
    ignored = chars.span(offset, offset);
  }

  public void add(Span span, String message, String hint) {
    if (found.size() == MAX_PROBLEMS || ignored != null && compare(span, ignored) >= 0) {
      return;
    }
    for (Problem earlier : found) {
      if (compare(earlier.span(), span) == 0) {
        return;
      }
    }
    found.add(new Problem(span, message, hint));
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** In the order of the text. */
  public List<Problem> inOrder() {
    List<Problem> sorted = new ArrayList<>(found);
    sorted.sort((a, b) -> compare(a.span(), b.span()));
    return sorted;
  }

  /** By where they start. */
  private static int compare(Span a, Span b) {
    return a.line() != b.line()
        ? Integer.compare(a.line(), b.line())
        : Integer.compare(a.column(), b.column());
  }
}
