package dev.linden.matrix.compress.group;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Indexing;
import java.util.List;

/** Columns that codes would not make smaller, dense or as compressed rows. */
public final class PlainGroup extends Group {
  private static final long serialVersionUID = 1L;

  private final Plain cells;
  private transient volatile Boolean special;

  public PlainGroup(int[] columns, Plain cells) {
    super(columns);
    this.cells = cells instanceof Dense || cells instanceof Csr ? cells : Formats.toCsr(cells);
  }

  public Plain cells() {
    return cells;
  }

  /** Those that are plain. */
  public static List<PlainGroup> among(List<? extends Group> groups) {
    return groups.stream()
        .filter(PlainGroup.class::isInstance)
        .map(PlainGroup.class::cast)
        .toList();
  }

  @Override
  public int rows() {
    return cells.rows();
  }

  @Override
  public double get(int row, int place) {
    return cells.get(row, place);
  }

  @Override
  public void decode(int start, int end, double[] to, int at, int stride, boolean cleared) {
    int[] columns = columns();
    for (int i = start; i < end; i++) {
      int row = at + (i - start) * stride;
      if (cells instanceof Dense dense) {
        double[] from = dense.panelOf(i);
        int offset = dense.offset(i);
        for (int j = 0; j < columns.length; j++) {
          to[row + columns[j]] = from[offset + j];
        }
      } else {
        Csr csr = (Csr) cells;
        if (!cleared) {
          for (int column : columns) {
            to[row + column] = 0;
          }
        }
        for (int p = csr.start(i); p < csr.end(i); p++) {
          to[row + columns[csr.columns()[p]]] = csr.values()[p];
        }
      }
    }
  }

  @Override
  public long nnz() {
    return cells.nnz();
  }

  /** Operators ask it again and again. */
  @Override
  public boolean hasSpecial() {
    Boolean known = special;
    if (known == null) {
      known = findSpecial();
      special = known;
    }
    return known;
  }

  private boolean findSpecial() {
    if (cells instanceof Csr csr) {
      return hasSpecial(csr.values(), (int) csr.nnz());
    }
    Dense dense = (Dense) cells;
    boolean special = false;
    for (int p = 0; p < dense.panelCount(); p++) {
      special |= hasSpecial(dense.panel(p), dense.panel(p).length);
    }
    return special;
  }

  private static boolean hasSpecial(double[] values, int n) {
    for (int k = 0; k < n; k++) {
      if (!Double.isFinite(values[k])) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Group adapted(boolean sparse, Workers workers) {
    if (sparse == cells.isSparse()) {
      return this;
    }
    return new PlainGroup(
        columns(), sparse ? Formats.toCsr(cells, workers) : Formats.toDense(cells, workers));
  }

  @Override
  public Group rows(int start, int end, Workers workers) {
    return part(columns(), Indexing.slice(cells, start, end, 0, width(), workers).plain(workers));
  }

  @Override
  public Group columns(int start, int end, int shift, Workers workers) {
    Plain part = Indexing.slice(cells, 0, rows(), start, end, workers).plain(workers);
    return part(shifted(start, end, shift), part);
  }

  /** In the form that this group has. */
  private Group part(int[] columns, Plain part) {
    return new PlainGroup(columns, part).adapted(cells.isSparse(), Workers.serial());
  }

  @Override
  public Group numbered(int[] numbers) {
    return new PlainGroup(places(numbers), cells);
  }

  @Override
  public long bytes() {
    return cells.bytes() + 4L * width() + 64;
  }

  @Override
  public String toString() {
    return "plain " + width() + " columns";
  }
}
