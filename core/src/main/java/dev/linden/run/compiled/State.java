package dev.linden.run.compiled;

import java.util.Arrays;
import java.util.BitSet;

/**
 * What is known of the slots at a place of the code: which types the value of each may have, and
 * where it is.
 */
final class State {
  // Sets of types.
  static final int EMPTY = 1;
  static final int DOUBLE = 2;
  static final int INT = 4;
  static final int BOOLEAN = 8;
  static final int STRING = 16;
  static final int VALUE = 32;
  static final int NUMBERS = DOUBLE | INT | BOOLEAN;
  static final int REFERENCES = STRING | VALUE;
  static final int ANY = EMPTY | NUMBERS | REFERENCES;

  /** The value is in a local variable. */
  private static final byte LOCAL = 1;

  /** The slot of the frame has another value, or none. */
  private static final byte STALE = 2;

  /** The cells of the matrix are in local variables. */
  private static final byte CELLS = 4;

  private final byte[] types;
  private final byte[] flags;

  State(int slots) {
    this(new byte[slots], new byte[slots]);
  }

  private State(byte[] types, byte[] flags) {
    this.types = types;
    this.flags = flags;
  }

  State copy() {
    return new State(types.clone(), flags.clone());
  }

  int slots() {
    return types.length;
  }

  /** The set with the type of this tag. */
  static int type(byte tag) {
    return switch (tag) {
      case Variables.EMPTY -> EMPTY;
      case Variables.DOUBLE -> DOUBLE;
      case Variables.INT -> INT;
      case Variables.BOOLEAN -> BOOLEAN;
      case Variables.STRING -> STRING;
      default -> VALUE;
    };
  }

  /** The tag of the only type in the set. */
  static byte tag(int type) {
    return switch (type) {
      case EMPTY -> Variables.EMPTY;
      case DOUBLE -> Variables.DOUBLE;
      case INT -> Variables.INT;
      case BOOLEAN -> Variables.BOOLEAN;
      case STRING -> Variables.STRING;
      case VALUE -> Variables.VALUE;
      default -> throw new IllegalArgumentException("several types: " + type);
    };
  }

  static boolean isOne(int types) {
    return Integer.bitCount(types) == 1;
  }

  /** One type, and that of a number or boolean. */
  static boolean isNumber(int types) {
    return isOne(types) && (types & NUMBERS) != 0;
  }

  int types(int slot) {
    return types[slot];
  }

  boolean isLocal(int slot) {
    return (flags[slot] & LOCAL) != 0;
  }

  boolean isStale(int slot) {
    return (flags[slot] & STALE) != 0;
  }

  boolean hasCells(int slot) {
    return (flags[slot] & CELLS) != 0;
  }

  /** The value is in the slot of the frame only. */
  void inFrame(int slot, int newTypes) {
    types[slot] = (byte) newTypes;
    flags[slot] = 0;
  }

  /** The value is in a local variable only. */
  void computed(int slot, int type) {
    types[slot] = (byte) type;
    flags[slot] = LOCAL | STALE;
  }

  void loaded(int slot) {
    flags[slot] |= LOCAL;
  }

  /** Is to be in a local variable, of which the slot may have another value. */
  void assumeLocal(int slot, boolean stale) {
    flags[slot] = (byte) (LOCAL | (stale ? STALE : 0));
  }

  /** Of other slots nothing need be known but whether they hold references. */
  void forget(BitSet live) {
    for (int slot = 0; slot < types.length; slot++) {
      if (!live.get(slot)) {
        boolean number = (types[slot] & REFERENCES) == 0;
        inFrame(slot, number ? EMPTY | NUMBERS : types[slot]);
      }
    }
  }

  void become(State other) {
    System.arraycopy(other.types, 0, types, 0, types.length);
    System.arraycopy(other.flags, 0, flags, 0, flags.length);
  }

  void stored(int slot) {
    flags[slot] &= ~STALE;
  }

  void takeCells(int slot) {
    flags[slot] |= CELLS;
  }

  void dropCells() {
    for (int slot = 0; slot < flags.length; slot++) {
      flags[slot] &= ~CELLS;
    }
  }

  /** What holds whether one comes from here or from there, when each brings what is live along. */
  State join(State other, BitSet live) {
    State joined = copy();
    for (int slot = 0; slot < types.length; slot++) {
      int all = types[slot] | other.types[slot];
      joined.types[slot] = (byte) all;
      boolean bothHaveCells = hasCells(slot) && other.hasCells(slot);
      boolean local = live.get(slot) && isNumber(all) && (isLocal(slot) || other.isLocal(slot));
      boolean stale = isStale(slot) || other.isStale(slot);
      joined.flags[slot] =
          (byte) ((local ? LOCAL | (stale ? STALE : 0) : 0) | (bothHaveCells ? CELLS : 0));
    }
    return joined;
  }

  boolean sameAs(State other) {
    return Arrays.equals(types, other.types) && Arrays.equals(flags, other.flags);
  }
}
