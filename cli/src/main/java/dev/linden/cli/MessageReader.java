package dev.linden.cli;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;

/**
 * Takes messages off a connection. As a channel it gives the contents of the current message and
 * then ends. Contents come in pieces that say how long they are, so that the next message is found
 * whatever this one holds.
 */
final class MessageReader implements ReadableByteChannel {
  /** Longer pieces are taken for garbage. */
  static final int LONGEST_PIECE = 1 << 24;

  /** In place of the length of a piece. */
  static final int END = 0;

  static final int GIVEN_UP = -1;

  private static final int BUFFER_BYTES = 1 << 16;

  /** The sender does not want to complete the message. */
  static final class GivenUpException extends IOException {
    private static final long serialVersionUID = 1L;

    GivenUpException() {
      super("the sender gave the message up");
    }
  }

  /** Nobody knows where the next message begins. */
  static final class BrokenException extends IOException {
    private static final long serialVersionUID = 1L;

    BrokenException(String message) {
      super(message);
    }
  }

  private final ReadableByteChannel channel;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);

  private int kind;
  private int number;

  /** Bytes of the current piece that are still to come. */
  private int left;

  private boolean ended = true;

  MessageReader(ReadableByteChannel channel) {
    this.channel = channel;
  }

  /** Goes to the next message; false when the other side has hung up. */
  boolean next() throws IOException {
    skip();
    if (!buffer.hasRemaining() && !fill()) {
      return false;
    }
    kind = buffer.get() & 0xff;
    number = readInt();
    left = 0;
    ended = false;
    return true;
  }

  int kind() {
    return kind;
  }

  /** Number of the request that the message is about. */
  int number() {
    return number;
  }

  /** Leaves out what has not been read of the current message. */
  void skip() throws IOException {
    try {
      while (left > 0 || nextPiece()) {
        if (!buffer.hasRemaining() && !fill()) {
          throw hungUp();
        }
        int part = Math.min(left, buffer.remaining());
        buffer.position(buffer.position() + part);
        left -= part;
      }
    } catch (GivenUpException e) {
      // Then it has ended as well.
    }
  }

  /** A number outside of messages. */
  int readInt() throws IOException {
    while (buffer.remaining() < Integer.BYTES) {
      if (!fill()) {
        throw hungUp();
      }
    }
    return buffer.getInt();
  }

  private boolean nextPiece() throws IOException {
    if (ended) {
      return false;
    }
    int length = readInt();
    if (length > 0 && length <= LONGEST_PIECE) {
      left = length;
      return true;
    }
    ended = true;
    if (length == GIVEN_UP) {
      throw new GivenUpException();
    }
    if (length != END) {
      throw new BrokenException(
          "a piece of a message has 1 to " + LONGEST_PIECE + " bytes, not " + length);
    }
    return false;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    if (left == 0 && !nextPiece()) {
      return -1;
    }
    int part = Math.min(left, target.remaining());
    if (buffer.hasRemaining()) {
      part = Math.min(part, buffer.remaining());
      target.put(buffer.slice(buffer.position(), part));
      buffer.position(buffer.position() + part);
    } else {
      int limit = target.limit();
      target.limit(target.position() + part);
      part = channel.read(target);
      target.limit(limit);
      if (part < 0) {
        throw hungUp();
      }
    }
    left -= part;
    return part;
  }

  private boolean fill() throws IOException {
    buffer.compact();
    int read = channel.read(buffer);
    buffer.flip();
    return read > 0;
  }

  private static EOFException hungUp() {
    return new EOFException("the connection ended in the middle of a message");
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
