package dev.linden.base;

import java.io.Serializable;

/**
 * A stretch of source text: 1-based line and column of its first and last character.
 *
 * @param inlined the call that the compiler has replaced by the body of which this is a part; null
 *     for text that stands where it runs
 */
public record Span(
    Source source, int line, int column, int endLine, int endColumn, InlinedCall inlined)
    implements Serializable {
  /** A call of {@code function} at {@code place}, which may itself be part of an inlined body. */
  public record InlinedCall(String function, Span place) implements Serializable {}

  public Span(Source source, int line, int column, int endLine, int endColumn) {
    this(source, line, column, endLine, endColumn, null);
  }

  /** {@code file:line:column}. */
  public String position() {
    return source.name() + ":" + line + ":" + column;
  }

  /** From the start of this one to the end of the other. */
  public Span to(Span last) {
    return new Span(source, line, column, last.endLine, last.endColumn, inlined);
  }

  /** The same text as part of a body that stands in place of {@code call}. */
  public Span inlinedInto(InlinedCall call) {
    InlinedCall outer =
        inlined == null
            ? call
            : new InlinedCall(inlined.function(), inlined.place().inlinedInto(call));
    return new Span(source, line, column, endLine, endColumn, outer);
  }
}
