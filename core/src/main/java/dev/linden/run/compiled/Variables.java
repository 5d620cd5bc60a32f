package dev.linden.run.compiled;

import dev.linden.base.ResourceError;
import dev.linden.matrix.Dense;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import dev.linden.storage.pool.BufferPool;
import dev.linden.storage.pool.Resident;

/**
 * The slots of a frame, as code sees them: a tag that tells the value type and 64 bits for scalars,
 * references for everything else.
 */
public abstract class Variables {
  public static final byte EMPTY = 0;

  // Constants rather than calls of tag(): they are compared in every scalar operation.
  public static final byte DOUBLE = 1;
  public static final byte INT = 2;
  public static final byte BOOLEAN = 3;
  public static final byte STRING = 4;

  /** A matrix, frame or list. */
  public static final byte VALUE = 9;

  /** Code keeps no more than this part of the budget in memory while it runs. */
  private static final int PINNED_SHARE = 8;

  // Not final: a block that is compiled again may need more slots.
  public byte[] tags;
  public long[] bits;
  public Object[] references;

  /**
   * Where code has left a counted loop: the value of the next iteration, and how many follow it.
   */
  public long nextValue;

  public long iterationsLeft;

  private Pin pins;
  private long pinned;

  /** A matrix that the buffer pool leaves where it is; {@code written} or null. */
  private record Pin(BufferPool.Admission admission, Dense cells, Pin next) {}

  protected Variables(byte[] tags, long[] bits, Object[] references) {
    this.tags = tags;
    this.bits = bits;
    this.references = references;
  }

  public static byte tag(ValueType type) {
    return (byte) (type.ordinal() + 1);
  }

  /** Ends the work by an exception when it is no longer wanted. */
  public abstract void check();

  /** Empties a slot. */
  public abstract void clear(int slot);

  /** A condition. */
  public abstract boolean flag(int slot);

  protected abstract BufferPool pool();

  /** Code leaves a counted loop before it ends. */
  public final void leaveAt(long next, long left) {
    nextValue = next;
    iterationsLeft = left;
  }

  /** A number or boolean whose type is known only now. */
  public static double number(Variables variables, int slot) {
    long value = variables.bits[slot];
    return variables.tags[slot] == DOUBLE ? Double.longBitsToDouble(value) : value;
  }

  /** A double as an index. */
  public static long index(double value) {
    return Scalar.truncate(value);
  }

  // ---- matrices

  /**
   * The cells of the dense matrix in a slot, row by row; null if there is none, or it is stored in
   * another way. They stay in memory until {@link #unpin()}.
   */
  public static double[] cells(Variables variables, int slot) {
    if (!(variables.references[slot] instanceof MatrixValue value)
        || !(value.resident() instanceof Dense dense)
        || dense.panelCount() != 1
        || (value.keeper() != null && !variables.pin(value, dense))) {
      return null;
    }
    return value.resident() == dense ? dense.panel(0) : null;
  }

  public static long rows(Variables variables, int slot) {
    return variables.references[slot] instanceof MatrixValue value ? value.size().rows() : 0;
  }

  public static long cols(Variables variables, int slot) {
    return variables.references[slot] instanceof MatrixValue value ? value.size().cols() : 0;
  }

  /** Whether nobody else has the matrix whose cells these are, so that they may be overwritten. */
  public static boolean owns(Variables variables, int slot, double[] cells) {
    if (cells == null
        || !(variables.references[slot] instanceof MatrixValue value)
        || value.isShared()
        || value.columns() != null) {
      return false;
    }
    if (value.keeper() != null) {
      value.keeper().overwritten();
    }
    value.forgetRemote();
    ((Dense) value.resident()).forgetNnz();
    return true;
  }

  /** False if the pool had better move it for what else there is. */
  private boolean pin(MatrixValue value, Dense dense) {
    // Only once: the end of a use that overwrites ends all uses.
    for (Pin pin = pins; pin != null; pin = pin.next()) {
      if (pin.cells() == dense) {
        return true;
      }
    }
    if (!(value.keeper() instanceof Resident resident)
        || pool().evictsAll()
        || pinned + resident.bytes() > pool().budget() / PINNED_SHARE) {
      return false;
    }
    try {
      pins = new Pin(pool().admit(resident), dense, pins);
      pinned += resident.bytes();
      return true;
    } catch (ResourceError e) {
      return false; // the interpreter tries again, and says what is wrong
    }
  }

  /** Matrices are no longer used by code: before anything else happens to them, and at its end. */
  public final void unpin() {
    if (pins != null) {
      release();
    }
  }

  private void release() {
    Pin all = pins;
    pins = null;
    pinned = 0;
    for (Pin pin = all; pin != null; pin = pin.next()) {
      pin.cells().forgetNnz(); // somebody may have counted while cells were written
      pin.admission().close();
    }
  }
}
