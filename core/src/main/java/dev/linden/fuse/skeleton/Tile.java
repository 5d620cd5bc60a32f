package dev.linden.fuse.skeleton;

import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Node.Columns;
import dev.linden.fuse.program.Node.Number;
import dev.linden.fuse.program.Node.Product;
import dev.linden.fuse.program.Node.RowExtreme;
import dev.linden.fuse.program.Node.RowFold;
import dev.linden.fuse.program.Node.RowVector;
import dev.linden.fuse.program.Node.Source;
import dev.linden.fuse.program.Sink;
import dev.linden.fuse.program.Sink.Rows;
import dev.linden.fuse.program.Sink.TransposedProduct;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.Fold;
import dev.linden.matrix.kernel.product.Narrow;
import dev.linden.matrix.simd.Simd;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The values of all nodes for a few rows, and the computation of these. One per range of rows;
 * buffers are used again for every tile of the range.
 */
class Tile {
  /** Columns of a product that are computed as dot products rather than as sums of rows. */
  private static final int MOST_DOTS = 12;

  /** What all tiles of an execution read. */
  static final class Shared {
    final Matrix[] matrices;
    final double[] numbers;

    /** Results of {@link Rows} sinks; null elsewhere. */
    final Dense[] outputs;

    /** Rows of {@link RowVector} inputs. */
    final double[][] rowVectors;

    /**
     * Right operands of products: transposed where dot products of dense rows are computed, padded
     * where compressed rows meet few columns.
     */
    final double[][] factors;

    /** Null unless packed matrices are read row by row. */
    final PackedTile.Products products;

    /** All matrices that are read row by row are dense. */
    final boolean isDense;

    /**
     * @param expanded whether the rows of a source are expanded to cells if they are sparse
     */
    Shared(
        FusedProgram program,
        Matrix[] matrices,
        double[] numbers,
        int rows,
        IntPredicate expanded,
        Dense target,
        Workers workers) {
      this.matrices = withRows(program, matrices, workers);
      this.numbers = numbers;
      List<Node> nodes = program.nodes();
      isDense =
          nodes.stream()
              .allMatch(n -> !(n instanceof Source s) || this.matrices[s.input()] instanceof Dense);
      outputs = new Dense[program.sinks().size()];
      for (int k = 0; k < outputs.length; k++) {
        if (program.sinks().get(k) instanceof Rows sink) {
          outputs[k] =
              target != null
                  ? target
                  : Dense.allocateUncleared(rows, nodes.get(sink.x()).width(), workers);
        }
      }
      rowVectors = new double[nodes.size()][];
      factors = new double[nodes.size()][];
      for (int i = 0; i < nodes.size(); i++) {
        if (nodes.get(i) instanceof RowVector vector) {
          rowVectors[i] = flat(matrices[vector.input()], workers);
        } else if (nodes.get(i) instanceof Product product) {
          double[] factor = flat(matrices[product.matrix()], workers);
          int width = product.width();
          if (isSparse(product.x(), nodes, expanded)) {
            factors[i] = Narrow.suits(width) ? Narrow.padded(factor, width) : factor;
          } else {
            factors[i] =
                isTransposed(width) ? transposed(factor, factor.length / width, width) : factor;
          }
        }
      }
      boolean packed =
          nodes.stream()
              .anyMatch(n -> n instanceof Source s && this.matrices[s.input()] instanceof Packed);
      products = packed ? new PackedTile.Products(program, this) : null;
    }

    /** Sparse sources in compressed rows: a row of triples would have to be searched for. */
    private static Matrix[] withRows(FusedProgram program, Matrix[] matrices, Workers workers) {
      Matrix[] all = matrices.clone();
      for (Node node : program.nodes()) {
        if (node instanceof Source source && all[source.input()] instanceof Coo triples) {
          all[source.input()] = Formats.toCsr(triples, workers);
        }
      }
      return all;
    }

    /** A source whose non-zeros are read as they are. */
    private boolean isSparse(int node, List<Node> nodes, IntPredicate expanded) {
      return nodes.get(node) instanceof Source source
          && matrices[source.input()] instanceof Sparse
          && !expanded.test(node);
    }

    private static double[] flat(Matrix matrix, Workers workers) {
      Dense dense = Formats.toDense(matrix, workers);
      return dense.panelCount() == 1 ? dense.panel(0) : dense.toArray();
    }

