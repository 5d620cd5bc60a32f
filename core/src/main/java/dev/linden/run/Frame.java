package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.LindenBug;
import dev.linden.matrix.Matrix;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import dev.linden.op.ValueType;
import dev.linden.run.compiled.Variables;
import dev.linden.storage.pool.BufferPool;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The variables of one function activation, by slot number. Scalars are kept unboxed: a tag that
 * tells the value type and 64 bits; strings and all other values are references, counted by the
 * buffer pool: a matrix whose last reference goes is recycled at once.
 */
final class Frame extends Variables {
  private static final ValueType[] TYPES = ValueType.values();

  static {
    if (tag(ValueType.DOUBLE) != DOUBLE
        || tag(ValueType.INT) != INT
        || tag(ValueType.BOOLEAN) != BOOLEAN
        || tag(ValueType.STRING) != STRING) {
      throw new LindenBug("tags do not follow the order of value types");
    }
  }

  /** How many calls of functions lead to this one. */
  int depth;

  /** Asked before every step whether to go on; null where nobody watches. */
  Monitor monitor;

  private Layout layout;
  private final BufferPool pool;

  Frame(byte[] tags, long[] bits, Object[] references, Layout layout, BufferPool pool) {
    super(tags, bits, references);
    this.layout = layout;
    this.pool = pool;
  }

  /** Adds the slots that {@code larger}, a layout with more slots than this frame, has beyond. */
  void grow(Layout larger) {
    int before = tags.length;
    tags = extended(tags, larger.tags());
    bits = Arrays.copyOf(bits, larger.bits().length);
    references = Arrays.copyOf(references, larger.references().length);
    int added = tags.length - before;
    System.arraycopy(larger.bits(), before, bits, before, added);
    System.arraycopy(larger.references(), before, references, before, added);
    layout = larger;
  }

  /** Slots with a constant. */
  boolean isLiteral(int slot) {
    return layout.names().get(slot) == null && layout.tags()[slot] != EMPTY;
  }

  /** Slots with a variable. */
  BitSet named() {
    BitSet slots = new BitSet();
    for (int slot = 0; slot < tags.length; slot++) {
      slots.set(slot, layout.names().get(slot) != null);
    }
    return slots;
  }

  @Override
  public void check() {
    if (monitor != null) {
      monitor.check();
    }
  }

  @Override
  protected BufferPool pool() {
    return pool;
  }

  /** The same values in slots of its own, for a worker that runs at the same time. */
  Frame share() {
    Frame copy = new Frame(tags.clone(), bits.clone(), references.clone(), layout, pool);
    copy.depth = depth;
    copy.monitor = monitor;
    for (Object reference : references) {
      if (reference instanceof Value value) {
        pool.retain(value);
      }
    }
    return copy;
  }

  private static byte[] extended(byte[] old, byte[] larger) {
    byte[] result = larger.clone();
    System.arraycopy(old, 0, result, 0, old.length);
    return result;
  }

  /** What new frames begin with: literals in their slots, everything else empty. */
  record Layout(byte[] tags, long[] bits, Object[] references, List<String> names) {
    static Layout of(List<String> names, List<Scalar> literals) {
      int slots = names.size();
      Layout layout = new Layout(new byte[slots], new long[slots], new Object[slots], names);
      for (int slot = 0; slot < slots; slot++) {
        Scalar literal = literals.get(slot);
        if (literal != null) {
          layout.tags[slot] = tag(literal.type());
          layout.bits[slot] = literal.bits();
          layout.references[slot] = literal.text();
        }
      }
      return layout;
    }

    int slots() {
      return tags.length;
    }

    Frame newFrame(BufferPool pool) {
      return new Frame(tags.clone(), bits.clone(), references.clone(), this, pool);
    }
  }

  static ValueType type(byte tag) {
    return TYPES[tag - 1];
  }

  boolean isEmpty(int slot) {
    return tags[slot] == EMPTY;
  }

  /** Before a read: a variable that only some paths assign may have no value. */
  void requireValue(int slot) {
    if (tags[slot] == EMPTY) {
      throw new InputError(noValue(slot));
    }
  }

  /** Name of a variable. */
  String name(int slot) {
    return layout.names().get(slot);
  }

  String noValue(int slot) {
    return "variable "
        + name(slot)
        + " has no value here: no statement that assigns it was executed";
  }

  double number(int slot) {
    byte tag = tags[slot];
    if (tag == DOUBLE) {
      return Double.longBitsToDouble(bits[slot]);
    } else if (tag == INT || tag == BOOLEAN) {
      return bits[slot];
    }
    return scalar(slot).asDouble();
  }

  long integer(int slot) {
    byte tag = tags[slot];
    return tag == INT || tag == BOOLEAN ? bits[slot] : scalar(slot).asLong();
  }

  @Override
  public boolean flag(int slot) {
    byte tag = tags[slot];
    return tag == BOOLEAN || tag == INT ? bits[slot] != 0 : scalar(slot).asBoolean();
  }

  Scalar scalar(int slot) {
    requireValue(slot);
    byte tag = tags[slot];
    return tag == STRING
        ? Scalar.of((String) references[slot])
        : new Scalar(type(tag), bits[slot], null);
  }

  /** Any value as an object. */
  Value value(int slot) {
    requireValue(slot);
    return tags[slot] == VALUE ? (Value) references[slot] : scalar(slot);
  }

  Matrix matrix(int slot) {
    requireValue(slot);
    return ((MatrixValue) references[slot]).matrix();
  }

  void setNumber(int slot, byte tag, long value) {
    if (references[slot] != null) {
      clear(slot);
    }
    tags[slot] = tag;
    bits[slot] = value;
  }

  void set(int slot, Value value) {
    if (value instanceof Scalar scalar) {
      if (scalar.type() == ValueType.STRING) {
        setText(slot, scalar.text());
      } else {
        setNumber(slot, tag(scalar.type()), scalar.bits());
      }
      return;
    }
    if (references[slot] == value) {
      return; // overwritten in place
    }
    pool.retain(value);
    clear(slot);
    tags[slot] = VALUE;
    references[slot] = value;
  }

  void setText(int slot, String text) {
    clear(slot);
    tags[slot] = STRING;
    references[slot] = text;
  }

  @Override
  public void clear(int slot) {
    Object old = references[slot];
    tags[slot] = EMPTY;
    if (old != null) {
      references[slot] = null;
      if (old instanceof Value value) {
        pool.release(value);
      }
    }
  }

  /** Copies a slot, from another frame or this one. */
  void copy(Frame source, int from, int to) {
    source.requireValue(from);
    byte tag = source.tags[from];
    if (tag == VALUE) {
      set(to, (Value) source.references[from]);
    } else if (tag == STRING) {
      setText(to, (String) source.references[from]);
    } else {
      setNumber(to, tag, source.bits[from]);
    }
  }

  /** At the end of an activation. */
  void clearAll() {
    for (int slot = 0; slot < references.length; slot++) {
      if (references[slot] != null) {
        clear(slot);
      }
    }
  }
}
