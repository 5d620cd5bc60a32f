package dev.linden.fuse.skeleton;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.code.CellBody;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Node.Binary;
import dev.linden.fuse.program.Node.Product;
import dev.linden.fuse.program.Node.RowExtreme;
import dev.linden.fuse.program.Node.RowFold;
import dev.linden.fuse.program.Node.Source;
import dev.linden.fuse.program.Node.Unary;
import dev.linden.fuse.program.Sink;
import dev.linden.fuse.program.Sink.ColumnFold;
import dev.linden.fuse.program.Sink.Fold;
import dev.linden.fuse.program.Sink.Rows;
import dev.linden.fuse.program.Sink.TransposedProduct;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Grain;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Runs a program tile by tile: a few rows, whose intermediates stay in the cache, go through all
 * nodes before the next ones. Ranges of rows are handed to threads; each keeps its own partial
 * sinks, which are combined in order, so that results do not depend on the number of threads.
 */
public final class TileSkeleton {
  /** Cells of a source that one tile covers at most; 64 KB stay in the second-level cache. */
  private static final int SOURCE_CELLS = 1 << 13;

  /**
   * Cells of a tile whose values pass through registers only: no buffers that should stay in the
   * first-level cache, so that a tile is long enough to make little of what it takes to start one.
   */
  private static final int STREAMED_CELLS = 1 << 13;

  /** A non-zero of a sparse source is as much work as this many cells of a dense one. */
  private static final int CELLS_PER_NON_ZERO = 4;

  /**
   * A range has at least this many times the cells of its partial sinks, which are cleared, go
   * through the caches and are added up.
   */
  private static final int CELLS_PER_PARTIAL = 16;

  /** Ranges at most, so that partial sinks stay few. */
  private static final int MOST_RANGES = 256;

  /** A row of a packed source that is only multiplied is as much work as this many cells. */
  private static final int CELLS_OF_PACKED = 16;

  private final FusedProgram program;
  private final Schedule schedule;
  private final int tileCells;
  private final int mostRows;
  private final boolean[] dense;

  /** Rows are so short that tiles are better kept by columns. */
  private final boolean narrow;

  private final boolean[] onlyMultiplied;

  /** Sources that tiles kept by columns read as they are. */
  private final boolean[] keptByRows;

  TileSkeleton(FusedProgram program, Bodies.Mode mode) {
    this(program, mode, Integer.MAX_VALUE);
  }

  /** A skeleton whose rows may be parts of longer ones. */
  static TileSkeleton ofSingleRows(FusedProgram program, Bodies.Mode mode) {
    return new TileSkeleton(program, mode, 1);
  }

  private TileSkeleton(FusedProgram program, Bodies.Mode mode, int mostRows) {
    this.program = program;
    this.schedule = new Schedule(program, mode);
    int widestCell = 1;
    for (Node node : program.nodes()) {
      if (!(node instanceof Source)) {
        widestCell = Math.max(widestCell, node.width());
      }
    }
    tileCells = schedule.streams() ? STREAMED_CELLS : CellBody.MOST_CELLS;
    narrow = mostRows > 1 && ColumnTile.suits(program, schedule.actions());
    this.mostRows = Math.max(1, Math.min(mostRows, tileCells / widestCell));
    dense = new boolean[program.nodes().size()];
    keptByRows = new boolean[dense.length];
    onlyMultiplied = new boolean[dense.length];
    for (int i = 0; i < dense.length; i++) {
      dense[i] = isReadAsCells(i);
      onlyMultiplied[i] = PackedTile.isOnlyMultiplied(program, i);
      keptByRows[i] = narrow && ColumnTile.staysByRows(program, i);
    }
  }

  private boolean isReadAsCells(int node) {
    for (Node reader : program.nodes()) {
      if (reader.arguments().contains(node)
          && !(reader instanceof Product)
          && !(reader instanceof RowFold)
          && !(reader instanceof RowExtreme)) {
        return true;
      }
    }
    for (Sink sink : program.sinks()) {
      boolean wideOfProduct =
          sink instanceof TransposedProduct p
              && p.x() != p.y()
              && Sides.of(program, p).wide() == node;
      if (sink.arguments().contains(node) && !wideOfProduct) {
        return true;
      }
    }
    return false;
  }

  List<Schedule.Action> actions() {
    return schedule.actions();
  }

  int tileRows(Matrix[] matrices) {
    int widest = 1;
    int turned = 1;
    for (int i = 0; i < dense.length; i++) {
      int cells = sourceCells(i, matrices);
      widest = Math.max(widest, cells);
      turned += keptByRows[i] ? 0 : cells;
    }
    int fitting = SOURCE_CELLS / widest;
    fitting = narrow ? Math.min(fitting, ColumnTile.MOST_CELLS / turned) : fitting;
    return Math.max(1, Math.min(mostRows, fitting));
  }

  private int rowCells(Matrix[] matrices) {
    int cells = 0;
    for (int i = 0; i < dense.length; i++) {
      cells += sourceCells(i, matrices);
    }
    return Math.max(1, cells);
  }

