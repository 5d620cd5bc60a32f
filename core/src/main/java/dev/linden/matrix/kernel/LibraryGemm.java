package dev.linden.matrix.kernel;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Workers;

/**
 * Cuts a product into calls of a {@link Gemm} library: tiles of the result whose borders depend on
 * the sizes only, and blocks that lie in one panel of each matrix.
 */
final class LibraryGemm {
  private static final int TILE_ROWS = 256;
  private static final int TILE_COLS = 1024;

  private LibraryGemm() {}

  /** As {@link PackedGemm#multiply}. */
  static void multiply(
      Gemm library,
      Dense a,
      boolean transposeA,
      Dense b,
      boolean transposeB,
      Dense c,
      boolean upper,
      int innerStart,
      int innerEnd,
      Workers workers) {
    int across = Workers.rangeCount(c.cols(), TILE_COLS);
    int down = Workers.rangeCount(c.rows(), TILE_ROWS);
    workers.forRanges(
        Math.multiplyExact(across, down),
        1,
        (first, last) -> {
          for (int tile = first; tile < last; tile++) {
            int row = tile / across * TILE_ROWS;
            int rowEnd = Math.min(c.rows(), row + TILE_ROWS);
            int col = tile % across * TILE_COLS;
            int colEnd = Math.min(c.cols(), col + TILE_COLS);
            if (upper && colEnd <= row) {
              continue;
            }
            for (int i = row, iEnd; i < rowEnd; i = iEnd) {
              iEnd = Math.min(rowEnd, c.panelEnd(i));
              iEnd = transposeA ? iEnd : Math.min(iEnd, a.panelEnd(i));
              for (int j = col, jEnd; j < colEnd; j = jEnd) {
                jEnd = transposeB ? Math.min(colEnd, b.panelEnd(j)) : colEnd;
                for (int k = innerStart, kEnd; k < innerEnd; k = kEnd) {
                  kEnd = transposeA ? Math.min(innerEnd, a.panelEnd(k)) : innerEnd;
                  kEnd = transposeB ? kEnd : Math.min(kEnd, b.panelEnd(k));
                  int aRow = transposeA ? k : i;
                  int bRow = transposeB ? j : k;
                  library.multiply(
                      iEnd - i,
                      jEnd - j,
                      kEnd - k,
                      a.panelOf(aRow),
                      a.offset(aRow) + (transposeA ? i : k),
                      a.cols(),
                      transposeA,
                      b.panelOf(bRow),
                      b.offset(bRow) + (transposeB ? k : j),
                      b.cols(),
                      transposeB,
                      c.panelOf(i),
                      c.offset(i) + j,
                      c.cols(),
                      k > innerStart);
                }
              }
            }
          }
        });
  }
}
