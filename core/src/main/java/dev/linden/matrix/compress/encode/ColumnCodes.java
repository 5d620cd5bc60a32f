package dev.linden.matrix.compress.encode;

import dev.linden.matrix.compress.codes.DenseCodes;

/**
 * The codes of one column while its rows are read: bytes as long as they suffice, then two bytes,
 * then four.
 */
final class ColumnCodes {
  private final int rows;
  private final int mostDistinct;
  private final ValueCodes values = new ValueCodes();
  private byte[] bytes;
  private char[] chars;
  private int[] ints;
  private int filled;
  private boolean tooMany;
  private long lastBits;
  private int lastCode = -1;

  ColumnCodes(int rows, int mostDistinct) {
    this.rows = rows;
    this.mostDistinct = mostDistinct;
    bytes = new byte[rows];
  }

  /** The next {@code n} cells, every {@code stride} from {@code at} on. */
  void add(double[] cells, int at, int stride, int n) {
    if (tooMany) {
      return;
    }
    long previous = lastBits;
    int code = lastCode;
    for (int i = 0; i < n; i++) {
      long bits = Double.doubleToRawLongBits(cells[at + i * stride]);
      if (bits != previous || code < 0) {
        code = values.code(bits);
        previous = bits;
      }
      put(filled + i, code);
    }
    lastBits = previous;
    lastCode = code;
    filled += n;
    if (values.size() > mostDistinct) {
      tooMany = true;
      bytes = null;
      chars = null;
      ints = null;
    }
  }

  private void put(int row, int code) {
    if (bytes != null) {
      if (code < 1 << 8) {
        bytes[row] = (byte) code;
        return;
      }
      toChars(row);
    }
    if (chars != null) {
      if (code < 1 << 16) {
        chars[row] = (char) code;
        return;
      }
      toInts(row);
    }
    ints[row] = code;
  }

  private void toChars(int count) {
    chars = new char[rows];
    for (int i = 0; i < count; i++) {
      chars[i] = (char) (bytes[i] & 0xff);
    }
    bytes = null;
  }

  private void toInts(int count) {
    ints = new int[rows];
    for (int i = 0; i < count; i++) {
      ints[i] = chars[i];
    }
    chars = null;
  }

  /** All rows have been read; null if there were too many values. */
  CodedColumn finish() {
    if (tooMany) {
      return null;
    }
    int size = values.size();
    DenseCodes codes =
        bytes != null
            ? DenseCodes.ofBytes(bytes, size)
            : chars != null ? DenseCodes.ofChars(chars, size) : DenseCodes.ofInts(ints, size);
    return new CodedColumn(codes, values.values());
  }
}
