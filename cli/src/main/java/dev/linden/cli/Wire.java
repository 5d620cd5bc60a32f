package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;

/**
 * Numbers, texts and arrays as the contents of messages: little-endian, texts and arrays after
 * their length. Arrays go through one large buffer, never cell by cell. One thread may read while
 * another one writes.
 */
final class Wire {
  private static final int BUFFER_BYTES = 1 << 18;

  /** Longer texts are not believed to be that long before they have come. */
  private static final int FIRST_BYTES = 1 << 16;

  private final ReadableByteChannel source;
  private final WritableByteChannel target;
  private final ByteBuffer in = buffer().limit(0);
  private final ByteBuffer out = buffer();

  /** Each message is a source of its own, which ends with it. */
  Wire(ReadableByteChannel source, WritableByteChannel target) {
    this.source = source;
    this.target = target;
  }

  private static ByteBuffer buffer() {
    return ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  // ----------------------------------------------------------------------------------------
  // reading

  private boolean fill() throws IOException {
    in.compact();
    int read = source.read(in);
    in.flip();
    return read > 0;
  }

  private void need(int bytes) throws IOException {
    while (in.remaining() < bytes) {
      if (!fill()) {
        throw new InputError("the message ends too early");
      }
    }
  }

  /** After the last thing that a message is to hold. */
  void requireEnd() throws IOException {
    if (in.hasRemaining() || fill()) {
      throw new InputError("the message holds more than was expected");
    }
  }

  /** Forgets what has come of a message. */
  void discard() {
    in.clear().limit(0);
  }

  /** How many things follow; {@code what} they are. */
  int readCount(String what) throws IOException {
    int count = readInt();
    if (count < 0) {
      throw new InputError(count + " is not a number of " + what);
    }
    return count;
  }

  /** Refuses what can't be held, before anything is done for it. */
  static void requireMemory(double bytes) {
    long heap = Runtime.getRuntime().maxMemory();
    if (bytes > heap) {
      throw new ResourceError(
          String.format(
              "a value of %.4g bytes does not fit the heap of %s; give more with --mem SIZE",
              bytes, Doctor.size(heap)));
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
    int length = readCount("bytes");
    byte[] bytes = new byte[Math.min(length, FIRST_BYTES)];
    for (int done = 0; done < length; ) {
      need(1);
      if (done == bytes.length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * done));
      }
      int part = Math.min(in.remaining(), bytes.length - done);
      in.get(bytes, done, part);
      done += part;
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
    } catch (CharacterCodingException e) {
      throw new InputError("a text is not UTF-8", e);
    }
  }

  double[] readDoubles(int count) throws IOException {
    requireMemory((double) Double.BYTES * count);
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
    requireMemory((double) Integer.BYTES * count);
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
    requireMemory((double) Long.BYTES * count);
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
      target.write(out);
    }
    out.clear();
  }

  /** Forgets what has not been sent. */
  void discardUnsent() {
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
