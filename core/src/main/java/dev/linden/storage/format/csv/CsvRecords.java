package dev.linden.storage.format.csv;

import dev.linden.storage.text.BadLine;
import dev.linden.storage.text.Dialect;
import dev.linden.storage.text.Lines;
import java.io.ByteArrayOutputStream;

/**
 * The records of lines that come one by one: a record ends with its line unless quotes are open
 * there. Line breaks between quotes become LF.
 */
final class CsvRecords {
  /** Quotes that stay open for longer are a slip of whoever wrote the file. */
  private static final int LONGEST = 1 << 24;

  private final Dialect dialect;
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private boolean open;
  private int number;
  private byte[] bytes;
  private int start;
  private int end;

  CsvRecords(Dialect dialect) {
    this.dialect = dialect;
  }

  /** Takes the next line; whether a record ends with it. */
  boolean add(Lines line) {
    return add(line.bytes(), line.start(), line.end(), line.number());
  }

  boolean add(byte[] line, int from, int to, int lineNumber) {
    boolean goesOn = open;
    if (!goesOn) {
      number = lineNumber;
    }
    open =
        (goesOn || QuotedFields.hasQuote(line, from, to))
            && QuotedFields.isOpen(line, from, to, goesOn, dialect);
    if (!open && !goesOn) {
      bytes = line;
      start = from;
      end = to;
      return true;
    }
    begun.write(line, from, to - from);
    if (open) {
      begun.write('\n');
      if (begun.size() > LONGEST) {
        throw neverClosed();
      }
      return false;
    }
    bytes = begun.toByteArray();
    start = 0;
    end = bytes.length;
    begun.reset();
    return true;
  }

  /** From now on numbers of lines are those of another chunk, behind one of this many. */
  void nextChunk(int lines) {
    number -= lines;
  }

  /** Whether the last line ended between quotes. */
  boolean isOpen() {
    return open;
  }

  BadLine neverClosed() {
    return new BadLine(number, 1, "a quote is opened in this line and never closed");
  }

  // ---- the record that is complete

  byte[] bytes() {
    return bytes;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** Number of its first line among those of its chunk. */
  int number() {
    return number;
  }

  boolean isBlank() {
    return dialect.isBlank(bytes, start, end);
  }
}
