package dev.linden.matrix.kernel.group;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Ranges;
import dev.linden.matrix.kernel.rows.RowView;
import dev.linden.matrix.kernel.rows.SparseChunks;
import dev.linden.matrix.simd.CompensatedSum;
import java.util.Arrays;

/**
 * Folds the rows of each group, column by column. Rows are first sorted by group (counting sort),
 * then groups are folded independently, their rows in the order of the matrix; so the result does
 * not depend on the number of threads. Groups without rows give 0. Weights count as multiplicities:
 * a row of weight 0 is not there.
 */
public final class GroupedAggregate {
  /** What is computed. */
  public enum Kind {
    SUM,
    /** Number of rows, or the sum of their weights. */
    COUNT,
    MEAN,
    MIN,
    MAX,
    /** Unbiased; 0 for a weight of at most 1. */
    VARIANCE,
    /** Biased. */
    CENTRAL_MOMENT
  }

  private final Kind kind;
  private final int order;
  private final Plain x;
  private final Dense dense; // null: sparse
  private final Sparse sparse; // null: dense
  private final Dense weights; // null: all 1
  private final int groups;

  /** Rows of group g, at {@code [starts[g], starts[g + 1])} of {@code members}. */
  private final int[] starts;

  private final int[] members;

  /**
   * Group k of row k of the n x 1 {@code groups}, at least 1, is counted in row k of the result,
   * which has {@code count} rows, or as many as the largest group if that is negative.
   */
  public static Matrix aggregate(
      Kind kind, int order, Matrix x, Matrix groups, Matrix weights, long count, Workers workers) {
    if (groups.cols() != 1 || groups.rows() != x.rows()) {
      throw new InputError(
          "the groups of a "
              + x.shape()
              + " matrix must be "
              + x.rows()
              + "x1, but are "
              + groups.shape());
    }
    if (weights != null && (weights.cols() != 1 || weights.rows() != x.rows())) {
      throw new InputError(
          "the weights of a "
              + x.shape()
              + " matrix must be "
              + x.rows()
              + "x1, but are "
              + weights.shape());
    }
    Plain cells = x.plain(workers);
    Dense ids = Formats.toDense(groups, workers);
    Dense multiplicities = weights == null ? null : Formats.toDense(weights, workers);
    int rows = groupCount(ids, count);
    if ((kind == Kind.SUM || kind == Kind.MEAN) && GroupSums.suits(rows, x.cols())) {
      return new GroupSums(cells, ids, multiplicities, rows).run(kind == Kind.MEAN, workers);
    }
    return new GroupedAggregate(kind, order, cells, ids, multiplicities, rows).run(workers);
  }

  /** Bytes besides operands and result, for this many rows and cells and cells of the result. */
  public static double scratch(double rows, double cells, double results) {
    return 2 * 4 * rows + GroupSums.scratch(results, cells);
  }

  private static int groupCount(Dense ids, long count) {
    long largest = 0;
    for (int i = 0; i < ids.rows(); i++) {
      double id = ids.panelOf(i)[ids.offset(i)];
      if (!(id >= 1)) {
        throw new InputError(
            "aggregate: groups must be at least 1, but row " + (i + 1) + " has " + id);
      }
      largest = Math.max(largest, (long) id);
    }
    long rows = count < 0 ? largest : count;
    if (rows > Integer.MAX_VALUE - 8) {
      throw new InputError(
          "aggregate: the result would have " + rows + " rows, one for each group");
    }
    return (int) rows;
  }

  private GroupedAggregate(Kind kind, int order, Plain x, Dense ids, Dense weights, int groups) {
    this.kind = kind;
    this.order = kind == Kind.VARIANCE ? 2 : order;
    this.x = x;
    dense = x instanceof Dense d ? d : null;
    sparse = x instanceof Sparse s ? RowView.byRow(s) : null;
    this.weights = weights;
    this.groups = groups;
    starts = new int[groups + 1];
    int[] groupOf = new int[x.rows()];
    for (int i = 0; i < groupOf.length; i++) {
      double id = ids.panelOf(i)[ids.offset(i)];
      boolean counts = id < groups + 1.0 && weight(i) != 0;
      groupOf[i] = counts ? (int) id - 1 : -1;
      if (counts) {
        starts[groupOf[i] + 1]++;
      }
    }
    for (int g = 0; g < groups; g++) {
      starts[g + 1] += starts[g];
    }
    members = new int[starts[groups]];
    int[] next = Arrays.copyOf(starts, groups);
    for (int i = 0; i < groupOf.length; i++) {
      if (groupOf[i] >= 0) {
        members[next[groupOf[i]]++] = i;
      }
    }
  }

