package dev.linden.base.bytecode;

import java.util.Arrays;

/** The instructions of a method, appended one by one, or of a part that is appended to another. */
public final class Bytecode {
  public static final int LCONST_0 = 9;
  public static final int LCONST_1 = 10;
  public static final int DCONST_0 = 14;
  public static final int DCONST_1 = 15;
  public static final int IALOAD = 46;
  public static final int LALOAD = 47;
  public static final int DALOAD = 49;
  public static final int AALOAD = 50;
  public static final int BALOAD = 51;
  public static final int DASTORE = 82;
  public static final int LASTORE = 80;
  public static final int BASTORE = 84;
  public static final int IADD = 96;
  public static final int LADD = 97;
  public static final int LSUB = 101;
  public static final int LMUL = 105;
  public static final int I2L = 133;
  public static final int L2I = 136;
  public static final int L2D = 138;
  public static final int LCMP = 148;
  public static final int ISUB = 100;
  public static final int I2D = 135;
  public static final int DADD = 99;
  public static final int DSUB = 103;
  public static final int DMUL = 107;
  public static final int DDIV = 111;
  public static final int DNEG = 119;

  /** Comparisons: 0 if equal, positive if the first is greater; -1 or 1 for NaN. */
  public static final int DCMPL = 151;

  public static final int DCMPG = 152;
  public static final int IFEQ = 153;
  public static final int IFNE = 154;
  public static final int IFLT = 155;
  public static final int IFGE = 156;
  public static final int IFGT = 157;
  public static final int IFLE = 158;
  public static final int IF_ICMPNE = 160;
  public static final int IF_ICMPGE = 162;
  public static final int IF_ICMPGT = 163;
  public static final int GOTO = 167;
  public static final int IRETURN = 172;
  public static final int RETURN = 177;
  public static final int IFNULL = 198;

  private static final int SIPUSH = 17;
  private static final int LDC_W = 19;
  private static final int LDC2_W = 20;
  private static final int ILOAD = 21;
  private static final int LLOAD = 22;
  private static final int DLOAD = 24;
  private static final int ALOAD = 25;
  private static final int ISTORE = 54;
  private static final int LSTORE = 55;
  private static final int DSTORE = 57;
  private static final int ASTORE = 58;
  private static final int GETSTATIC = 178;
  private static final int PUTSTATIC = 179;
  private static final int GETFIELD = 180;
  private static final int INVOKEVIRTUAL = 182;
  private static final int INVOKESPECIAL = 183;
  private static final int INVOKESTATIC = 184;
  private static final int INVOKEINTERFACE = 185;
  private static final int CHECKCAST = 192;
  private static final int WIDE = 196;

  /** More than any expression or call here puts on the stack. */
  private static final int DEEPEST_STACK = 24;

  /** The method is longer than its jumps reach. */
  public static final class TooLongException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private TooLongException(String message) {
      super(message);
    }
  }

  /** How many local variables a method has; its parts share them. */
  private static final class Locals {
    private int count;
  }

  private byte[] bytes = new byte[256];
  private int size;
  private final Locals locals;

  public Bytecode(int parameters) {
    this(new Locals());
    locals.count = parameters;
  }

  private Bytecode(Locals locals) {
    this.locals = locals;
  }

  /** Instructions of the same method, to be appended when they are complete, or thrown away. */
  public Bytecode part() {
    return new Bytecode(locals);
  }

  /** Where the part begins in these instructions. Its jumps stay within it. */
  public int append(Bytecode part) {
    int start = size;
    while (size + part.size > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    System.arraycopy(part.bytes, 0, bytes, size, part.size);
    size += part.size;
    return start;
  }

  byte[] bytes() {
    return Arrays.copyOf(bytes, size);
  }

  int deepestStack() {
    return DEEPEST_STACK;
  }

  int locals() {
    return locals.count;
  }

  /** A new local variable. */
  public int local() {
    return locals.count++;
  }

  /** A new local variable for a double or a long. */
  public int doubleLocal() {
    locals.count += 2;
    return locals.count - 2;
  }

  private void u1(int value) {
    if (size == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    bytes[size++] = (byte) value;
  }

  private void u2(int value) {
    u1(value >> 8);
    u1(value);
  }

  public void op(int opcode) {
    u1(opcode);
  }

  public void number(int value) {
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

  public void loadInt(int local) {
    withLocal(ILOAD, local);
  }

  public void loadLong(int local) {
    withLocal(LLOAD, local);
  }

  public void loadDouble(int local) {
    withLocal(DLOAD, local);
  }

  public void loadReference(int local) {
    withLocal(ALOAD, local);
  }

  public void storeInt(int local) {
    withLocal(ISTORE, local);
  }

  public void storeLong(int local) {
    withLocal(LSTORE, local);
  }

  public void storeDouble(int local) {
    withLocal(DSTORE, local);
  }

  public void storeReference(int local) {
    withLocal(ASTORE, local);
  }

  /** A text or class of the pool of constants. */
  public void constant(int index) {
    u1(LDC_W);
    u2(index);
  }

  /** A long or double of the pool of constants. */
  public void wideConstant(int index) {
    u1(LDC2_W);
    u2(index);
  }

  public void putStatic(int field) {
    u1(PUTSTATIC);
    u2(field);
  }

  public void cast(int type) {
    u1(CHECKCAST);
    u2(type);
  }

  public void getStatic(int field) {
    u1(GETSTATIC);
    u2(field);
  }

  public void getField(int field) {
    u1(GETFIELD);
    u2(field);
  }

  public void call(int method) {
    u1(INVOKEVIRTUAL);
    u2(method);
  }

  public void callConstructor(int method) {
    u1(INVOKESPECIAL);
    u2(method);
  }

  public void callStatic(int method) {
    u1(INVOKESTATIC);
    u2(method);
  }

  /** Calls a method without parameters. */
  public void callInterface(int method) {
    u1(INVOKEINTERFACE);
    u2(method);
    u1(1);
    u1(0);
  }

  /** Where the next instruction goes. */
  public int here() {
    return size;
  }

  /** A jump to a place that is known. */
  public void jump(int opcode, int target) {
    int from = size;
    if (target - from < Short.MIN_VALUE) {
      throw new TooLongException("a jump back over " + (from - target) + " bytes");
    }
    u1(opcode);
    u2(target - from);
  }

  /** A jump whose target is set by {@link #land}. */
  public int jump(int opcode) {
    u1(opcode);
    u2(0);
    return size - 3;
  }

  /** The jump goes here. */
  public void land(int jump) {
    int distance = size - jump;
    if (distance > Short.MAX_VALUE) {
      throw new TooLongException("a jump over " + distance + " bytes");
    }
    bytes[jump + 1] = (byte) (distance >> 8);
    bytes[jump + 2] = (byte) distance;
  }
}
