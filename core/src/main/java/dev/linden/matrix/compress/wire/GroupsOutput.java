package dev.linden.matrix.compress.wire;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Writes numbers in pieces; all are little-endian.
 *
 * <pre>
 *   stream = piece* end
 *   piece  = length:int checksum:int bytes      at most {@link #PIECE} of them
 *   end    = 0:int checksum:int
 * </pre>
 *
 * <p>A checksum covers the number of the piece, from 0 on, its length and its bytes: pieces that
 * are missing or change places are noticed, too.
 */
public final class GroupsOutput {
  /** Large enough for few checks, small enough to stay in the cache. */
  static final int PIECE = 1 << 16;

  private final DataOutput out;
  private final ByteBuffer piece = ByteBuffer.allocate(PIECE).order(ByteOrder.LITTLE_ENDIAN);
  private long number;

  public GroupsOutput(DataOutput out) {
    this.out = out;
  }

  public void putByte(int value) throws IOException {
    room(1).put((byte) value);
  }

  public void putInt(int value) throws IOException {
    room(Integer.BYTES).putInt(value);
  }

  /** The first {@code n}. */
  public void putInts(int[] values, int n) throws IOException {
    for (int done = 0; done < n; ) {
      ByteBuffer to = room(Integer.BYTES);
      int part = Math.min(n - done, to.remaining() / Integer.BYTES);
      to.asIntBuffer().put(values, done, part);
      to.position(to.position() + part * Integer.BYTES);
      done += part;
    }
  }

  /** The bits of the first {@code n}, whatever they are. */
  public void putDoubles(double[] values, int n) throws IOException {
    for (int done = 0; done < n; ) {
      ByteBuffer to = room(Double.BYTES);
      int part = Math.min(n - done, to.remaining() / Double.BYTES);
      to.asDoubleBuffer().put(values, done, part);
      to.position(to.position() + part * Double.BYTES);
      done += part;
    }
  }

  public void putBytes(byte[] values, int n) throws IOException {
    for (int done = 0; done < n; ) {
      ByteBuffer to = room(1);
      int part = Math.min(n - done, to.remaining());
      to.put(values, done, part);
      done += part;
    }
  }

  private ByteBuffer room(int bytes) throws IOException {
    if (piece.remaining() < bytes) {
      flush();
    }
    return piece;
  }

  private void flush() throws IOException {
    int length = piece.position();
    ByteBuffer head = ByteBuffer.allocate(2 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    head.putInt(length).putInt(checksum(number++, piece.array(), length));
    out.write(head.array());
    out.write(piece.array(), 0, length);
    piece.clear();
  }

  /** What is left, and the end. */
  public void finish() throws IOException {
    if (piece.position() > 0) {
      flush();
    }
    flush();
  }

  static int checksum(long number, byte[] bytes, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(ByteBuffer.allocate(12).putLong(number).putInt(length).flip());
    checksum.update(bytes, 0, length);
    return (int) checksum.getValue();
  }
}
