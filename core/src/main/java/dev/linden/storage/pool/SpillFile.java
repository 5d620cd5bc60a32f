package dev.linden.storage.pool;

import dev.linden.base.LindenBug;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Packing;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A block as the arrays it consists of, in the byte order of the machine: written and read at the
 * speed of the disk, by the same process, and never seen by a user. A packed one writes itself.
 */
final class SpillFile {
  private static final int DENSE = 1;
  private static final int CSR = 2;
  private static final int MCSR = 3;
  private static final int COO = 4;

  /** Far from the others, whose cells have no checksum: a damaged word is none of them. */
  private static final int PACKED = 0x5041434B;

  private static final long UNKNOWN = -1;

  private static final int BUFFER_BYTES = 1 << 20;

  /** Allocated once per thread that spills or restores: direct memory is slow to come and go. */
  private static final ThreadLocal<ByteBuffer> BUFFERS =
      ThreadLocal.withInitial(
          () -> ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.nativeOrder()));

  private SpillFile() {}

  /** Bytes of the file. On failure nothing is left of it. */
  static long write(Matrix matrix, Path path) throws IOException {
    boolean interrupted = Thread.interrupted();
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      Output out = new Output(channel);
      write(matrix, out);
      out.flush();
      return channel.size();
    } catch (IOException e) {
      Files.deleteIfExists(path);
      throw e;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The same block; arrays come from the pool of the workers. */
  static Matrix read(Path path, Workers workers) throws IOException {
    // An interrupt would close the channel in the middle; whoever it is for gets it afterwards.
    boolean interrupted = Thread.interrupted();
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return read(new Input(channel), workers);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void write(Matrix matrix, Output out) throws IOException {
    if (matrix instanceof Dense dense) {
      out.header(DENSE, matrix, dense.nnzKnown() ? dense.nnz() : UNKNOWN);
      for (int p = 0; p < dense.panelCount(); p++) {
        out.doubles(dense.panel(p), 0, dense.panel(p).length);
      }
    } else if (matrix instanceof Csr csr) {
      out.header(CSR, matrix, csr.nnz());
      out.ints(csr.rowStarts(), 0, csr.rows() + 1);
      out.ints(csr.columns(), 0, (int) csr.nnz());
      out.doubles(csr.values(), 0, (int) csr.nnz());
    } else if (matrix instanceof Coo coo) {
      out.header(COO, matrix, coo.nnz());
      out.ints(coo.rowIndexes(), 0, (int) coo.nnz());
      out.ints(coo.columns(), 0, (int) coo.nnz());
      out.doubles(coo.values(), 0, (int) coo.nnz());
    } else if (matrix instanceof Packed packed) {
      out.header(PACKED, matrix, UNKNOWN);
      DataOutputStream data = new DataOutputStream(out);
      data.writeUTF(packed.packing().name());
      packed.write(data);
    } else {
      Sparse rows = (Sparse) matrix;
      out.header(MCSR, matrix, UNKNOWN);
      for (int i = 0; i < rows.rows(); i++) {
        out.integer(rows.end(i));
        out.ints(rows.columns(i), 0, rows.end(i));
        out.doubles(rows.values(i), 0, rows.end(i));
      }
    }
  }

  private static Matrix read(Input in, Workers workers) throws IOException {
    int kind = in.integer();
    int rows = in.integer();
    int cols = in.integer();
    long nnz = in.number();
    switch (kind) {
      case DENSE -> {
        Dense dense = Dense.allocateUncleared(rows, cols, workers);
        for (int p = 0; p < dense.panelCount(); p++) {
          in.doubles(dense.panel(p), dense.panel(p).length);
        }
        return nnz == UNKNOWN ? dense : dense.withNnz(nnz);
      }
      case CSR -> {
        int[] starts = in.ints(rows + 1);
        return new Csr(rows, cols, starts, in.ints((int) nnz), in.doubles((int) nnz));
      }
      case COO -> {
        int[] rowIndexes = in.ints((int) nnz);
        return new Coo(rows, cols, rowIndexes, in.ints((int) nnz), in.doubles((int) nnz));
      }
      case MCSR -> {
        Mcsr result = new Mcsr(rows, cols);
        for (int i = 0; i < rows; i++) {
          int size = in.integer();
          if (size > 0) {
            result.setRow(i, in.ints(size), in.doubles(size), size);
          }
        }
        return result;
      }
      case PACKED -> {
        DataInputStream data = new DataInputStream(in);
        return Packing.named(data.readUTF()).read(rows, cols, data, in.length());
      }
      default -> throw new LindenBug("a spill file starts with " + kind);
    }
  }

  private static final class Output extends OutputStream {
    private final FileChannel channel;
    private final ByteBuffer buffer = BUFFERS.get().clear();

    Output(FileChannel channel) {
      this.channel = channel;
    }

    void header(int kind, Matrix matrix, long nnz) throws IOException {
      integer(kind);
      integer(matrix.rows());
      integer(matrix.cols());
      room(Long.BYTES);
      buffer.putLong(nnz);
    }

    void integer(int value) throws IOException {
      room(Integer.BYTES);
      buffer.putInt(value);
    }

    void ints(int[] from, int start, int count) throws IOException {
      for (int done = 0; done < count; ) {
        room(Integer.BYTES);
        int part = Math.min(count - done, buffer.remaining() / Integer.BYTES);
        buffer.asIntBuffer().put(from, start + done, part);
        buffer.position(buffer.position() + part * Integer.BYTES);
        done += part;
      }
    }

    void doubles(double[] from, int start, int count) throws IOException {
      for (int done = 0; done < count; ) {
        room(Double.BYTES);
        int part = Math.min(count - done, buffer.remaining() / Double.BYTES);
        buffer.asDoubleBuffer().put(from, start + done, part);
        buffer.position(buffer.position() + part * Double.BYTES);
        done += part;
      }
    }

    private void room(int bytes) throws IOException {
      if (buffer.remaining() < bytes) {
        flush();
      }
    }

    @Override
    public void write(int value) throws IOException {
      room(1);
      buffer.put((byte) value);
    }

    @Override
    public void write(byte[] from, int start, int count) throws IOException {
      for (int done = 0; done < count; ) {
        room(1);
        int part = Math.min(count - done, buffer.remaining());
        buffer.put(from, start + done, part);
        done += part;
      }
    }

    @Override
    public void flush() throws IOException {
      buffer.flip();
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      buffer.clear();
    }
  }

  private static final class Input extends InputStream {
    private final FileChannel channel;
    private final ByteBuffer buffer = BUFFERS.get().clear().limit(0);

    Input(FileChannel channel) {
      this.channel = channel;
    }

    /** Bytes of the file. */
    long length() throws IOException {
      return channel.size();
    }

    int integer() throws IOException {
      need(Integer.BYTES);
      return buffer.getInt();
    }

    long number() throws IOException {
      need(Long.BYTES);
      return buffer.getLong();
    }

    int[] ints(int count) throws IOException {
      int[] to = new int[count];
      for (int done = 0; done < count; ) {
        need(Integer.BYTES);
        int part = Math.min(count - done, buffer.remaining() / Integer.BYTES);
        buffer.asIntBuffer().get(to, done, part);
        buffer.position(buffer.position() + part * Integer.BYTES);
        done += part;
      }
      return to;
    }

    double[] doubles(int count) throws IOException {
      double[] to = new double[count];
      doubles(to, count);
      return to;
    }

    void doubles(double[] to, int count) throws IOException {
      for (int done = 0; done < count; ) {
        need(Double.BYTES);
        int part = Math.min(count - done, buffer.remaining() / Double.BYTES);
        buffer.asDoubleBuffer().get(to, done, part);
        buffer.position(buffer.position() + part * Double.BYTES);
        done += part;
      }
    }

    @Override
    public int read() throws IOException {
      need(1);
      return buffer.get() & 0xff;
    }

    @Override
    public int read(byte[] to, int start, int count) throws IOException {
      if (count == 0) {
        return 0;
      }
      need(1);
      int part = Math.min(count, buffer.remaining());
      buffer.get(to, start, part);
      return part;
    }

    private void need(int bytes) throws IOException {
      if (buffer.remaining() >= bytes) {
        return;
      }
      buffer.compact();
      while (buffer.position() < bytes) {
        if (channel.read(buffer) < 0) {
          throw new EOFException("a spill file ends too early");
        }
      }
      buffer.flip();
    }
  }
}