  private double weight(int row) {
    return weights == null ? 1 : weights.panelOf(row)[weights.offset(row)];
  }

  private Matrix run(Workers workers) {
    int cols = x.cols();
    boolean sparseResult = sparse != null && kind != Kind.COUNT;
    long work = sparse != null ? x.nnz() : (long) members.length * cols;
    int grain = Math.max(1, Ranges.rows(groups, Math.max(work, groups)));
    Dense result = sparseResult ? null : Dense.allocate(groups, cols, workers);
    SparseChunks chunks = sparseResult ? new SparseChunks(groups, cols, grain) : null;
    workers.forRanges(
        groups,
        grain,
        (start, end) -> {
          Columns columns = new Columns(cols);
          SparseChunks.Chunk chunk = sparseResult ? chunks.chunk(start, 16) : null;
          for (int g = start; g < end; g++) {
            if (starts[g] < starts[g + 1]) {
              columns.fold(starts[g], starts[g + 1]);
            }
            if (sparseResult) {
              columns.moveTo(chunk);
              chunk.endRow(g);
            } else if (starts[g] < starts[g + 1]) {
              System.arraycopy(columns.results, 0, result.panelOf(g), result.offset(g), cols);
            }
          }
        });
    return Formats.adapt(sparseResult ? chunks.finish() : result, workers);
  }

  /**
   * The columns of one group. Of a sparse matrix only those with a non-zero are touched: all others
   * give 0 whatever is computed, except counts.
   */
  private final class Columns {
    final double[] results;
    private final double[] sums;
    private final double[] compensations;
    private final double[] means;
    private final double[] storedWeights; // of the non-zeros; only for sparse matrices
    private final int[] stored; // how many non-zeros
    private final int[] touched;
    private int touchedCount;

    Columns(int cols) {
      results = new double[cols];
      boolean sumsNeeded = kind != Kind.COUNT && kind != Kind.MIN && kind != Kind.MAX;
      boolean meansNeeded = kind == Kind.VARIANCE || kind == Kind.CENTRAL_MOMENT;
      sums = new double[sumsNeeded ? cols : 0];
      compensations = new double[sums.length];
      means = new double[meansNeeded ? cols : 0];
      storedWeights = new double[sparse == null ? 0 : cols];
      stored = new int[storedWeights.length];
      touched = new int[cols];
      if (sparse == null) {
        touchedCount = cols;
        for (int j = 0; j < cols; j++) {
          touched[j] = j;
        }
      }
    }

    void fold(int from, int to) {
      double total = totalWeight(from, to);
      if (kind == Kind.COUNT) {
        Arrays.fill(results, total);
        return;
      }
      if (sparse != null) {
        touch(from, to);
      }
      switch (kind) {
        case SUM, MEAN -> {
          add(from, to);
          for (int t = 0; t < touchedCount; t++) {
            int j = touched[t];
            results[j] = takeSum(j) / (kind == Kind.MEAN ? total : 1);
          }
        }
        case MIN -> extreme(from, to, false);
        case MAX -> extreme(from, to, true);
        default -> moment(from, to, total);
      }
    }

    private double totalWeight(int from, int to) {
      if (weights == null) {
        return to - from;
      }
      CompensatedSum sum = new CompensatedSum();
      for (int m = from; m < to; m++) {
        sum.add(weight(members[m]));
      }
      return sum.value();
    }