    /** The right operand of a product, row by row. */
    double[] factorByRows(Product product) {
      return flat(matrices[product.matrix()], Workers.serial());
    }

    /** One factor of a product. */
    double factor(int node, int width, int cols, int row, int col) {
      return factors[node][isTransposed(cols) ? col * width + row : row * cols + col];
    }

    private static boolean isTransposed(int cols) {
      return cols > 1 && cols <= MOST_DOTS;
    }

    private static double[] transposed(double[] cells, int rows, int cols) {
      double[] result = new double[cells.length];
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < cols; j++) {
          result[j * rows + i] = cells[i * cols + j];
        }
      }
      return result;
    }
  }

  final TileSkeleton skeleton;
  final FusedProgram program;
  final List<Node> nodes;
  final Shared shared;
  final int tileRows;
  private SinkState[] states;

  /** Where the value of each node is: {@code width} cells per row from {@code at} on. */
  final double[][] arrays;

  final int[] at;
  private final double[][] buffers;

  /** Per segment: operands of width 1 or row vectors, repeated for all cells of a tile. */
  private final double[][][] expanded;

  private final double[][] temporaries;

  /** Where the columns of this tile begin; not 0 only for tiles of one row. */
  private final int firstColumn;

  Tile(TileSkeleton skeleton, FusedProgram program, Shared shared, int firstColumn) {
    this.firstColumn = firstColumn;
    this.skeleton = skeleton;
    this.program = program;
    this.nodes = program.nodes();
    this.shared = shared;
    this.tileRows = skeleton.tileRows(shared.matrices);
    arrays = new double[nodes.size()][];
    at = new int[nodes.size()];
    buffers = new double[nodes.size()][];
    expanded = new double[skeleton.actions().size()][][];
    int most = 0;
    for (int a = 0; a < expanded.length; a++) {
      if (skeleton.actions().get(a) instanceof Schedule.Segment segment) {
        most = Math.max(most, segment.body().temporaries());
        expanded[a] = new double[segment.arrays().length][];
        if (!segment.byRow() && tileRows > 1 && !skeleton.isByColumns(shared)) {
          repeatRowVectors(segment, expanded[a]);
        }
      }
    }
    temporaries = new double[most][skeleton.tileCells()];
    for (int i = 0; i < nodes.size(); i++) {
      if (shared.rowVectors[i] != null) {
        arrays[i] = shared.rowVectors[i];
      }
    }
  }

  private void repeatRowVectors(Schedule.Segment segment, double[][] operands) {
    for (int k = 0; k < operands.length; k++) {
      double[] row = shared.rowVectors[segment.arrays()[k]];
      if (row != null) {
        operands[k] = new double[tileRows * segment.width()];
        for (int r = 0; r < tileRows; r++) {
          System.arraycopy(row, 0, operands[k], r * segment.width(), segment.width());
        }
      }
    }
  }

  /** What the sinks receive from some rows. */
  SinkState[] run(int start, int end) {
    states = new SinkState[program.sinks().size()];
    for (int k = 0; k < states.length; k++) {
      states[k] = state(program.sinks().get(k));
    }
    for (int row = start; row < end; ) {
      int tileEnd = Math.min(end, row + tileRows);
      for (Node node : nodes) {
        if (node instanceof Source source && shared.matrices[source.input()] instanceof Dense d) {
          tileEnd = Math.min(tileEnd, d.panelEnd(row));
        }
      }
      for (Dense output : shared.outputs) {
        if (output != null) {
          tileEnd = Math.min(tileEnd, output.panelEnd(row));
        }
      }
      compute(row, tileEnd - row);
      row = tileEnd;
    }
    return states;
  }

  private void compute(int row, int count) {
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i) instanceof Source source) {
        bind(i, source, row, count);
      }
    }
    List<Schedule.Action> actions = skeleton.actions();
    for (int a = 0; a < actions.size(); a++) {
      if (actions.get(a) instanceof Schedule.Segment segment) {
        for (int output : segment.outputs()) {
          target(output, row, count);
        }
        if (segment.byRow()) {
          runByRow(segment, count);
        } else {
          runFlat(segment, expanded[a], count);
        }
      } else {
        primitive(((Schedule.Primitive) actions.get(a)).node(), row, count);
      }
    }
    for (int k = 0; k < states.length; k++) {
      feed(program.sinks().get(k), k, states[k], row, count);
    }
  }

  SinkState state(Sink sink) {
    if (sink instanceof TransposedProduct product) {
      Sides sides = Sides.of(program, product);
      int cols = nodes.get(sides.narrow()).width();
      if (sparse(sides.wide()) instanceof Csr && Narrow.suits(cols)) {
        return new SinkState.NarrowTransposed(sides, nodes.get(sides.wide()).width(), cols);
      }
    }
    return SinkState.of(program, sink);
  }

  /** Dense rows are read where they are; sparse ones are expanded if somebody wants cells. */
  void bind(int node, Source source, int row, int count) {
    Matrix matrix = shared.matrices[source.input()];
    if (matrix instanceof Dense dense) {
      arrays[node] = dense.panelOf(row);
      at[node] = dense.offset(row) + (source.width() > 1 ? firstColumn : 0);
    } else if (skeleton.isDense(node)) {
      int width = source.width();
      double[] cells = buffer(node);
      Arrays.fill(cells, 0, count * width, 0);
      for (int r = 0; r < count; r++) {
        Formats.scatterRow((Sparse) matrix, row + r, cells, r * width);
      }
      arrays[node] = cells;
      at[node] = 0;
    }
  }

  final double[] buffer(int node) {
    if (buffers[node] == null) {
      buffers[node] = new double[tileRows * nodes.get(node).width()];
    }
    return buffers[node];
  }

  /** Where a computed node goes: into the result if it is one, else into a buffer. */
  void target(int node, int row, int count) {
    for (int k = 0; k < shared.outputs.length; k++) {
      if (shared.outputs[k] != null && ((Rows) program.sinks().get(k)).x() == node) {
        arrays[node] = shared.outputs[k].panelOf(row);
        at[node] = shared.outputs[k].offset(row) + firstColumn;
        return;
      }
    }
    arrays[node] = buffer(node);
    at[node] = 0;
  }

  // ---- segments

  private void runFlat(Schedule.Segment segment, double[][] operands, int count) {
    int width = segment.width();
    int n = count * width;
    double[][] in = new double[segment.arrays().length][];
    int[] offsets = new int[in.length];
    for (int k = 0; k < in.length; k++) {
      int node = segment.arrays()[k];
      if (shared.rowVectors[node] == null && nodes.get(node).width() == width) {
        in[k] = arrays[node];
        offsets[k] = at[node];
      } else if (shared.rowVectors[node] != null && tileRows == 1) {
        in[k] = shared.rowVectors[node];
        offsets[k] = firstColumn;
      } else {
        if (operands[k] == null) {
          operands[k] = new double[tileRows * width];
        }
        repeat(node, operands[k], width, count);
        in[k] = operands[k];
      }
    }
    double[] scalars = new double[segment.scalars().length];
    for (int k = 0; k < scalars.length; k++) {
      scalars[k] = number(segment.scalars()[k]);
    }
    double[][] out = new double[segment.outputs().length][];
    int[] outAt = new int[out.length];
    for (int k = 0; k < out.length; k++) {
      out[k] = arrays[segment.outputs()[k]];
      outAt[k] = at[segment.outputs()[k]];
    }
    segment.body().run(in, offsets, scalars, out, outAt, temporaries, n);
  }

  /**
   * Gives a column or a row vector a cell for each of the tile. Row vectors have theirs already.
   */
  void repeat(int node, double[] to, int width, int count) {
    if (shared.rowVectors[node] == null) {
      repeatCells(arrays[node], at[node], to, width, count);
    }
  }

  private static void repeatCells(double[] from, int at, double[] to, int width, int count) {
    int k = 0;
    for (int r = 0; r < count; r++) {
      double x = from[at + r];
      for (int end = k + width; k < end; k++) {
        to[k] = x;
      }
    }
  }

  private void runByRow(Schedule.Segment segment, int count) {
    int width = segment.width();
    double[][] in = new double[segment.arrays().length][];
    int[] offsets = new int[in.length];
    double[] scalars = new double[segment.scalars().length];
    double[][] out = new double[segment.outputs().length][];
    int[] outAt = new int[out.length];
    for (int k = 0; k < in.length; k++) {
      in[k] = arrays[segment.arrays()[k]];
    }
    for (int k = 0; k < out.length; k++) {
      out[k] = arrays[segment.outputs()[k]];
    }
    int most = skeleton.tileCells();
    for (int r = 0; r < count; r++) {
      for (int k = 0; k < scalars.length; k++) {
        int node = segment.scalars()[k];
        scalars[k] = nodes.get(node) instanceof Number ? number(node) : arrays[node][at[node] + r];
      }
      for (int c = 0; c < width; c += most) {
        for (int k = 0; k < in.length; k++) {
          int node = segment.arrays()[k];
          offsets[k] = shared.rowVectors[node] != null ? firstColumn + c : at[node] + r * width + c;
        }
        for (int k = 0; k < out.length; k++) {
          outAt[k] = at[segment.outputs()[k]] + r * width + c;
        }
        int n = Math.min(most, width - c);
        segment.body().run(in, offsets, scalars, out, outAt, temporaries, n);
      }
    }
  }

  private double number(int node) {
    int input = ((Number) nodes.get(node)).input();
    Matrix matrix = shared.matrices[input];
    return matrix == null ? shared.numbers[input] : matrix.get(0, 0);
  }

  // ---- primitives

  void primitive(int i, int row, int count) {
    Node node = nodes.get(i);
    target(i, row, count);
    double[] to = arrays[i];
    int offset = at[i];
    int x = node.arguments().get(0);
    int width = nodes.get(x).width();
    Sparse sparse = sparse(x);
    if (node instanceof RowFold fold) {
      foldRows(fold.kind(), x, row, count, to, offset);
    } else if (node instanceof RowExtreme extreme) {
      for (int r = 0; r < count; r++) {
        to[offset + r] =
            1
                + (sparse != null
                    ? Aggregate.extreme(extreme.largest(), sparse, row + r)
                    : Aggregate.extreme(
                        extreme.largest(),
                        arrays[x],
                        at[x] + r * width,
                        width,
                        RowLoops.simd(width)));
      }
    } else if (node instanceof Columns columns) {
      for (int r = 0; r < count; r++) {
        System.arraycopy(
            arrays[x],
            at[x] + r * width + columns.from(),
            to,
            offset + r * columns.width(),
            columns.width());
      }
    } else {
      multiply((Product) node, shared.factors[i], x, row, count, to, offset);
    }
  }

  /** The matrix of a sparse source that has not been expanded, else null. */
  private Sparse sparse(int node) {
    return nodes.get(node) instanceof Source source
            && !skeleton.isDense(node)
            && shared.matrices[source.input()] instanceof Sparse sparse
        ? sparse
        : null;
  }

  private void foldRows(Aggregate.Kind kind, int x, int row, int count, double[] to, int offset) {
    int width = nodes.get(x).width();
    Sparse sparse = sparse(x);
    if (sparse == null && RowLoops.fold(kind, arrays[x], at[x], width, count, to, offset)) {
      return;
    }
    Fold fold = Fold.of(kind);
    for (int r = 0; r < count; r++) {
      fold.reset();
      if (sparse != null) {
        int from = sparse.start(row + r);
        int n = sparse.end(row + r) - from;
        fold.add(sparse.values(row + r), from, n);
        fold.addZeros(width - n);
      } else {
        fold.add(arrays[x], at[x] + r * width, width);
      }
      to[offset + r] = fold.result();
    }
  }

  private void multiply(
      Product product, double[] factor, int x, int row, int count, double[] to, int offset) {
    int cols = product.width();
    int width = nodes.get(x).width();
    Sparse sparse = sparse(x);
    if (cols == 1 && sparse instanceof Csr compressed) {
      multiply(compressed, factor, row, count, to, offset);
      return;
    }
    if (sparse instanceof Csr compressed && Narrow.suits(cols)) {
      Narrow.times(compressed, row, row + count, factor, to, offset, cols);
      return;
    }
    if (sparse != null) {
      int stride = Narrow.suits(cols) ? Narrow.width(cols) : cols;
      Arrays.fill(to, offset, offset + count * cols, 0);
      for (int r = 0; r < count; r++) {
        addRow(sparse, row + r, factor, stride, to, offset + r * cols, cols);
      }
      return;
    }
    boolean dots = cols <= MOST_DOTS;
    if (!dots) {
      Arrays.fill(to, offset, offset + count * cols, 0);
    }
    for (int r = 0; r < count; r++) {
      int result = offset + r * cols;
      if (dots) {
        Simd simd = RowLoops.simd(width);
        for (int c = 0; c < cols; c++) {
          to[result + c] = simd.dot(arrays[x], at[x] + r * width, factor, c * width, width);
        }
      } else {
        Simd simd = RowLoops.simd(cols);
        for (int j = 0; j < width; j++) {
          simd.axpy(arrays[x][at[x] + r * width + j], factor, j * cols, to, result, cols);
        }
      }
    }
  }

  /** Adds a row times a matrix whose rows are {@code stride} cells apart. */
  private static void addRow(
      Sparse x, int row, double[] factor, int stride, double[] to, int at, int cols) {
    double[] values = x.values(row);
    int[] columns = x.columns(row);
    Simd simd = RowLoops.simd(cols);
    for (int p = x.start(row), end = x.end(row); p < end; p++) {
      simd.axpy(values[p], factor, columns[p] * stride, to, at, cols);
    }
  }

  /** Rows are often short: what they have in common is fetched once. */
  private static void multiply(
      Csr x, double[] vector, int row, int count, double[] to, int offset) {
    int[] starts = x.rowStarts();
    int[] columns = x.columns();
    double[] values = x.values();
    for (int r = 0; r < count; r++) {
      double sum = 0;
      for (int p = starts[row + r]; p < starts[row + r + 1]; p++) {
        sum += values[p] * vector[columns[p]];
      }
      to[offset + r] = sum;
    }
  }

  // ---- sinks

  /** Adds the cells of a node, or those of the product that it is. */
  private void addTo(Fold fold, int x, List<Integer> factors, int count) {
    int n = count * nodes.get(x).width();
    if (factors == null) {
      fold.add(arrays[x], at[x], n);
      return;
    }
    int a = factors.get(0);
    int b = factors.get(1);
    if (factors.size() == 2) {
      fold.addProducts(arrays[a], at[a], arrays[b], at[b], n);
    } else {
      int c = factors.get(2);
      fold.addProducts(arrays[a], at[a], arrays[b], at[b], arrays[c], at[c], n);
    }
  }

  void feed(Sink sink, int k, SinkState state, int row, int count) {
    if (sink instanceof Sink.Fold fold) {
      addTo(((SinkState.All) state).fold, fold.x(), skeleton.factors(k), count);
    } else if (sink instanceof Sink.ColumnFold fold) {
      int x = fold.x();
      int width = nodes.get(x).width();
      ((SinkState.EachColumn) state)
          .fold.addRows(arrays[x], at[x], width, count, width, RowLoops.simd(width));
    } else if (sink instanceof TransposedProduct product) {
      addProducts(Sides.of(program, product), state, row, count);
    } else if (sink instanceof Rows rows) {
      store(rows.x(), shared.outputs[k], row, count);
    }
  }

  private void addProducts(Sides sides, SinkState state, int row, int count) {
    int x = sides.wide();
    int y = sides.narrow();
    int cols = nodes.get(y).width();
    Sparse sparse = sparse(x);
    if (state instanceof SinkState.NarrowTransposed narrow) {
      narrow.add((Csr) sparse, row, count, arrays[y], at[y]);
      return;
    }
    SinkState.Transposed sums = (SinkState.Transposed) state;
    if (sparse == null) {
      sums.addRows(arrays[x], at[x], arrays[y], at[y], count);
    } else if (cols == 1 && sparse instanceof Csr compressed) {
      sums.addSparseRows(compressed, row, count, arrays[y], at[y]);
    } else {
      for (int r = 0; r < count; r++) {
        sums.addSparseRow(
            sparse.values(row + r),
            sparse.columns(row + r),
            sparse.start(row + r),
            sparse.end(row + r),
            arrays[y],
            at[y] + r * cols);
      }
    }
  }

  /** A value that is several results has been computed into the first of them only. */
  void store(int node, Dense output, int row, int count) {
    double[] to = output.panelOf(row);
    int offset = output.offset(row) + firstColumn;
    if (arrays[node] != to || at[node] != offset) {
      System.arraycopy(arrays[node], at[node], to, offset, count * nodes.get(node).width());
    }
  }
}
