package dev.linden.matrix.kernel.rows;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.kernel.Forms;
import dev.linden.testkit.RandomTests;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Results with more non-zeros than one array holds, with a bound that tests can reach. */
class SparseBuildersTest {
  private static final int ROWS = 23;
  private static final int COLS = 17;

  private final double[][] cells = Forms.whole(new Random(RandomTests.SEED), ROWS, COLS, 0.3);

  @Test
  void chunksBecomeSeparateRows() {
    for (int longestArray : new int[] {10, 1000}) {
      SparseChunks chunks = new SparseChunks(ROWS, COLS, 5);
      for (int start = 0; start < ROWS; start += 5) {
        SparseChunks.Chunk chunk = chunks.chunk(start, 2);
        for (int i = start; i < Math.min(ROWS, start + 5); i++) {
          chunk.addNonZeros(cells[i], 0, COLS);
          chunk.endRow(i);
        }
      }
      check(chunks.finish(longestArray), longestArray);
    }
  }

  @Test
  void countedRowsBecomeSeparateRows() {
    Sparse source = Forms.csr(cells, COLS);
    for (int longestArray : new int[] {10, 1000}) {
      int[] sizes = new int[ROWS];
      for (int i = 0; i < ROWS; i++) {
        sizes[i] = source.end(i) - source.start(i);
      }
      CountedRows rows = new CountedRows(ROWS, COLS, sizes, longestArray);
      for (int i = ROWS - 1; i >= 0; i--) {
        int from = source.start(i);
        if (source.end(i) > from) {
          rows.append(i, source.columns(i)[from], source.values(i)[from]);
          rows.appendRun(i, source, i, from + 1, source.end(i), 0);
        }
      }
      check(rows.finish(), longestArray);
    }
  }

  private void check(Sparse result, int longestArray) {
    assertTrue(result instanceof Mcsr == (longestArray == 10));
    Forms.assertCells(cells, COLS, result, "built rows");
  }

  @Test
  void sumsCellsOfARowWithAndWithoutHashing() {
    Random random = new Random(RandomTests.SEED);
    for (int cols : new int[] {1, 3, 64, 100_000}) {
      RowAccumulator sums = new RowAccumulator(cols, 50);
      for (int round = 0; round < 5; round++) {
        double[][] expected = new double[1][cols];
        for (int k = 0; k < 50; k++) {
          int col = random.nextInt(Math.min(cols, 20)) * Math.max(1, cols / 20);
          double value = random.nextInt(5) - 2;
          expected[0][col] += value;
          sums.add(col, value);
        }
        SparseChunks chunks = new SparseChunks(1, cols, 1);
        SparseChunks.Chunk chunk = chunks.chunk(0, 1);
        sums.drainTo(chunk);
        chunk.endRow(0);
        Forms.assertCells(expected, cols, chunks.finish(), "sums");
      }
    }
  }
}
