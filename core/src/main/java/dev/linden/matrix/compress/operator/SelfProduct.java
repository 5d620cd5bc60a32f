package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.kernel.product.MatMult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * t(X) %*% X by pairs of groups: counts of the codes of one, counts of pairs of codes, or, where
 * there are too many pairs, sums of the cells of one group for each code of the other. Pairs are
 * independent of each other.
 */
final class SelfProduct {
  /** Pairs of codes that are counted in a table, 256 KB. */
  private static final long MOST_PAIRS = 1 << 16;

  private static final int TILE = 1 << 10;

  private final List<CodedGroup> coded = new ArrayList<>();
  private final int rows;
  private final boolean sparse;
  private final Dense result;

  private SelfProduct(List<Group> groups, int rows, int cols, boolean sparse, Workers workers) {
    for (Group group : groups) {
      if (group instanceof CodedGroup g) {
        coded.add(g);
      }
    }
    this.rows = rows;
    this.sparse = sparse;
    result = Dense.allocate(cols, cols, workers);
  }

  /** Null: unpack. */
  static Dense multiply(List<Group> groups, int rows, int cols, boolean sparse, Workers workers) {
    List<PlainGroup> plain = new ArrayList<>();
    for (Group group : groups) {
      boolean sparseRest = group instanceof PlainGroup rest && rest.cells().isSparse();
      if (sparseRest || group.hasSpecial()) {
        return null;
      }
      if (group instanceof PlainGroup rest) {
        plain.add(rest);
      }
    }
    SelfProduct product = new SelfProduct(groups, rows, cols, sparse, workers);
    if (product.result.panelCount() > 1 || plain.size() > 1) {
      return null;
    }
    int count = product.coded.size();
    workers.forRanges(
        Math.multiplyExact(count, count),
        1,
        (pair, end) -> {
          int left = pair / count;
          int right = pair % count;
          if (left == right) {
            product.itself(product.coded.get(left));
          } else if (left < right) {
            product.pair(product.coded.get(left), product.coded.get(right));
          }
        });
    for (PlainGroup rest : plain) {
      if (!product.rest(rest, workers)) {
        return null;
      }
    }
    return Rows.isFinite(product.result.panel(0)) ? product.result : null;
  }

  private void itself(CodedGroup group) {
    int width = group.width();
    int[] counts = group.codes().counts();
    double[] weighted = group.dictionary().cells().clone();
    for (int c = 0; c < counts.length; c++) {
      for (int j = 0; j < width; j++) {
        weighted[c * width + j] *= counts[c];
      }
    }
    put(group, weighted, group.columns());
  }

  private void pair(CodedGroup a, CodedGroup b) {
    long pairs = (long) a.codes().size() * b.codes().size();
    if (pairs <= MOST_PAIRS) {
      put(a, times(a.codes().countPairs(b.codes()), b), b.columns());
    } else if (a.width() <= b.width()) {
      put(b, sums(b.codes(), a), a.columns());
    } else {
      put(a, sums(a.codes(), b), b.columns());
    }
  }

  /** Counts of pairs, multiplied with the tuples of the second group. */
  private static double[] times(int[] counts, CodedGroup b) {
    int size = b.codes().size();
    int width = b.width();
    double[] cells = b.dictionary().cells();
    double[] result = new double[counts.length / size * width];
    for (int k = 0; k < counts.length; k++) {
      if (counts[k] != 0) {
        int from = k % size * width;
        int to = k / size * width;
        for (int j = 0; j < width; j++) {
          result[to + j] += counts[k] * cells[from + j];
        }
      }
    }
    return result;
  }

  /** The sums of the cells of a group for each code of another. */
  private double[] sums(Codes codes, CodedGroup group) {
    int width = group.width();
    double[] sums = new double[Math.multiplyExact(codes.size(), width)];
    double[] cells = new double[TILE * width];
    int[] places = IntStream.range(0, width).toArray();
    Group alone = new CodedGroup(places, group.codes(), group.dictionary());
    for (int start = 0; start < rows; start += TILE) {
      int end = Math.min(rows, start + TILE);
      alone.decode(start, end, cells, 0, width, false);
      codes.collectRows(cells, 0, width, start, end, sums);
    }
    return sums;
  }

  /** Writes t(D) %*% S, and its transpose, to the cells of two groups. */
  private void put(CodedGroup group, double[] sums, int[] columns) {
    int n = columns.length;
    double[] block = new double[group.width() * n];
    group.dictionary().addTransposedTimes(sums, n, sparse, block);
    for (int j = 0; j < group.width(); j++) {
      for (int k = 0; k < n; k++) {
        set(group.columns()[j], columns[k], block[j * n + k]);
      }
    }
  }

  private void set(int row, int col, double value) {
    double[] cells = result.panel(0);
    int cols = result.cols();
    cells[row * cols + col] = value;
    cells[col * cols + row] = value;
  }

  private boolean rest(PlainGroup group, Workers workers) {
    Dense cells = (Dense) group.cells();
    int[] columns = group.columns();
    Dense own = (Dense) MatMult.tsmm(cells, true, workers);
    for (int j = 0; j < columns.length; j++) {
      for (int k = 0; k < columns.length; k++) {
        set(columns[j], columns[k], own.get(j, k));
      }
    }
    if (coded.isEmpty()) {
      return true;
    }
    LeftProduct left = new LeftProduct(List.copyOf(coded), columns.length);
    double[][] sums = left.sumsOf(cells, workers);
    if (sums == null) {
      return false;
    }
    for (int g = 0; g < sums.length; g++) {
      put(coded.get(g), sums[g], columns);
    }
    return true;
  }
}
