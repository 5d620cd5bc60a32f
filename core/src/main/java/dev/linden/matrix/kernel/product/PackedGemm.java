package dev.linden.matrix.kernel.product;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Ranges;
import dev.linden.matrix.kernel.rows.RowLoops;
import dev.linden.matrix.simd.GemmKernel;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Large dense products on a register kernel. The operands are copied into strips that the kernel
 * reads from front to back; whether an operand is transposed matters for this copying only.
 *
 * <p>Blocking after Goto and van de Geijn (2008): a block of B of {@link #DEPTH} inner positions is
 * packed once for all (it stays in the third-level cache); the result is cut into tiles, and for
 * each tile the block of A is packed (second-level cache) and multiplied strip by strip (a strip of
 * B stays in the first-level cache). Tiles are independent and their borders depend on the sizes
 * only, so the bits do not depend on the number of threads.
 */
final class PackedGemm {
  /** Inner positions of a block: a strip of B of 16 columns takes 24 KB, three quarters of L1. */
  private static final int DEPTH = 192;

  /** Columns of a packed block of B at most: 6 MB. */
  private static final int WIDTH = 4096;

  /** Rows of a tile at most: the block of A takes 368 KB, a part of L2. */
  private static final int MAX_TILE_ROWS = 240;

  private static final int MAX_TILE_COLS = 512;

  /** Tiles are made smaller until there are about this many, for the sake of balance. */
  private static final int WANTED_TILES = 64;

  private static final int MIN_TILE_ROWS = 48;
  private static final int MIN_TILE_COLS = 128;

  private final GemmKernel kernel;
  private final Dense a;
  private final boolean transposeA;
  private final Dense b;
  private final boolean transposeB;
  private final Dense c;
  private final boolean upper;
  private final int tileRows;
  private final int tileCols;
  private final int depth;
  private final ConcurrentLinkedQueue<Buffers> free = new ConcurrentLinkedQueue<>();

  /** What one thread needs while it works on a tile. */
  private record Buffers(double[] packedA, double[] edge) {}

  /** Bytes of the packed blocks of one thread at most, for a product of this many columns. */
  static double bufferBytes(int cols, int inner) {
    double depth = Math.min(DEPTH, inner);
    return 8 * depth * (Math.min(WIDTH, cols + MIN_TILE_COLS) + 2.0 * MAX_TILE_ROWS);
  }

  private PackedGemm(
      GemmKernel kernel,
      Dense a,
      boolean transposeA,
      Dense b,
      boolean transposeB,
      Dense c,
      boolean upper,
      int inner) {
    this.kernel = kernel;
    this.a = a;
    this.transposeA = transposeA;
    this.b = b;
    this.transposeB = transposeB;
    this.c = c;
    this.upper = upper;
    depth = Math.min(DEPTH, inner);
    int perSide = (int) Math.sqrt(WANTED_TILES);
    tileRows = roundUp(clamp(c.rows() / perSide, MIN_TILE_ROWS, MAX_TILE_ROWS), kernel.rows());
    tileCols = roundUp(clamp(c.cols() / perSide, MIN_TILE_COLS, MAX_TILE_COLS), kernel.cols());
  }

  /** Tiles into which a result of this size is cut. */
  static long tiles(int rows, int cols) {
    return ((rows - 1L) / MAX_TILE_ROWS + 1) * ((cols - 1L) / MAX_TILE_COLS + 1);
  }

  /**
   * C = op(A) * op(B) over inner positions {@code [innerStart, innerEnd)}, at least one; what C
   * held does not matter. With {@code upper} only the cells on and above the diagonal are right
   * afterwards.
   */
  static void multiply(
      GemmKernel kernel,
      Dense a,
      boolean transposeA,
      Dense b,
      boolean transposeB,
      Dense c,
      boolean upper,
      int innerStart,
      int innerEnd,
      Workers workers) {
    new PackedGemm(kernel, a, transposeA, b, transposeB, c, upper, innerEnd - innerStart)
        .run(innerStart, innerEnd, workers);
  }

  private void run(int innerStart, int innerEnd, Workers workers) {
    int n = c.cols();
    int width = roundUp(Math.min(n, WIDTH), kernel.cols());
    double[] packedB = workers.arrays().uncleared(width * depth);
    for (int col = 0; col < n; col += WIDTH) {
      int colEnd = Math.min(n, col + WIDTH);
      for (int k = innerStart; k < innerEnd; k += DEPTH) {
        int kEnd = Math.min(innerEnd, k + DEPTH);
        packB(col, colEnd, k, kEnd, packedB, workers);
        multiplyBlock(col, colEnd, k, kEnd, packedB, k > innerStart, workers);
      }
    }
    workers.arrays().recycle(packedB);
    free.forEach(buffers -> workers.arrays().recycle(buffers.packedA()));
  }

  private void packB(
      int colStart, int colEnd, int kStart, int kEnd, double[] packedB, Workers workers) {
    int width = kernel.cols();
    int positions = kEnd - kStart;
    int grain = Math.max(1, Ranges.WORK / (width * positions)) * width;
    workers.forRanges(
        colEnd - colStart,
        grain,
        (start, end) ->
            pack(
                b,
                transposeB,
                colStart + start,
                colStart + end,
                kStart,
                kEnd,
                width,
                packedB,
                start * positions));
  }

  private void multiplyBlock(
      int colStart,
      int colEnd,
      int kStart,
      int kEnd,
      double[] packedB,
      boolean add,
      Workers workers) {
    int m = c.rows();
    int across = Workers.rangeCount(colEnd - colStart, tileCols);
    int down = Workers.rangeCount(m, tileRows);
    workers.forRanges(
        Math.multiplyExact(across, down),
        1,
        (first, last) -> {
          for (int tile = first; tile < last; tile++) {
            int row = tile / across * tileRows;
            int col = tile % across * tileCols;
            int tileEnd = Math.min(colEnd - colStart, col + tileCols);
            if (!upper || colStart + tileEnd > row) {
              Buffers buffers = buffers(workers);
              int rowEnd = Math.min(m, row + tileRows);
              pack(a, !transposeA, row, rowEnd, kStart, kEnd, kernel.rows(), buffers.packedA(), 0);
              multiplyTile(
                  row, rowEnd, colStart, col, tileEnd, kEnd - kStart, packedB, buffers, add);
              free.add(buffers);
            }
          }
        });
  }

  private Buffers buffers(Workers workers) {
    Buffers buffers = free.poll();
    if (buffers != null) {
      return buffers;
    }
    return new Buffers(
        workers.arrays().uncleared(tileRows * depth), new double[kernel.rows() * kernel.cols()]);
  }

  /** Columns {@code [col, colEnd)} count from {@code colStart}, where the packed block begins. */
  private void multiplyTile(
      int rowStart,
      int rowEnd,
      int colStart,
      int col,
      int colEnd,
      int positions,
      double[] packedB,
      Buffers buffers,
      boolean add) {
    int height = kernel.rows();
    int width = kernel.cols();
    int stride = c.cols();
    for (int j = col; j < colEnd; j += width) {
      int cols = Math.min(width, colEnd - j);
      for (int i = rowStart; i < rowEnd; i += height) {
        int rows = Math.min(height, rowEnd - i);
        if (upper && colStart + j + cols <= i) {
          break; // this strip and those below lie under the diagonal
        }
        int ai = (i - rowStart) * positions;
        int bi = j * positions;
        if (rows == height && cols == width && c.panelEnd(i) >= i + rows) {
          int ci = c.offset(i) + colStart + j;
          kernel.multiply(
              positions, buffers.packedA(), ai, packedB, bi, c.panelOf(i), ci, stride, add);
        } else {
          double[] edge = buffers.edge();
          kernel.multiply(positions, buffers.packedA(), ai, packedB, bi, edge, 0, width, false);
          for (int r = 0; r < rows; r++) {
            double[] to = c.panelOf(i + r);
            int ci = c.offset(i + r) + colStart + j;
            if (add) {
              RowLoops.add(edge, r * width, to, ci, cols);
            } else {
              System.arraycopy(edge, r * width, to, ci, cols);
            }
          }
        }
      }
    }
  }

  /**
   * Packs lanes {@code [start, end)}, rows of A or columns of B, in strips of {@code width}; the
   * last strip is filled up with zeros. {@code lanesAreRows}: a lane is a row of {@code source},
   * else a column.
   */
  private static void pack(
      Dense source,
      boolean lanesAreRows,
      int start,
      int end,
      int kStart,
      int kEnd,
      int width,
      double[] target,
      int at) {
    int positions = kEnd - kStart;
    if (lanesAreRows) {
      for (int lane = start; lane < end; lane++) {
        int strip = (lane - start) / width;
        int to = at + strip * width * positions + (lane - start) % width;
        scatter(source.panelOf(lane), source.offset(lane) + kStart, target, to, width, positions);
      }
    } else {
      for (int k = kStart; k < kEnd; k++) {
        gatherStrips(
            source.panelOf(k),
            source.offset(k) + start,
            end - start,
            target,
            at + (k - kStart) * width,
            width,
            width * positions);
      }
    }
    int filled = (end - start) % width;
    if (filled > 0) {
      int strip = at + (end - start) / width * width * positions;
      for (int k = 0; k < positions; k++) {
        for (int lane = filled; lane < width; lane++) {
          target[strip + k * width + lane] = 0;
        }
      }
    }
  }

  private static void scatter(
      double[] from, int offset, double[] target, int at, int width, int positions) {
    int to = at;
    for (int k = 0; k < positions; k++) {
      target[to] = from[offset + k];
      to += width;
    }
  }

  /** One inner position of all strips: {@code width} cells each, {@code step} cells apart. */
  private static void gatherStrips(
      double[] from, int offset, int count, double[] target, int at, int width, int step) {
    int to = at;
    for (int lane = 0; lane < count; lane += width) {
      int length = Math.min(width, count - lane);
      for (int l = 0; l < length; l++) {
        target[to + l] = from[offset + lane + l];
      }
      to += step;
    }
  }

  private static int clamp(int value, int least, int most) {
    return Math.max(least, Math.min(most, value));
  }

  private static int roundUp(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }
}
