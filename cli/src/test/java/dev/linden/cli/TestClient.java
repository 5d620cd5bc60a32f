package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Speaks to a {@link Server} byte by byte, so that it can also say what makes no sense. */
final class TestClient implements AutoCloseable {
  static final int GREETING = 0x4E44_4E4C;
  static final int VERSION = 5;

  /** A message from the server. */
  record Answer(char kind, int number, byte[] contents) {
    ByteBuffer buffer() {
      return ByteBuffer.wrap(contents).order(ByteOrder.LITTLE_ENDIAN);
    }

    String text() {
      return text(buffer());
    }

    /** Contents of an error: its kind, a space, its text. */
    String failure() {
      ByteBuffer buffer = buffer();
      return text(buffer) + " " + text(buffer);
    }

    private static String text(ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.getInt()];
      buffer.get(bytes);
      return new String(bytes, UTF_8);
    }

    /** Contents of which the parts come one after the other. */
    Parts parts() {
      return new Parts(buffer());
    }

    /** Value of a result that is one int. */
    long integer() {
      ByteBuffer buffer = buffer();
      return buffer.get() == 'i' ? buffer.getLong() : Long.MIN_VALUE;
    }
  }

  /** Reads contents from their beginning on. */
  static final class Parts {
    private final ByteBuffer buffer;

    private Parts(ByteBuffer buffer) {
      this.buffer = buffer;
    }

    byte flag() {
      return buffer.get();
    }

    int integer() {
      return buffer.getInt();
    }

    long number() {
      return buffer.getLong();
    }

    double cell() {
      return buffer.getDouble();
    }

    String text() {
      return Answer.text(buffer);
    }

    List<String> texts() {
      List<String> texts = new ArrayList<>();
      for (int count = integer(); count > 0; count--) {
        texts.add(text());
      }
      return texts;
    }

    boolean atEnd() {
      return !buffer.hasRemaining();
    }
  }

  /** Contents of a message. */
  static final class Contents {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Contents put(int... values) {
      for (int value : values) {
        bytes.write(value);
      }
      return this;
    }

    private Contents put(ByteBuffer buffer) {
      bytes.writeBytes(buffer.array());
      return this;
    }

    Contents putInt(int value) {
      return put(little(Integer.BYTES).putInt(value));
    }

    Contents putLong(long value) {
      return put(little(Long.BYTES).putLong(value));
    }

    Contents putDouble(double value) {
      return put(little(Double.BYTES).putDouble(value));
    }

    Contents putText(String text) {
      byte[] utf = text.getBytes(UTF_8);
      putInt(utf.length);
      bytes.writeBytes(utf);
      return this;
    }

    byte[] bytes() {
      return bytes.toByteArray();
    }
  }

  private final SocketChannel channel;

  /** Connects and greets. */
  TestClient(Path socket) throws IOException {
    this(socket, GREETING, VERSION);
    if (readInt() != GREETING || readInt() != VERSION || read().kind() != 'H') {
      throw new IOException("no greeting");
    }
  }

  TestClient(Path socket, int greeting, int version) throws IOException {
    channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    send(little(2 * Integer.BYTES).putInt(greeting).putInt(version).array());
  }

  static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A script without arguments and inputs. */
  static byte[] script(String text, String... outputs) {
    Contents contents =
        new Contents().putText(text).putText("dml").putInt(0).putInt(0).putInt(outputs.length);
    for (String output : outputs) {
      contents.putText(output);
    }
    return contents.bytes();
  }

  /** A text as inputs of sessions come. */
  static Contents source(String text) {
    return new Contents().putText(text).putText("dml").putText("input");
  }

  /** An input without arguments and variables. */
  static byte[] input(String text, int asked, String... outputs) {
    Contents contents = source(text).putInt(0).putInt(0).putInt(outputs.length);
    for (String output : outputs) {
      contents.putText(output);
    }
    return contents.putInt(asked).bytes();
  }

  static byte[] message(char kind, int number, byte[] contents) {
    Contents message = new Contents().put(kind).putInt(number);
    if (contents.length > 0) {
      message.putInt(contents.length).bytes.writeBytes(contents);
    }
    return message.putInt(0).bytes();
  }

  void send(byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  void send(char kind, int number, byte[] contents) throws IOException {
    send(message(kind, number, contents));
  }

  /** No more will come from here. */
  void end() throws IOException {
    channel.shutdownOutput();
  }

  int readInt() throws IOException {
    return readAll(Integer.BYTES).getInt();
  }

  private ByteBuffer readAll(int bytes) throws IOException {
    ByteBuffer buffer = little(bytes);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new IOException("the server has hung up");
      }
    }
    return buffer.flip();
  }

  /** The next message; one that the server gave up is left out. */
  Answer read() throws IOException {
    while (true) {
      char kind = (char) readAll(1).get();
      int number = readInt();
      ByteArrayOutputStream contents = new ByteArrayOutputStream();
      int length = readInt();
      while (length > 0) {
        contents.writeBytes(readAll(length).array());
        length = readInt();
      }
      if (length == 0) {
        return new Answer(kind, number, contents.toByteArray());
      }
    }
  }

  /** The answer to a request, after what its script prints. */
  Answer ask(char kind, int number, byte[] contents) throws IOException {
    send(kind, number, contents);
    Answer answer = read();
    while (answer.kind() == 'P') {
      answer = read();
    }
    return answer;
  }

  /** All that the server still has to say, until it hangs up. */
  String rest() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer buffer = little(1 << 12);
    try {
      while (channel.read(buffer) >= 0) {
        all.write(buffer.array(), 0, buffer.position());
        buffer.clear();
      }
    } catch (IOException e) {
      // It hung up with bytes unread, which the system reports as an error.
    }
    return all.toString(UTF_8);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
