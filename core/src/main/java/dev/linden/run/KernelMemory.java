package dev.linden.run;

import dev.linden.base.Bytes;
import dev.linden.base.Problem;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.op.DataType;
import dev.linden.op.Distribution;
import dev.linden.op.Footprint;
import dev.linden.op.IndexOps;
import dev.linden.op.Info;
import dev.linden.op.KnownCall;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.op.Property;
import dev.linden.op.Value;
import dev.linden.plan.Instruction;
import dev.linden.storage.pool.BufferPool;
import dev.linden.storage.pool.Resident;
import dev.linden.storage.pool.Shortage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What one instruction asks of the buffer pool: its operands in memory while it runs, and room for
 * its results and intermediates. Instructions on small matrices ask for nothing.
 */
final class KernelMemory {
  /** A product of two such vectors has 2 MB. */
  private static final int TINY_CELLS = 512;

  private final Instruction.Compute instruction;
  private final Context context;
  private final BufferPool pool;

  /** Operations that need less of the budget are admitted by the worst case. */
  private static final double SMALL_SHARE = 0.1;

  /** Functions called by name have instructions of their own. */
  private final boolean callsFunction;

  /** The compiler could not see that results and intermediates are small. */
  private final boolean reserves;

  private final boolean readsLists;

  /** Slots of the arguments by position; -1 for those whose cells do not matter. */
  private final int[] inputs;

