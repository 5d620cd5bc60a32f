package dev.linden.matrix.compress.operator;

import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.kernel.rows.OwnRows;
import dev.linden.matrix.kernel.rows.RowLoops;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Products of rows that come and go a few at a time, for loops over tiles of rows. */
public final class GroupRows {
  private final List<Group> groups;
  private final List<PlainGroup> rest = new ArrayList<>();
  private final int rows;
  private final int cols;
  private final boolean sparse;

  public GroupRows(List<Group> groups, int rows, int cols, boolean sparse) {
    this.groups = groups;
    this.rows = rows;
    this.cols = cols;
    this.sparse = sparse;
    for (Group group : groups) {
      if (group instanceof PlainGroup plain) {
        rest.add(plain);
      }
    }
  }

  /** As {@link OwnRows#times}. */
  public Supplier<OwnRows.Writer> times(double[] b, int n) {
    RightProduct product = new RightProduct(groups, b, n, rows, sparse);
    List<double[]> ofRest = rest.stream().map(g -> Rows.at(b, n, g.columns())).toList();
    List<PlainRows> plain = plainRows(n);
    return () -> {
      RightProduct.Adder adder = product.adder();
      return (start, end, out, at) -> {
        Arrays.fill(out, at, at + (end - start) * n, 0);
        adder.add(start, end, out, at);
        for (int g = 0; g < plain.size(); g++) {
          plain.get(g).add(ofRest.get(g), start, end, out, at);
        }
      };
    };
  }

  private List<PlainRows> plainRows(int n) {
    return rest.stream().map(group -> new PlainRows(group, n)).toList();
  }

  /** As {@link OwnRows#sums}. */
  public Supplier<OwnRows.Sums> sums(int n) {
    LeftProduct product = new LeftProduct(groups, n, rows);
    List<PlainRows> plain = plainRows(n);
    return () -> new RangeSums(product, plain, n);
  }

  /** As {@link OwnRows#leastRowsOfSums}. */
  public int leastRowsOfSums() {
    return new LeftProduct(groups, 1, rows).grain(rows);
  }

  /** Sums of coded groups by code, and of plain groups by column. */
  private final class RangeSums implements OwnRows.Sums {
    private final LeftProduct product;
    private final int n;
    private final LeftProduct.Sums coded;
    private final List<PlainRows> rows;
    private final List<double[]> plain = new ArrayList<>();
    private double[][] finished;

    RangeSums(LeftProduct product, List<PlainRows> rows, int n) {
      this.product = product;
      this.rows = rows;
      this.n = n;
      boolean allPlain = groups.stream().noneMatch(CodedGroup.class::isInstance);
      coded = allPlain ? null : product.new Sums();
      rest.forEach(group -> plain.add(new double[group.width() * n]));
    }

    @Override
    public void collect(double[] w, int at, int start, int end) {
      if (coded != null) {
        coded.collect(w, at, start, end);
      }
      for (int g = 0; g < rows.size(); g++) {
        rows.get(g).collect(w, at, start, end, plain.get(g));
      }
    }

    private double[][] finished() {
      if (finished == null) {
        finished = coded == null ? new double[0][] : coded.finish();
      }
      return finished;
    }

    @Override
    public void add(OwnRows.Sums later) {
      RangeSums other = (RangeSums) later;
      double[][] own = finished();
      double[][] more = other.finished();
      for (int g = 0; g < own.length; g++) {
        RowLoops.add(more[g], 0, own[g], 0, own[g].length);
      }
      for (int g = 0; g < plain.size(); g++) {
        double[] sums = plain.get(g);
        RowLoops.add(other.plain.get(g), 0, sums, 0, sums.length);
      }
    }

    @Override
    public double[] result() {
      double[][] sums = finished();
      for (double[] ofGroup : sums) {
        if (!Rows.isFinite(ofGroup)) {
          return null;
        }
      }
      double[] result = new double[Math.multiplyExact(cols, n)];
      product.finish(sums, sparse, result);
      for (int g = 0; g < rest.size(); g++) {
        Rows.put(plain.get(g), n, rest.get(g).columns(), result);
      }
      return result;
    }
  }
}
