package dev.linden.fuse.skeleton;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Node.Source;
import dev.linden.fuse.program.Sink;
import dev.linden.fuse.program.Sink.ColumnFold;
import dev.linden.fuse.program.Sink.Fold;
import dev.linden.fuse.program.Sink.Rows;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;

/**
 * Runs a cell-wise program over rows too long for tiles of whole rows: each thread takes some
 * columns of some rows. Buffers are as short as these columns, and a matrix of a single row is work
 * for all threads.
 */
final class WideSkeleton {
  /** From this many columns on; below, a row is no more than a tile of streamed cells. */
  static final int WIDE = 1 << 14;

  /** Columns taken at a time. */
  private static final int COLUMNS = 1 << 13;

  /** Cells of a range of columns and rows. */
  private static final int RANGE_CELLS = 1 << 16;

  /** Blocks of rows at most where there are folds per column: each keeps a row or two. */
  private static final int MOST_FOLDED_BLOCKS = 8;

  private final FusedProgram program;
  private final int width;
  private final TileSkeleton whole;

  /** For the last columns; null if they are as many as the others. */
  private final TileSkeleton rest;

  private WideSkeleton(FusedProgram program, int width, Bodies.Mode mode) {
    this.program = program;
    this.width = width;
    whole = TileSkeleton.ofSingleRows(program.narrowed(width, COLUMNS), mode);
    rest =
        width % COLUMNS == 0
            ? null
            : TileSkeleton.ofSingleRows(program.narrowed(width, width % COLUMNS), mode);
  }

  /** Null for programs that it is not made for. */
  static WideSkeleton of(FusedProgram program, Bodies.Mode mode) {
    int width = 0;
    for (Node node : program.nodes()) {
      width = Math.max(width, node.width());
    }
    // a single last column would look like a column vector
    if (width < WIDE || width % COLUMNS == 1 || !program.isCellwise()) {
      return null;
    }
    for (Node node : program.nodes()) {
      if (node.width() > 1 && node.width() != width) {
        return null;
      }
    }
    for (Sink sink : program.sinks()) {
      boolean known = sink instanceof Rows || sink instanceof Fold || sink instanceof ColumnFold;
      for (int x : sink.arguments()) {
        if (!known || program.nodes().get(x).width() != width) {
          return null;
        }
      }
    }
    return new WideSkeleton(program, width, mode);
  }

  /** All sources are dense. */
  boolean fits(Plain[] matrices) {
    return program.nodes().stream()
        .allMatch(n -> !(n instanceof Source s) || matrices[s.input()] instanceof Dense);
  }

  /** Says that this many rows are about to come. */
  void expect(double rows) {
    whole.expect(rows * (width / COLUMNS));
  }

  /** {@code target}: where the only result goes; null for fresh memory. */
  Object[] run(Plain[] matrices, double[] numbers, Dense target, Workers workers) {
    int rows = TileSkeleton.rows(program, matrices);
    Tile.Shared shared =
        new Tile.Shared(program, matrices, numbers, rows, n -> true, target, workers);
    boolean folded = program.sinks().stream().anyMatch(ColumnFold.class::isInstance);
    int blockRows = Math.max(1, RANGE_CELLS / COLUMNS);
    if (folded) {
      blockRows = Math.max(blockRows, (rows - 1) / MOST_FOLDED_BLOCKS + 1);
    }
    int grain = blockRows;
    int blocks = Workers.rangeCount(rows, grain);
    int parts = Workers.rangeCount(width, COLUMNS);
    SinkState[][] states = new SinkState[blocks * parts][];
    workers.forRanges(
        blocks * parts,
        1,
        (from, to) -> {
          int part = from % parts;
          int start = from / parts * grain;
          TileSkeleton skeleton = rest != null && part == parts - 1 ? rest : whole;
          Tile tile = skeleton.tile(shared, part * COLUMNS);
          states[from] = tile.run(start, Math.min(rows, start + grain));
        });
    Object[] results = new Object[program.sinks().size()];
    for (int k = 0; k < results.length; k++) {
      Sink sink = program.sinks().get(k);
      if (sink instanceof Rows rowsSink) {
        results[k] = TileSkeleton.adapted(program, rowsSink, shared.outputs[k], workers);
      } else if (sink instanceof Fold) {
        for (int i = 1; i < states.length; i++) {
          states[0][k].add(states[i][k]);
        }
        results[k] = states[0][k].result(rows);
      } else {
        results[k] = columns(states, k, parts, rows);
      }
    }
    return results;
  }

  /** One row: for each part of the columns, the folds of all blocks of rows. */
  private Dense columns(SinkState[][] states, int sink, int parts, int rows) {
    double[] cells = new double[width];
    for (int part = 0; part < parts; part++) {
      SinkState total = states[part][sink];
      for (int i = part + parts; i < states.length; i += parts) {
        total.add(states[i][sink]);
      }
      double[] results = ((Dense) total.result(rows)).panel(0);
      System.arraycopy(results, 0, cells, part * COLUMNS, results.length);
    }
    return Dense.wrap(1, width, cells);
  }
}
