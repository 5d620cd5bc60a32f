package dev.linden.matrix.compress.encode;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.SparseChunks;

/** Some columns of a matrix as they are. */
final class Rest {
  private Rest() {}

  static Plain of(Plain matrix, int[] columns, Workers workers) {
    if (columns.length == matrix.cols()) {
      return matrix.copy();
    }
    return matrix instanceof Dense dense
        ? dense(dense, columns, workers)
        : sparse(Formats.toCsr(matrix, workers), columns, workers);
  }

  private static Dense dense(Dense matrix, int[] columns, Workers workers) {
    Dense result = Dense.allocateUncleared(matrix.rows(), columns.length, workers);
    workers.forRanges(
        matrix.rows(),
        Grain.rows(columns.length),
        (start, end) -> {
          for (int i = start; i < end; i++) {
            double[] from = matrix.panelOf(i);
            int at = matrix.offset(i);
            double[] to = result.panelOf(i);
            int toAt = result.offset(i);
            for (int j = 0; j < columns.length; j++) {
              to[toAt + j] = from[at + columns[j]];
            }
          }
        });
    return result;
  }

  private static Sparse sparse(Csr matrix, int[] columns, Workers workers) {
    int[] places = new int[matrix.cols()];
    for (int j = 0; j < columns.length; j++) {
      places[columns[j]] = j + 1;
    }
    int grain = Grain.sparseRows(matrix, matrix.nnz());
    SparseChunks result = new SparseChunks(matrix.rows(), columns.length, grain);
    workers.forRanges(
        matrix.rows(),
        grain,
        (start, end) -> {
          SparseChunks.Chunk chunk = result.chunk(start, matrix.end(end - 1) - matrix.start(start));
          for (int i = start; i < end; i++) {
            for (int p = matrix.start(i); p < matrix.end(i); p++) {
              int place = places[matrix.columns()[p]];
              if (place > 0) {
                chunk.add(place - 1, matrix.values()[p]);
              }
            }
            chunk.endRow(i);
          }
        });
    return result.finish();
  }
}
