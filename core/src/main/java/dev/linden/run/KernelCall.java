package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.CallSite;
import dev.linden.op.DataType;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Naming;
import dev.linden.op.Op;
import dev.linden.op.Value;
import dev.linden.op.ValueType;
import dev.linden.op.ValuesCall;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** One execution of a {@link KernelStep}: arguments and results live in the slots of a frame. */
final class KernelCall implements Invocation, CallSite {
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static final List<String>[] NO_NAMES = new List[0];

  private final KernelStep step;
  private final Frame frame;
  private final int[] inputs;

  /** Names of rows and of columns of each result but the first; empty if they have none. */
  private List<String>[] others;

  KernelCall(KernelStep step, Frame frame) {
    this.step = step;
    this.frame = frame;
    this.inputs = step.instruction.inputs();
  }

  @Override
  public int count() {
    return inputs.length;
  }

  @Override
  public boolean has(int i) {
    return i < inputs.length && inputs[i] >= 0;
  }

  @Override
  public String name(int i) {
    return step.instruction.op().variadicName(step.instruction.names(), i);
  }

  @Override
  public DataType dataType(int i) {
    int slot = inputs[i];
    return frame.tags[slot] == Frame.VALUE
        ? ((Value) frame.references[slot]).dataType()
        : DataType.SCALAR;
  }

  @Override
  public ValueType valueType(int i) {
    return Frame.type(frame.tags[inputs[i]]);
  }

  @Override
  public Matrix matrix(int i) {
    return ((MatrixValue) frame.references[inputs[i]]).matrix();
  }

  @Override
  public double number(int i) {
    return frame.number(inputs[i]);
  }

  @Override
  public long integer(int i) {
    return frame.integer(inputs[i]);
  }

  @Override
  public boolean flag(int i) {
    return frame.flag(inputs[i]);
  }

  @Override
  public String text(int i) {
    return frame.scalar(inputs[i]).asText();
  }

  @Override
  public Value value(int i) {
    return frame.value(inputs[i]);
  }

  @Override
  public boolean reusable(int i) {
    if (!mayOverwrite(i)) {
      return false;
    }
    MatrixValue value = (MatrixValue) frame.references[inputs[i]];
    MatrixValue.Keeper keeper = value.keeper();
    if (keeper != null) {
      keeper.overwritten();
    }
    value.forgetRemote();
    return true;
  }

  /** As {@link #reusable}, by somebody who only wants to know. */
  boolean mayOverwrite(int i) {
    return step.instruction.dies()[i] && !((MatrixValue) frame.references[inputs[i]]).isShared();
  }

  @Override
  public Workers workers() {
    return step.workers;
  }

  @Override
  public Environment environment() {
    return step.context.environment();
  }

  // ---- results

  private int target(int k) {
    return step.instruction.outputs()[k];
  }

  @Override
  public void result(double value) {
    if (target(0) >= 0) {
      frame.setNumber(target(0), Frame.DOUBLE, Double.doubleToRawLongBits(value));
    }
  }

  @Override
  public void result(long value) {
    if (target(0) >= 0) {
      frame.setNumber(target(0), Frame.INT, value);
    }
  }

  @Override
  public void result(boolean value) {
    if (target(0) >= 0) {
      frame.setNumber(target(0), Frame.BOOLEAN, value ? 1 : 0);
    }
  }

  @Override
  public void result(String value) {
    if (target(0) >= 0) {
      frame.setText(target(0), value);
    }
  }

  @Override
  public void result(Matrix value) {
    if (target(0) >= 0) {
      frame.set(target(0), held(0, value));
    }
  }

  @Override
  public void result(Value value) {
    result(0, value);
  }

  @Override
  public void result(int k, Value value) {
    if (others == null && step.instruction.outputs().length > 1) {
      others = namesOfOthers();
    }
    DataType expected = step.instruction.results().get(k).data();
    if (value.dataType() != expected) {
      throw new InputError(
          step.instruction.op().name()
              + " gives a "
              + value.dataType().word()
              + ", but the script was compiled for a "
              + expected.word());
    }
    if (target(k) >= 0) {
      frame.set(target(k), value instanceof MatrixValue matrix ? held(k, matrix) : value);
    } else if (value instanceof MatrixValue matrix && matrix.remote() != null && !isInput(value)) {
      // It is made for the time it takes, or for its errors.
      matrix.remote().prepare();
      matrix.remote().release();
    }
  }

