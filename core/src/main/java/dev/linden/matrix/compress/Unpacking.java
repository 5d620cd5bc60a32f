package dev.linden.matrix.compress;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.SparseChunks;
import java.util.Arrays;

/** Rows as plain cells, some at a time: a tile stays in cache while all groups write to it. */
final class Unpacking {
  /** Cells of sparse rows that are written out before their non-zeros are taken: 64 KB. */
  private static final int TILE_CELLS = 1 << 13;

  private Unpacking() {}

  static Plain rows(CompressedMatrix matrix, int rowStart, int rowEnd, Workers workers) {
    if (UnitUnpacking.suits(matrix)) {
      return UnitUnpacking.rows(matrix, rowStart, rowEnd, workers);
    }
    return matrix.isSparse()
        ? sparse(matrix, rowStart, rowEnd, workers)
        : dense(matrix, rowStart, rowEnd, workers);
  }

  private static Plain dense(CompressedMatrix matrix, int rowStart, int rowEnd, Workers workers) {
    int cols = matrix.cols();
    Dense result = Dense.allocateUncleared(rowEnd - rowStart, cols, workers);
    workers.forRanges(
        rowEnd - rowStart,
        Grain.rows(cols),
        (start, end) -> {
          int next;
          for (int row = start; row < end; row = next) {
            next = Math.min(end, result.panelEnd(row));
            double[] to = result.panelOf(row);
            for (Group group : matrix.groups()) {
              group.decode(rowStart + row, rowStart + next, to, result.offset(row), cols, false);
            }
          }
        });
    return result;
  }

  private static Plain sparse(CompressedMatrix matrix, int rowStart, int rowEnd, Workers workers) {
    int cols = matrix.cols();
    int grain = Grain.rows(cols);
    SparseChunks result = new SparseChunks(rowEnd - rowStart, cols, grain, workers.arrays());
    int expected = (int) (grain * (double) matrix.nnz() / Math.max(1, matrix.rows()));
    workers.forRanges(
        rowEnd - rowStart,
        grain,
        (start, end) -> {
          SparseChunks.Chunk chunk = result.chunk(start, expected);
          int together = Math.max(1, Math.min(end - start, TILE_CELLS / Math.max(1, cols)));
          double[] cells = new double[together * cols];
          for (int from = start; from < end; from += together) {
            int to = Math.min(end, from + together);
            for (Group group : matrix.groups()) {
              group.decode(rowStart + from, rowStart + to, cells, 0, cols, true);
            }
            for (int row = from; row < to; row++) {
              chunk.addNonZeros(cells, (row - from) * cols, cols);
              chunk.endRow(row);
            }
            Arrays.fill(cells, 0);
          }
        });
    return result.finish();
  }
}
