package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.rows.RowLoops;
import java.util.ArrayList;
import java.util.List;

/**
 * t(X) %*% W: rows of W are added up for each code, then the dictionaries are multiplied with the
 * sums. Ranges of rows have sums of their own, added up in order.
 */
final class LeftProduct {
  private static final int BLOCK_CELLS = 1 << 11;
  private static final int MOST_PARTS = 32;

  /** A range has at least so many times the rows that its sums have. */
  private static final int ROWS_PER_SUM = 4;

  private static final int SMALLEST_RANGE = 1 << 14;

  private final List<CodedGroup> groups = new ArrayList<>();
  private final int n;

  /** Whether tuple 0 of a group is all zeros: what is summed up for it counts nothing. */
  private final boolean[] zeroFirst;

  /** For the coded groups, and {@code n} columns. */
  LeftProduct(List<Group> all, int n) {
    this.n = n;
    for (Group group : all) {
      if (group instanceof CodedGroup coded) {
        groups.add(coded);
      }
    }
    zeroFirst = new boolean[groups.size()];
    for (int g = 0; g < zeroFirst.length; g++) {
      zeroFirst[g] = isZero(groups.get(g));
    }
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
  double[][] sums() {
    return groups.stream()
        .map(group -> new double[Math.multiplyExact(group.codes().size(), n)])
        .toArray(double[][]::new);
  }

  /**
   * Adds rows {@code [start, end)} of W, which begin at {@code a[at]}. Cells that are not finite
   * show in a sum, even where they meet zeros only.
   */
  void collect(double[] a, int at, int start, int end, double[][] sums) {
    if (!Rows.isFinite(a, at, (end - start) * n)) {
      sums[0][0] = Double.NaN;
      return;
    }
    for (int g = 0; g < sums.length; g++) {
      Codes codes = groups.get(g).codes();
      if (n == 1 && zeroFirst[g]) {
        codes.collectListed(a, at, start, end, sums[g]);
      } else if (n == 1) {
        codes.collect(a, at, start, end, sums[g]);
      } else if (zeroFirst[g]) {
        codes.collectRowsListed(a, at, n, start, end, sums[g]);
      } else {
        codes.collectRows(a, at, n, start, end, sums[g]);
      }
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

  /** The product, with a row for each column of X; null: unpack. */
  static Dense multiply(List<Group> groups, int cols, Dense w, boolean sparse, Workers workers) {
    LeftProduct product = new LeftProduct(groups, w.cols());
    Dense result = Dense.allocate(cols, w.cols(), workers);
    if (!product.groups.isEmpty()) {
      double[][] sums = product.sumsOf(w, workers);
      if (sums == null) {
        return null;
      }
      product.finish(sums, sparse, result.panel(0));
    }
    for (Group group : groups) {
      if (group instanceof PlainGroup rest) {
        Dense part =
            Formats.toDense(MatMult.multiply(rest.cells(), true, w, false, workers), workers);
        Rows.put(part.panel(0), w.cols(), group.columns(), result.panel(0));
      }
    }
    return result;
  }

  /** Null if they are not finite. */
  double[][] sumsOf(Dense w, Workers workers) {
    int grain = grain(w.rows());
    int block = Math.max(16, BLOCK_CELLS / n);
    double[][][] parts = new double[Workers.rangeCount(w.rows(), grain)][][];
    workers.forRanges(
        w.rows(),
        grain,
        (start, end) -> {
          double[][] sums = sums();
          Rows.stretches(
              w,
              start,
              end,
              block,
              (from, to) -> collect(w.panelOf(from), w.offset(from), from, to, sums));
          parts[start / grain] = sums;
        });
    return total(parts);
  }
}
