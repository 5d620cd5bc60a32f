package dev.linden.fuse.skeleton;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.code.CellBody;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Node.Cell;
import dev.linden.fuse.program.Node.RowFold;
import dev.linden.fuse.program.Node.Source;
import dev.linden.fuse.program.Sink;
import dev.linden.fuse.program.Sink.Rows;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.ColumnFold;
import dev.linden.matrix.kernel.fold.Fold;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.simd.CompensatedSum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Runs a cell-wise program over the non-zeros of one of its inputs, the driver, when the results
 * are zero wherever that input is. Time and memory then follow the non-zeros.
 */
final class NonZeroSkeleton {
  private final FusedProgram program;
  private final VisitedCells cells;

  /** Sources that can be the driver, depending on the scalars. */
  private final List<Integer> drivers;

  private NonZeroSkeleton(FusedProgram program, VisitedCells cells, List<Integer> drivers) {
    this.program = program;
    this.cells = cells;
    this.drivers = drivers;
  }

  /** Null if the program can't be run so, whatever the data. */
  static NonZeroSkeleton of(FusedProgram program, Bodies.Mode mode) {
    List<Integer> outputs = new ArrayList<>();
    for (Sink sink : program.sinks()) {
      Integer cells = cellsOf(program, sink);
      if (cells == null) {
        return null;
      }
      outputs.add(cells);
    }
    for (int i = 0; i < program.nodes().size(); i++) {
      Node node = program.nodes().get(i);
      boolean plain = node instanceof Cell || node.arguments().isEmpty();
      if (!plain && !isSink(program, i)) {
        return null;
      }
    }
    VisitedCells visited = new VisitedCells(program, outputs, mode);
    List<Integer> drivers = new ArrayList<>();
    int width = program.nodes().get(outputs.get(0)).width();
    for (int i = 0; i < program.nodes().size(); i++) {
      if (program.nodes().get(i) instanceof Source source && width > 1 && source.width() == width) {
        drivers.add(i);
      }
    }
    return drivers.isEmpty() ? null : new NonZeroSkeleton(program, visited, drivers);
  }

  private static boolean isSink(FusedProgram program, int node) {
    return program.nodes().get(node) instanceof RowFold
        && program.readers(node).isEmpty()
        && program.sinks().stream().anyMatch(s -> s instanceof Rows rows && rows.x() == node);
  }

  /** The cell-wise node that a sink folds or stores; null for other sinks. */
  private static Integer cellsOf(FusedProgram program, Sink sink) {
    if (sink instanceof Sink.Fold fold) {
      return wide(program, fold.x());
    } else if (sink instanceof Sink.ColumnFold fold) {
      return wide(program, fold.x());
    } else if (sink instanceof Rows rows) {
      Node node = program.nodes().get(rows.x());
      if (node instanceof RowFold fold) {
        return fold.kind() == Aggregate.Kind.SUM ? wide(program, fold.x()) : null;
      }
      return wide(program, rows.x());
    }
    return null;
  }

  private static Integer wide(FusedProgram program, int node) {
    return program.nodes().get(node) instanceof Cell ? node : null;
  }

  /** Says that this many non-zeros are about to come. */
  void expect(double nonZeros) {
    cells.expect(nonZeros);
  }

  /** The sparsest input that can drive the program, or -1 if none is sparse. */
  int driver(Plain[] matrices, double[] numbers) {
    int best = -1;
    long fewest = Long.MAX_VALUE;
    for (int node : drivers) {
      Plain matrix = matrices[((Source) program.nodes().get(node)).input()];
      if (matrix instanceof Sparse
          && matrix.nnz() < fewest
          && cells.isDrivenBy(node, matrices, numbers)) {
        fewest = matrix.nnz();
        best = node;
      }
    }
    return best;
  }

  Object[] run(int driver, Plain[] matrices, double[] numbers, Workers workers) {
    Csr csr = Formats.toCsr(matrices[((Source) program.nodes().get(driver)).input()], workers);
    int rows = csr.rows();
    int grain = Grain.sparseRows(csr, csr.nnz());
    int sinks = program.sinks().size();
    double[][] direct = new double[sinks][];
    Dense[] rowSums = new Dense[sinks];
    for (int k = 0; k < sinks; k++) {
      if (program.sinks().get(k) instanceof Rows sink) {
        if (program.nodes().get(sink.x()) instanceof RowFold) {
          rowSums[k] = Dense.allocate(rows, 1, workers);
        } else {
          direct[k] = new double[(int) csr.nnz()];
        }
      }
    }
    Object[][] partials = new Object[Math.max(1, Workers.rangeCount(rows, grain))][];
    workers.forRanges(
        rows,
        grain,
        (start, end) ->
            partials[start / grain] =
                range(driver, csr, matrices, numbers, start, end, direct, rowSums));
    Object[] results = new Object[sinks];
    for (int k = 0; k < sinks; k++) {
      results[k] = result(k, csr, partials, direct[k], rowSums[k], workers);
    }
    return results;
  }

