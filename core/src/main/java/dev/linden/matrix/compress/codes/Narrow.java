package dev.linden.matrix.compress.codes;

import dev.linden.base.InputError;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Codes as bytes in files: one, two or four each, as many as the largest needs. */
final class Narrow {
  private Narrow() {}

  private static int width(int size) {
    return size <= 1 << 8 ? 1 : size <= 1 << 16 ? 2 : 4;
  }

  static void write(DataOutput out, int[] codes, int n, int size, byte[] raw) throws IOException {
    int width = width(size);
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < width; k++) {
        raw[i * width + k] = (byte) (codes[i] >>> 8 * k);
      }
    }
    out.write(raw, 0, n * width);
  }

  static void read(DataInput in, int[] codes, int n, int size, byte[] raw) throws IOException {
    int width = width(size);
    in.readFully(raw, 0, n * width);
    for (int i = 0; i < n; i++) {
      int code = 0;
      for (int k = 0; k < width; k++) {
        code |= (raw[i * width + k] & 0xff) << 8 * k;
      }
      codes[i] = checked(code, size);
    }
  }

  static int checked(int code, int size) {
    if (code < 0 || code >= size) {
      throw new InputError("a compressed matrix has code " + code + ", but only " + size);
    }
    return code;
  }
}
