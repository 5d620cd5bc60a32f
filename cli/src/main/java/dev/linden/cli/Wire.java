package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;

/**
 * Numbers, texts and arrays over a connection: little-endian, texts and arrays after their length.
 * Arrays go through one large buffer, never cell by cell.
 */
final class Wire {
  private static final int BUFFER_BYTES = 1 << 20;

  private final ByteChannel channel;
  private final ByteBuffer in = buffer().limit(0);
  private final ByteBuffer out = buffer();

  Wire(ByteChannel channel) {
    this.channel = channel;
  }

  private static ByteBuffer buffer() {
    return ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  // ----------------------------------------------------------------------------------------
  // reading

  /** The next byte, or -1 when the other side has hung up. */
  int readKindOrEnd() throws IOException {
    return in.hasRemaining() || fill() ? in.get() & 0xff : -1;
  }

  private boolean fill() throws IOException {
    in.compact();
    int read = channel.read(in);
    in.flip();
    return read > 0;
  }

  private void need(int bytes) throws IOException {
    while (in.remaining() < bytes) {
      if (!fill()) {
        throw new EOFException("the connection ended in the middle of a message");
      }
    }
  }

  byte readByte() throws IOException {
    need(Byte.BYTES);
    return in.get();
  }

  int readInt() throws IOException {
    need(Integer.BYTES);
    return in.getInt();
  }

  long readLong() throws IOException {
    need(Long.BYTES);
    return in.getLong();
  }

  double readDouble() throws IOException {
    need(Double.BYTES);
    return in.getDouble();
  }

  String readText() throws IOException {
    byte[] bytes = new byte[readInt()];
    for (int done = 0; done < bytes.length; ) {
      need(1);
      int part = Math.min(in.remaining(), bytes.length - done);
      in.get(bytes, done, part);
      done += part;
    }
    return new String(bytes, UTF_8);
  }

  double[] readDoubles(int count) throws IOException {
    double[] values = new double[count];
    readDoubles(values, 0, count);
    return values;
  }

  void readDoubles(double[] values, int from, int count) throws IOException {
    for (int done = 0; done < count; ) {
      need(Double.BYTES);
      int part = Math.min(in.remaining() / Double.BYTES, count - done);
      in.asDoubleBuffer().get(values, from + done, part);
      in.position(in.position() + part * Double.BYTES);
      done += part;
    }
  }

  int[] readInts(int count) throws IOException {
    int[] values = new int[count];
    for (int done = 0; done < count; ) {
      need(Integer.BYTES);
      int part = Math.min(in.remaining() / Integer.BYTES, count - done);
      in.asIntBuffer().get(values, done, part);
      in.position(in.position() + part * Integer.BYTES);
      done += part;
    }
    return values;
  }

  long[] readLongs(int count) throws IOException {
    long[] values = new long[count];
    for (int done = 0; done < count; ) {
      need(Long.BYTES);
      int part = Math.min(in.remaining() / Long.BYTES, count - done);
      in.asLongBuffer().get(values, done, part);
      in.position(in.position() + part * Long.BYTES);
      done += part;
    }
    return values;
  }

  // ----------------------------------------------------------------------------------------
  // writing

  private void room(int bytes) throws IOException {
    if (out.remaining() < bytes) {
      flush();
    }
  }

  void flush() throws IOException {
    out.flip();
    while (out.hasRemaining()) {
      channel.write(out);
    }
    out.clear();
  }

  void writeByte(int value) throws IOException {
    room(Byte.BYTES);
    out.put((byte) value);
  }

  void writeInt(int value) throws IOException {
    room(Integer.BYTES);
    out.putInt(value);
  }

  void writeLong(long value) throws IOException {
    room(Long.BYTES);
    out.putLong(value);
  }

  void writeDouble(double value) throws IOException {
    room(Double.BYTES);
    out.putDouble(value);
  }

  void writeText(String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    writeInt(bytes.length);
    for (int done = 0; done < bytes.length; ) {
      room(1);
      int part = Math.min(out.remaining(), bytes.length - done);
      out.put(bytes, done, part);
      done += part;
    }
  }

  void writeDoubles(double[] values, int from, int count) throws IOException {
    for (int done = 0; done < count; ) {
      room(Double.BYTES);
      int part = Math.min(out.remaining() / Double.BYTES, count - done);
      out.asDoubleBuffer().put(values, from + done, part);
      out.position(out.position() + part * Double.BYTES);
      done += part;
    }
  }

  void writeInts(int[] values, int count) throws IOException {
    for (int done = 0; done < count; ) {
      room(Integer.BYTES);
      int part = Math.min(out.remaining() / Integer.BYTES, count - done);
      out.asIntBuffer().put(values, done, part);
      out.position(out.position() + part * Integer.BYTES);
      done += part;
    }
  }
}
