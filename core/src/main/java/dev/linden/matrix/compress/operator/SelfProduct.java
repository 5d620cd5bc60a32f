package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.CodeTile;
import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.reorg.Append;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * t(X) %*% X by pairs of groups: counts of the codes of one, counts of pairs of codes, or, where
 * there are too many pairs, sums of the cells of one group for each code of the other. Pairs are
 * independent of each other.
 */
public final class SelfProduct {
  /** Pairs of codes that are counted in a table, 1 MB. */
  private static final long MOST_PAIRS = 1 << 18;

  private static final int TILE = 1 << 10;

  /** Of a tuple: a cell, a non-zero and its column, its place among non-zeros. */
  private static final int NON_ZERO_BYTES = 2 * (8 + 8 + 4) + 4;

  private static final int BYTES_PER_GROUP = 1 << 12;

  /** Sums of ranges of rows, and one of them copied. */
  private static final int SUMS_OF_REST = 2;

  private final List<CodedGroup> coded;

  /** The tuples of these groups. */
  private final List<NonZeroTuples> nonZeros;

  private final int rows;
  private final boolean sparse;
  private final Dense result;
  private final Capacity capacity = new Capacity();

  private SelfProduct(List<Group> groups, int rows, int cols, boolean sparse, Workers workers) {
    coded = JointGroups.of(CodedGroup.among(groups), workers);
    nonZeros = coded.stream().map(group -> NonZeroTuples.of(group.dictionary())).toList();
    this.rows = rows;
    this.sparse = sparse;
    result = Dense.allocate(cols, cols, workers);
  }

  /** Null: see the cells. */
  static Dense multiply(List<Group> groups, int rows, int cols, boolean sparse, Workers workers) {
    if (groups.stream().anyMatch(Group::hasSpecial)) {
      return null;
    }
    SelfProduct product = new SelfProduct(groups, rows, cols, sparse, workers);
    if (product.result.panelCount() > 1 || product.isSlow(groups, cols)) {
      return null;
    }
    List<Consumer<Scratch>> tasks = product.tasks();
    Queue<Scratch> scratch = new ConcurrentLinkedQueue<>();
    workers.forRanges(
        tasks.size(),
        1,
        (from, end) -> {
          Scratch free = scratch.poll();
          Scratch mine = free == null ? new Scratch(product.capacity) : free;
          for (int task = from; task < end; task++) {
            tasks.get(task).accept(mine);
          }
          scratch.add(mine);
        });
    List<PlainGroup> rest = PlainGroup.among(groups);
    boolean done = rest.isEmpty() || product.rest(joined(rest, workers), workers);
    return done && Rows.isFinite(product.result.panel(0)) ? product.result : null;
  }

  /** How many cells of scratch arrays any task needs. */
  private static final class Capacity {
    private int pairs;
    private int sums;
    private int block;

    void pairs(int codes, int others) {
      pairs = Math.max(pairs, codes * others);
    }

    void sums(int codes, int width) {
      sums = Math.max(sums, Math.multiplyExact(codes, width));
    }

    void block(int cells) {
      block = Math.max(block, cells);
    }
  }

  /** Arrays of one thread, each made when a task needs it, and as large as any task needs it. */
  private static final class Scratch {
    private final Capacity capacity;
    private final int[][] pairs = new int[Codes.COUNTED_TOGETHER][0];
    private double[] sums = {};
    private double[] block = {};

    Scratch(Capacity capacity) {
      this.capacity = capacity;
    }

    int[][] pairs(Codes codes, List<Codes> others) {
      for (int k = 0; k < others.size(); k++) {
        if (pairs[k].length == 0) {
          pairs[k] = new int[capacity.pairs];
        } else {
          Arrays.fill(pairs[k], 0, codes.size() * others.get(k).size(), 0);
        }
      }
      return pairs;
    }

    double[] sums(int cells) {
      sums = cleared(sums, cells, capacity.sums);
      return sums;
    }

    double[] block(int cells) {
      block = cleared(block, cells, capacity.block);
      return block;
    }