    /** Which columns have non-zeros, and how many. */
    private void touch(int from, int to) {
      for (int m = from; m < to; m++) {
        int row = members[m];
        int[] columns = sparse.columns(row);
        double weight = weight(row);
        for (int p = sparse.start(row), end = sparse.end(row); p < end; p++) {
          int j = columns[p];
          if (stored[j]++ == 0) {
            touched[touchedCount++] = j;
          }
          storedWeights[j] += weight;
        }
      }
    }

    private void add(int from, int to) {
      for (int m = from; m < to; m++) {
        int row = members[m];
        double weight = weight(row);
        double[] values = values(row);
        int[] columns = columns(row);
        int n = length(row);
        for (int k = 0, p = offset(row); k < n; k++, p++) {
          addTo(columns == null ? k : columns[p], weight * values[p]);
        }
      }
    }

    private void extreme(int from, int to, boolean largest) {
      double worst = largest ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      for (int t = 0; t < touchedCount; t++) {
        int j = touched[t];
        results[j] = sparse == null || stored[j] == to - from ? worst : 0;
      }
      for (int m = from; m < to; m++) {
        int row = members[m];
        double[] values = values(row);
        int[] columns = columns(row);
        int n = length(row);
        for (int k = 0, p = offset(row); k < n; k++, p++) {
          int j = columns == null ? k : columns[p];
          results[j] = largest ? Math.max(results[j], values[p]) : Math.min(results[j], values[p]);
        }
      }
    }

    /**
     * Means are measured from a first cell, so that the mean of equal cells is exactly their value
     * and their moments are 0; from 0 where the column has cells that are not stored.
     */
    private void moment(int from, int to, double total) {
      for (int t = 0; t < touchedCount; t++) {
        int j = touched[t];
        boolean full = sparse == null || stored[j] == to - from;
        means[j] = full ? x.get(members[from], j) : 0;
      }
      addPowers(from, to, 1);
      for (int t = 0; t < touchedCount; t++) {
        means[touched[t]] += takeSum(touched[t]) / total;
      }
      addPowers(from, to, order);
      boolean variance = kind == Kind.VARIANCE;
      for (int t = 0; t < touchedCount; t++) {
        int j = touched[t];
        if (sparse != null && stored[j] < to - from) {
          addTo(j, (total - storedWeights[j]) * power(-means[j], order));
        }
        double sum = takeSum(j);
        results[j] = variance ? (total > 1 ? sum / (total - 1) : 0) : sum / total;
      }
    }

    /** Adds weighted powers of the deviations from {@link #means}. */
    private void addPowers(int from, int to, int exponent) {
      for (int m = from; m < to; m++) {
        int row = members[m];
        double weight = weight(row);
        double[] values = values(row);
        int[] columns = columns(row);
        int n = length(row);
        for (int k = 0, p = offset(row); k < n; k++, p++) {
          int j = columns == null ? k : columns[p];
          addTo(j, weight * power(values[p] - means[j], exponent));
        }
      }
    }

    private void addTo(int j, double value) {
      CompensatedSum.add(sums, compensations, j, value);
    }

    private double takeSum(int j) {
      double sum = CompensatedSum.value(sums[j], compensations[j]);
      sums[j] = 0;
      compensations[j] = 0;
      return sum;
    }

    /** Moves the results to a row of a sparse matrix and is ready for the next group. */
    void moveTo(SparseChunks.Chunk chunk) {
      Arrays.sort(touched, 0, touchedCount);
      for (int t = 0; t < touchedCount; t++) {
        int j = touched[t];
        chunk.add(j, results[j]);
        stored[j] = 0;
        storedWeights[j] = 0;
      }
      touchedCount = 0;
    }

    private double[] values(int row) {
      return sparse == null ? dense.panelOf(row) : sparse.values(row);
    }

    private int[] columns(int row) {
      return sparse == null ? null : sparse.columns(row);
    }

    private int offset(int row) {
      return sparse == null ? dense.offset(row) : sparse.start(row);
    }

    private int length(int row) {
      return sparse == null ? x.cols() : sparse.end(row) - sparse.start(row);
    }
  }

  private static double power(double d, int exponent) {
    return switch (exponent) {
      case 1 -> d;
      case 2 -> d * d;
      case 3 -> d * d * d;
      default -> (d * d) * (d * d);
    };
  }
}
