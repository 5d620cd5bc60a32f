package dev.linden.matrix.compress;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Packing;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.encode.Scheme;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.GroupsFile;
import dev.linden.matrix.compress.plan.Planner;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/** Compresses what a sample says gets smaller; writes and reads groups, with a checksum behind. */
public final class CompressedPacking implements Packing {
  static final CompressedPacking INSTANCE = new CompressedPacking();

  @Override
  public String name() {
    return "compressed";
  }

  @Override
  public Matrix pack(Plain matrix, Workers workers) {
    Scheme scheme = Planner.plan(matrix, workers);
    if (scheme == null) {
      return matrix;
    }
    CompressedMatrix compressed = CompressedMatrix.compress(matrix, scheme, workers);
    return compressed.bytes() < matrix.bytes() ? compressed : matrix;
  }

  static void write(CompressedMatrix matrix, DataOutput out) throws IOException {
    CheckedOutputStream checked =
        new CheckedOutputStream(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                out.write(b);
              }

              @Override
              public void write(byte[] bytes, int from, int count) throws IOException {
                out.write(bytes, from, count);
              }
            },
            new CRC32C());
    DataOutputStream data = new DataOutputStream(checked);
    data.writeBoolean(matrix.isSparse());
    GroupsFile.write(matrix.groups(), data);
    data.flush();
    out.writeInt((int) checked.getChecksum().getValue());
  }

  @Override
  public Packed read(int rows, int cols, DataInput in) throws IOException {
    CheckedInputStream checked =
        new CheckedInputStream(
            new InputStream() {
              @Override
              public int read() throws IOException {
                return in.readUnsignedByte();
              }

              @Override
              public int read(byte[] to, int from, int count) throws IOException {
                in.readFully(to, from, count);
                return count;
              }
            },
            new CRC32C());
    DataInputStream data = new DataInputStream(checked);
    boolean sparse = data.readBoolean();
    List<Group> groups = GroupsFile.read(rows, cols, data);
    int found = (int) checked.getChecksum().getValue();
    int expected = in.readInt();
    if (found != expected) {
      throw new InputError(
          String.format(
              "a compressed matrix is damaged: expected checksum %08x, found %08x",
              expected, found));
    }
    return CompressedMatrix.of(rows, cols, groups, sparse, Workers.serial());
  }
}