    private static double[] cleared(double[] array, int cells, int most) {
      if (array.length == 0) {
        return new double[most];
      }
      Arrays.fill(array, 0, cells, 0);
      return array;
    }
  }

  /** Bytes besides the result that every thread needs, and all of them together. */
  public record Bytes(double each, double shared) {}

  /** What {@link #multiply} needs at most. */
  public static Bytes bytes(List<Group> groups, int rows) {
    List<List<CodedGroup>> joint = JointGroups.together(CodedGroup.among(groups));
    double restWidth = PlainGroup.among(groups).stream().mapToDouble(Group::width).sum();
    double shared = 0;
    for (List<CodedGroup> together : joint) {
      double size = size(together);
      double width = width(together);
      shared += NON_ZERO_BYTES * size * width + (together.size() > 1 ? rows + BYTES_PER_GROUP : 0);
      shared += Double.BYTES * restWidth * (2 * width + SUMS_OF_REST * Math.max(size, rows / 4.0));
    }
    double rest = Double.BYTES * restWidth * (rows + 2 * restWidth);
    return new Bytes(
        each(joint, restWidth), shared + (PlainGroup.among(groups).size() > 1 ? 2 * rest : rest));
  }

  /** Pairs of codes, sums of the cells of a group by the codes of another, a block of cells. */
  private static double each(List<List<CodedGroup>> joint, double restWidth) {
    double size = joint.stream().mapToDouble(SelfProduct::size).max().orElse(0);
    double coded = joint.stream().mapToDouble(SelfProduct::width).max().orElse(0);
    double widest = Math.max(coded, restWidth);
    double pairs = Codes.COUNTED_TOGETHER * Integer.BYTES * Math.min(MOST_PAIRS, size * size);
    return pairs + Double.BYTES * (size * widest + (coded + TILE) * widest);
  }

  private static double size(List<CodedGroup> together) {
    return together.stream().mapToDouble(g -> g.codes().size()).reduce(1, (a, b) -> a * b);
  }

  private static double width(List<CodedGroup> together) {
    return together.stream().mapToDouble(Group::width).sum();
  }

  /** Whether seeing all cells and multiplying these is faster: there are many groups. */
  private boolean isSlow(List<Group> groups, int cols) {
    double nonZeros = groups.stream().mapToDouble(Group::nnz).sum();
    double cells = sparse ? nonZeros : (double) rows * cols;
    double ofRest = 0;
    for (PlainGroup rest : PlainGroup.among(groups)) {
      ofRest += rest.cells().isSparse() ? rest.nnz() : rest.cells().cells();
    }
    double byGroups =
        Costs.timesItself(rows, coded.size())
            + Costs.LEFT * coded.size() * ofRest
            + Costs.plainTimesItself(rows, ofRest, sparse);
    return byGroups > Costs.unpacking(rows, cols) + Costs.plainTimesItself(rows, cells, sparse);
  }

  /** Each writes other cells of the result. */
  private List<Consumer<Scratch>> tasks() {
    List<Consumer<Scratch>> tasks = new ArrayList<>();
    for (int a = 0; a < coded.size(); a++) {
      CodedGroup left = coded.get(a);
      tasks.add(scratch -> itself(left, scratch));
      capacity.sums(left.codes().size(), left.width());
      capacity.block(left.width() * left.width());
      List<Integer> counted = new ArrayList<>();
      for (int b = a + 1; b < coded.size(); b++) {
        CodedGroup right = coded.get(b);
        capacity.block(left.width() * right.width());
        if ((long) left.codes().size() * right.codes().size() <= MOST_PAIRS) {
          counted.add(b);
          capacity.pairs(left.codes().size(), right.codes().size());
          capacity.sums(left.codes().size(), right.width());
        } else {
          CodedGroup narrow = left.width() <= right.width() ? left : right;
          CodedGroup wide = narrow == left ? right : left;
          tasks.add(
              scratch -> put(wide, sums(wide.codes(), narrow, scratch), narrow.columns(), scratch));
          capacity.sums(wide.codes().size(), narrow.width());
          capacity.block(TILE * narrow.width());
        }
      }
      for (int from = 0; from < counted.size(); from += Codes.COUNTED_TOGETHER) {
        int to = Math.min(counted.size(), from + Codes.COUNTED_TOGETHER);
        List<Integer> some = counted.subList(from, to);
        tasks.add(scratch -> counts(left, some, scratch));
      }
    }
    return tasks;
  }

