package dev.linden.fuse.skeleton;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.code.CellBody;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node.OuterCell;
import dev.linden.fuse.program.Node.Source;
import dev.linden.fuse.program.Sink;
import dev.linden.fuse.program.Sink.Rows;
import dev.linden.fuse.program.Sink.TimesMatrix;
import dev.linden.fuse.program.Sink.TransposedTimesMatrix;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.fold.Fold;
import dev.linden.matrix.kernel.product.FactorRows;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.simd.Simd;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs an Outer program: for each cell that the driver has, the dot product of a row of u and a row
 * of v goes through the cell functions. The product of u and v is never there as a whole.
 */
final class OuterSkeleton implements OwnSkeleton {
  /**
   * Partial results of a {@link TransposedTimesMatrix} at most; each has the size of the result.
   */
  private static final int MOST_PARTIALS = 16;

  private final FusedProgram program;
  private final VisitedCells visitedCells;
  private final int outerCell;

  /** Of the driver. */
  private final int input;

  /**
   * If the driver is packed, each range of rows unpacks its own. Results that have its cells would
   * have to know how many non-zeros there are in rows before.
   */
  private final boolean takesPacked;

  OuterSkeleton(FusedProgram program, Bodies.Mode mode) {
    this.program = program;
    List<Integer> outputs = new ArrayList<>();
    program.sinks().forEach(sink -> outputs.addAll(sink.arguments()));
    visitedCells = new VisitedCells(program, outputs, mode);
    int found = -1;
    for (int i = 0; i < program.nodes().size(); i++) {
      found = program.nodes().get(i) instanceof OuterCell ? i : found;
    }
    outerCell = found;
    input = ((Source) program.nodes().get(program.driver())).input();
    boolean alone =
        program.nodes().stream()
                .filter(n -> n instanceof Source source && source.input() == input)
                .count()
            == 1;
    OuterCell product = (OuterCell) program.nodes().get(outerCell);
    takesPacked =
        alone
            && product.u() != input
            && product.v() != input
            && program.sinks().stream().noneMatch(sink -> readsInput(sink) || sink instanceof Rows);
  }

  private boolean readsInput(Sink sink) {
    return (sink instanceof TimesMatrix times && times.matrix() == input)
        || (sink instanceof TransposedTimesMatrix other && other.matrix() == input);
  }

  @Override
  public void expect(double rows, double nonZeros) {
    visitedCells.expect(nonZeros);
  }

  @Override
  public Object[] run(Matrix[] inputs, double[] numbers, Workers workers) {
    OuterCell product = (OuterCell) program.nodes().get(outerCell);
    Matrix driver = inputs[input];
    boolean packed = takesPacked && driver instanceof Packed;
    Plain[] matrices = new Plain[inputs.length];
    for (int i = 0; i < matrices.length; i++) {
      boolean given = inputs[i] != null && !(packed && i == input);
      matrices[i] = given ? inputs[i].plain(workers) : null;
    }
    Cells all = packed ? null : Cells.of(matrices[input], 0, workers);
    Csr csr = packed ? null : all.csr();
    boolean sparse = packed ? driver.isSparse() : csr != null;
    Dense u = Formats.toDense(matrices[product.u()], workers);
    Dense v = Formats.toDense(matrices[product.v()], workers);
    int rows = driver.rows();
    int cols = driver.cols();
    long visited = csr != null ? csr.nnz() : sparse ? driver.nnz() : driver.cells();
    int rank = Math.max(1, u.cols());
    int grain = grain(rows, cols, visited, rank);
    Pass pass = new Pass(matrices, numbers, driver, all, u, v, workers);
    SinkState[][] partials = new SinkState[Math.max(1, Workers.rangeCount(rows, grain))][];
    workers.forRanges(
        rows, grain, (start, end) -> partials[start / grain] = pass.range(start, end));
    if (partials[0] == null) {
      partials[0] = pass.range(0, 0);
    }
    Object[] results = new Object[program.sinks().size()];
    for (int k = 0; k < results.length; k++) {
      if (program.sinks().get(k) instanceof Rows) {
        results[k] =
            csr == null
                ? Formats.adapt(pass.outputs[k], workers)
                : Formats.adapt(NonZeroSkeleton.withoutZeros(csr, pass.values[k]), workers);
      } else if (program.sinks().get(k) instanceof TimesMatrix) {
        results[k] = pass.outputs[k];
      } else {
        for (int p = 1; p < partials.length; p++) {
          partials[0][k].add(partials[p][k]);
        }
        if (partials[0][k] instanceof SinkState.All folded && sparse) {
          folded.fold.addZeros(driver.cells() - visited);
        }
        results[k] = partials[0][k].result(rows);
      }
    }
    return results;
  }

  /** Rows per range: a function of the data, so that the order of additions is. */
  private int grain(int rows, int cols, long visited, int rank) {
    double work = (double) visited * rank;
    int grain = (int) Math.max(1, Math.min(rows, Grain.CELLS * (double) rows / Math.max(1, work)));
    for (Sink sink : program.sinks()) {
      if (sink instanceof TransposedTimesMatrix) {
        long worthwhile = Math.max(1, visited / (4L * Math.max(1, cols)));
        int ranges = (int) Math.min(MOST_PARTIALS, worthwhile);
        grain = Math.max(grain, (rows + ranges - 1) / ranges);
      }
    }
    return Math.max(1, grain);
  }

