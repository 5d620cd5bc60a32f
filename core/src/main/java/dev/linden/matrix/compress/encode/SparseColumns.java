package dev.linden.matrix.compress.encode;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.SparseCodes;
import java.util.Arrays;

/**
 * Codes of the columns of a sparse matrix, in time that grows with the non-zeros: these are sorted
 * by column first. Code 0 is that of the zeros, even where there are none.
 */
final class SparseColumns {
  private static final int COLUMNS_PER_RANGE = 8;

  private SparseColumns() {}

  static void encode(
      Csr matrix, int[] coded, int mostDistinct, CodedColumn[] columns, Workers workers) {
    int[] places = new int[matrix.cols()];
    Arrays.fill(places, -1);
    for (int k = 0; k < coded.length; k++) {
      places[coded[k]] = k;
    }
    int nnz = (int) matrix.nnz();
    int[] starts = new int[coded.length + 1];
    for (int p = 0; p < nnz; p++) {
      int place = places[matrix.columns()[p]];
      if (place >= 0) {
        starts[place + 1]++;
      }
    }
    for (int k = 1; k < starts.length; k++) {
      starts[k] += starts[k - 1];
    }
    int[] rows = new int[starts[coded.length]];
    double[] values = new double[rows.length];
    int[] next = starts.clone();
    for (int i = 0; i < matrix.rows(); i++) {
      for (int p = matrix.start(i); p < matrix.end(i); p++) {
        int place = places[matrix.columns()[p]];
        if (place >= 0) {
          rows[next[place]] = i;
          values[next[place]++] = matrix.values()[p];
        }
      }
    }
    workers.forRanges(
        coded.length,
        COLUMNS_PER_RANGE,
        (from, to) -> {
          for (int k = from; k < to; k++) {
            int[] listed = Arrays.copyOfRange(rows, starts[k], starts[k + 1]);
            columns[coded[k]] = column(matrix.rows(), listed, values, starts[k], mostDistinct);
          }
        });
  }

  private static CodedColumn column(
      int rows, int[] listed, double[] values, int first, int mostDistinct) {
    ValueCodes known = new ValueCodes();
    known.code(0.0);
    int[] codes = new int[listed.length];
    for (int p = 0; p < listed.length; p++) {
      codes[p] = known.code(values[first + p]);
      if (known.size() > mostDistinct) {
        return null;
      }
    }
    SparseCodes sparse = SparseCodes.of(rows, known.size(), listed, codes, listed.length);
    return new CodedColumn(sparse, known.values());
  }
}
