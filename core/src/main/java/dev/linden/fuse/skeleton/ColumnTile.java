package dev.linden.fuse.skeleton;

import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Node.Columns;
import dev.linden.fuse.program.Node.Number;
import dev.linden.fuse.program.Node.Product;
import dev.linden.fuse.program.Node.RowExtreme;
import dev.linden.fuse.program.Node.RowFold;
import dev.linden.fuse.program.Node.Source;
import dev.linden.fuse.program.Sink;
import dev.linden.fuse.program.Sink.ColumnFold;
import dev.linden.fuse.program.Sink.TransposedProduct;
import dev.linden.matrix.Dense;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.Fold;
import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.matrix.simd.Simd;
import java.util.Arrays;
import java.util.List;

/**
 * A tile of short rows, kept by columns: what would be a short loop for every row is a long loop
 * for every column. Column j of a node with several columns begins {@code j * count} cells after
 * its first one, {@code count} being the rows of the tile. All sources are dense.
 */
final class ColumnTile extends Tile {
  /** Columns of what counts as short: longer rows fill vectors by themselves. */
  private static final int MOST_COLUMNS = 24;

  /** Columns of the other operand up to which products read rows as they are. */
  private static final int MOST_BY_ROWS = 6;

  /** Cells that are turned into columns: rows and columns stay in the first-level cache. */
  static final int MOST_CELLS = 1 << 11;

  /** Rows that are turned into columns at a time. */
  private static final int BLOCK = 32;

  /** Sums of rows. */
  private final double[] sums;

  private final double[] compensations;

  ColumnTile(TileSkeleton skeleton, FusedProgram program, Shared shared) {
    super(skeleton, program, shared, 0);
    sums = new double[tileRows];
    compensations = new double[tileRows];
  }

  /** All rows are short, and some of them are not just passed on cell by cell. */
  static boolean suits(FusedProgram program, List<Schedule.Action> actions) {
    List<Node> nodes = program.nodes();
    if (nodes.stream().anyMatch(n -> !(n instanceof Number) && n.width() > MOST_COLUMNS)) {
      return false;
    }
    for (Sink sink : program.sinks()) {
      if (sink instanceof TransposedProduct) {
        return true;
      }
    }
    return actions.stream()
        .anyMatch(
            a ->
                a instanceof Schedule.Primitive p
                    && nodes.get(nodes.get(p.node()).arguments().get(0)).width() > 1);
  }

  /**
   * Whether all that is done to a source of several columns is to take some of them or products
   * with few: for these a row is read as fast as it is.
   */
  static boolean staysByRows(FusedProgram program, int node) {
    List<Node> nodes = program.nodes();
    return nodes.get(node) instanceof Source source
        && source.width() > 1
        && nodes.stream()
            .filter(reader -> reader.arguments().contains(node))
            .allMatch(
                reader ->
                    reader instanceof Columns
                        || (reader instanceof Product && reader.width() <= MOST_BY_ROWS))
        && program.sinks().stream()
            .filter(sink -> sink.arguments().contains(node))
            .allMatch(
                sink ->
                    sink instanceof TransposedProduct product
                        && product.x() != product.y()
                        && Sides.of(program, product).wide() == node
                        && nodes.get(Sides.of(program, product).narrow()).width() <= MOST_BY_ROWS);
  }

  @Override
  SinkState state(Sink sink) {
    if (sink instanceof ColumnFold fold) {
      return new SinkState.ColumnByColumn(fold.kind(), nodes.get(fold.x()).width(), tileRows);
    }
    return super.state(sink);
  }

  @Override
  void bind(int node, Source source, int row, int count) {
    Dense dense = (Dense) shared.matrices[source.input()];
    int width = source.width();
    arrays[node] = dense.panelOf(row);
    at[node] = dense.offset(row);
    if (width > 1 && !skeleton.isKeptByRows(node)) {
      double[] columns = buffer(node);
      toColumns(arrays[node], at[node], width, columns, 0, width, count);
      arrays[node] = columns;
      at[node] = 0;
    }
  }

