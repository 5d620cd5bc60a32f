package dev.linden.matrix.kernel.random;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Ranges;
import dev.linden.matrix.kernel.rows.SparseChunks;
import java.util.function.Supplier;

/**
 * Matrices of random cells. The value of a cell depends on the seed and its position (row-major,
 * over the whole matrix). Which cells are non-zero depends on these too: from a density of 0.4 on,
 * each cell is decided by itself; below, each row is a chain of random gaps, so that the work
 * follows the non-zeros and not the cells. Where most rows would be empty, a chain runs over a band
 * of rows ({@link SparseBands}), and the work does not depend on the rows either.
 */
final class RandomMatrix {
  private RandomMatrix() {}

  /** {@code values} gives a generator for one thread. */
  static Matrix generate(
      Region region, double sparsity, long seed, Supplier<Variates> values, Workers workers) {
    int rows = region.rows();
    int cols = region.cols();
    if (!(sparsity >= 0 && sparsity <= 1)) {
      throw new InputError("rand: sparsity must be between 0 and 1, but is " + sparsity);
    }
    if (sparsity == 0 || rows == 0 || cols == 0) {
      return Generate.constant(rows, cols, 0, workers);
    }
    if (sparsity >= Formats.DENSEST_SPARSE || region.allCols() == 1) {
      return dense(region, sparsity, seed, values, workers);
    }
    return SparseBands.suit(region.allCols(), sparsity)
        ? new SparseBands(region, sparsity, seed).generate(values, workers)
        : sparse(region, sparsity, seed, values, workers);
  }

  private static Dense dense(
      Region region, double sparsity, long seed, Supplier<Variates> values, Workers workers) {
    int rows = region.rows();
    int cols = region.cols();
    Dense result = Dense.allocateUncleared(rows, cols, workers);
    workers.forRanges(
        rows,
        Ranges.rows(rows, result.cells()),
        (start, end) -> {
          Variates variates = values.get();
          Philox choice = new Philox(seed);
          for (int i = start; i < end; i++) {
            double[] cells = result.panelOf(i);
            int offset = result.offset(i);
            long position = region.position(i);
            for (int j = 0; j < cols; j++) {
              cells[offset + j] =
                  chosen(choice, position + j, sparsity) ? variates.at(position + j) : 0;
            }
          }
        });
    return result;
  }

  private static boolean chosen(Philox choice, long position, double sparsity) {
    if (sparsity == 1) {
      return true;
    }
    choice.moveTo(position, Philox.CELL_CHOICE, 0);
    return Philox.unit(choice.first()) < sparsity;
  }

  /** A chain starts in the first column of the whole matrix, wherever the region starts. */
  private static Matrix sparse(
      Region region, double sparsity, long seed, Supplier<Variates> values, Workers workers) {
    int rows = region.rows();
    int cols = region.cols();
    long end = region.firstCol() + cols;
    double expected = sparsity * rows * cols;
    int grain = Ranges.rows(rows, 4 * expected + rows);
    SparseChunks result = new SparseChunks(rows, cols, grain);
    RandomGaps distribution = new RandomGaps(sparsity);
    workers.forRanges(
        rows,
        grain,
        (start, stop) -> {
          Variates variates = values.get();
          Philox gaps = new Philox(seed);
          double expectedHere = expected / rows * (stop - start);
          SparseChunks.Chunk chunk =
              result.chunk(start, (int) Math.min(1 << 20, 16 + 1.1 * expectedHere));
          for (int i = start; i < stop; i++) {
            long row = region.firstRow() + i;
            long position = row * region.allCols();
            long col = -1;
            for (int draw = 0; ; draw++) {
              gaps.moveTo(row, Philox.GAPS, draw);
              double zeros = distribution.zeros(gaps.first());
              if (zeros >= end - 1 - col) {
                break;
              }
              col += 1 + (long) zeros;
              if (col >= region.firstCol()) {
                chunk.add((int) (col - region.firstCol()), variates.at(position + col));
              }
            }
            chunk.endRow(i);
          }
        });
    return Formats.adapt(result.finish(), workers);
  }
}