  /** The cells of some rows of the driver, sparse or dense, from {@code first} on. */
  private record Cells(Csr csr, Dense dense, int first) {
    static Cells of(Plain rows, int first, Workers workers) {
      return rows instanceof Dense dense
          ? new Cells(null, dense, first)
          : new Cells(Formats.toCsr(rows, workers), null, first);
    }
  }

  /** One execution. */
  private final class Pass {
    private final Plain[] matrices;
    private final double[] numbers;
    private final Matrix driver;

    /** Of the driver; null if each range unpacks its own. */
    private final Cells all;

    private final Dense u;
    private final Dense v;
    private final Dense[] outputs = new Dense[program.sinks().size()];
    private final double[][] values = new double[program.sinks().size()][];
    private final Dense[] factors = new Dense[program.sinks().size()];

    Pass(
        Plain[] matrices,
        double[] numbers,
        Matrix driver,
        Cells all,
        Dense u,
        Dense v,
        Workers workers) {
      this.matrices = matrices;
      this.numbers = numbers;
      this.driver = driver;
      this.all = all;
      this.u = u;
      this.v = v;
      for (int k = 0; k < outputs.length; k++) {
        Sink sink = program.sinks().get(k);
        if (sink instanceof Rows && all.csr() == null) {
          outputs[k] = Dense.allocateUncleared(driver.rows(), driver.cols(), workers);
        } else if (sink instanceof Rows) {
          values[k] = new double[(int) all.csr().nnz()];
        } else if (sink instanceof TimesMatrix times) {
          factors[k] = Formats.toDense(matrices[times.matrix()], workers);
          outputs[k] = Dense.allocate(driver.rows(), factors[k].cols(), workers);
        } else if (sink instanceof TransposedTimesMatrix times) {
          factors[k] = Formats.toDense(matrices[times.matrix()], workers);
        }
      }
    }

    SinkState[] range(int start, int end) {
      Cells cells = all != null ? all : unpacked(start, end);
      Csr csr = cells.csr();
      int sinks = outputs.length;
      SinkState[] states = new SinkState[sinks];
      for (int k = 0; k < sinks; k++) {
        states[k] =
            factors[k] != null && outputs[k] == null
                ? new SinkState.Accumulated(driver.cols(), factors[k].cols())
                : SinkState.of(program, program.sinks().get(k));
      }
      VisitedCells.Buffers buffers = visitedCells.new Buffers(matrices, numbers, Workers.serial());
      FactorRows rowsOfV = new FactorRows(v, RowLoops.simd(v.cols()));
      double[] dots = new double[CellBody.MOST_CELLS];
      double[][] out = new double[sinks][];
      double[][] unstored = new double[sinks][CellBody.MOST_CELLS];
      int[] outAt = new int[sinks];
      for (int row = start; row < end; row++) {
        int own = row - cells.first();
        int from = csr == null ? 0 : csr.start(own);
        int last = csr == null ? driver.cols() : csr.end(own);
        for (int p = from; p < last; p += CellBody.MOST_CELLS) {
          int n = Math.min(CellBody.MOST_CELLS, last - p);
          int[] columns = csr == null ? null : csr.columns();
          rowsOfV.dots(u.panelOf(row), u.offset(row), columns, p, n, dots);
          buffers.supply(outerCell, dots, 0);
          if (csr == null) {
            Dense dense = cells.dense();
            buffers.supply(program.driver(), dense.panelOf(own), dense.offset(own) + p);
          } else {
            buffers.supply(program.driver(), csr.values(), p);
          }
          buffers.collect(program.driver(), outerCell, row, columns, p, n, 0);
          for (int k = 0; k < sinks; k++) {
            bindOutput(k, row, p, unstored[k], out, outAt);
          }
          buffers.run(out, outAt, n);
          for (int k = 0; k < sinks; k++) {
            feed(k, states[k], row, columns, p, n, out[k]);
          }
        }
      }
      return states;
    }

    /** In the form of the whole matrix, which decides whether zeros are visited. */
    private Cells unpacked(int start, int end) {
      Workers one = Workers.serial();
      Plain rows = ((Packed) driver).unpack(start, end, one);
      return Cells.of(
          driver.isSparse() ? Formats.toCsr(rows, one) : Formats.toDense(rows, one), start, one);
    }

    private void bindOutput(int k, int row, int p, double[] own, double[][] out, int[] outAt) {
      if (values[k] != null) {
        out[k] = values[k];
        outAt[k] = p;
      } else if (outputs[k] != null && factors[k] == null) {
        out[k] = outputs[k].panelOf(row);
        outAt[k] = outputs[k].offset(row) + p;
      } else {
        out[k] = own;
        outAt[k] = 0;
      }
    }

    private void feed(
        int k, SinkState state, int row, int[] columns, int p, int n, double[] cells) {
      if (state instanceof SinkState.All all) {
        ((Fold) all.fold).add(cells, 0, n);
      } else if (factors[k] != null) {
        Dense factor = factors[k];
        int width = factor.cols();
        Simd simd = RowLoops.simd(width);
        for (int i = 0; i < n; i++) {
          int column = columns == null ? p + i : columns[p + i];
          if (outputs[k] != null) {
            simd.axpy(
                cells[i],
                factor.panelOf(column),
                factor.offset(column),
                outputs[k].panelOf(row),
                outputs[k].offset(row),
                width);
          } else {
            ((SinkState.Accumulated) state)
                .add(column, cells[i], factor.panelOf(row), factor.offset(row));
          }
        }
      }
    }
  }
}
