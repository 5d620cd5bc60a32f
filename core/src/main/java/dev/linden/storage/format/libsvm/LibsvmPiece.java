package dev.linden.storage.format.libsvm;

import dev.linden.storage.format.SparseRows;
import dev.linden.storage.text.BadLine;
import dev.linden.storage.text.Dialect;
import dev.linden.storage.text.Lines;
import dev.linden.storage.text.NumberText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The rows of some lines of a libsvm file. */
final class LibsvmPiece {
  /**
   * Stands for the label column until the number of features is known; behind all features, so rows
   * stay sorted.
   */
  private static final int LABEL = Integer.MAX_VALUE;

  private final Dialect dialect;
  private final boolean plain;
  private final byte[] indexSeparator;
  private final long largestIndex;
  private final SparseRows rows = new SparseRows();
  private final NumberText numbers = new NumberText();
  private int largest;
  private int[] indexes = new int[16];
  private double[] values = new double[16];

  private LibsvmPiece(LibsvmSyntax syntax) {
    dialect = syntax.dialect();
    plain = dialect.separatesNumbers();
    indexSeparator = syntax.indexSeparator().getBytes(StandardCharsets.UTF_8);
    largestIndex = syntax.declaresFeatures() ? syntax.declaredFeatures() : Integer.MAX_VALUE - 32;
  }

  /** The rows of all these lines. */
  static LibsvmPiece of(Lines lines, LibsvmSyntax syntax) {
    LibsvmPiece piece = new LibsvmPiece(syntax);
    while (next(lines)) {
      piece.parse(lines);
    }
    return piece;
  }

  /** Moves to the next line that holds a row. */
  static boolean next(Lines lines) {
    while (lines.next()) {
      if (!lines.isBlank()) {
        return true;
      }
    }
    return false;
  }

  int rows() {
    return rows.rows();
  }

  /** The largest index of a feature. */
  int largest() {
    return largest;
  }

  /** The rows, with the label behind this many features. */
  SparseRows withLabelBehind(int features) {
    rows.renameColumn(LABEL, features);
    return rows;
  }

  private void parse(Lines lines) {
    byte[] bytes = lines.bytes();
    int end = lines.end();
    int start = dialect.firstField(bytes, lines.start(), end);
    int fieldEnd = dialect.fieldEnd(bytes, start, end);
    double label = number(lines, start, fieldEnd, 1);
    int count = 0;
    boolean ascending = true;
    int field = 1;
    for (start = dialect.nextField(bytes, fieldEnd, end);
        start >= 0;
        start = dialect.nextField(bytes, fieldEnd, end)) {
      field++;
      if (count == indexes.length) {
        indexes = Arrays.copyOf(indexes, 2 * count);
        values = Arrays.copyOf(values, 2 * count);
      }
      fieldEnd = parsePlain(bytes, start, end, count);
      if (fieldEnd < 0) {
        fieldEnd = dialect.fieldEnd(bytes, start, end);
        int colon = find(bytes, start, fieldEnd);
        indexes[count] = index(lines, start, colon, fieldEnd, field);
        values[count] = number(lines, colon + indexSeparator.length, fieldEnd, field);
      }
      ascending &= count == 0 || indexes[count - 1] < indexes[count];
      count++;
    }
    if (!ascending) {
      sort(lines, count);
    }
    for (int k = 0; k < count; k++) {
      largest = Math.max(largest, indexes[k]);
      if (values[k] != 0) {
        rows.add(indexes[k] - 1, values[k]);
      }
    }
    if (label != 0) {
      rows.add(LABEL, label);
    }
    rows.endRow();
  }

  /** Reads index and value in one go; where the field ends, or -1 for any unusual one. */
  private int parsePlain(byte[] bytes, int start, int end, int count) {
    long index = 0;
    int i = start;
    int digit;
    while (i < end && (digit = bytes[i] - '0') >= 0 && digit <= 9) {
      index = Math.min(Integer.MAX_VALUE, 10 * index + digit);
      i++;
    }
    int length = indexSeparator.length;
    boolean valid =
        index >= 1
            && index <= largestIndex
            && i + length <= end
            && bytes[i] == indexSeparator[0]
            && (length == 1 || Arrays.equals(bytes, i, i + length, indexSeparator, 0, length));
    int fieldEnd = valid && plain ? numbers.scan(bytes, i + length, end) : -1;
    if (fieldEnd < 0 || !dialect.endsField(bytes, fieldEnd, end)) {
      return -1;
    }
    indexes[count] = (int) index;
    values[count] = numbers.value();
    return fieldEnd;
  }

  private int index(Lines lines, int start, int colon, int fieldEnd, int field) {
    long index =
        colon < 0
            ? -1
            : NumberText.parseIndex(lines.bytes(), trim(lines.bytes(), start, colon), colon);
    if (index < 0) {
      throw new BadLine(
          lines.number(),
          field,
          "expected index"
              + new String(indexSeparator, StandardCharsets.UTF_8)
              + "value, found \""
              + lines.text(start, fieldEnd)
              + "\"");
    }
    long bound = largestIndex;
    if (index < 1 || index > bound) {
      throw new BadLine(lines.number(), field, "index " + index + " is outside 1.." + bound);
    }
    return (int) index;
  }

  private double number(Lines lines, int start, int end, int field) {
    try {
      return numbers.parse(lines.bytes(), start, end);
    } catch (NumberFormatException e) {
      throw BadLine.notANumber(lines.number(), field, lines.text(start, end));
    }
  }

  private int find(byte[] bytes, int start, int end) {
    for (int i = start; i + indexSeparator.length <= end; i++) {
      if (Arrays.equals(
          bytes, i, i + indexSeparator.length, indexSeparator, 0, indexSeparator.length)) {
        return i;
      }
    }
    return -1;
  }

  private void sort(Lines lines, int count) {
    int[] sorted = Arrays.copyOf(indexes, count);
    Arrays.sort(sorted);
    for (int k = 1; k < count; k++) {
      if (sorted[k] == sorted[k - 1]) {
        throw new BadLine(lines.number(), 1, "index " + sorted[k] + " appears twice");
      }
    }
    double[] ordered = new double[count];
    for (int k = 0; k < count; k++) {
      ordered[Arrays.binarySearch(sorted, indexes[k])] = values[k];
    }
    System.arraycopy(sorted, 0, indexes, 0, count);
    System.arraycopy(ordered, 0, values, 0, count);
  }

  private static int trim(byte[] bytes, int start, int end) {
    int i = start;
    while (i < end && Lines.isSpace(bytes[i])) {
      i++;
    }
    return i;
  }
}