  /** Turns the first cells of {@code count} rows, which are {@code width} cells apart. */
  private static void toColumns(
      double[] rows, int from, int width, double[] columns, int to, int taken, int count) {
    for (int start = 0; start < count; start += BLOCK) {
      int end = Math.min(count, start + BLOCK);
      for (int j = 0; j < taken; j++) {
        toColumn(rows, from + j, width, columns, to + j * count, start, end);
      }
    }
  }

  private static void toColumn(
      double[] rows, int from, int width, double[] column, int to, int start, int end) {
    for (int r = start; r < end; r++) {
      column[to + r] = rows[from + r * width];
    }
  }

  /** Single columns go straight into the result if they are one. */
  @Override
  void target(int node, int row, int count) {
    if (nodes.get(node).width() == 1) {
      super.target(node, row, count);
    } else {
      arrays[node] = buffer(node);
      at[node] = 0;
    }
  }

  @Override
  void repeat(int node, double[] to, int width, int count) {
    double[] row = shared.rowVectors[node];
    for (int j = 0; j < width; j++) {
      if (row != null) {
        Arrays.fill(to, j * count, (j + 1) * count, row[j]);
      } else {
        System.arraycopy(arrays[node], at[node], to, j * count, count);
      }
    }
  }

  // ---- primitives

  @Override
  void primitive(int i, int row, int count) {
    Node node = nodes.get(i);
    int x = node.arguments().get(0);
    if (node instanceof Columns columns && !skeleton.isKeptByRows(x)) {
      arrays[i] = arrays[x];
      at[i] = at[x] + columns.from() * count;
      return;
    }
    target(i, row, count);
    if (node instanceof Columns columns) {
      int width = nodes.get(x).width();
      toColumns(arrays[x], at[x] + columns.from(), width, arrays[i], at[i], columns.width(), count);
    } else if (node instanceof RowFold fold) {
      foldRows(fold.kind(), x, count, arrays[i], at[i]);
    } else if (node instanceof RowExtreme extreme) {
      double[] cells = new double[nodes.get(x).width()];
      for (int r = 0; r < count; r++) {
        gather(x, r, count, cells);
        arrays[i][at[i] + r] =
            1
                + Aggregate.extreme(
                    extreme.largest(), cells, 0, cells.length, RowLoops.simd(cells.length));
      }
    } else if (skeleton.isKeptByRows(x)) {
      int width = nodes.get(x).width();
      double[] factor = shared.factors[i];
      for (int c = 0; c < node.width(); c++) {
        dots(arrays[x], at[x], width, count, factor, c * width, arrays[i], at[i] + c * count);
      }
    } else {
      multiply(i, (Product) node, x, count);
    }
  }

  /** Rows times a vector, four rows at a time: their sums do not wait for each other. */
  private static void dots(
      double[] x, int from, int width, int count, double[] y, int yi, double[] to, int offset) {
    int r = 0;
    for (; r < count - 3; r += 4) {
      int x0 = from + r * width;
      int x1 = x0 + width;
      int x2 = x1 + width;
      int x3 = x2 + width;
      double s0 = 0;
      double s1 = 0;
      double s2 = 0;
      double s3 = 0;
      for (int j = 0; j < width; j++) {
        double factor = y[yi + j];
        s0 += x[x0 + j] * factor;
        s1 += x[x1 + j] * factor;
        s2 += x[x2 + j] * factor;
        s3 += x[x3 + j] * factor;
      }
      to[offset + r] = s0;
      to[offset + r + 1] = s1;
      to[offset + r + 2] = s2;
      to[offset + r + 3] = s3;
    }
    for (; r < count; r++) {
      double sum = 0;
      for (int j = 0; j < width; j++) {
        sum += x[from + r * width + j] * y[yi + j];
      }
      to[offset + r] = sum;
    }
  }

  private void gather(int x, int r, int count, double[] cells) {
    for (int j = 0; j < cells.length; j++) {
      cells[j] = arrays[x][at[x] + j * count + r];
    }
  }

