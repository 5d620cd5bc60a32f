package dev.linden.frame;

import dev.linden.base.InputError;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Frames as bytes, in files and on their way to other machines: a mark, rows, columns, name and
 * type of each column, then the cells column by column. Each cell begins with a byte that says
 * whether it is missing. Big-endian, texts as length and UTF-8.
 */
public final class FrameBytes {
  private static final byte[] MARK = "LINDENF1".getBytes(StandardCharsets.US_ASCII);
  private static final int BUFFER = 1 << 16;
  private static final int LONGEST_FIRST_ALLOCATION = 1 << 16;

  public record Head(int rows, List<String> names, List<ColumnType> types) {}

  private FrameBytes() {}

  /** For other machines. */
  public static byte[] of(Frame frame) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(frame, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  public static Frame read(byte[] bytes) {
    try {
      return read(new ByteArrayInputStream(bytes), "a frame from another machine");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static void write(Frame frame, OutputStream target) throws IOException {
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(target, BUFFER));
    out.write(MARK);
    out.writeInt(frame.rows());
    out.writeInt(frame.cols());
    for (int j = 0; j < frame.cols(); j++) {
      writeText(out, frame.name(j));
      writeText(out, frame.column(j).type().name());
    }
    for (Column column : frame.columns()) {
      for (int i = 0; i < column.size(); i++) {
        writeCell(out, column, i);
      }
    }
    out.flush();
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static void writeCell(DataOutputStream out, Column column, int row) throws IOException {
    boolean present = !column.isMissing(row);
    out.writeBoolean(present);
    if (present) {
      switch (column.type()) {
        case STRING -> writeText(out, column.text(row));
        case BOOLEAN -> out.writeBoolean(column.number(row) != 0);
        case INT32 -> out.writeInt((int) column.integer(row));
        case INT64 -> out.writeLong(column.integer(row));
        case FP32 -> out.writeFloat((float) column.number(row));
        case FP64 -> out.writeDouble(column.number(row));
      }
    }
  }

  /** Reads no more than names and types of the columns; {@code name} is for messages. */
  public static Head readHead(InputStream source, String name) throws IOException {
    try {
      return parseHead(new DataInputStream(new BufferedInputStream(source, BUFFER)), name);
    } catch (EOFException e) {
      throw damaged(name, e);
    }
  }

  /** {@code name} is for messages. */
  public static Frame read(InputStream source, String name) throws IOException {
    DataInputStream in = new DataInputStream(new BufferedInputStream(source, BUFFER));
    try {
      Head head = parseHead(in, name);
      List<Column> columns = new ArrayList<>();
      for (ColumnType type : head.types) {
        int expected = Math.min(head.rows, LONGEST_FIRST_ALLOCATION);
        ColumnBuilder column = new ColumnBuilder(type, expected);
        for (int i = 0; i < head.rows; i++) {
          readCell(in, type, column, name);
        }
        columns.add(column.build());
      }
      return new Frame(head.rows, head.names, columns);
    } catch (EOFException e) {
      throw damaged(name, e);
    }
  }

  private static Head parseHead(DataInputStream in, String name) throws IOException {
    byte[] mark = in.readNBytes(MARK.length);
    if (!Arrays.equals(mark, MARK)) {
      throw new InputError(name + ": not a binary frame");
    }
    int rows = in.readInt();
    int cols = in.readInt();
    if (rows < 0 || cols < 0) {
      throw damaged(name, null);
    }
    List<String> names = new ArrayList<>();
    List<ColumnType> types = new ArrayList<>();
    for (int j = 0; j < cols; j++) {
      names.add(readText(in, name));
      types.add(ColumnType.of(readText(in, name)));
    }
    return new Head(rows, names, types);
  }

  private static String readText(DataInputStream in, String name) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      throw damaged(name, null);
    }
    // Reads what is there before it believes the length.
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw damaged(name, null);
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void readCell(
      DataInputStream in, ColumnType type, ColumnBuilder column, String name) throws IOException {
    if (!in.readBoolean()) {
      column.addMissing();
      return;
    }
    switch (type) {
      case STRING -> column.add(readText(in, name));
      case BOOLEAN -> column.add(in.readBoolean() ? "TRUE" : "FALSE");
      case INT32 -> column.add((long) in.readInt());
      case INT64 -> column.add(in.readLong());
      case FP32 -> column.add((double) in.readFloat());
      case FP64 -> column.add(in.readDouble());
    }
  }

  private static InputError damaged(String name, EOFException cause) {
    return new InputError(name + ": the binary frame is damaged or cut off", cause);
  }
}
