package dev.linden.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.WritableByteChannel;

/**
 * Puts messages on a connection, in the form that {@link MessageReader} takes them off: as a
 * channel it makes a piece of whatever is written to it.
 */
final class MessageWriter implements WritableByteChannel {
  private static final int HEAD_BYTES = Byte.BYTES + Integer.BYTES;

  private final GatheringByteChannel channel;
  private final ByteBuffer head =
      ByteBuffer.allocateDirect(HEAD_BYTES + Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);

  MessageWriter(GatheringByteChannel channel) {
    this.channel = channel;
  }

  void begin(char kind, int number) throws IOException {
    head.clear().put((byte) kind).putInt(number);
    send(head.flip());
  }

  /** The message is complete. */
  void end() throws IOException {
    writeInt(MessageReader.END);
  }

  /** The message will not be completed; its receiver forgets it. */
  void giveUp() throws IOException {
    writeInt(MessageReader.GIVEN_UP);
  }

  /** A number outside of messages, or in place of a piece. */
  void writeInt(int value) throws IOException {
    head.clear().putInt(value);
    send(head.flip());
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    int length = bytes.remaining();
    if (length > 0) {
      head.clear().putInt(length);
      send(head.flip(), bytes);
    }
    return length;
  }

  private void send(ByteBuffer... parts) throws IOException {
    while (parts[parts.length - 1].hasRemaining()) {
      channel.write(parts);
    }
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
