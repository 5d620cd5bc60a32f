package dev.linden.storage;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.io.IOException;
import java.util.List;

/**
 * Reads lines {@code row column value} in any order, in parallel: the body of the text and
 * MatrixMarket formats. Absent cells are zero; a cell that appears twice has the value of its last
 * line.
 */
final class CellReader {
  /** More digits do not fit a long, nor does any index have so many. */
  private static final int MOST_DIGITS = 18;

  private final int rows;
  private final int cols;

  /** Lines hold no value: each cell is 1. */
  private final boolean pattern;

  /** Cells stand for their mirror image too. */
  private final boolean symmetric;

  /** Lines that begin with a percent sign are comments. */
  private final boolean comments;

  private long lineCount;

  CellReader(int rows, int cols, boolean pattern, boolean symmetric, boolean comments) {
    this.rows = rows;
    this.cols = cols;
    this.pattern = pattern;
    this.symmetric = symmetric;
    this.comments = comments;
  }

  static CellReader text(int rows, int cols) {
    return new CellReader(rows, cols, false, false, false);
  }

  /** Reads the lines of all parts, of the first one from {@code firstOffset} on. */
  Matrix read(Parts parts, int chunkBytes, long firstOffset, Workers workers) throws IOException {
    List<Triples> pieces =
        parts.map(chunkBytes, firstOffset, workers, (c, part, lines) -> parse(lines));
    lineCount = 0;
    for (Triples piece : pieces) {
      lineCount += piece.lines();
    }
    return Triples.toMatrix(pieces, rows, cols, workers);
  }

  /** The cells of some lines. */
  Triples parse(Lines lines) {
    Triples cells = new Triples();
    NumberText numbers = new NumberText();
    while (nextCell(lines)) {
      if (!parsePlain(lines, numbers, cells)) {
        parse(lines, numbers, cells);
      }
      cells.countLine();
    }
    return cells;
  }

  /** How many of the lines hold a cell. */
  long count(Lines lines) {
    long count = 0;
    while (nextCell(lines)) {
      count++;
    }
    return count;
  }

  private boolean nextCell(Lines lines) {
    while (lines.next()) {
      if (!lines.isBlank() && !(comments && lines.bytes()[lines.start()] == '%')) {
        return true;
      }
    }
    return false;
  }

  /** Lines that held a cell. */
  long lineCount() {
    return lineCount;
  }

  /**
   * Reads a line of two indexes and a plain number in one go. False, and nothing added, for any
   * other line.
   */
  private boolean parsePlain(Lines lines, NumberText numbers, Triples into) {
    byte[] bytes = lines.bytes();
    int end = lines.end();
    long row = 0;
    int i = lines.start();
    int digit;
    while (i < end && (digit = bytes[i] - '0') >= 0 && digit <= 9) {
      row = 10 * row + digit;
      i++;
    }
    if (i == end || i - lines.start() > MOST_DIGITS || !Lines.isSpace(bytes[i])) {
      return false;
    }
    i++;
    long col = 0;
    int colStart = i;
    while (i < end && (digit = bytes[i] - '0') >= 0 && digit <= 9) {
      col = 10 * col + digit;
      i++;
    }
    if (i - colStart > MOST_DIGITS || row < 1 || row > rows || col < 1 || col > cols) {
      return false;
    }
    double value = 1;
    if (!pattern) {
      if (i == end || !Lines.isSpace(bytes[i])) {
        return false;
      }
      i = numbers.scan(bytes, i + 1, end);
      value = numbers.value();
    }
    if (i != end) {
      return false;
    }
    add((int) row, (int) col, value, into);
    return true;
  }

  private void add(int row, int col, double value, Triples into) {
    into.add(row - 1, col - 1, value);
    if (symmetric && row != col) {
      into.add(col - 1, row - 1, value);
    }
  }

  private void parse(Lines lines, NumberText numbers, Triples into) {
    byte[] bytes = lines.bytes();
    int end = lines.end();
    int rowStart = skipSpace(bytes, lines.start(), end);
    int rowEnd = skipWord(bytes, rowStart, end);
    int colStart = skipSpace(bytes, rowEnd, end);
    int colEnd = skipWord(bytes, colStart, end);
    int valueStart = skipSpace(bytes, colEnd, end);
    int valueEnd = skipWord(bytes, valueStart, end);
    int rest = skipSpace(bytes, valueEnd, end);

    int expected = pattern ? 2 : 3;
    if ((pattern ? valueStart : rest) < end || (pattern ? colStart : valueStart) == end) {
      throw wrongCount(lines, expected);
    }
    long row = index(lines, rowStart, rowEnd, 1);
    long col = index(lines, colStart, colEnd, 2);
    double value = pattern ? 1 : value(lines, numbers, valueStart, valueEnd);
    if (row == 0 && col == 0 && value == 0) {
      return; // how the writer says that all cells are zero
    }
    checkBounds(lines, "row", row, rows, 1);
    checkBounds(lines, "column", col, cols, 2);
    add((int) row, (int) col, value, into);
  }

  private static long index(Lines lines, int start, int end, int field) {
    long index = NumberText.parseIndex(lines.bytes(), start, end);
    if (index < 0) {
      String what = field == 1 ? "row" : "column";
      throw new BadLine(
          lines.number(),
          field,
          "expected a " + what + " index, found \"" + lines.text(start, end) + "\"");
    }
    return index;
  }

  private static double value(Lines lines, NumberText numbers, int start, int end) {
    try {
      return numbers.parse(lines.bytes(), start, end);
    } catch (NumberFormatException e) {
      throw BadLine.notANumber(lines.number(), 3, lines.text(start, end));
    }
  }

  private void checkBounds(Lines lines, String what, long index, int size, int field) {
    if (index < 1 || index > size) {
      throw new BadLine(
          lines.number(),
          field,
          what + " index " + index + " is outside the " + rows + "x" + cols + " matrix");
    }
  }

  private static BadLine wrongCount(Lines lines, int expected) {
    int found =
        Dialect.separatedByWhiteSpace().countFields(lines.bytes(), lines.start(), lines.end());
    String what = expected == 2 ? "\"row column\"" : "\"row column value\"";
    return new BadLine(
        lines.number(),
        Math.min(found, expected) + 1,
        "expected " + what + ", found \"" + lines.text().strip() + "\"");
  }

  private static int skipSpace(byte[] bytes, int start, int end) {
    int i = start;
    while (i < end && Lines.isSpace(bytes[i])) {
      i++;
    }
    return i;
  }

  private static int skipWord(byte[] bytes, int start, int end) {
    int i = start;
    while (i < end && !Lines.isSpace(bytes[i])) {
      i++;
    }
    return i;
  }
}
