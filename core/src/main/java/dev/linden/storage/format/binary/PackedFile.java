package dev.linden.storage.format.binary;

import dev.linden.base.InputError;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Packing;
import dev.linden.storage.format.Dimensions;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.text.Parts;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Binary files of packed matrices: they keep their form. All numbers are little-endian, the
 * checksum is CRC-32C of what stands before it; what the packing writes has its own.
 *
 * <pre>
 * file = "LINDEN PACKED\n" version:short rows:long cols:long nnz:long
 *        packing:16 bytes, zeros behind the name  checksum:int 0:int
 *        what the packing writes
 * </pre>
 */
final class PackedFile {
  private static final byte[] MAGIC = "LINDEN PACKED\n".getBytes(StandardCharsets.US_ASCII);
  private static final short VERSION = 1;
  private static final int NAME_LENGTH = 16;
  private static final int CHECKSUM = MAGIC.length + Short.BYTES + 3 * Long.BYTES + NAME_LENGTH;
  private static final int HEAD_LENGTH = CHECKSUM + 2 * Integer.BYTES;
  private static final int BUFFER = 1 << 16;

  private PackedFile() {}

  /** Whether the first line of a file is that of such a one. */
  static boolean isStart(byte[] line) {
    return Arrays.equals(line, 0, line.length, MAGIC, 0, MAGIC.length - 1);
  }

  /** Whether the first of these files is such a one. What comes out of a pipe is not looked at. */
  static boolean isThere(FileStore store, Parts parts) throws IOException {
    String first = parts.list().isEmpty() ? null : parts.list().get(0).path();
    if (first == null || store.kind(first) != FileStore.Kind.FILE) {
      return false;
    }
    byte[] start = new byte[MAGIC.length];
    try (FileStore.Input input = store.open(first)) {
      int length = input.readFully(0, start, 0, start.length);
      return length == start.length && Arrays.equals(start, MAGIC);
    }
  }

  /** What the file says of its matrix. */
  record Head(long rows, long cols, long nnz, String packing) {
    private byte[] toBytes() {
      ByteBuffer bytes = ByteBuffer.allocate(HEAD_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
      bytes.put(MAGIC).putShort(VERSION).putLong(rows).putLong(cols).putLong(nnz);
      bytes.put(Arrays.copyOf(packing.getBytes(StandardCharsets.US_ASCII), NAME_LENGTH));
      return bytes.putInt(checksum(bytes.array())).array();
    }

    private static int checksum(byte[] head) {
      CRC32C checksum = new CRC32C();
      checksum.update(head, 0, CHECKSUM);
      return (int) checksum.getValue();
    }

    private static Head parse(byte[] bytes, String path) {
      ByteBuffer head = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      head.position(MAGIC.length);
      short version = head.getShort();
      if (version != VERSION) {
        throw new InputError(
            path
                + ": the file has version "
                + version
                + " of packed matrices, but this program reads version "
                + VERSION);
      }
      long rows = head.getLong();
      long cols = head.getLong();
      long nnz = head.getLong();
      byte[] name = new byte[NAME_LENGTH];
      head.get(name);
      BinaryLayout.checkChecksum(path + ": the head", head.getInt(), checksum(bytes));
      if (head.getInt() != 0) {
        throw new InputError(path + ": the head is damaged: it does not end in zeros");
      }
      if (rows < 0 || cols < 0 || nnz < 0) {
        throw new InputError(
            path + ": the head makes no sense: " + rows + "x" + cols + " with nnz " + nnz);
      }
      Dimensions.check(path, "rows", rows);
      Dimensions.check(path, "columns", cols);
      return new Head(rows, cols, nnz, new String(name, StandardCharsets.US_ASCII).trim());
    }
  }

  static Head head(FileStore store, Parts parts) throws IOException {
    String path = onlyFile(parts);
    try (DataInputStream in = stream(store, path)) {
      return head(in, path);
    }
  }

  private static Head head(DataInputStream in, String path) throws IOException {
    byte[] bytes = new byte[HEAD_LENGTH];
    int length = in.readNBytes(bytes, 0, HEAD_LENGTH);
    if (length < HEAD_LENGTH) {
      throw new InputError(
          path
              + ": the file ends within its head, after "
              + length
              + " of "
              + HEAD_LENGTH
              + " bytes");
    }
    return Head.parse(bytes, path);
  }

  private static String onlyFile(Parts parts) {
    if (parts.list().size() != 1) {
      throw new InputError(parts.path() + ": a packed matrix is a single file");
    }
    return parts.list().get(0).path();
  }

  private static DataInputStream stream(FileStore store, String path) throws IOException {
    return new DataInputStream(new BufferedInputStream(store.stream(path), BUFFER));
  }

  static Packed read(FileStore store, Parts parts) throws IOException {
    String path = onlyFile(parts);
    long most = store.size(path) - HEAD_LENGTH;
    try (DataInputStream in = stream(store, path)) {
      Head head = head(in, path);
      Packed matrix = read(head, in, most, path);
      if (matrix.nnz() != head.nnz()) {
        throw new InputError(
            path
                + ": expected "
                + head.nnz()
                + " non-zeros, as the head says, found "
                + matrix.nnz());
      }
      requireEnd(in, path);
      return matrix;
    }
  }

  private static Packed read(Head head, DataInputStream in, long most, String path)
      throws IOException {
    try {
      return Packing.named(head.packing()).read((int) head.rows(), (int) head.cols(), in, most);
    } catch (InputError e) {
      throw new InputError(path + ": " + e.getMessage(), e);
    }
  }

  private static void requireEnd(InputStream in, String path) throws IOException {
    if (in.read() >= 0) {
      throw new InputError(path + ": the file goes on behind its end");
    }
  }

  static void write(Packed matrix, OutputStream out) throws IOException {
    Head head = new Head(matrix.rows(), matrix.cols(), matrix.nnz(), matrix.packing().name());
    DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out, BUFFER));
    data.write(head.toBytes());
    matrix.write(data);
    data.flush();
  }
}
