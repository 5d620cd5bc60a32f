package dev.linden.matrix.compress.codes;

import dev.linden.base.InputError;
import dev.linden.matrix.compress.wire.GroupsInput;
import dev.linden.matrix.compress.wire.GroupsOutput;
import java.io.IOException;
import java.util.Arrays;

/** Codes as bytes in files: a bit, or one, two or four bytes each, as the largest needs. */
final class Narrow {
  private Narrow() {}

  /** Bytes of so many codes. */
  static long bytes(long n, int size) {
    return size <= 2 ? (n + 7) / 8 : n * width(size);
  }

  private static int width(int size) {
    return size <= 1 << 8 ? 1 : size <= 1 << 16 ? 2 : 4;
  }

  static void write(GroupsOutput out, int[] codes, int n, int size, byte[] raw) throws IOException {
    int length = (int) bytes(n, size);
    if (size <= 2) {
      Arrays.fill(raw, 0, length, (byte) 0);
      for (int i = 0; i < n; i++) {
        raw[i >> 3] |= (byte) (codes[i] << (i & 7));
      }
      out.putBytes(raw, length);
      return;
    }
    int width = width(size);
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < width; k++) {
        raw[i * width + k] = (byte) (codes[i] >>> 8 * k);
      }
    }
    out.putBytes(raw, length);
  }

  static void read(GroupsInput in, int[] codes, int n, int size, byte[] raw) throws IOException {
    in.takeBytes(raw, (int) bytes(n, size));
    if (size <= 2) {
      for (int i = 0; i < n; i++) {
        codes[i] = checked(raw[i >> 3] >> (i & 7) & 1, size);
      }
      return;
    }
    int width = width(size);
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
