package dev.linden.storage;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Reads lines {@code label index:value index:value ...} with 1-based indexes. The label becomes the
 * last column, behind the features.
 */
final class LibsvmReader {
  /**
   * Stands for the label column until the number of features is known; behind all features, so rows
   * stay sorted.
   */
  private static final int LABEL = Integer.MAX_VALUE;

  private final Parts parts;
  private final long declaredRows;
  private final long declaredFeatures;
  private final Dialect dialect;
  private final byte[] indexSeparator;

  LibsvmReader(
      Parts parts,
      long declaredRows,
      long declaredFeatures,
      String separator,
      String indexSeparator) {
    this.parts = parts;
    this.declaredRows = declaredRows;
    this.declaredFeatures = declaredFeatures;
    this.dialect =
        separator.isBlank() ? Dialect.separatedByWhiteSpace() : Dialect.separatedBy(separator);
    this.indexSeparator = indexSeparator.getBytes(StandardCharsets.UTF_8);
  }

  Matrix read(int chunkBytes, Workers workers) throws IOException {
    if (declaredFeatures >= 0) {
      Dimensions.check(parts.path(), "columns", declaredFeatures + 1);
    }
    List<RowParser> pieces =
        parts.map(
            chunkBytes,
            0,
            workers,
            (c, part, lines) -> {
              RowParser parser = new RowParser();
              while (lines.next()) {
                if (!lines.isBlank()) {
                  parser.parse(lines);
                }
              }
              return parser;
            });
    long rows = 0;
    int largest = 0;
    for (RowParser piece : pieces) {
      rows += piece.rows.rows();
      largest = Math.max(largest, piece.largest);
    }
    Dimensions.check(parts.path(), "rows", rows);
    if (declaredRows >= 0 && rows != declaredRows) {
      throw new InputError(parts.path() + ": expected " + declaredRows + " rows, found " + rows);
    }
    int features = declaredFeatures >= 0 ? (int) declaredFeatures : largest;
    SparseRows[] all = new SparseRows[pieces.size()];
    SparseRows.forPieces(
        all.length,
        workers,
        c -> {
          all[c] = pieces.get(c).rows;
          all[c].renameColumn(LABEL, features);
        });
    return SparseRows.stack(all, features + 1, workers);
  }

  private final class RowParser {
    private final SparseRows rows = new SparseRows();
    private final NumberText numbers = new NumberText();
    private final boolean plain = dialect.separatesNumbers();
    private int largest;
    private int[] indexes = new int[16];
    private double[] values = new double[16];

    void parse(Lines lines) {
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
              && index <= largestIndex()
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

    private long largestIndex() {
      return declaredFeatures >= 0 ? declaredFeatures : Integer.MAX_VALUE - 32;
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
      long bound = largestIndex();
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
  }

  private static int trim(byte[] bytes, int start, int end) {
    int i = start;
    while (i < end && Lines.isSpace(bytes[i])) {
      i++;
    }
    return i;
  }
}
