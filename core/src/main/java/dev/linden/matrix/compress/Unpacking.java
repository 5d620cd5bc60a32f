package dev.linden.matrix.compress;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.SparseChunks;

/** Rows as plain cells, some at a time: a tile stays in cache while all groups write to it. */
final class Unpacking {
  private Unpacking() {}

  static Plain rows(CompressedMatrix matrix, int rowStart, int rowEnd, Workers workers) {
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
          double[] cells = new double[(end - start) * cols];
          for (Group group : matrix.groups()) {
            group.decode(rowStart + start, rowStart + end, cells, 0, cols, true);
          }
          SparseChunks.Chunk chunk = result.chunk(start, expected);
          for (int row = start; row < end; row++) {
            chunk.addNonZeros(cells, (row - start) * cols, cols);
            chunk.endRow(row);
          }
        });
    return result.finish();
  }
}
