package dev.linden.matrix.compress.encode;

import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.codes.DenseCodes;
import java.util.Arrays;

/** Puts columns together: a code for each pair of codes that some row has. */
final class TupleCodes {
  /** Pairs up to which a table tells their codes, 4 MB; a hash map above. */
  private static final long LARGEST_TABLE = 1 << 20;

  private TupleCodes() {}

  static CodedColumn combine(CodedColumn a, CodedColumn b) {
    Codes left = a.codes();
    Codes right = b.codes();
    int rows = left.rows();
    long pairs = (long) left.size() * right.size();
    int[] table = pairs <= LARGEST_TABLE ? new int[(int) pairs] : null;
    ValueCodes map = table == null ? new ValueCodes() : null;
    long[] found = new long[16];
    int count = 0;
    int[] all = new int[rows];
    int step = 1 << 11;
    int[] leftTile = new int[Math.min(rows, step)];
    int[] rightTile = new int[Math.min(rows, step)];
    for (int start = 0; start < rows; start += step) {
      int n = Math.min(step, rows - start);
      left.decode(start, start + n, leftTile);
      right.decode(start, start + n, rightTile);
      for (int i = 0; i < n; i++) {
        long pair = (long) leftTile[i] * right.size() + rightTile[i];
        int code = table != null ? table[(int) pair] - 1 : map.code(pair);
        if (code < 0 || code == count) {
          code = count;
          if (count == found.length) {
            found = Arrays.copyOf(found, 2 * count);
          }
          found[count++] = pair;
          if (table != null) {
            table[(int) pair] = count;
          }
        }
        all[start + i] = code;
      }
    }
    return new CodedColumn(DenseCodes.of(all, count), tuples(a, b, found, count));
  }

  private static double[] tuples(CodedColumn a, CodedColumn b, long[] pairs, int count) {
    int widthA = a.codes().size() == 0 ? 1 : a.tuples().length / a.codes().size();
    int widthB = b.codes().size() == 0 ? 1 : b.tuples().length / b.codes().size();
    int width = widthA + widthB;
    double[] tuples = new double[Math.multiplyExact(count, width)];
    for (int c = 0; c < count; c++) {
      int left = (int) (pairs[c] / b.codes().size());
      int right = (int) (pairs[c] % b.codes().size());
      System.arraycopy(a.tuples(), left * widthA, tuples, c * width, widthA);
      System.arraycopy(b.tuples(), right * widthB, tuples, c * width + widthA, widthB);
    }
    return tuples;
  }
}
