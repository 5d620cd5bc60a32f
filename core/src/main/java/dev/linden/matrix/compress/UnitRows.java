package dev.linden.matrix.compress;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.codes.DenseCodes;
import dev.linden.matrix.compress.dictionary.Indicator;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.kernel.group.UnitRowsForm;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/** Matrices whose rows are unit vectors or empty, such as {@code table(seq(1, n), v)}, as codes. */
public final class UnitRows {
  /** Of other operators that write the tuples out: 32 MB. */
  private static final long MOST_TUPLE_CELLS = 1 << 22;

  /** Rows that one range looks at; a multiple of 64, as {@link DenseCodes.Writable} wants it. */
  private static final int RANGE = 1 << 14;

  private UnitRows() {}

  /** Null if it is no such matrix, or too wide. */
  public static CompressedMatrix of(Matrix matrix, Workers workers) {
    int rows = matrix.rows();
    if (!(matrix instanceof Csr csr) || csr.nnz() > rows) {
      return null;
    }
    int shift = csr.nnz() < rows ? 1 : 0;
    return of(
        rows,
        matrix.cols(),
        shift,
        (start, end, tile, at) -> {
          boolean units = true;
          for (int i = start; i < end && units; i++) {
            int p = csr.start(i);
            int count = csr.end(i) - p;
            boolean empty = count == 0 && shift == 1;
            boolean unit = count == 1 && csr.values()[p] == 1;
            units = empty || unit;
            tile[at + i - start] = unit ? csr.columns()[p] : -1;
          }
          return units;
        },
        workers);
  }

  /** With a 1 in each row. */
  static CompressedMatrix of(int rows, int cols, UnitRowsForm.Columns ones, Workers workers) {
    return of(rows, cols, 0, ones, workers);
  }

  /**
   * @param shift of columns to codes, with 1 a row may be empty: then its column is -1
   */
  private static CompressedMatrix of(
      int rows, int cols, int shift, UnitRowsForm.Columns ones, Workers workers) {
    boolean narrow = cols > 0 && (long) cols * (cols + 1) <= MOST_TUPLE_CELLS;
    if (rows == 0 || !narrow) {
      return null;
    }
    DenseCodes.Writable codes = DenseCodes.writable(rows, cols + shift);
    AtomicBoolean units = new AtomicBoolean(true);
    workers.forRanges(
        rows,
        RANGE,
        (start, end) -> {
          int n = end - start;
          int[] tile = new int[n];
          if (units.get() && ones.read(start, end, tile, 0)) {
            for (int i = 0; i < n; i++) {
              tile[i] += shift;
            }
            codes.put(start, tile, n);
          } else {
            units.set(false);
          }
        });
    if (!units.get()) {
      return null;
    }
    CodedGroup group =
        new CodedGroup(
            IntStream.range(0, cols).toArray(),
            Codes.of(codes.done()),
            Indicator.units(cols + shift, cols, shift));
    return CompressedMatrix.of(rows, cols, List.of(group), true, workers);
  }
}