  private Object[] range(
      int driver,
      Csr csr,
      Plain[] matrices,
      double[] numbers,
      int start,
      int end,
      double[][] direct,
      Dense[] rowSums) {
    int sinks = direct.length;
    VisitedCells.Buffers buffers = cells.new Buffers(matrices, numbers, Workers.serial());
    Object[] states = new Object[sinks];
    double[][] out = new double[sinks][];
    int[] outAt = new int[sinks];
    CompensatedSum[] sums = new CompensatedSum[sinks];
    for (int k = 0; k < sinks; k++) {
      Sink sink = program.sinks().get(k);
      if (sink instanceof Sink.Fold fold) {
        states[k] = Fold.of(fold.kind());
      } else if (sink instanceof Sink.ColumnFold fold) {
        states[k] = new ColumnFold(fold.kind(), csr.cols(), true);
      } else if (rowSums[k] != null) {
        sums[k] = new CompensatedSum();
      }
      out[k] = direct[k] != null ? direct[k] : new double[CellBody.MOST_CELLS];
    }
    int[] columns = csr.columns();
    // without other operands and sums of rows it does not matter where rows end
    boolean alone = cells.needOnly(driver) && Arrays.stream(sums).allMatch(Objects::isNull);
    int row = start;
    int first = csr.start(start);
    int last = csr.end(end - 1);
    for (int p = first; p < last; p += CellBody.MOST_CELLS) {
      int n = Math.min(CellBody.MOST_CELLS, last - p);
      buffers.supply(driver, csr.values(), p);
      int firstRow = row;
      for (int done = alone ? n : 0; done < n; ) {
        while (csr.end(row) <= p + done) {
          row++;
        }
        int inRow = Math.min(n - done, csr.end(row) - p - done);
        buffers.collect(driver, -1, row, columns, p + done, inRow, done);
        done += inRow;
      }
      for (int k = 0; k < sinks; k++) {
        outAt[k] = direct[k] != null ? p : 0;
      }
      buffers.run(out, outAt, n);
      for (int k = 0; k < sinks; k++) {
        if (states[k] instanceof Fold fold) {
          fold.add(out[k], 0, n);
        } else if (states[k] instanceof ColumnFold fold) {
          for (int i = 0; i < n; i++) {
            fold.addCell(columns[p + i], out[k][i]);
          }
        } else if (sums[k] != null) {
          addToRows(csr, firstRow, p, n, out[k], sums[k], rowSums[k]);
        }
      }
    }
    return states;
  }

  /** A row that goes on in the next stretch keeps its sum open. */
  private static void addToRows(
      Csr csr, int row, int p, int n, double[] values, CompensatedSum sum, Dense to) {
    int r = row;
    for (int i = 0; i < n; ) {
      while (csr.end(r) <= p + i) {
        r++;
      }
      int end = Math.min(n, csr.end(r) - p);
      for (; i < end; i++) {
        sum.add(values[i]);
      }
      if (csr.end(r) == p + end) {
        to.panelOf(r)[to.offset(r)] = sum.value();
        sum.reset();
      }
    }
  }

  private Object result(
      int k, Csr csr, Object[][] partials, double[] direct, Dense rowSums, Workers workers) {
    if (rowSums != null) {
      return rowSums;
    }
    if (direct != null) {
      return Formats.adapt(withoutZeros(csr, direct), workers);
    }
    Sink sink = program.sinks().get(k);
    if (sink instanceof Sink.Fold fold) {
      Fold total = Fold.of(fold.kind());
      for (Object[] partial : partials) {
        if (partial != null) {
          total.add((Fold) partial[k]);
        }
      }
      total.addZeros(csr.cells() - csr.nnz());
      return total.result();
    }
    ColumnFold total = new ColumnFold(((Sink.ColumnFold) sink).kind(), csr.cols(), true);
    for (Object[] partial : partials) {
      if (partial != null) {
        total.add((ColumnFold) partial[k]);
      }
    }
    double[] columns = new double[csr.cols()];
    total.results(csr.rows(), columns, 0);
    return Dense.wrap(1, csr.cols(), columns);
  }

  /** The cells in the pattern of the driver; those that came out as zero are dropped. */
  static Csr withoutZeros(Csr pattern, double[] values) {
    int nonZeros = 0;
    for (double value : values) {
      nonZeros += value != 0 ? 1 : 0;
    }
    if (nonZeros == values.length) {
      return new Csr(
          pattern.rows(),
          pattern.cols(),
          pattern.rowStarts().clone(),
          Arrays.copyOf(pattern.columns(), values.length),
          values);
    }
    int[] starts = new int[pattern.rows() + 1];
    int[] columns = new int[nonZeros];
    double[] kept = new double[nonZeros];
    int to = 0;
    for (int row = 0; row < pattern.rows(); row++) {
      for (int p = pattern.start(row); p < pattern.end(row); p++) {
        if (values[p] != 0) {
          columns[to] = pattern.columns()[p];
          kept[to++] = values[p];
        }
      }
      starts[row + 1] = to;
    }
    return new Csr(pattern.rows(), pattern.cols(), starts, columns, kept);
  }
}
