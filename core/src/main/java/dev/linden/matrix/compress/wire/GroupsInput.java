package dev.linden.matrix.compress.wire;

import dev.linden.base.InputError;
import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads what {@link GroupsOutput} writes. Whatever is damaged, or is not there any more, is an
 * error of the input; so is a count of numbers that take more bytes than there are, which would
 * otherwise ask for memory that nobody needs.
 */
public final class GroupsInput {
  private final DataInput in;
  private final long most;
  private final ByteBuffer piece =
      ByteBuffer.allocate(GroupsOutput.PIECE).order(ByteOrder.LITTLE_ENDIAN).limit(0);
  private long number;

  /**
   * @param most bytes that there may be
   */
  public GroupsInput(DataInput in, long most) {
    this.in = in;
    this.most = most;
  }

  public int takeByte() throws IOException {
    return present(1).get();
  }

  public int takeInt() throws IOException {
    return present(Integer.BYTES).getInt();
  }

  public int[] takeInts(int count) throws IOException {
    expect(count, Integer.BYTES);
    int[] values = new int[count];
    for (int done = 0; done < count; ) {
      ByteBuffer from = present(Integer.BYTES);
      int part = Math.min(count - done, from.remaining() / Integer.BYTES);
      from.asIntBuffer().get(values, done, part);
      from.position(from.position() + part * Integer.BYTES);
      done += part;
    }
    return values;
  }

  public double[] takeDoubles(int count) throws IOException {
    expect(count, Double.BYTES);
    double[] values = new double[count];
    takeDoubles(values);
    return values;
  }

  /** As many as there is room for. */
  public void takeDoubles(double[] values) throws IOException {
    for (int done = 0; done < values.length; ) {
      ByteBuffer from = present(Double.BYTES);
      int part = Math.min(values.length - done, from.remaining() / Double.BYTES);
      from.asDoubleBuffer().get(values, done, part);
      from.position(from.position() + part * Double.BYTES);
      done += part;
    }
  }

  /** {@code n} bytes to the start of an array. */
  public void takeBytes(byte[] values, int n) throws IOException {
    for (int done = 0; done < n; ) {
      ByteBuffer from = present(1);
      int part = Math.min(n - done, from.remaining());
      from.get(values, done, part);
      done += part;
    }
  }

  /** That so many numbers follow. */
  public void expect(long count, int bytesEach) {
    if (count < 0 || count > most / bytesEach) {
      throw new InputError(
          "a compressed matrix lists " + count + " numbers, more than there are bytes");
    }
  }

  /** The piece with at least so many bytes left: no number lies in two. */
  private ByteBuffer present(int bytes) throws IOException {
    if (!piece.hasRemaining()) {
      next();
    }
    if (piece.remaining() < bytes) {
      throw damaged("a number is cut off");
    }
    return piece;
  }

  private void next() throws IOException {
    try {
      byte[] head = new byte[2 * Integer.BYTES];
      in.readFully(head);
      ByteBuffer numbers = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
      int length = numbers.getInt();
      int expected = numbers.getInt();
      if (length < 0 || length > GroupsOutput.PIECE) {
        throw damaged("a piece has the length " + length);
      }
      in.readFully(piece.array(), 0, length);
      int found = GroupsOutput.checksum(number++, piece.array(), length);
      if (found != expected) {
        throw damaged(String.format("expected checksum %08x, found %08x", expected, found));
      }
      piece.clear().limit(length);
    } catch (EOFException e) {
      throw damaged("it ends too early");
    }
  }

  /** That nothing is left but the end. */
  public void finish() throws IOException {
    if (!piece.hasRemaining()) {
      next();
    }
    if (piece.hasRemaining()) {
      throw damaged("there is more than its groups");
    }
  }

  private static InputError damaged(String how) {
    return new InputError("a compressed matrix is damaged: " + how);
  }
}
