package dev.linden.matrix.kernel.group;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.RowView;
import dev.linden.matrix.simd.CompensatedSum;

/**
 * Sums or means of the rows of each group where groups are few: every block of rows has sums of its
 * own for all groups, so that rows are read once and in order. Blocks depend on the size of the
 * matrix alone, hence results don't depend on the number of threads.
 */
final class GroupSums {
  /** Cells, all groups together, up to which the sums of a block stay in a core's cache. */
  private static final int MOST_CELLS = 1 << 14;

  /** Cells of a block: enough that adding up the sums of the blocks costs nothing beside it. */
  private static final int BLOCK_CELLS = 1 << 20;

  private final Plain x;
  private final Dense ids;
  private final Dense weights; // null: all 1
  private final int groups;
  private final int cols;

  GroupSums(Plain x, Dense ids, Dense weights, int groups) {
    this.x = x instanceof Sparse sparse ? RowView.byRow(sparse) : x;
    this.ids = ids;
    this.weights = weights;
    this.groups = groups;
    cols = x.cols();
  }

  static boolean suits(int groups, int cols) {
    return (long) groups * cols <= MOST_CELLS;
  }

  /** Bytes that the sums of the blocks take, for this many cells of results and of the matrix. */
  static double scratch(double results, double cells) {
    return 2 * 8 * Math.min(results, MOST_CELLS) * (2 + cells / BLOCK_CELLS);
  }

  /** Sums, or means, of rows that lie in a group and have a weight other than 0. */
  Matrix run(boolean means, Workers workers) {
    long cells = x instanceof Sparse ? x.nnz() : (long) x.rows() * cols;
    int grain = Math.max(1, (int) (x.rows() / (1 + cells / BLOCK_CELLS)));
    Block[] blocks = new Block[(x.rows() + grain - 1) / grain];
    workers.forRanges(
        x.rows(),
        grain,
        (start, end) -> {
          for (int from = start; from < end; from += grain) {
            Block block = new Block();
            block.addRows(from, Math.min(from + grain, end));
            blocks[from / grain] = block;
          }
        });
    Block all = new Block();
    for (Block block : blocks) {
      all.add(block);
    }
    return Formats.adapt(all.result(means), workers);
  }

  private final class Block {
    private final double[] sums = new double[groups * cols];
    private final double[] compensations = new double[groups * cols];
    private final int[] members = new int[groups];
    private final CompensatedSum[] totals = new CompensatedSum[groups];

    Block() {
      for (int g = 0; g < groups; g++) {
        totals[g] = new CompensatedSum();
      }
    }

    void addRows(int from, int end) {
      for (int i = from; i < end; i++) {
        double id = ids.panelOf(i)[ids.offset(i)];
        double weight = weights == null ? 1 : weights.panelOf(i)[weights.offset(i)];
        if (id < groups + 1.0 && weight != 0) {
          int group = (int) id - 1;
          members[group]++;
          totals[group].add(weight);
          if (x instanceof Sparse sparse) {
            addCells(group, weight, sparse, i);
          } else {
            addRow(group * cols, weight, ((Dense) x).panelOf(i), ((Dense) x).offset(i));
          }
        }
      }
    }

    private void addRow(int at, double weight, double[] values, int offset) {
      for (int j = 0; j < cols; j++) {
        add(at + j, weight * values[offset + j]);
      }
    }

    private void addCells(int group, double weight, Sparse sparse, int row) {
      int[] columns = sparse.columns(row);
      double[] values = sparse.values(row);
      for (int p = sparse.start(row), end = sparse.end(row); p < end; p++) {
        add(group * cols + columns[p], weight * values[p]);
      }
    }

    private void add(int at, double value) {
      CompensatedSum.add(sums, compensations, at, value);
    }

    /** Adds the sums of the rows that follow. */
    void add(Block below) {
      for (int at = 0; at < sums.length; at++) {
        add(at, below.sums[at]);
        compensations[at] += below.compensations[at];
      }
      for (int g = 0; g < groups; g++) {
        members[g] += below.members[g];
        totals[g].add(below.totals[g]);
      }
    }

    Dense result(boolean means) {
      double[] cells = new double[sums.length];
      for (int at = 0; at < cells.length; at++) {
        if (members[at / cols] > 0) {
          double sum = CompensatedSum.value(sums[at], compensations[at]);
          cells[at] = means ? sum / totals[at / cols].value() : sum;
        }
      }
      return Dense.wrap(groups, cols, cells);
    }
  }
}
