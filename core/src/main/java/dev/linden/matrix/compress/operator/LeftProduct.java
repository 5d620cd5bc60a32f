package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.ByteTables;
import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.codes.JoinedBits;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.rows.RowLoops;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * t(X) %*% W: rows of W are added up for each code, then the dictionaries are multiplied with the
 * sums. Ranges of rows have sums of their own, added up in order.
 */
final class LeftProduct {
  private static final int BLOCK_CELLS = 1 << 13;
  private static final int MOST_PARTS = 32;

  /** A range has at least so many times the rows that its sums have. */
  private static final int ROWS_PER_SUM = 4;

  private static final int SMALLEST_RANGE = 1 << 14;

  /** Rows of sparse W that stay in cache while all groups look at them. */
  private static final int SPARSE_TILE = 1 << 10;

  private final List<CodedGroup> groups = new ArrayList<>();
  private final int n;

  /** Whether tuple 0 of a group is all zeros: what is summed up for it counts nothing. */
  private final boolean[] zeroFirst;

  /** Of several columns; else null. */
  private final TablePasses passes;

  /** Groups that are summed up together if there is one column. */
  private final List<JoinedBits> joined;

  private final BitSet isJoined = new BitSet();

  /** Whether each row of W is in some sum. */
  private final boolean seesAllRows;

  /** For the coded groups, and {@code n} columns. */
  LeftProduct(List<Group> all, int n, int rows) {
    this.n = n;
    for (Group group : all) {
      if (group instanceof CodedGroup coded) {
        groups.add(coded);
      }
    }
    zeroFirst = new boolean[groups.size()];
    boolean seen = false;
    for (int g = 0; g < zeroFirst.length; g++) {
      zeroFirst[g] = isZero(groups.get(g));
      seen |= !zeroFirst[g];
    }
    List<Codes> codes = groups.stream().map(CodedGroup::codes).toList();
    passes = n == 1 ? null : new TablePasses(codes, zeroFirst, n, rows);
    joined = n == 1 ? JoinedBits.of(codes) : List.of();
    joined.forEach(bits -> Arrays.stream(bits.members()).forEach(isJoined::set));
    seesAllRows = n == 1 ? seen : passes.seeAllRows();
  }

