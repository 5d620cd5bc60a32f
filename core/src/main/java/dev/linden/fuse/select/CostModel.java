package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.hop.Hop;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Formats;
import dev.linden.matrix.UnaryFunction;
import dev.linden.op.Op;
import dev.linden.op.Size;
import java.util.BitSet;
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

  /** Relative time of one multiplication and addition in a product. */
  private static final double MULTIPLY_ADD = 0.5;

  /** Share of the inputs that is read however sparse the driver is. */
  private static final double LEAST_READ = 0.001;

  private final MemoTable memo;
  private final double[] read;
  private final double[] write;
  private final double[] compute;

  CostModel(MemoTable memo, Machine machine) {
    this.memo = memo;
    read = new double[memo.size()];
    write = new double[memo.size()];
    compute = new double[memo.size()];
    for (int n = 0; n < read.length; n++) {
      double bytes = bytes(memo.hop(n));
      read[n] = bytes / machine.readBandwidth();
      write[n] = bytes / machine.writeBandwidth();
      compute[n] = memo.group(n).isEmpty() ? 0 : flops(memo.hop(n)) / machine.flops();
    }
  }

  /**
   * The time of a fused operator.
   *
   * @param driven the share of cells that are visited: 1, or the sparsity of a driver
   */
  double operator(BitSet computed, BitSet inputs, BitSet results, double driven) {
    double written = sum(write, results);
    return OVERHEAD
        + (driven < Formats.DENSEST_SPARSE ? written * driven * SPARSE_BYTES / 8 : written)
        + Math.max(
            sum(read, inputs) * Math.max(driven, LEAST_READ), sum(compute, computed) * driven);
  }

  /** The time of an operator on its own. */
  double ordinary(int number) {
    Hop hop = memo.hop(number);
    if (Shape.isTranspose(hop) && isAbsorbed(number)) {
      return 0;
    }
    double reading = 0;
    for (Hop input : hop.inputs()) {
      reading += input == null ? 0 : read[memo.numberOf(input)];
    }
    return OVERHEAD + write[number] + Math.max(reading, compute[number]);
  }

  /** Products read transposed matrices as they are. */
  private boolean isAbsorbed(int transpose) {
    return !memo.isRequired(transpose)
        && memo.consumers(transpose).stream().allMatch(c -> Shape.isProduct(memo.hop(c)));
  }

  private static double sum(double[] values, BitSet numbers) {
    double sum = 0;
    for (int n = numbers.nextSetBit(0); n >= 0; n = numbers.nextSetBit(n + 1)) {
      sum += values[n];
    }
    return sum;
  }

  double write(int number) {
    return write[number];
  }

  double read(int number) {
    return read[number];
  }

  double compute(int number) {
    return compute[number];
  }

  private static double bytes(Hop hop) {
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
      return MULTIPLY_ADD * share * Shape.cells(left) * Shape.cols(hop);
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
