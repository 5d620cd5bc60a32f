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
  private final VisitedCells cells;
  private final int outerCell;

  OuterSkeleton(FusedProgram program, Bodies.Mode mode) {
    this.program = program;
    List<Integer> outputs = new ArrayList<>();
    program.sinks().forEach(sink -> outputs.addAll(sink.arguments()));
    cells = new VisitedCells(program, outputs, mode);
    int found = -1;
    for (int i = 0; i < program.nodes().size(); i++) {
      found = program.nodes().get(i) instanceof OuterCell ? i : found;
    }
    outerCell = found;
  }

  @Override
  public void expect(double rows, double nonZeros) {
    cells.expect(nonZeros);
  }

  @Override
  public Object[] run(Plain[] matrices, double[] numbers, Workers workers) {
    OuterCell product = (OuterCell) program.nodes().get(outerCell);
    Plain driver = matrices[((Source) program.nodes().get(program.driver())).input()];
    Csr csr = driver instanceof Dense ? null : Formats.toCsr(driver, workers);
    Dense u = Formats.toDense(matrices[product.u()], workers);
    Dense v = Formats.toDense(matrices[product.v()], workers);
    int rows = driver.rows();
    int cols = driver.cols();
    long visited = csr == null ? driver.cells() : csr.nnz();
    int rank = Math.max(1, u.cols());
    int grain = grain(rows, cols, visited, rank);
    Pass pass = new Pass(matrices, numbers, driver, csr, u, v, workers);
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
        if (partials[0][k] instanceof SinkState.All all && csr != null) {
          all.fold.addZeros(csr.cells() - csr.nnz());
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

  /** One execution. */
  private final class Pass {
    private final Plain[] matrices;
    private final double[] numbers;
    private final Csr csr;
    private final Dense u;
    private final Dense v;
    private final Plain driver;
    private final Dense[] outputs = new Dense[program.sinks().size()];
    private final double[][] values = new double[program.sinks().size()][];
    private final Dense[] factors = new Dense[program.sinks().size()];

    Pass(
        Plain[] matrices,
        double[] numbers,
        Plain driver,
        Csr csr,
        Dense u,
        Dense v,
        Workers workers) {
      this.matrices = matrices;
      this.numbers = numbers;
      this.driver = driver;
      this.csr = csr;
      this.u = u;
      this.v = v;
      for (int k = 0; k < outputs.length; k++) {
        Sink sink = program.sinks().get(k);
        if (sink instanceof Rows && csr == null) {
          outputs[k] = Dense.allocateUncleared(driver.rows(), driver.cols(), workers);
        } else if (sink instanceof Rows) {
          values[k] = new double[(int) csr.nnz()];
        } else if (sink instanceof TimesMatrix times) {
          factors[k] = Formats.toDense(matrices[times.matrix()], workers);
          outputs[k] = Dense.allocate(driver.rows(), factors[k].cols(), workers);
        } else if (sink instanceof TransposedTimesMatrix times) {
          factors[k] = Formats.toDense(matrices[times.matrix()], workers);
        }
      }
    }

    SinkState[] range(int start, int end) {
      int sinks = outputs.length;
      SinkState[] states = new SinkState[sinks];
      for (int k = 0; k < sinks; k++) {
        states[k] =
            factors[k] != null && outputs[k] == null
                ? new SinkState.Accumulated(driver.cols(), factors[k].cols())
                : SinkState.of(program, program.sinks().get(k));
      }
      VisitedCells.Buffers buffers = cells.new Buffers(matrices, numbers, Workers.serial());
      FactorRows rowsOfV = new FactorRows(v, RowLoops.simd(v.cols()));
      double[] dots = new double[CellBody.MOST_CELLS];
      double[][] out = new double[sinks][];
      double[][] own = new double[sinks][CellBody.MOST_CELLS];
      int[] outAt = new int[sinks];
      for (int row = start; row < end; row++) {
        int from = csr == null ? 0 : csr.start(row);
        int last = csr == null ? driver.cols() : csr.end(row);
        for (int p = from; p < last; p += CellBody.MOST_CELLS) {
          int n = Math.min(CellBody.MOST_CELLS, last - p);
          int[] columns = csr == null ? null : csr.columns();
          rowsOfV.dots(u.panelOf(row), u.offset(row), columns, p, n, dots);
          buffers.supply(outerCell, dots, 0);
          if (csr == null) {
            Dense dense = (Dense) driver;
            buffers.supply(program.driver(), dense.panelOf(row), dense.offset(row) + p);
          } else {
            buffers.supply(program.driver(), csr.values(), p);
          }
          buffers.collect(program.driver(), outerCell, row, columns, p, n, 0);
          for (int k = 0; k < sinks; k++) {
            bindOutput(k, row, p, own[k], out, outAt);
          }
          buffers.run(out, outAt, n);
          for (int k = 0; k < sinks; k++) {
            feed(k, states[k], row, columns, p, n, out[k]);
          }
        }
      }
      return states;
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
