package dev.linden.fuse.select;

import dev.linden.fuse.code.CellBody;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.ProgramText;
import dev.linden.fuse.program.Sink;
import dev.linden.fuse.skeleton.FusedKernel;
import dev.linden.fuse.skeleton.TileSkeleton;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.op.CallSite;
import dev.linden.op.DataType;
import dev.linden.op.Distribution;
import dev.linden.op.Info;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.Parameter;
import dev.linden.op.Property;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import java.util.List;

/** Operators that run fused programs. */
final class FusedOps {
  private FusedOps() {}

  /**
   * @param kind what plans call it
   * @param names of rows and columns of the results, by those of the operands
   * @param blockwise it can run on distributed matrices
   */
  static Op of(
      FusedKernel kernel, String kind, List<Info> results, ResultNames names, boolean blockwise) {
    FusedProgram program = kernel.program();
    return Op.define(ProgramText.describe(kind, program), "Several operators in one pass.")
        .parameters(Parameter.matrixOrScalar("operands").repeated())
        .results(results.size())
        .rule(call -> results)
        .kernel(call -> run(kernel, call))
        .scratch((call, threads) -> scratch(program, call, threads))
        .operations((operands, made) -> FusedWork.operations(program, operands))
        .overwritable(kernel.overwritable())
        .onGroups(kernel.groupUses())
        .properties(Property.SELF_CHECKING)
        .naming(names.rows(), names.cols())
        .distribution(blockwise ? Distribution.ROW_ALIGNED : Distribution.LOCAL)
        .recipe(new FusedRecipe(kind, program, names, kernel.mode()))
        .build();
  }

  private static void run(FusedKernel kernel, Invocation call) {
    Matrix[] matrices = new Matrix[call.count()];
    double[] numbers = new double[call.count()];
    for (int i = 0; i < matrices.length; i++) {
      if (call.dataType(i) == DataType.MATRIX) {
        matrices[i] = call.matrix(i);
      } else {
        numbers[i] = call.number(i);
      }
    }
    Object[] results = kernel.run(matrices, numbers, call::reusable, call.workers());
    if (results.length == 1) {
      if (results[0] instanceof Matrix matrix) {
        call.result(matrix);
      } else {
        call.result((Double) results[0]);
      }
      return;
    }
    for (int k = 0; k < results.length; k++) {
      call.result(
          k,
          results[k] instanceof Matrix matrix
              ? new MatrixValue(matrix)
              : Scalar.of((Double) results[k]));
    }
  }

  /** Buffers of the threads and partial sinks. */
  private static double scratch(FusedProgram program, CallSite call, int threads) {
    long cells = 0;
    for (Node node : program.nodes()) {
      cells += Math.max(CellBody.MOST_CELLS, node.width()) * 3L;
    }
    long buffers = 8 * cells * (threads + 1L);
    double cellsOfSources = 0;
    double sparse = 0;
    for (int i = 0; i < call.count(); i++) {
      Info info = call.in(i);
      if (info.isMatrix() && info.size().known()) {
        cellsOfSources += (double) info.size().rows() * info.size().cols();
        sparse += mayBeSparse(info.size()) ? 24.0 * info.size().nnz() : 0;
      }
    }
    long accumulators = 0;
    for (Sink sink : program.sinks()) {
      accumulators += TileSkeleton.accumulatorCells(program, sink);
    }
    // ranges are at most this many, and have more cells than their partial results
    double partials = 8 * Math.min(1024.0 * accumulators, accumulators + cellsOfSources / 4);
    return buffers + partials + sparse;
  }

  private static boolean mayBeSparse(Size size) {
    return size.nnzKnown() && Formats.sparse(size.rows(), size.cols(), size.nnz());
  }
}
