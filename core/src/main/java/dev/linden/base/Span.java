package dev.linden.base;

/** A stretch of source text: 1-based line and column of its first and last character. */
public record Span(Source source, int line, int column, int endLine, int endColumn) {
  /** {@code file:line:column}. */
  public String position() {
    return source.name() + ":" + line + ":" + column;
  }

  /** From the start of this one to the end of the other. */
  public Span to(Span last) {
    return new Span(source, line, column, last.endLine, last.endColumn);
  }
}
