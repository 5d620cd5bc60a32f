package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.hop.Hop;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Formats;
import dev.linden.matrix.UnaryFunction;
import dev.linden.op.Op;
import dev.linden.op.Size;
import java.util.Collection;
import java.util.Map;

/**
 * Estimated seconds of basic and fused operators: the write of the result, and the longer of
 * reading the inputs and computing (section 4.3 of the fusion paper).
 */
final class CostModel {
  /** Bytes per non-zero of a sparse matrix. */
  private static final int SPARSE_BYTES = 12;

  /** Starting an operator: hand-over to threads, allocation. */
  private static final double OVERHEAD = 5e-6;

  /** Relative to an addition; what is not here counts as 40. */
  private static final Map<Object, Double> FLOPS =
      Map.ofEntries(
          Map.entry(Cells.PLUS, 1.0),
          Map.entry(Cells.MINUS, 1.0),
          Map.entry(Cells.TIMES, 1.0),
          Map.entry(Cells.NEGATE, 1.0),
          Map.entry(Cells.ABS, 1.0),
          Map.entry(Cells.MIN, 1.0),
          Map.entry(Cells.MAX, 1.0),
          Map.entry(Cells.LESS, 2.0),
          Map.entry(Cells.LESS_EQUAL, 2.0),
          Map.entry(Cells.GREATER, 2.0),
          Map.entry(Cells.GREATER_EQUAL, 2.0),
          Map.entry(Cells.EQUAL, 2.0),
          Map.entry(Cells.NOT_EQUAL, 2.0),
          Map.entry(Cells.NOT, 2.0),
          Map.entry(Cells.DIVIDE, 6.0),
          Map.entry(Cells.SQRT, 8.0),
          Map.entry(Cells.EXP, 20.0),
          Map.entry(Cells.LOG, 25.0),
          Map.entry(Cells.TANH, 30.0),
          Map.entry(Cells.SIGMOID, 30.0));

  private static final double OTHER_FLOPS = 40;

  private final MemoTable memo;
  private final Machine machine;

  CostModel(MemoTable memo, Machine machine) {
    this.memo = memo;
    this.machine = machine;
  }

  /**
   * @param driven the share of cells that are visited: 1, or the sparsity of a driver
   */
  double operator(
      Collection<Integer> computed,
      Collection<Integer> inputs,
      Collection<Integer> results,
      double driven) {
    double read = 0;
    for (int input : inputs) {
      read += bytes(memo.hop(input));
    }
    double flops = 0;
    for (int number : computed) {
      flops += flops(memo.hop(number));
    }
    double write = 0;
    for (int result : results) {
      write += bytes(memo.hop(result));
    }
    write *= isSparseResult(driven) ? driven * 1.5 : 1;
    return OVERHEAD
        + write / machine.writeBandwidth()
        + Math.max(
            read * Math.max(driven, 0.001) / machine.readBandwidth(),
            flops * driven / machine.flops());
  }

  private static boolean isSparseResult(double driven) {
    return driven < Formats.DENSEST_SPARSE;
  }

  /** Write and read of an intermediate. */
  double materialization(int number) {
    double bytes = bytes(memo.hop(number));
    return bytes / machine.writeBandwidth();
  }

  double read(int number) {
    return bytes(memo.hop(number)) / machine.readBandwidth();
  }

  double compute(int number) {
    return flops(memo.hop(number)) / machine.flops();
  }

  static double bytes(Hop hop) {
    if (!Shape.isKnownMatrix(hop)) {
      return 8;
    }
    Size size = hop.info().size();
    double cells = Shape.cells(hop);
    boolean sparse = size.nnzKnown() && Formats.sparse(size.rows(), size.cols(), size.nnz());
    return sparse ? size.nnz() * (double) SPARSE_BYTES : cells * 8;
  }

  private static double flops(Hop hop) {
    if (Shape.isProduct(hop)) {
      Hop left = hop.inputs().get(0);
      Size size = left.info().size();
      double share = Math.min(1, size.sparsity());
      return 2 * share * Shape.cells(left) * Shape.cols(hop);
    }
    if (Shape.isTranspose(hop)) {
      return 0;
    }
    Op op = ((Hop.Compute) hop).op();
    if (Shape.fold(hop) != null) {
      return 4 * Shape.cells(hop.inputs().get(0));
    }
    double cells = Shape.isKnownMatrix(hop) ? Shape.cells(hop) : Shape.cells(hop.inputs().get(0));
    UnaryFunction unary = op.unary();
    Object function = unary != null && count(hop) == 1 ? unary : op.binary();
    boolean square =
        function == Cells.POWER
            && hop.inputs().get(1) instanceof Hop.Literal literal
            && literal.value().asDouble() == 2;
    double each = square || function == null ? 1 : FLOPS.getOrDefault(function, OTHER_FLOPS);
    return each * cells;
  }

  private static long count(Hop hop) {
    return hop.inputs().stream().filter(java.util.Objects::nonNull).count();
  }
}
