package dev.linden.storage.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Walks over the lines of a loaded {@link Chunk}. A line ends with LF or CRLF; the last one may
 * lack its end.
 */
public final class Lines {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long UPPER_BITS = 0x8080808080808080L;

  private final byte[] bytes;
  private final int limit;
  private final long base;
  private final int first;
  private int next;
  private int number;
  private int start;
  private int end;

  public Lines(byte[] bytes, int first, int limit, long base) {
    this.bytes = bytes;
    this.first = first;
    this.next = first;
    this.limit = limit;
    this.base = base;
  }

  /** Moves to the next line; false at the end. */
  public boolean next() {
    if (next >= limit) {
      return false;
    }
    start = next;
    int i = find((byte) '\n', bytes, next, limit);
    next = i + 1;
    end = i > start && bytes[i - 1] == '\r' ? i - 1 : i;
    number++;
    return true;
  }

  /** How many lines there will be if all are as long as those so far, a little rounded up. */
  public long expectedCount() {
    double average = (double) (next - first) / number;
    return (long) ((limit - first) / average * 1.02) + 2;
  }

  public byte[] bytes() {
    return bytes;
  }

  /** The current line is {@code bytes()[start(), end())}, without its line end. */
  public int start() {
    return start;
  }

  public int end() {
    return end;
  }

  /** 1-based number of the current line among those of the chunk. */
  public int number() {
    return number;
  }

  /** Position of the current line in the file. */
  public long offset() {
    return base + start;
  }

  /** Position behind the current line and its line end in the file. */
  public long nextOffset() {
    return base + next;
  }

  /** Position of the first line of the chunk in the file. */
  public long firstOffset() {
    return base + first;
  }

  /** The first position of {@code wanted} in {@code [start, end)}, or {@code end}. */
  public static int find(byte wanted, byte[] bytes, int start, int end) {
    long pattern = ONES * (wanted & 0xFF);
    int i = start;
    for (; i + Long.BYTES <= end; i += Long.BYTES) {
      // A byte that is wanted becomes 0. Subtracting 1 from each sets the upper bit of the lowest
      // such byte; above it borrows may mislead, but only the lowest counts.
      long difference = (long) LONGS.get(bytes, i) ^ pattern;
      long found = (difference - ONES) & ~difference & UPPER_BITS;
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >> 3);
      }
    }
    while (i < end && bytes[i] != wanted) {
      i++;
    }
    return i;
  }

  /** Nothing but white space. */
  public boolean isBlank() {
    for (int i = start; i < end; i++) {
      if (!isSpace(bytes[i])) {
        return false;
      }
    }
    return true;
  }

  public String text() {
    return text(start, end);
  }

  public String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  public byte[] copy() {
    return Arrays.copyOfRange(bytes, start, end);
  }

  public static boolean isSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\r' || b == '\f';
  }
}
