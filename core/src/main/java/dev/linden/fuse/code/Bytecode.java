package dev.linden.fuse.code;

import java.util.Arrays;

/** The instructions of a method, appended one by one. */
final class Bytecode {
  static final int DCONST_0 = 14;
  static final int DCONST_1 = 15;
  static final int IALOAD = 46;
  static final int DALOAD = 49;
  static final int AALOAD = 50;
  static final int DASTORE = 82;
  static final int IADD = 96;
  static final int ISUB = 100;
  static final int I2D = 135;
  static final int DADD = 99;
  static final int DSUB = 103;
  static final int DMUL = 107;
  static final int DDIV = 111;
  static final int DNEG = 119;

  /** Comparisons: 0 if equal, positive if the first is greater; -1 or 1 for NaN. */
  static final int DCMPL = 151;

  static final int DCMPG = 152;
  static final int IFEQ = 153;
  static final int IFNE = 154;
  static final int IFLT = 155;
  static final int IFGE = 156;
  static final int IFGT = 157;
  static final int IFLE = 158;
  static final int IF_ICMPGE = 162;
  static final int IF_ICMPGT = 163;
  static final int GOTO = 167;
  static final int RETURN = 177;

  private static final int SIPUSH = 17;
  private static final int ILOAD = 21;
  private static final int DLOAD = 24;
  private static final int ALOAD = 25;
  private static final int ISTORE = 54;
  private static final int DSTORE = 57;
  private static final int ASTORE = 58;
  private static final int GETSTATIC = 178;
  private static final int GETFIELD = 180;
  private static final int INVOKEVIRTUAL = 182;
  private static final int INVOKESPECIAL = 183;
  private static final int INVOKESTATIC = 184;
  private static final int INVOKEINTERFACE = 185;
  private static final int WIDE = 196;

  /** More than any expression or call here puts on the stack. */
  private static final int DEEPEST_STACK = 24;

  private byte[] bytes = new byte[256];
  private int size;
  private int locals;

  Bytecode(int parameters) {
    locals = parameters;
  }

  byte[] bytes() {
    return Arrays.copyOf(bytes, size);
  }

  int deepestStack() {
    return DEEPEST_STACK;
  }

  int locals() {
    return locals;
  }

  /** A new local variable. */
  int local() {
    return locals++;
  }

  /** A new local variable for a double. */
  int doubleLocal() {
    locals += 2;
    return locals - 2;
  }

  private void u1(int value) {
    if (size == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * size);
    }
    bytes[size++] = (byte) value;
  }

  private void u2(int value) {
    u1(value >> 8);
    u1(value);
  }

  void op(int opcode) {
    u1(opcode);
  }

  void number(int value) {
    u1(SIPUSH);
    u2(value);
  }

  private void withLocal(int opcode, int local) {
    if (local > 255) {
      u1(WIDE);
      u1(opcode);
      u2(local);
    } else {
      u1(opcode);
      u1(local);
    }
  }

  void loadInt(int local) {
    withLocal(ILOAD, local);
  }

  void loadDouble(int local) {
    withLocal(DLOAD, local);
  }

  void loadReference(int local) {
    withLocal(ALOAD, local);
  }

  void storeInt(int local) {
    withLocal(ISTORE, local);
  }

  void storeDouble(int local) {
    withLocal(DSTORE, local);
  }

  void storeReference(int local) {
    withLocal(ASTORE, local);
  }

  void getStatic(int field) {
    u1(GETSTATIC);
    u2(field);
  }

  void getField(int field) {
    u1(GETFIELD);
    u2(field);
  }

  void call(int method) {
    u1(INVOKEVIRTUAL);
    u2(method);
  }

  void callConstructor(int method) {
    u1(INVOKESPECIAL);
    u2(method);
  }

  void callStatic(int method) {
    u1(INVOKESTATIC);
    u2(method);
  }

  /** Calls a method without parameters. */
  void callInterface(int method) {
    u1(INVOKEINTERFACE);
    u2(method);
    u1(1);
    u1(0);
  }

  /** Where the next instruction goes. */
  int here() {
    return size;
  }

  /** A jump to a place that is known. */
  void jump(int opcode, int target) {
    int from = size;
    u1(opcode);
    u2(target - from);
  }

  /** A jump whose target is set by {@link #land}. */
  int jump(int opcode) {
    u1(opcode);
    u2(0);
    return size - 3;
  }

  /** The jump goes here. */
  void land(int jump) {
    int distance = size - jump;
    if (distance > Short.MAX_VALUE) {
      throw new IllegalStateException("a jump over " + distance + " bytes");
    }
    bytes[jump + 1] = (byte) (distance >> 8);
    bytes[jump + 2] = (byte) distance;
  }
}
