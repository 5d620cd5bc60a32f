package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Problem;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import dev.linden.base.Settings;
import dev.linden.base.Span;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.kernel.MatMult;
import dev.linden.op.Distribution;
import dev.linden.op.Footprint;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.ProductOps;
import dev.linden.op.Size;
import dev.linden.op.Value;
import dev.linden.op.ValuesCall;
import dev.linden.plan.Instruction;
import dev.linden.plan.OperationMemory;
import java.util.ArrayList;
import java.util.List;

/**
 * An operator that is planned for Spark. Where there is no Spark, it runs here if its operands turn
 * out to fit the local budget; if not, it is refused before it can bring the machine down.
 *
 * <p>With Spark, an operator that has no distributed form for these operands runs here too; the
 * buffer pool refuses what does not fit.
 */
final class SparkStep extends Step {
  private final Instruction.Compute instruction;
  private final Step local;
  private final KernelStep distributed;
  private final Context context;

  SparkStep(Instruction.Compute instruction, Step local, Context context) {
    this.instruction = instruction;
    this.local = local;
    this.context = context;
    this.distributed = new KernelStep(instruction, context);
  }

  @Override
  void run(Frame frame) {
    if (fitsHere(frame)) {
      local.run(frame);
      return;
    }
    Backend backend = context.backends().get();
    if (backend != null) {
      if (!distributed.runOn(backend, frame)) {
        local.run(frame);
      }
      return;
    }
    if (context.resources().mode() == Settings.Exec.SPARK) {
      throw refused("all operators are to run on Spark");
    }
    double estimate = estimate(frame);
    // Workers of a parfor loop share the budget; where one has nowhere else to go, it may use all
    // of it, and the buffer pool lets it wait until others have done with theirs.
    double budget = context.parfors().localBudget(context.resources());
    if (estimate > budget && !isSparseProduct(frame)) {
      throw refused(
          "needs "
              + OperationMemory.text(estimate)
              + " of memory, but the local budget is "
              + OperationMemory.text(budget));
    }
    local.run(frame);
  }

  /**
   * Whether all operands are here and the operation fits, now that they are known: the compiler had
   * to fear the worst, or sent the operation after a result that it expected elsewhere.
   */
  private boolean fitsHere(Frame frame) {
    if (context.resources().mode() == Settings.Exec.SPARK) {
      return false;
    }
    for (int slot : instruction.inputs()) {
      if (slot >= 0
          && frame.value(slot) instanceof MatrixValue value
          && (value.remote() != null || value.resident() == null)) {
        return false;
      }
    }
    double budget = context.parfors().localBudget(context.resources());
    return estimate(frame) <= budget || productEstimate(frame) <= budget;
  }

  /** The product of two sparse matrices, by how often their cells can meet. */
  private double productEstimate(Frame frame) {
    if (instruction.op() != ProductOps.MATMULT
        || !(matrix(frame, 0) instanceof Sparse a)
        || !(matrix(frame, 1) instanceof Sparse b)) {
      return Footprint.UNKNOWN;
    }
    Size result = Size.of(a.rows(), b.cols()).withNnz(MatMult.mostNonZeros(a, b));
    return Footprint.of(result) + Footprint.of(size(a)) + Footprint.of(size(b));
  }

  private Matrix matrix(Frame frame, int input) {
    return frame.value(instruction.inputs()[input]) instanceof MatrixValue value
        ? value.matrix()
        : null;
  }

  private static Size size(Matrix matrix) {
    return Size.of(matrix.rows(), matrix.cols()).withNnz(matrix.nnz());
  }

  /**
   * The product of sparse matrices is often far smaller than the worst case: then it may try, and
   * the buffer pool watches what it really needs.
   */
  private boolean isSparseProduct(Frame frame) {
    if (instruction.op().distribution() != Distribution.PRODUCT) {
      return false;
    }
    for (int slot : instruction.inputs()) {
      if (slot >= 0
          && frame.value(slot) instanceof MatrixValue matrix
          && matrix.matrix().isSparse()) {
        return true;
      }
    }
    return false;
  }

  private double estimate(Frame frame) {
    List<Info> operands = new ArrayList<>();
    for (int slot : instruction.inputs()) {
      operands.add(slot < 0 ? null : describe(frame.value(slot)));
    }
    return OperationMemory.of(
        instruction.op(), operands, instruction.names(), context.environment());
  }

  private static Info describe(Value value) {
    Info info = ValuesCall.describe(value);
    return value instanceof MatrixValue matrix
        ? info.withSize(info.size().withNnz(matrix.matrix().nnz()))
        : info;
  }

  private ScriptError refused(String why) {
    String message =
        instruction.op().name() + ": " + why + ", and the Spark module is not there to run it";
    String hint = "give more with --mem SIZE, or add the Spark module";
    return ScriptError.duringRun(
        new Problem(instruction.span(), message, hint), new ResourceError(message));
  }

  @Override
  Span place(InputError error) {
    return local.place(error);
  }
}
