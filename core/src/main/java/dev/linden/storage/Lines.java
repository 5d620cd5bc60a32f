package dev.linden.storage;

import java.nio.charset.StandardCharsets;

/**
 * Walks over the lines of a loaded {@link Chunk}. A line ends with LF or CRLF; the last one may
 * lack its end.
 */
final class Lines {
  private final byte[] bytes;
  private final int limit;
  private final long base;
  private final int first;
  private int next;
  private int number;
  private int start;
  private int end;

  Lines(byte[] bytes, int first, int limit, long base) {
    this.bytes = bytes;
    this.first = first;
    this.next = first;
    this.limit = limit;
    this.base = base;
  }

  /** Moves to the next line; false at the end. */
  boolean next() {
    if (next >= limit) {
      return false;
    }
    start = next;
    int i = next;
    while (i < limit && bytes[i] != '\n') {
      i++;
    }
    next = i + 1;
    end = i > start && bytes[i - 1] == '\r' ? i - 1 : i;
    number++;
    return true;
  }

  byte[] bytes() {
    return bytes;
  }

  /** The current line is {@code bytes()[start(), end())}, without its line end. */
  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** 1-based number of the current line among those of the chunk. */
  int number() {
    return number;
  }

  /** Position of the current line in the file. */
  long offset() {
    return base + start;
  }

  /** Position behind the current line and its line end in the file. */
  long nextOffset() {
    return base + next;
  }

  /** Position of the first line of the chunk in the file. */
  long firstOffset() {
    return base + first;
  }

  /** Nothing but white space. */
  boolean isBlank() {
    for (int i = start; i < end; i++) {
      if (!isSpace(bytes[i])) {
        return false;
      }
    }
    return true;
  }

  String text() {
    return text(start, end);
  }

  String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  byte[] copy() {
    return java.util.Arrays.copyOfRange(bytes, start, end);
  }

  static boolean isSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\r' || b == '\f';
  }
}
