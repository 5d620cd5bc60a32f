package dev.linden.matrix.kernel.product;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.CountedRows;

/** Completes square matrices of which only the cells on and above the diagonal were computed. */
final class Symmetry {
  /** Rows and columns of a tile: both ends of the mirror stay in the first-level cache. */
  private static final int TILE = 32;

  private Symmetry() {}

  /** Overwrites the cells below the diagonal. */
  static void mirrorUpper(Dense c, Workers workers) {
    int n = c.rows();
    workers.forRanges(
        n,
        TILE,
        (start, end) -> {
          for (int jTile = 0; jTile < end; jTile += TILE) {
            int jEnd = Math.min(end, jTile + TILE);
            for (int j = jTile; j < jEnd; j++) {
              double[] from = c.panelOf(j);
              int fromOffset = c.offset(j);
              for (int i = Math.max(start, j + 1); i < end; i++) {
                c.panelOf(i)[c.offset(i) + j] = from[fromOffset + i];
              }
            }
          }
        });
  }

  /** The whole matrix; {@code half} has no cells below the diagonal. */
  static Sparse mirrorUpper(Sparse half) {
    int n = half.rows();
    int[] sizes = new int[n];
    for (int i = 0; i < n; i++) {
      int[] columns = half.columns(i);
      for (int p = half.start(i), end = half.end(i); p < end; p++) {
        sizes[i]++;
        sizes[columns[p]] += columns[p] > i ? 1 : 0;
      }
    }
    // row i gets its mirrored cells, whose columns are below i, from the rows before it
    CountedRows result = new CountedRows(n, n, sizes);
    for (int i = 0; i < n; i++) {
      result.appendRun(i, half, i, half.start(i), half.end(i), 0);
      int[] columns = half.columns(i);
      double[] values = half.values(i);
      for (int p = half.start(i), end = half.end(i); p < end; p++) {
        if (columns[p] > i) {
          result.append(columns[p], i, values[p]);
        }
      }
    }
    return result.finish();
  }
}
