package dev.linden.storage.text;

import dev.linden.op.DoubleText;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing buffer of bytes that numbers are appended to, as text or as they are in memory. */
public final class ByteText {
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  /** Large writes make the JDK keep large buffers outside the heap. */
  private static final int MAX_WRITE = 1 << 20;

  /** Digits of the largest int. */
  private static final int INT_DIGITS = 10;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes;
  private int size;

  public ByteText(int capacity) {
    bytes = new byte[capacity];
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      grow(more);
    }
  }

  private void grow(int more) {
    long needed = (long) size + more;
    if (needed > MAX_ARRAY) {
      throw new OutOfMemoryError("a row whose text takes more than 2 GB");
    }
    bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_ARRAY, Math.max(needed, 2L * bytes.length)));
  }

  public int size() {
    return size;
  }

  public byte[] bytes() {
    return bytes;
  }

  public void clear() {
    size = 0;
  }

  public ByteText add(char ascii) {
    reserve(1);
    bytes[size++] = (byte) ascii;
    return this;
  }

  public ByteText add(byte[] more) {
    reserve(more.length);
    if (more.length == 1) {
      bytes[size] = more[0];
    } else {
      System.arraycopy(more, 0, bytes, size, more.length);
    }
    size += more.length;
    return this;
  }

  public ByteText add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Decimal digits of a number that is not negative. */
  public ByteText add(int number) {
    reserve(INT_DIGITS);
    int digits = 1;
    for (int rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    int rest = number;
    for (int i = size + digits - 1; i >= size; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += digits;
    return this;
  }

  /** The shortest text of the double. */
  public ByteText add(double value) {
    reserve(DoubleText.MAX_LENGTH);
    size = DoubleText.write(value, bytes, size);
    return this;
  }

  public ByteText addRaw(int value) {
    reserve(Integer.BYTES);
    INTS.set(bytes, size, value);
    size += Integer.BYTES;
    return this;
  }

  public ByteText addRaw(long value) {
    reserve(Long.BYTES);
    LONGS.set(bytes, size, value);
    size += Long.BYTES;
    return this;
  }

  public ByteText addRaw(double value) {
    return addRaw(Double.doubleToRawLongBits(value));
  }

  /** {@code values[start, start + count)}. */
  public ByteText addRaw(double[] values, int start, int count) {
    int length = Math.multiplyExact(count, Double.BYTES);
    reserve(length);
    ByteBuffer.wrap(bytes, size, length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asDoubleBuffer()
        .put(values, start, count);
    size += length;
    return this;
  }

  /** Replaces four bytes that were added before. */
  public void setRaw(int at, int value) {
    INTS.set(bytes, at, value);
  }

  public void writeTo(OutputStream out) throws IOException {
    for (int at = 0; at < size; at += MAX_WRITE) {
      out.write(bytes, at, Math.min(MAX_WRITE, size - at));
    }
  }
}