  /** What a row of a source amounts to: few non-zeros are little work, however wide it is. */
  private int sourceCells(int node, Matrix[] matrices) {
    if (!(program.nodes().get(node) instanceof Source source)) {
      return 0;
    }
    if (matrices[source.input()] instanceof Packed && onlyMultiplied[node]) {
      return Math.min(source.width(), CELLS_OF_PACKED);
    }
    if (dense[node] || !(matrices[source.input()] instanceof Sparse sparse)) {
      return source.width();
    }
    long perRow = sparse.nnz() / Math.max(1, sparse.rows()) + 1;
    return (int) Math.min(source.width(), CELLS_PER_NON_ZERO * perRow);
  }

  /** Most cells that the body of a segment is called for. */
  int tileCells() {
    return tileCells;
  }

  /** The factors that a sink multiplies and sums up, or null. */
  List<Integer> factors(int sink) {
    return schedule.factors(sink);
  }

  /** A sparse source is expanded to cells when something reads it so. */
  boolean isDense(int node) {
    return dense[node];
  }

  /** Whether a packed source need not be unpacked. */
  boolean isOnlyMultiplied(int node) {
    return onlyMultiplied[node];
  }

  boolean isKeptByRows(int node) {
    return keptByRows[node];
  }

  /** Says that this many rows are about to come. */
  void expect(double rows) {
    schedule.expect(rows);
  }

  /**
   * Runs the program on rows of all kinds of matrices.
   *
   * @param target where the only result goes; null for fresh memory
   * @return null if packed matrices have to be unpacked for it
   */
  Object[] run(Matrix[] matrices, double[] numbers, Dense target, Workers workers) {
    int rows = rows(program, matrices);
    Tile.Shared shared =
        new Tile.Shared(program, matrices, numbers, rows, this::isDense, target, workers);
    int accumulators = 0;
    for (Sink sink : program.sinks()) {
      accumulators += accumulatorCells(program, sink);
    }
    int tileRows = tileRows(shared.matrices);
    int rowCells = rowCells(shared.matrices);
    int grain =
        Math.max(
            Math.max(1, Grain.CELLS / rowCells),
            (int)
                Math.min(
                    Math.max(1, rows),
                    Math.max(
                        (long) CELLS_PER_PARTIAL * accumulators / rowCells,
                        rows / (long) MOST_RANGES)));
    if (shared.products != null) {
      grain = Math.max(grain, shared.products.leastRows());
    }
    // whole tiles
    grain = (int) Math.min(Integer.MAX_VALUE, ((grain - 1L) / tileRows + 1) * tileRows);
    SinkState[][] partials = new SinkState[Math.max(1, Workers.rangeCount(rows, grain))][];
    run(rows, grain, shared, workers, partials);
    if (partials[0] == null) {
      partials[0] = tile(shared, 0).run(0, 0);
    }
    Object[] results = new Object[program.sinks().size()];
    for (int k = 0; k < results.length; k++) {
      SinkState total = partials[0][k];
      for (int p = 1; p < partials.length; p++) {
        total.add(partials[p][k]);
      }
      results[k] =
          program.sinks().get(k) instanceof Rows rowsSink
              ? adapted(program, rowsSink, shared.outputs[k], workers)
              : total.result(rows);
      if (results[k] == null) {
        return null;
      }
    }
    return results;
  }

  private void run(
      int rows, int grain, Tile.Shared shared, Workers workers, SinkState[][] partials) {
    // buffers pass from range to range: fresh memory for each would go through the caches
    Queue<Tile> idle = new ConcurrentLinkedQueue<>();
    workers.forRanges(
        rows,
        grain,
        (start, end) -> {
          Tile tile = idle.poll();
          if (tile == null) {
            tile = tile(shared, 0);
          }
          partials[start / grain] = tile.run(start, end);
          idle.add(tile);
        });
  }

  /** For the columns from {@code firstColumn} on. */
  Tile tile(Tile.Shared shared, int firstColumn) {
    if (shared.products != null) {
      return new PackedTile(this, program, shared);
    }
    return isByColumns(shared)
        ? new ColumnTile(this, program, shared)
        : new Tile(this, program, shared, firstColumn);
  }

  boolean isByColumns(Tile.Shared shared) {
    return narrow && shared.isDense;
  }

  static int rows(FusedProgram program, Matrix[] matrices) {
    for (Node node : program.nodes()) {
      if (node instanceof Source source) {
        return matrices[source.input()].rows();
      }
    }
    throw new IllegalStateException("a fused program without source");
  }

  /** Cells of what a sink keeps per range of rows. */
  public static int accumulatorCells(FusedProgram program, Sink sink) {
    if (sink instanceof ColumnFold fold) {
      return 2 * program.nodes().get(fold.x()).width();
    } else if (sink instanceof TransposedProduct product) {
      return program.nodes().get(product.x()).width() * program.nodes().get(product.y()).width();
    }
    return sink instanceof Fold ? 4 : 0;
  }

  /** Counts non-zeros only where the last function suggests that there are many zeros. */
  static Matrix adapted(FusedProgram program, Rows sink, Dense result, Workers workers) {
    Node node = program.nodes().get(sink.x());
    boolean oftenZero =
        (node instanceof Unary unary && unary.function().oftenZero())
            || (node instanceof Binary binary && binary.function().oftenZero())
            || node instanceof Node.Select;
    return oftenZero ? Formats.adapt(result, workers) : result;
  }
}
