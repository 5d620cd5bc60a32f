package dev.linden.matrix.compress;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.codes.DenseCodes;
import dev.linden.matrix.compress.dictionary.Indicator;
import dev.linden.matrix.compress.group.CodedGroup;
import java.util.List;
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
    int cols = matrix.cols();
    boolean narrow = cols > 0 && (long) cols * (cols + 1) <= MOST_TUPLE_CELLS;
    if (!(matrix instanceof Csr csr) || rows == 0 || !narrow || csr.nnz() > rows) {
      return null;
    }
    int shift = csr.nnz() < rows ? 1 : 0;
    DenseCodes.Writable codes = DenseCodes.writable(rows, cols + shift);
    boolean[] others = new boolean[Workers.rangeCount(rows, RANGE)];
    workers.forRanges(
        rows,
        RANGE,
        (start, end) -> {
          int[] tile = new int[end - start];
          for (int i = start; i < end && !others[start / RANGE]; i++) {
            int p = csr.start(i);
            int count = csr.end(i) - p;
            boolean empty = count == 0 && shift == 1;
            boolean unit = count == 1 && csr.values()[p] == 1;
            others[start / RANGE] = !empty && !unit;
            tile[i - start] = unit ? csr.columns()[p] + shift : 0;
          }
          codes.put(start, tile, end - start);
        });
    if (IntStream.range(0, others.length).anyMatch(r -> others[r])) {
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
