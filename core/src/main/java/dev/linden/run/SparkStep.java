package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Problem;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import dev.linden.base.Settings;
import dev.linden.base.Span;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.op.Footprint;
import dev.linden.op.Info;
import dev.linden.op.KnownCall;
import dev.linden.op.MatrixValue;
import dev.linden.op.ProductOps;
import dev.linden.op.Size;
import dev.linden.op.Value;
import dev.linden.op.ValuesCall;
import dev.linden.plan.Instruction;
import dev.linden.plan.OperationMemory;
import dev.linden.plan.distribute.Cluster;
import dev.linden.run.compiled.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * An operator that is planned for Spark. It runs in this process if it turns out to fit, where
 * there is no Spark, and where it has no distributed form for these operands; the buffer pool
 * refuses what does not fit before it can bring the machine down.
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
      throw refused();
    }
    local.run(frame);
  }

  /**
   * Whether this process has all operands and the operation fits, now that they are known: the
   * compiler had to fear the worst, or sent the operation after a result that it expected
   * elsewhere. Where all operators are to run on Spark, whether nothing is larger than a block.
   */
  private boolean fitsHere(Frame frame) {
    if (context.resources().mode() == Settings.Exec.SPARK) {
      return hasSingleBlocks(frame);
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

  /** As for the compiler, which did not know the sizes. */
  private boolean hasSingleBlocks(Frame frame) {
    Cluster cluster = context.resources().cluster();
    List<Info> operands = new ArrayList<>();
    for (int slot : instruction.inputs()) {
      Value value = slot < 0 ? null : frame.value(slot);
      if (value instanceof MatrixValue matrix && !cluster.isSingleBlock(matrix.size())) {
        return false;
      }
      operands.add(value == null ? null : ValuesCall.describe(value));
    }
    KnownCall call =
        new KnownCall(instruction.op(), operands, instruction.names(), context.environment());
    return instruction.op().infer(call).stream()
        .allMatch(result -> !result.isMatrix() || cluster.isSingleBlock(result.size()));
  }

  /** The product of two sparse matrices, by how often their cells can meet. */
  private double productEstimate(Frame frame) {
    if (instruction.op() != ProductOps.MATMULT) {
      return Footprint.UNKNOWN;
    }
    Matrix a = matrix(frame, 0);
    Matrix b = matrix(frame, 1);
    long most = MatMult.nonZerosAtMost(a, b, context.workers());
    if (most < 0) {
      return Footprint.UNKNOWN;
    }
    Size result = Size.of(a.rows(), b.cols()).withNnz(most);
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

  private ScriptError refused() {
    String message =
        instruction.op().name()
            + ": all operators are to run on Spark, and there is no Spark to run it";
    String hint = "choose -exec hybrid, or " + Backends.advice();
    return ScriptError.duringRun(
        new Problem(instruction.span(), message, hint), new ResourceError(message));
  }

  @Override
  boolean addNodes(List<Node> nodes) {
    nodes.add(new Node.Compute(instruction, false, this));
    return true;
  }

  @Override
  Span place(InputError error) {
    return local.place(error);
  }
}
