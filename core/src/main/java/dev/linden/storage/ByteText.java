package dev.linden.storage;

import dev.linden.op.DoubleText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing buffer of bytes that numbers and text are appended to. */
final class ByteText {
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  /** Below this magnitude whole numbers are written without an exponent. */
  private static final double PLAIN = 1e7;

  private byte[] bytes;
  private int size;

  ByteText(int capacity) {
    bytes = new byte[capacity];
  }

  private void reserve(int more) {
    long needed = (long) size + more;
    if (needed > bytes.length) {
      if (needed > MAX_ARRAY) {
        throw new OutOfMemoryError("a row whose text takes more than 2 GB");
      }
      bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_ARRAY, Math.max(needed, 2L * bytes.length)));
    }
  }

  ByteText add(char ascii) {
    reserve(1);
    bytes[size++] = (byte) ascii;
    return this;
  }

  ByteText add(byte[] more) {
    reserve(more.length);
    System.arraycopy(more, 0, bytes, size, more.length);
    size += more.length;
    return this;
  }

  ByteText add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Decimal digits of a number that is not negative. */
  ByteText add(int number) {
    int digits = 1;
    for (int rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    reserve(digits);
    int rest = number;
    for (int i = size + digits - 1; i >= size; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += digits;
    return this;
  }

  /** The shortest text of the double. */
  ByteText add(double value) {
    int whole = (int) value;
    if (whole == value && whole != 0 && Math.abs(value) < PLAIN) {
      if (whole < 0) {
        add('-');
      }
      return add(Math.abs(whole)).add('.').add('0');
    }
    String text = DoubleText.shortest(value);
    int length = text.length();
    reserve(length);
    for (int i = 0; i < length; i++) {
      bytes[size + i] = (byte) text.charAt(i);
    }
    size += length;
    return this;
  }

  ByteText addRaw(int value) {
    reserve(Integer.BYTES);
    ByteBuffer.wrap(bytes, size, Integer.BYTES).putInt(value);
    size += Integer.BYTES;
    return this;
  }

  ByteText addRaw(long value) {
    reserve(Long.BYTES);
    ByteBuffer.wrap(bytes, size, Long.BYTES).putLong(value);
    size += Long.BYTES;
    return this;
  }

  ByteText addRaw(double value) {
    return addRaw(Double.doubleToRawLongBits(value));
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
  }
}
