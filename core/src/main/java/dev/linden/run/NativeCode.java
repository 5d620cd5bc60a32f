package dev.linden.run;

import dev.linden.matrix.Workers;
import dev.linden.matrix.lapack.Lapack;
import dev.linden.matrix.lapack.NativeLibrary;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.op.Size;
import dev.linden.op.SolveOps;
import dev.linden.plan.Instruction;
import java.util.Set;

/**
 * Loads the native library while a script starts, if one of its steps will probably ask for it:
 * loading takes a quarter of a second.
 */
final class NativeCode {
  private static final Set<Op> FACTORISATIONS =
      Set.of(
          SolveOps.SOLVE,
          SolveOps.INV,
          SolveOps.DET,
          SolveOps.CHOLESKY,
          SolveOps.EIGEN,
          SolveOps.QR,
          SolveOps.LU,
          SolveOps.SVD);

  private static final Set<Op> PRODUCTS =
      Set.of(
          ProductOps.MATMULT,
          ProductOps.TRANSPOSED_LEFT,
          ProductOps.TRANSPOSED_RIGHT,
          ProductOps.TSMM_LEFT,
          ProductOps.TSMM_RIGHT);

  /** Multiplications per cell and row of an eigendecomposition, the longest of all. */
  private static final double MOST_PER_CELL = 20;

  private NativeCode() {}

  static void prepareFor(Instruction.Compute compute, Workers workers) {
    if (workers.nativeCode() && isLarge(compute)) {
      NativeLibrary.prepare();
    }
  }

  private static boolean isLarge(Instruction.Compute compute) {
    boolean product = PRODUCTS.contains(compute.op());
    if (!product && !FACTORISATIONS.contains(compute.op())) {
      return false;
    }
    for (Info info : compute.infos()) {
      if (info == null || !info.size().known()) {
        return false;
      }
    }
    Size first = compute.infos().get(0).size();
    double cells = (double) first.rows() * first.cols();
    if (!product) {
      return MOST_PER_CELL * cells * Math.min(first.rows(), first.cols()) >= Lapack.NATIVE_WORK;
    }
    Size result = compute.results().get(0).size();
    return result.colsKnown() && 2 * cells * result.cols() >= Lapack.NATIVE_WORK;
  }
}
