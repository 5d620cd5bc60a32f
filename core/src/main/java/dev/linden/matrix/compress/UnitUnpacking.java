package dev.linden.matrix.compress;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.dictionary.Indicator;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.kernel.rows.Grain;
import java.util.Arrays;

/** Rows of a single group of unit vectors as sparse rows: nothing has to be searched for. */
final class UnitUnpacking {
  private UnitUnpacking() {}

  static boolean suits(CompressedMatrix matrix) {
    return matrix.isSparse()
        && matrix.groups().size() == 1
        && matrix.groups().get(0) instanceof CodedGroup group
        && group.dictionary() instanceof Indicator tuples
        && tuples.isUnits();
  }

  static Csr rows(CompressedMatrix matrix, int rowStart, int rowEnd, Workers workers) {
    CodedGroup group = (CodedGroup) matrix.groups().get(0);
    int shift = ((Indicator) group.dictionary()).shift();
    int rows = rowEnd - rowStart;
    int cols = matrix.cols();
    int[] starts = workers.arrays().ints(rows + 1);
    starts[0] = 0;
    int[] columns = workers.arrays().ints(workers.arrays().roomFor(rows));
    workers.forRanges(
        rows,
        Grain.CELLS,
        (start, end) -> {
          int[] tile = new int[end - start];
          group.codes().decode(rowStart + start, rowStart + end, tile);
          for (int i = start; i < end; i++) {
            int column = tile[i - start] - shift;
            boolean one = column >= 0 && column < cols;
            columns[i] = column;
            starts[i + 1] = one ? 1 : 0;
          }
        });
    int at = 0;
    for (int i = 0; i < rows; i++) {
      if (starts[i + 1] == 1) {
        columns[at++] = columns[i];
      }
      starts[i + 1] = at;
    }
    double[] ones = workers.arrays().uncleared(workers.arrays().roomFor(at));
    Arrays.fill(ones, 0, at, 1);
    return new Csr(rows, cols, starts, columns, ones);
  }
}