  private void itself(CodedGroup group, Scratch scratch) {
    int width = group.width();
    int[] counts = group.codes().counts();
    double[] cells = group.dictionary().cells();
    double[] weighted = scratch.sums(counts.length * width);
    for (int c = 0; c < counts.length; c++) {
      for (int j = 0; j < width; j++) {
        weighted[c * width + j] = cells[c * width + j] * counts[c];
      }
    }
    put(group, weighted, group.columns(), scratch);
  }

  private void counts(CodedGroup a, List<Integer> numbers, Scratch scratch) {
    List<Codes> others = numbers.stream().map(b -> coded.get(b).codes()).toList();
    int[][] pairs = scratch.pairs(a.codes(), others);
    a.codes().countPairs(others, pairs);
    for (int k = 0; k < others.size(); k++) {
      int b = numbers.get(k);
      put(a, times(pairs[k], a.codes().size(), b, scratch), coded.get(b).columns(), scratch);
    }
  }

  /** Counts of pairs, multiplied with the tuples of the second group. */
  private double[] times(int[] counts, int codes, int b, Scratch scratch) {
    int size = coded.get(b).codes().size();
    int width = coded.get(b).width();
    double[] result = scratch.sums(codes * width);
    for (int first = 0, to = 0; first < codes * size; first += size, to += width) {
      for (int c = 0; c < size; c++) {
        if (counts[first + c] != 0) {
          nonZeros.get(b).addScaled(counts[first + c], c, result, to);
        }
      }
    }
    return result;
  }

  /** The sums of the cells of a group for each code of another. */
  private double[] sums(Codes codes, CodedGroup group, Scratch scratch) {
    int width = group.width();
    double[] sums = scratch.sums(Math.multiplyExact(codes.size(), width));
    double[] cells = scratch.block(TILE * width);
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
  private void put(CodedGroup group, double[] sums, int[] columns, Scratch scratch) {
    int n = columns.length;
    double[] block = scratch.block(group.width() * n);
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

  /** Side by side, as one. */
  private static PlainGroup joined(List<PlainGroup> rest, Workers workers) {
    if (rest.size() == 1) {
      return rest.get(0);
    }
    int[] columns = rest.stream().flatMapToInt(g -> Arrays.stream(g.columns())).toArray();
    List<Matrix> cells = rest.stream().map(g -> (Matrix) g.cells()).toList();
    return new PlainGroup(columns, Append.cbind(cells, workers).plain(workers));
  }

  private boolean rest(PlainGroup group, Workers workers) {
    int[] columns = group.columns();
    Matrix own = MatMult.tsmm(group.cells(), true, workers);
    for (int j = 0; j < columns.length; j++) {
      for (int k = 0; k < columns.length; k++) {
        set(columns[j], columns[k], own.get(j, k));
      }
    }
    if (coded.isEmpty()) {
      return true;
    }
    LeftProduct left = new LeftProduct(List.copyOf(coded), columns.length, rows);
    double[][] sums =
        group.cells() instanceof Csr csr
            ? left.sumsOf(csr, workers)
            : left.sumsOf(RowSource.of(group.cells(), workers), workers);
    if (sums == null) {
      return false;
    }
    for (int g = 0; g < sums.length; g++) {
      capacity.block(coded.get(g).width() * columns.length);
    }
    Scratch scratch = new Scratch(capacity);
    for (int g = 0; g < sums.length; g++) {
      put(coded.get(g), sums[g], columns, scratch);
    }
    return true;
  }
}
