package dev.linden.base.bytecode;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A class file while it is written: the pool of constants, fields and methods. Written without a
 * library because what a compiler or assembler costs when it starts, a third of a second, is more
 * than most scripts take. Version 49 of the format, the last without a table of types for the
 * verifier, which finds them out itself.
 */
public final class ClassFile {
  private static final int MAGIC = 0xCAFEBABE;
  private static final int VERSION = 49;
  private static final int PUBLIC_FINAL = 0x31;
  private static final int PUBLIC = 1;

  private static final int STATIC_FINAL = 0x18;
  private static final int STATIC = 8;

  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int STRING = 8;
  private static final int CLASS = 7;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;
  private static final int NAME_AND_TYPE = 12;

  private final ByteArrayOutputStream poolBytes = new ByteArrayOutputStream();
  private final DataOutputStream pool = new DataOutputStream(poolBytes);
  private final Map<List<Object>, Integer> constants = new HashMap<>();
  private final ByteArrayOutputStream methodBytes = new ByteArrayOutputStream();
  private final DataOutputStream methods = new DataOutputStream(methodBytes);
  private int methodCount;
  private final ByteArrayOutputStream fieldBytes = new ByteArrayOutputStream();
  private final DataOutputStream fields = new DataOutputStream(fieldBytes);
  private int fieldCount;
  private int nextConstant = 1;

  private interface Content {
    void write(DataOutputStream to) throws IOException;
  }

  private static void write(DataOutputStream to, Content content) {
    try {
      content.write(to);
    } catch (IOException e) {
      throw new IllegalStateException("memory can't be written", e);
    }
  }

  private int constant(List<Object> key, Content content) {
    return constant(key, 1, content);
  }

  /**
   * @param places in the pool: longs and doubles take two
   */
  private int constant(List<Object> key, int places, Content content) {
    Integer known = constants.get(key);
    if (known != null) {
      return known;
    }
    write(pool, content);
    int index = nextConstant;
    nextConstant += places;
    constants.put(key, index);
    return index;
  }

  private int utf8(String text) {
    return constant(
        List.of(UTF8, text),
        to -> {
          to.writeByte(UTF8);
          to.writeUTF(text);
        });
  }

  public int number(long value) {
    return constant(
        List.of(LONG, value),
        2,
        to -> {
          to.writeByte(LONG);
          to.writeLong(value);
        });
  }

  /** By bits, which differ for 0 and -0. */
  public int number(double value) {
    long bits = Double.doubleToRawLongBits(value);
    return constant(
        List.of(DOUBLE, bits),
        2,
        to -> {
          to.writeByte(DOUBLE);
          to.writeLong(bits);
        });
  }

  public int text(String value) {
    return pair(STRING, utf8(value), -1);
  }

  /** The constant of a class with this internal name. */
  public int type(String name) {
    return pair(CLASS, utf8(name), -1);
  }

  public int field(String owner, String name, String descriptor) {
    return pair(FIELD, type(owner), nameAndType(name, descriptor));
  }

  public int method(String owner, String name, String descriptor) {
    return pair(METHOD, type(owner), nameAndType(name, descriptor));
  }

  public int interfaceMethod(String owner, String name, String descriptor) {
    return pair(INTERFACE_METHOD, type(owner), nameAndType(name, descriptor));
  }

  private int nameAndType(String name, String descriptor) {
    return pair(NAME_AND_TYPE, utf8(name), utf8(descriptor));
  }

  /**
   * @param second negative if there is none
   */
  private int pair(int tag, int first, int second) {
    return constant(
        List.of(tag, first, second),
        to -> {
          to.writeByte(tag);
          to.writeShort(first);
          if (second >= 0) {
            to.writeShort(second);
          }
        });
  }

  /** Adds a field that the initializer of the class sets. */
  public void addConstant(String name, String descriptor) {
    int nameIndex = utf8(name);
    int descriptorIndex = utf8(descriptor);
    fieldCount++;
    write(
        fields,
        to -> {
          to.writeShort(STATIC_FINAL);
          to.writeShort(nameIndex);
          to.writeShort(descriptorIndex);
          to.writeShort(0); // attributes
        });
  }

  /** Adds what runs when the class is loaded. */
  public void addInitializer(Bytecode code) {
    add(STATIC, "<clinit>", "()V", code);
  }

  /** Adds a public method. */
  public void add(String name, String descriptor, Bytecode code) {
    add(PUBLIC, name, descriptor, code);
  }

  private void add(int access, String name, String descriptor, Bytecode code) {
    int nameIndex = utf8(name);
    int descriptorIndex = utf8(descriptor);
    int attribute = utf8("Code");
    byte[] bytes = code.bytes();
    methodCount++;
    write(
        methods,
        to -> {
          to.writeShort(access);
          to.writeShort(nameIndex);
          to.writeShort(descriptorIndex);
          to.writeShort(1); // attributes
          to.writeShort(attribute);
          to.writeInt(12 + bytes.length);
          to.writeShort(code.deepestStack());
          to.writeShort(code.locals());
          to.writeInt(bytes.length);
          to.write(bytes);
          to.writeShort(0); // exception handlers
          to.writeShort(0); // attributes
        });
  }

  public byte[] bytes(String name, String parent) {
    int own = type(name);
    int parentIndex = type(parent);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    write(
        new DataOutputStream(all),
        to -> {
          to.writeInt(MAGIC);
          to.writeInt(VERSION);
          to.writeShort(nextConstant);
          poolBytes.writeTo(to);
          to.writeShort(PUBLIC_FINAL);
          to.writeShort(own);
          to.writeShort(parentIndex);
          to.writeShort(0); // interfaces
          to.writeShort(fieldCount);
          fieldBytes.writeTo(to);
          to.writeShort(methodCount);
          methodBytes.writeTo(to);
          to.writeShort(0); // attributes
        });
    return all.toByteArray();
  }
}