  KernelMemory(Instruction.Compute instruction, Context context) {
    this.instruction = instruction;
    this.context = context;
    this.pool = context.pool();
    Op op = instruction.op();
    this.callsFunction = op.mayCallFunction(instruction.infos());
    this.inputs = instruction.inputs().clone();
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = op.readsCells(i) ? inputs[i] : -1;
    }
    this.reserves = !callsFunction && compiledBytes() >= BufferPool.SMALLEST;
    this.readsLists =
        !instruction.results().isEmpty()
            && instruction.results().get(0).data() == DataType.MATRIX
            && instruction.infos().stream()
                .anyMatch(info -> info != null && info.data() == DataType.LIST);
  }

  /** Results and intermediates, by what the compiler knows. */
  private double compiledBytes() {
    double results = 0;
    for (Info result : instruction.results()) {
      results += result.data() == DataType.MATRIX ? Footprint.of(result) : 0;
    }
    if (results >= BufferPool.SMALLEST || !instruction.op().needsScratch()) {
      return results;
    }
    KnownCall call =
        new KnownCall(
            instruction.op(), instruction.infos(), instruction.names(), context.environment());
    return results + instruction.op().scratchBytes(call, context.workers().threads());
  }

  /**
   * Lets the instruction start; null when it asks for nothing.
   *
   * @throws ScriptError when the budget does not suffice
   */
  BufferPool.Admission admit(KernelCall call, Frame frame) {
    if (callsFunction) {
      return null;
    }
    Resident first = null;
    int count = 0;
    boolean packed = false;
    for (int slot : inputs) {
      if (slot >= 0
          && frame.references[slot] instanceof MatrixValue value
          && value.keeper() instanceof Resident resident) {
        first = resident;
        count++;
        packed |= value.packedBytes() != null;
      }
    }
    boolean reserve = packed || reserves && !resultTakesNothing(call, frame);
    if (!reserve && count == 0 && !readsLists && !pool.evictsAll()) {
      return null; // the usual case
    }
    try {
      return !reserve && count == 1 && !readsLists
          ? pool.admit(first)
          : admit(operands(frame, count), call, frame, reserve, packed);
    } catch (Shortage e) {
      String message = e.describe(instruction.op().name());
      throw failure(message, new ResourceError(message, e));
    } catch (ResourceError e) {
      throw failure(instruction.op().name() + ": " + e.getMessage(), e);
    }
  }

  private BufferPool.Admission admit(
      Resident[] operands, KernelCall call, Frame frame, boolean reserve, boolean packed) {
    boolean certain = true;
    double more = 0;
    if (reserve) {
      MeasuredCall measured = MeasuredCall.of(call, frame, instruction.inputs());
      List<Info> results = instruction.op().infer(measured);
      more = Footprint.ofCall(instruction.op(), measured, results, context.workers().threads());
      if (more > SMALL_SHARE * pool.budget()) {
        List<Info> bounded = withFewerNonZeros(results, frame);
        more = Footprint.ofCall(instruction.op(), measured, bounded, context.workers().threads());
      }
      if (overwrites(call, frame)) {
        more -= Footprint.of(results.get(0));
        results = List.of();
      }
      certain = least(frame, results) > pool.budget() && isCertain(frame);
      if (Double.isInfinite(more)) {
        more = bytes(frame);
      }
      more += packed ? packedBytes(measured, frame) : 0;
      if (more < BufferPool.SMALLEST) {
        more = 0;
      }
    }
    return pool.admit(operands, more, certain);
  }

  private double packedBytes(MeasuredCall call, Frame frame) {
    List<Info> operands = new ArrayList<>();
    List<MatrixValue.PackedBytes> packed = new ArrayList<>();
    for (int i = 0; i < call.count(); i++) {
      boolean given = call.has(i);
      operands.add(given ? call.in(i) : null);
      packed.add(
          given && frame.references[instruction.inputs()[i]] instanceof MatrixValue value
              ? value.packedBytes()
              : null);
    }
    return Footprint.ofPacked(instruction.op(), operands, packed, context.workers().threads());
  }

  /**
   * The worst case of a product of sparse matrices is dense. Where that would drive others out of
   * memory, it pays to look how many non-zeros these very operands can give.
   */
  private List<Info> withFewerNonZeros(List<Info> results, Frame frame) {
    if (instruction.op() != ProductOps.MATMULT) {
      return results;
    }
    Info result = results.get(0);
    long most =
        MatMult.nonZerosAtMost(
            resident(frame, inputs[0]), resident(frame, inputs[1]), context.workers());
    return most < 0 || result.size().nnzKnown() && result.size().nnz() <= most
        ? results
        : List.of(result.withSize(result.size().withNnz(most)));
  }

  private static Matrix resident(Frame frame, int slot) {
    return frame.references[slot] instanceof MatrixValue value ? value.resident() : null;
  }

  private Resident[] operands(Frame frame, int count) {
    Resident[] operands = new Resident[count];
    int at = 0;
    for (int slot : inputs) {
      if (slot >= 0
          && frame.references[slot] instanceof MatrixValue value
          && value.keeper() instanceof Resident resident) {
        operands[at++] = resident;
      }
    }
    return readsLists ? withElements(operands, frame) : operands;
  }

  private ScriptError failure(String message, ResourceError cause) {
    String hint =
        context.backends().isMissing()
            ? "give more with --mem SIZE, or " + Backends.advice()
            : "give more with --mem SIZE";
    return ScriptError.duringRun(new Problem(instruction.span(), message, hint), cause);
  }

  /** The heap was too small after all. */
  ScriptError outOfMemory(KernelCall call, Frame frame, OutOfMemoryError error) {
    String estimate;
    try {
      MeasuredCall measured = MeasuredCall.of(call, frame, instruction.inputs());
      double more =
          Footprint.ofCall(
              instruction.op(),
              measured,
              instruction.op().infer(measured),
              context.workers().threads());
      estimate = "up to " + Bytes.text(bytes(frame) + more);
    } catch (RuntimeException e) {
      // The operands may be half overwritten; the shortage matters more than its amount.
      estimate = "more memory than there is";
    }
    String message =
        instruction.op().name()
            + " needs "
            + estimate
            + ", which does not fit the heap; the budget is "
            + Bytes.text(pool.budget());
    return failure(message, new ResourceError(message, error));
  }

  /** The elements of lists are read together, by {@code rbind(L)} for example. */
  private Resident[] withElements(Resident[] operands, Frame frame) {
    List<Resident> all = new ArrayList<>(Arrays.asList(operands));
    for (int slot : inputs) {
      if (slot >= 0 && frame.references[slot] instanceof ListValue list) {
        for (Value element : list.elements()) {
          if (element instanceof MatrixValue value && value.keeper() instanceof Resident resident) {
            all.add(resident);
          }
        }
      }
    }
    return all.toArray(new Resident[0]);
  }

  /** It overwrites an operand, or all operands are small and the result is no larger. */
  private boolean resultTakesNothing(KernelCall call, Frame frame) {
    Op op = instruction.op();
    if (op == IndexOps.ASSIGN) {
      Matrix target =
          frame.references[inputs[0]] instanceof MatrixValue value ? value.resident() : null;
      return target != null && call.mayOverwrite(0) && target.changesInPlace();
    }
    if (!op.has(Property.CELLWISE) || inputs.length > 2) {
      return allTiny(frame);
    }
    int rows = 0;
    int cols = 0;
    for (int slot : inputs) {
      if (slot >= 0 && frame.references[slot] instanceof MatrixValue value) {
        rows = Math.max(rows, value.rows());
        cols = Math.max(cols, value.cols());
      }
    }
    return rows > 0
        && (8L * rows * cols < BufferPool.SMALLEST
            || (op.has(Property.IN_PLACE) && overwritesCells(call, frame, rows, cols)));
  }

  /** A dense operand as large as the result dies, and nothing makes the result sparse. */
  private boolean overwritesCells(KernelCall call, Frame frame, int rows, int cols) {
    boolean overwrites = false;
    for (int i = 0; i < inputs.length; i++) {
      if (inputs[i] >= 0 && frame.references[inputs[i]] instanceof MatrixValue value) {
        if (!isDense(value)) {
          return false;
        }
        overwrites |= value.rows() == rows && value.cols() == cols && call.mayOverwrite(i);
      }
    }
    return overwrites;
  }

  /** Whether an operator writes its result over one of several operands. */
  private boolean overwrites(KernelCall call, Frame frame) {
    for (int i : instruction.op().overwritable()) {
      if (frame.references[inputs[i]] instanceof MatrixValue value
          && isDense(value)
          && call.mayOverwrite(i)
          && Arrays.stream(inputs).filter(slot -> slot == inputs[i]).count() == 1) {
        return true;
      }
    }
    return false;
  }

  /** Stored with all cells, in memory or on disk. */
  private static boolean isDense(MatrixValue value) {
    Matrix block = value.resident();
    return block != null
        ? !block.isSparse() && block.changesInPlace()
        : value.keeper() instanceof Resident resident
            && resident.bytes() >= 8L * value.rows() * value.cols();
  }

  /** Whatever comes of so few cells is not worth an estimate. */
  private boolean allTiny(Frame frame) {
    long cells = 0;
    for (int slot : inputs) {
      if (slot >= 0 && frame.references[slot] instanceof Value value) {
        if (!(value instanceof MatrixValue matrix)) {
          return false;
        }
        cells += (long) matrix.rows() * matrix.cols();
      }
    }
    return cells > 0
        && cells <= TINY_CELLS
        && !instruction.op().has(Property.DATA_DEPENDENT_SIZE)
        && instruction.op().distribution() != Distribution.GENERATE;
  }

  /**
   * Whether results are about as large as their worst case: those of dense operands, and those that
   * follow from sparse ones cell by cell.
   */
  private boolean isCertain(Frame frame) {
    Op op = instruction.op();
    if (op.has(Property.DATA_DEPENDENT_SIZE)) {
      return false;
    }
    if (op.has(Property.CELLWISE) || op.has(Property.REORGANIZES)) {
      return true;
    }
    for (int slot : inputs) {
      if (slot >= 0 && frame.references[slot] instanceof MatrixValue value && !isDense(value)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Operands and results alone. An estimate contains what may be needed besides, such as a second
   * form of a result that turns out to be sparse: for that nobody is refused.
   */
  private double least(Frame frame, List<Info> results) {
    double sum = bytes(frame);
    for (Info result : results) {
      sum += result.isMatrix() && result.size().known() ? Footprint.least(result.size()) : 0;
    }
    return sum;
  }

  /** Bytes of the operands. */
  private double bytes(Frame frame) {
    double sum = 0;
    for (int slot : inputs) {
      if (slot >= 0 && frame.references[slot] instanceof MatrixValue value) {
        Matrix block = value.resident();
        sum += block != null ? block.bytes() : 8.0 * value.rows() * value.cols();
      }
    }
    return sum;
  }
}
