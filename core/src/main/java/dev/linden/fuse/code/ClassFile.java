package dev.linden.fuse.code;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A class file while it is written: the pool of constants and the methods. Written without a
 * library because what a compiler or assembler costs when it starts, a third of a second, is more
 * than most scripts take. Version 49 of the format, the last without a table of types for the
 * verifier, which finds them out itself.
 */
final class ClassFile {
  private static final int MAGIC = 0xCAFEBABE;
  private static final int VERSION = 49;
  private static final int PUBLIC_FINAL = 0x31;
  private static final int PUBLIC = 1;

  private static final int UTF8 = 1;
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
    Integer known = constants.get(key);
    if (known != null) {
      return known;
    }
    write(pool, content);
    int index = constants.size() + 1;
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

  /** The constant of a class with this internal name. */
  int type(String name) {
    return pair(CLASS, utf8(name), -1);
  }

  int field(String owner, String name, String descriptor) {
    return pair(FIELD, type(owner), nameAndType(name, descriptor));
  }

  int method(String owner, String name, String descriptor) {
    return pair(METHOD, type(owner), nameAndType(name, descriptor));
  }

  int interfaceMethod(String owner, String name, String descriptor) {
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

  /** Adds a public method. */
  void add(String name, String descriptor, Bytecode code) {
    int nameIndex = utf8(name);
    int descriptorIndex = utf8(descriptor);
    int attribute = utf8("Code");
    byte[] bytes = code.bytes();
    methodCount++;
    write(
        methods,
        to -> {
          to.writeShort(PUBLIC);
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

  byte[] bytes(String name, String parent) {
    int own = type(name);
    int parentIndex = type(parent);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    write(
        new DataOutputStream(all),
        to -> {
          to.writeInt(MAGIC);
          to.writeInt(VERSION);
          to.writeShort(constants.size() + 1);
          poolBytes.writeTo(to);
          to.writeShort(PUBLIC_FINAL);
          to.writeShort(own);
          to.writeShort(parentIndex);
          to.writeShort(0); // interfaces
          to.writeShort(0); // fields
          to.writeShort(methodCount);
          methodBytes.writeTo(to);
          to.writeShort(0); // attributes
        });
    return all.toByteArray();
  }
}
