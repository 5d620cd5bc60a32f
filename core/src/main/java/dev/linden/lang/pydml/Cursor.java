package dev.linden.lang.pydml;

import dev.linden.base.Cancellation;
import dev.linden.base.Span;
import dev.linden.lang.parse.Problems;

/** Where a parser is among the tokens, and how it gives up a statement. */
final class Cursor {
  /** Levels of blocks, brackets, signs and powers inside each other, as a reader counts them. */
  private static final int MAX_DEPTH = 500;

  private final Tokens tokens;
  private final Problems problems;
  private int next;
  private int depth;

  /** The last token that stands for text. */
  private int last;

  /** Whether the line has had characters that are none of PyDML: one message for it is enough. */
  private boolean unknown;

  Cursor(Tokens tokens, Problems problems) {
    this.tokens = tokens;
    this.problems = problems;
    skipUnknown();
  }

  /** A problem that has been reported: the statement can't be read further. */
  static final class GivenUp extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GivenUp() {
      super(null, null, false, false);
    }
  }

  Tokens tokens() {
    return tokens;
  }

  /** The index of the next token. */
  int position() {
    return next;
  }

  Kind kind() {
    return tokens.kind(next);
  }

  /** The kind of the token this many places behind the next one. */
  Kind kind(int places) {
    return tokens.kind(Math.min(next + places, tokens.count() - 1));
  }

  String text() {
    return tokens.text(next);
  }

  String text(int places) {
    return tokens.text(Math.min(next + places, tokens.count() - 1));
  }

  boolean is(Kind kind) {
    return kind() == kind;
  }

  boolean isWord(String word) {
    return is(Kind.NAME) && text().equals(word);
  }

  /** Takes the next token and gives its index. */
  int take() {
    int token = next;
    switch (kind()) {
      case NEWLINE -> unknown = false;
      case INDENT, DEDENT, END -> {}
      default -> last = token;
    }
    if (kind() != Kind.END) {
      next++;
      skipUnknown();
    }
    return token;
  }

  private void skipUnknown() {
    while (kind() == Kind.UNKNOWN) {
      last = next++;
      unknown = true;
    }
  }

  boolean takeIf(Kind kind) {
    boolean found = is(kind);
    if (found) {
      take();
    }
    return found;
  }

  Span span() {
    return tokens.span(next);
  }

  /** From the token to the last one that was taken. */
  Span spanFrom(int first) {
    return tokens.span(first, Math.max(first, last));
  }

  /** The kind of the last token that was taken; null at the start. */
  Kind lastKind() {
    return next == 0 ? null : tokens.kind(last);
  }

  int lastToken() {
    return last;
  }

  void enter() {
    Cancellation.checkThread();
    if (++depth > MAX_DEPTH) {
      throw tooDeep();
    }
  }

  void leave() {
    depth--;
  }

  int depth() {
    return depth;
  }

  /** Back to where a statement was begun. */
  void depth(int earlier) {
    depth = earlier;
  }

  GivenUp tooDeep() {
    return fail(span(), "this is nested too deeply", "split it into several statements");
  }

  /** The next token in quotes, or what it stands for. */
  String found() {
    return switch (kind()) {
      case NEWLINE -> "the end of the line";
      case END, DEDENT -> "the end of the block";
      case INDENT -> "the indented line";
      default -> {
        String text = text();
        yield text.length() <= 40 ? "'" + text + "'" : "'" + text.substring(0, 37) + "...'";
      }
    };
  }

  GivenUp fail(Span span, String message, String hint) {
    if (!unknown) {
      problems.add(span, message, hint);
    }
    return new GivenUp();
  }

  GivenUp fail(String message, String hint) {
    return fail(span(), message, hint);
  }
}
