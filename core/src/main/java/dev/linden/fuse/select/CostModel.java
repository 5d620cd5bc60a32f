package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.hop.Hop;
import dev.linden.matrix.Formats;
import dev.linden.op.Size;
import java.util.BitSet;

/**
 * Estimated seconds of basic and fused operators: the write of the result, and the longer of
 * reading the inputs and computing (section 4.3 of the fusion paper).
 */
final class CostModel {
  /** Bytes per non-zero of a sparse matrix. */
  private static final int SPARSE_BYTES = 12;

  /** Starting an operator: hand-over to threads, allocation. */
  private static final double OVERHEAD = 5e-6;

  /** Time of a multiplication or an addition in a product, and of folding a cell. */
  private static final double IN_PRODUCT = 0.25;

  private static final double FOLD = 4;

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
    if (Shape.isTranspose(hop)) {
      return 0;
    }
    Hop.Compute call = (Hop.Compute) hop;
    Hop first = hop.inputs().get(0);
    if (Shape.isProduct(hop)) {
      double share = Math.min(1, first.info().size().sparsity());
      return IN_PRODUCT * share * call.op().flops(call.operands(), call.results());
    }
    if (Shape.fold(hop) != null) {
      return FOLD * Shape.cells(first);
    }
    double cells = Shape.isKnownMatrix(hop) ? Shape.cells(hop) : Shape.cells(first);
    return call.op().costPerCell(call.operands()) * cells;
  }
}
