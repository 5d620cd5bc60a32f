package dev.linden.parfor;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Indexing;
import dev.linden.matrix.kernel.rows.RowCells;
import java.util.ArrayList;
import java.util.List;

/**
 * What iterations have changed of a matrix, as few rectangles: so a task that runs elsewhere sends
 * what it has written rather than the whole matrix. Cells are compared bit by bit, as {@link
 * ResultMerge} does.
 */
public final class Patches {
  /** A run of rows is continued while at most this share of its rectangle is unchanged. */
  private static final int MOST_WASTE = 2;

  private final Matrix original;
  private final Matrix now;
  private final RowCells before;
  private final RowCells after;
  private final List<Patch> found = new ArrayList<>();

  // The rectangle under construction: rows [top, bottom), columns [left, right).
  private int top;
  private int bottom;
  private int left;
  private int right;
  private long changedCells;

  private Patches(Matrix original, Matrix now) {
    this.original = original;
    this.now = now;
    this.before = new RowCells(original);
    this.after = new RowCells(now);
  }

  /** Two matrices of one size. */
  public static List<Patch> between(Matrix original, Matrix now) {
    if (original == now || original.cells() == 0) {
      return List.of();
    }
    Patches patches = new Patches(original, now);
    for (int i = 0; i < original.rows(); i++) {
      patches.row(i);
    }
    patches.close();
    return patches.found;
  }

  private void row(int i) {
    if (sameSparseRow(i)) {
      return;
    }
    int cols = original.cols();
    before.read(i);
    after.read(i);
    double[] old = before.cells();
    double[] changed = after.cells();
    int oldOffset = before.offset();
    int offset = after.offset();
    int first = 0;
    while (first < cols && same(old[oldOffset + first], changed[offset + first])) {
      first++;
    }
    if (first < cols) {
      int end = cols;
      while (same(old[oldOffset + end - 1], changed[offset + end - 1])) {
        end--;
      }
      add(i, first, end);
    }
  }

  private static boolean same(double a, double b) {
    return Double.doubleToRawLongBits(a) == Double.doubleToRawLongBits(b);
  }

  private boolean sameSparseRow(int i) {
    if (!(original instanceof Sparse a) || !(now instanceof Sparse b)) {
      return false;
    }
    int length = a.end(i) - a.start(i);
    if (length != b.end(i) - b.start(i)) {
      return false;
    }
    for (int k = 0; k < length; k++) {
      int p = a.start(i) + k;
      int q = b.start(i) + k;
      if (a.columns(i)[p] != b.columns(i)[q] || !same(a.values(i)[p], b.values(i)[q])) {
        return false;
      }
    }
    return true;
  }

  /** Row {@code i} has changed within columns {@code [first, end)}. */
  private void add(int i, int first, int end) {
    long width = (long) Math.max(right, end) - Math.min(left, first);
    boolean joins =
        bottom == i
            && top < bottom
            && (bottom + 1L - top) * width <= MOST_WASTE * (changedCells + end - first);
    if (!joins) {
      close();
      top = i;
      left = first;
      right = end;
      changedCells = 0;
    }
    bottom = i + 1;
    left = Math.min(left, first);
    right = Math.max(right, end);
    changedCells += end - first;
  }

  private void close() {
    if (top < bottom) {
      Matrix cells = Indexing.slice(now, top, bottom, left, right, Workers.serial());
      // Whoever has made the matrix may recycle it.
      found.add(new Patch(top, left, cells == now ? now.copy() : cells));
      top = bottom;
    }
  }
}