  private void foldRows(Aggregate.Kind kind, int x, int count, double[] to, int offset) {
    int width = nodes.get(x).width();
    switch (kind) {
      case SUM, MEAN -> {
        Arrays.fill(sums, 0, count, 0);
        Arrays.fill(compensations, 0, count, 0);
        RowLoops.simd(count).addTo(sums, compensations, arrays[x], at[x], count, width, count);
        double share = kind == Aggregate.Kind.MEAN ? width : 1;
        for (int r = 0; r < count; r++) {
          to[offset + r] = CompensatedSum.value(sums[r], compensations[r]) / share;
        }
      }
      case MIN, MAX -> {
        Simd simd = RowLoops.simd(count);
        System.arraycopy(arrays[x], at[x], to, offset, count);
        for (int j = 1; j < width; j++) {
          if (kind == Aggregate.Kind.MAX) {
            simd.max(to, offset, arrays[x], at[x] + j * count, to, offset, count);
          } else {
            simd.min(to, offset, arrays[x], at[x] + j * count, to, offset, count);
          }
        }
      }
      default -> {
        Fold fold = Fold.of(kind);
        double[] cells = new double[width];
        for (int r = 0; r < count; r++) {
          gather(x, r, count, cells);
          fold.reset();
          fold.add(cells, 0, width);
          to[offset + r] = fold.result();
        }
      }
    }
  }

  private void multiply(int i, Product product, int x, int count) {
    int width = nodes.get(x).width();
    int cols = product.width();
    double[] from = arrays[x];
    double[] to = arrays[i];
    Arrays.fill(to, at[i], at[i] + cols * count, 0);
    for (int c = 0; c < cols; c++) {
      int column = at[i] + c * count;
      int j = 0;
      for (; j < width - 3; j += 4) {
        addScaled(
            shared.factor(i, width, cols, j, c),
            shared.factor(i, width, cols, j + 1, c),
            shared.factor(i, width, cols, j + 2, c),
            shared.factor(i, width, cols, j + 3, c),
            from,
            at[x] + j * count,
            count,
            to,
            column);
      }
      for (; j < width; j++) {
        double factor = shared.factor(i, width, cols, j, c);
        RowLoops.simd(count).axpy(factor, from, at[x] + j * count, to, column, count);
      }
    }
  }

  /** Adds multiples of four columns to one. */
  private static void addScaled(
      double f0,
      double f1,
      double f2,
      double f3,
      double[] x,
      int xi,
      int count,
      double[] to,
      int ti) {
    int x1 = xi + count;
    int x2 = x1 + count;
    int x3 = x2 + count;
    for (int r = 0; r < count; r++) {
      to[ti + r] += (f0 * x[xi + r] + f1 * x[x1 + r]) + (f2 * x[x2 + r] + f3 * x[x3 + r]);
    }
  }

  // ---- sinks

  @Override
  void feed(Sink sink, int k, SinkState state, int row, int count) {
    if (sink instanceof ColumnFold fold) {
      Fold[] folds = ((SinkState.ColumnByColumn) state).folds;
      for (int j = 0; j < folds.length; j++) {
        folds[j].add(arrays[fold.x()], at[fold.x()] + j * count, count);
      }
    } else if (sink instanceof TransposedProduct product) {
      Sides sides = Sides.of(program, product);
      int x = sides.wide();
      int y = sides.narrow();
      SinkState.Transposed sums = (SinkState.Transposed) state;
      if (skeleton.isKeptByRows(x)) {
        sums.addRowsByColumns(arrays[x], at[x], arrays[y], at[y], count);
      } else {
        sums.addColumns(arrays[x], at[x], arrays[y], at[y], count);
      }
    } else {
      super.feed(sink, k, state, row, count);
    }
  }

  @Override
  void store(int node, Dense output, int row, int count) {
    int width = nodes.get(node).width();
    double[] to = output.panelOf(row);
    int offset = output.offset(row);
    double[] from = arrays[node];
    if (from == to && at[node] == offset) {
      return;
    }
    for (int start = 0; start < count; start += BLOCK) {
      int end = Math.min(count, start + BLOCK);
      for (int j = 0; j < width; j++) {
        for (int r = start; r < end; r++) {
          to[offset + r * width + j] = from[at[node] + j * count + r];
        }
      }
    }
  }
}
