package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.CodeTile;
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
  /** Pairs of codes that are counted in a table, 1 MB. */
  private static final long MOST_PAIRS = 1 << 18;

  private static final int TILE = 1 << 10;

  private final List<CodedGroup> coded;
  private final int rows;
  private final boolean sparse;
  private final Dense result;

  private SelfProduct(List<Group> groups, int rows, int cols, boolean sparse, Workers workers) {
    List<CodedGroup> all = new ArrayList<>();
    for (Group group : groups) {
      if (group instanceof CodedGroup g) {
        all.add(g);
      }
    }
    coded = JointGroups.of(all, workers);
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
    if (product.result.panelCount() > 1 || plain.size() > 1 || product.isSlow(groups, cols)) {
      return null;
    }
    List<Runnable> tasks = product.tasks();
    workers.forRanges(tasks.size(), 1, (task, end) -> tasks.get(task).run());
    for (PlainGroup rest : plain) {
      if (!product.rest(rest, workers)) {
        return null;
      }
    }
    return Rows.isFinite(product.result.panel(0)) ? product.result : null;
  }

  /** Whether unpacking all cells and multiplying these is faster: there are many groups. */
  private boolean isSlow(List<Group> groups, int cols) {
    double nonZeros = groups.stream().mapToDouble(Group::nnz).sum();
    double cells = sparse ? nonZeros : (double) rows * cols;
    return Costs.timesItself(rows, coded.size())
        > Costs.unpacking(rows, cols) + Costs.plainTimesItself(rows, cells, sparse);
  }

  /** Each writes other cells of the result. */
  private List<Runnable> tasks() {
    List<Runnable> tasks = new ArrayList<>();
    for (int a = 0; a < coded.size(); a++) {
      CodedGroup left = coded.get(a);
      tasks.add(() -> itself(left));
      List<CodedGroup> counted = new ArrayList<>();
      for (CodedGroup right : coded.subList(a + 1, coded.size())) {
        if ((long) left.codes().size() * right.codes().size() <= MOST_PAIRS) {
          counted.add(right);
        } else {
          tasks.add(() -> sums(left, right));
        }
      }
      for (int from = 0; from < counted.size(); from += Codes.COUNTED_TOGETHER) {
        int to = Math.min(counted.size(), from + Codes.COUNTED_TOGETHER);
        List<CodedGroup> some = counted.subList(from, to);
        tasks.add(() -> counts(left, some));
      }
    }
    return tasks;
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

  private void counts(CodedGroup a, List<CodedGroup> others) {
    int[][] pairs = a.codes().countPairs(others.stream().map(CodedGroup::codes).toList());
    for (int k = 0; k < pairs.length; k++) {
      put(a, times(pairs[k], others.get(k)), others.get(k).columns());
    }
  }

  private void sums(CodedGroup a, CodedGroup b) {
    if (a.width() <= b.width()) {
      put(b, sums(b.codes(), a), a.columns());
    } else {
      put(a, sums(a.codes(), b), b.columns());
    }
  }

  /** Counts of pairs, multiplied with the tuples of the second group. */
  private static double[] times(int[] counts, CodedGroup b) {
    int size = b.codes().size();
    int width = b.width();
    NonZeroTuples tuples = NonZeroTuples.of(b.dictionary());
    double[] result = new double[counts.length / size * width];
    for (int first = 0, to = 0; first < counts.length; first += size, to += width) {
      for (int c = 0; c < size; c++) {
        if (counts[first + c] != 0) {
          tuples.addScaled(counts[first + c], c, result, to);
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
    CodeTile tile = new CodeTile(List.of(codes), width, rows);
    for (int start = 0; start < rows; start += TILE) {
      int end = Math.min(rows, start + TILE);
      alone.decode(start, end, cells, 0, width, false);
      tile.collect(cells, 0, start, end, new double[][] {sums});
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
    LeftProduct left = new LeftProduct(List.copyOf(coded), columns.length, rows);
    double[][] sums = left.sumsOf(RowSource.of(cells), workers);
    if (sums == null) {
      return false;
    }
    for (int g = 0; g < sums.length; g++) {
      put(coded.get(g), sums[g], columns);
    }
    return true;
  }
}