  private boolean isInput(Value value) {
    for (int slot : inputs) {
      if (slot >= 0 && frame.references[slot] == value) {
        return true;
      }
    }
    return false;
  }

  /** A kernel may return one of its inputs: then both slots must count on the same holder. */
  private MatrixValue held(int k, Matrix matrix) {
    MatrixValue input = holderAmongInputs(matrix);
    return named(k, input == null ? new MatrixValue(matrix) : input, input != null);
  }

  private MatrixValue held(int k, MatrixValue value) {
    MatrixValue input = holderAmongInputs(value.resident());
    // A packed block may be that of two values, which then differ in their names.
    boolean isInput =
        input != null && (!value.isNamed() || Objects.equals(value.names(), input.names()));
    return named(k, isInput ? input : value, isInput);
  }

  /** With names for rows and columns, where operands have some and the operator hands them on. */
  private MatrixValue named(int k, MatrixValue result, boolean isInput) {
    if (k > 0) {
      return others.length == 0 ? result : result.named(others[2 * k], others[2 * k + 1]);
    }
    if (!anyInputIsNamed()) {
      return result;
    }
    Op op = step.instruction.op();
    Naming rows = op.naming(Naming.Axis.ROWS, k);
    Naming cols = op.naming(Naming.Axis.COLS, k);
    if (rows == Naming.NONE && cols == Naming.NONE && !isInput) {
      return result;
    }
    List<String> ofRows = rows.of(this, Naming.Axis.ROWS, result);
    List<String> ofCols = cols.of(this, Naming.Axis.COLS, result);
    if (isInput && isUsedElsewhere(result)) {
      // Others know the cells by the names that they have: t(X) of a single cell is X.
      return Objects.equals(ofRows, result.rowNames()) && Objects.equals(ofCols, result.names())
          ? result
          : new MatrixValue(result.matrix().copy()).named(ofRows, ofCols);
    }
    return result.named(ofRows, ofCols);
  }

  /**
   * What the further results of a fused operator will be called: it follows from the operands, of
   * which the first result may take the place.
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private List<String>[] namesOfOthers() {
    if (!anyInputIsNamed()) {
      return NO_NAMES;
    }
    Op op = step.instruction.op();
    int results = step.instruction.outputs().length;
    boolean follow =
        IntStream.range(1, results)
            .anyMatch(
                k ->
                    op.naming(Naming.Axis.ROWS, k) != Naming.NONE
                        || op.naming(Naming.Axis.COLS, k) != Naming.NONE);
    if (!follow) {
      return NO_NAMES;
    }
    List<String>[] names = new List[2 * results];
    for (int k = 1; k < results; k++) {
      for (Naming.Axis axis : Naming.Axis.values()) {
        names[2 * k + axis.ordinal()] = op.naming(axis, k).of(this, axis, null);
      }
    }
    return names;
  }

  private boolean anyInputIsNamed() {
    for (int slot : inputs) {
      if (slot >= 0 && frame.references[slot] instanceof MatrixValue input && input.isNamed()) {
        return true;
      }
    }
    return false;
  }

  /** Somebody else has this operand too, with the names that it has. */
  private boolean isUsedElsewhere(MatrixValue operand) {
    for (int i = 0; i < inputs.length; i++) {
      if (inputs[i] >= 0 && frame.references[inputs[i]] == operand) {
        return !mayOverwrite(i);
      }
    }
    return true;
  }

  private MatrixValue holderAmongInputs(Matrix matrix) {
    if (matrix == null) {
      return null; // moved to disk, so no kernel has touched it
    }
    for (int slot : inputs) {
      if (slot >= 0
          && frame.references[slot] instanceof MatrixValue input
          && input.resident() == matrix) {
        return input;
      }
    }
    return null;
  }

  // ---- what the operator's rule may ask

  @Override
  public Info in(int i) {
    int slot = inputs[i];
    if (frame.tags[slot] != Frame.VALUE) {
      return Info.constant(frame.scalar(slot));
    }
    return ValuesCall.describe((Value) frame.references[slot]);
  }
}