  private static boolean isZero(CodedGroup group) {
    for (int j = 0; j < group.width(); j++) {
      if (group.dictionary().value(0, j) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Sums of one range of rows: for each group, a row of n cells for each code. */
  final class Sums {
    private final double[][] tables;
    private final TablePasses.Walk walk;
    private final List<double[]> joinedSums = new ArrayList<>();
    private byte[] scratch = {};

    Sums() {
      tables = new double[groups.size()][];
      for (int g = 0; g < tables.length; g++) {
        Codes codes = groups.get(g).codes();
        tables[g] =
            n == 1
                ? new double[ByteTables.sums(codes)]
                : new double[Math.multiplyExact(codes.size(), n)];
      }
      walk = n == 1 ? null : passes.new Walk(tables);
      joined.forEach(bits -> joinedSums.add(JoinedBits.sums()));
    }

    /**
     * Adds rows {@code [start, end)} of W, which begin at {@code a[at]}. Cells that are not finite
     * show in a sum, even where they meet zeros only.
     */
    void collect(double[] a, int at, int start, int end) {
      if (!seesAllRows && !Rows.isFinite(a, at, (end - start) * n)) {
        tables[0][0] = Double.NaN;
      } else if (n > 1) {
        walk.collect(a, at, start, end);
      } else {
        for (int g = isJoined.nextClearBit(0);
            g < tables.length;
            g = isJoined.nextClearBit(g + 1)) {
          ByteTables.collect(groups.get(g).codes(), zeroFirst[g], a, at, start, end, tables[g]);
        }
        collectJoined(a, at, start, end);
      }
    }

    private void collectJoined(double[] a, int at, int start, int end) {
      scratch = JoinedBits.room(scratch, end - start);
      for (int b = 0; b < joined.size(); b++) {
        joined.get(b).collect(a, at, start, end, joinedSums.get(b), scratch);
      }
    }

    /** A row for each code. */
    double[][] finish() {
      if (n == 1) {
        for (int g = 0; g < tables.length; g++) {
          tables[g] = ByteTables.total(groups.get(g).codes(), tables[g]);
        }
        for (int b = 0; b < joined.size(); b++) {
          joined.get(b).spread(joinedSums.get(b), tables);
        }
      }
      return tables;
    }
  }

  /** Rows of a range, which depends on sizes only. */
  int grain(int rows) {
    long tuples = groups.stream().mapToLong(group -> group.codes().size()).sum();
    long least = Math.max(SMALLEST_RANGE, ROWS_PER_SUM * tuples);
    return (int) Math.min(Math.max(1, rows), Math.max(least, (rows - 1) / MOST_PARTS + 1));
  }

  /** Of all ranges; null if one is not finite. */
  static double[][] total(double[][][] parts) {
    double[][] total = parts[0];
    for (int p = 1; p < parts.length; p++) {
      for (int g = 0; g < total.length; g++) {
        RowLoops.add(parts[p][g], 0, total[g], 0, total[g].length);
      }
    }
    for (double[] sums : total) {
      if (!Rows.isFinite(sums)) {
        return null;
      }
    }
    return total;
  }

  /** Writes the rows of the result that belong to the columns of coded groups. */
  void finish(double[][] sums, boolean sparse, double[] result) {
    for (int g = 0; g < sums.length; g++) {
      CodedGroup group = groups.get(g);
      double[] own = new double[group.width() * n];
      group.dictionary().addTransposedTimes(sums[g], n, sparse, own);
      Rows.put(own, n, group.columns(), result);
    }
  }

  /** That of coded groups, with a row for each column of X, zeros elsewhere; null: unpack. */
  static Dense multiply(
      List<Group> groups, int cols, RowSource w, boolean sparse, Workers workers) {
    LeftProduct product = new LeftProduct(groups, w.cols(), w.rows());
    Dense result = Dense.allocate(cols, w.cols(), workers);
    if (!product.groups.isEmpty()) {
      double[][] sums = product.sumsOf(w, workers);
      if (sums == null) {
        return null;
      }
      product.finish(sums, sparse, result.panel(0));
    }
    return result;
  }

  /** t(X) %*% W; null: unpack. */
  static Dense multiply(List<Group> groups, int cols, Matrix w, boolean sparse, Workers workers) {
    Dense result = multiply(groups, cols, RowSource.of(w, workers), sparse, workers);
    for (Group group : groups) {
      if (result != null && group instanceof PlainGroup rest) {
        Dense part =
            Formats.toDense(MatMult.multiply(rest.cells(), true, w, false, workers), workers);
        Rows.put(part.panel(0), w.cols(), group.columns(), result.panel(0));
      }
    }
    return result;
  }

  /** A %*% X; null: unpack. */
  static Dense multiplyFromLeft(
      Dense a, List<Group> groups, int cols, boolean sparse, Workers workers) {
    Dense coded = multiply(groups, cols, RowSource.transposed(a), sparse, workers);
    if (coded == null) {
      return null;
    }
    Dense result = (Dense) Reorg.transpose(coded, workers);
    for (Group group : groups) {
      if (group instanceof PlainGroup rest) {
        Dense part = Formats.toDense(MatMult.multiply(a, rest.cells(), workers), workers);
        int[] columns = group.columns();
        for (int i = 0; i < a.rows(); i++) {
          for (int j = 0; j < columns.length; j++) {
            result.set(i, columns[j], part.get(i, j));
          }
        }
      }
    }
    return result;
  }

  /** Null if they are not finite. */
  double[][] sumsOf(RowSource w, Workers workers) {
    int grain = grain(w.rows());
    int block = Math.max(16, BLOCK_CELLS / n);
    double[][][] parts = new double[Workers.rangeCount(w.rows(), grain)][][];
    workers.forRanges(
        w.rows(),
        grain,
        (start, end) -> {
          Sums sums = new Sums();
          w.forEach(start, end, block, sums::collect);
          parts[start / grain] = sums.finish();
        });
    return total(parts);
  }

  /** The same for sparse W: each non-zero is added to a sum of every group. */
  double[][] sumsOf(Csr w, Workers workers) {
    int grain = grain(w.rows());
    double[][][] parts = new double[Workers.rangeCount(w.rows(), grain)][][];
    workers.forRanges(
        w.rows(), grain, (start, end) -> parts[start / grain] = sumsOf(w, start, end));
    return total(parts);
  }

  private double[][] sumsOf(Csr w, int start, int end) {
    double[][] tables = new double[groups.size()][];
    int[] codes = new int[Math.min(end - start, SPARSE_TILE)];
    for (int g = 0; g < tables.length; g++) {
      tables[g] = new double[Math.multiplyExact(groups.get(g).codes().size(), n)];
    }
    for (int from = start; from < end; from += SPARSE_TILE) {
      int to = Math.min(end, from + SPARSE_TILE);
      for (int g = 0; g < tables.length; g++) {
        groups.get(g).codes().decode(from, to, codes);
        double[] table = tables[g];
        for (int i = from; i < to; i++) {
          int row = codes[i - from] * n;
          for (int p = w.start(i); p < w.end(i); p++) {
            table[row + w.columns()[p]] += w.values()[p];
          }
        }
      }
    }
    return tables;
  }
}
