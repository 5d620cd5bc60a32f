package dev.linden.storage.format.csv;

import dev.linden.storage.format.RowCount;
import dev.linden.storage.text.BadLine;
import dev.linden.storage.text.Dialect;
import dev.linden.storage.text.Lines;
import dev.linden.storage.text.NumberText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Turns a line of a csv file into numbers. Stateless after construction, so threads share it. */
final class CsvRow {
  private final Dialect dialect;
  private final int cols;
  private final byte[][] missing;

  /** By first byte: whether a text for missing values begins with it. */
  private final boolean[] mayBeMissing = new boolean[256];

  private boolean emptyIsMissing;
  private final boolean scanNumbers;

  CsvRow(Dialect dialect, int cols) {
    this.dialect = dialect;
    this.cols = cols;
    this.scanNumbers = dialect.separatesNumbers();
    missing = new byte[dialect.naStrings().size()][];
    for (int k = 0; k < missing.length; k++) {
      missing[k] = dialect.naStrings().get(k).strip().getBytes(StandardCharsets.UTF_8);
      if (missing[k].length == 0) {
        emptyIsMissing = true;
      } else {
        mayBeMissing[missing[k][0] & 0xFF] = true;
      }
    }
  }

  /** Moves to the next line that holds a row. */
  static boolean next(Lines lines, Dialect dialect, long headerOffset, boolean keepBlank) {
    while (lines.next()) {
      if (lines.offset() != headerOffset
          && (keepBlank || !dialect.isBlank(lines.bytes(), lines.start(), lines.end()))) {
        return true;
      }
    }
    return false;
  }

  static RowCount count(Lines lines, Dialect dialect, long headerOffset, int cols) {
    long rows = 0;
    long blank = 0;
    while (next(lines, dialect, headerOffset, true)) {
      if (dialect.isBlank(lines.bytes(), lines.start(), lines.end())) {
        blank++;
      } else {
        rows++;
      }
    }
    return new RowCount(rows, blank, cols);
  }

  /**
   * Writes the cells of the current line to {@code target} from {@code offset} on; how many of them
   * are not zero.
   */
  int parse(Lines lines, NumberText numbers, double[] target, int offset) {
    byte[] bytes = lines.bytes();
    int end = lines.end();
    int field = 0;
    int nnz = 0;
    int start = dialect.firstField(bytes, lines.start(), end);
    while (start >= 0) {
      if (field == cols) {
        throw wrongCount(lines);
      }
      double value;
      // A plain number shows its end itself; all else is looked at more closely.
      int fieldEnd = plainNumber(bytes, start, end) ? numbers.scan(bytes, start, end) : -1;
      if (fieldEnd >= 0 && dialect.endsField(bytes, fieldEnd, end)) {
        value = numbers.value();
      } else {
        fieldEnd = dialect.fieldEnd(bytes, start, end);
        value = value(lines, numbers, start, fieldEnd, field + 1);
      }
      target[offset + field] = value;
      nnz += value != 0 ? 1 : 0;
      field++;
      start = dialect.nextField(bytes, fieldEnd, end);
    }
    if (field < cols) {
      throw wrongCount(lines);
    }
    return nnz;
  }

  private boolean plainNumber(byte[] bytes, int start, int end) {
    return scanNumbers && start < end && !mayBeMissing[bytes[start] & 0xFF];
  }

  private BadLine wrongCount(Lines lines) {
    int found = dialect.countFields(lines.bytes(), lines.start(), lines.end());
    return new BadLine(
        lines.number(),
        Math.min(found, cols) + 1,
        "expected " + cols + (cols == 1 ? " field" : " fields") + ", found " + found);
  }

  private double value(Lines lines, NumberText numbers, int fieldStart, int fieldEnd, int field) {
    byte[] bytes = lines.bytes();
    int start = skipSpace(bytes, fieldStart, fieldEnd);
    int end = trimEnd(bytes, start, fieldEnd);
    if (end - start >= 2 && bytes[start] == '"' && bytes[end - 1] == '"') {
      start = skipSpace(bytes, start + 1, end - 1);
      end = trimEnd(bytes, start, end - 1);
    }
    if (start == end) {
      if (emptyIsMissing) {
        return Double.NaN;
      }
      if (!dialect.fill()) {
        throw new BadLine(lines.number(), field, "expected a number, found an empty field");
      }
      return dialect.defaultValue();
    }
    if (mayBeMissing[bytes[start] & 0xFF] && isMissing(bytes, start, end)) {
      return Double.NaN;
    }
    if (bytes[start] == '"' && (end - start == 1 || bytes[end - 1] != '"')) {
      throw new BadLine(
          lines.number(), field, "expected a number, found a quote that is not closed");
    }
    try {
      return numbers.parse(bytes, start, end);
    } catch (NumberFormatException e) {
      throw BadLine.notANumber(lines.number(), field, lines.text(start, end));
    }
  }

  private boolean isMissing(byte[] bytes, int start, int end) {
    for (byte[] text : missing) {
      if (Arrays.equals(bytes, start, end, text, 0, text.length)) {
        return true;
      }
    }
    return false;
  }

  private static int skipSpace(byte[] bytes, int start, int end) {
    int i = start;
    while (i < end && Lines.isSpace(bytes[i])) {
      i++;
    }
    return i;
  }

  private static int trimEnd(byte[] bytes, int start, int end) {
    int i = end;
    while (i > start && Lines.isSpace(bytes[i - 1])) {
      i--;
    }
    return i;
  }
}
