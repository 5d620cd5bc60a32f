package dev.linden.lang.print;

import dev.linden.base.Span;

/** A character of a source: its 1-based line and column. */
record Place(int line, int column) implements Comparable<Place> {
  /** Behind all others. */
  static final Place END = new Place(Integer.MAX_VALUE, 0);

  static Place startOf(Span span) {
    return new Place(span.line(), span.column());
  }

  static Place endOf(Span span) {
    return new Place(span.endLine(), span.endColumn());
  }

  boolean isBefore(Place other) {
    return compareTo(other) < 0;
  }

  @Override
  public int compareTo(Place other) {
    return line != other.line
        ? Integer.compare(line, other.line)
        : Integer.compare(column, other.column);
  }
}
