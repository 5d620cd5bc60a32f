package dev.linden.storage.format.cells;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.storage.format.Dimensions;
import dev.linden.storage.format.Triples;
import dev.linden.storage.text.BadLine;
import dev.linden.storage.text.Dialect;
import dev.linden.storage.text.Lines;
import dev.linden.storage.text.NumberText;
import dev.linden.storage.text.Parts;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;

/**
 * Reads lines {@code row column value} in any order, in parallel: the body of the text and
 * MatrixMarket formats. Absent cells are zero; a cell that appears twice has the value of its last
 * line.
 *
 * @param pattern lines hold no value: each cell is 1
 * @param symmetric cells stand for their mirror image too
 * @param comments lines that begin with a percent sign are comments
 * @param entries lines that must be there, -1 if nobody says how many
 */
public record CellReader(
    int rows, int cols, boolean pattern, boolean symmetric, boolean comments, long entries)
    implements Serializable {
  /** More digits do not fit a long, nor does any index have this many. */
  private static final int MOST_DIGITS = 18;

  /** Reader of a file that has nothing but cells. */
  static CellReader ofLines(String path, long rows, long cols) {
    return new CellReader(
        Dimensions.check(path, "rows", rows),
        Dimensions.check(path, "columns", cols),
        false,
        false,
        false,
        -1);
  }

  /** Reads the lines of all parts, of the first one from {@code firstOffset} on. */
  public Matrix read(Parts parts, int chunkBytes, long firstOffset, Workers workers)
      throws IOException {
    List<Triples> pieces =
        parts.map(chunkBytes, firstOffset, workers, (c, part, lines) -> parse(lines));
    if (entries >= 0) {
      checkEntries(parts.path(), pieces.stream().mapToLong(Triples::lines).sum());
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

  /** Refuses a file that says another number of entries than it holds. */
  void checkEntries(String path, long found) {
    if (found != entries) {
      throw new InputError(
          path + ": expected " + entries + " entries as the size line says, found " + found);
    }
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
