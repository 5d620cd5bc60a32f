package dev.linden.cli;

import static dev.linden.testkit.RandomTests.SEED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.linden.base.Settings;
import dev.linden.cli.TestClient.Answer;
import dev.linden.cli.TestClient.Contents;
import dev.linden.testkit.RandomTests;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random frames: requests with some bytes changed, and noise. Whatever comes, a message that is
 * complete gets one answer that is no bug, others do at most end their connection, and the server
 * goes on. More of them with {@code -Dlinden.frames=1000000 -Dlinden.seed=7}.
 */
@Timeout(3600)
@Tag("random")
class ServerFuzzTest {
  private static final int FRAMES = RandomTests.rounds("linden.frames", 1000, 10_000);
  private static final int ENDS_OF_CONNECTION_EVERY = 10;
  private static final int[] ODD_INTS = {
    0, 1, -1, 2, 255, 256, 65_536, 1 << 20, 1 << 24, Integer.MAX_VALUE, Integer.MIN_VALUE, -2, 1000
  };

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final AtomicReference<Throwable> uncaught = new AtomicReference<>();

  @Test
  void nothingThatClientsSendHurtsTheServer(@TempDir Path folder) throws IOException {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.set(e));
    Settings settings = Settings.DEFAULTS.with(Settings.THREADS, 1);
    Path socket = folder.resolve("s");
    try (Server server = new Server(socket, settings);
        TestClient sound = new TestClient(socket)) {
      TestClient client = new TestClient(socket);
      for (int i = 1; i <= FRAMES; i++) {
        if (random.nextInt(ENDS_OF_CONNECTION_EVERY) == 0) {
          broken(client, i);
          client.close();
          assertEquals(i, sound.ask('R', i, TestClient.script("y = " + i, "y")).integer());
          client = new TestClient(socket);
        } else {
          wrongContents(client, i);
        }
        assertNull(uncaught.get(), () -> "seed " + SEED + ": " + uncaught.get());
      }
      client.close();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  /** A whole message of some kind; its contents may be anything. */
  private void wrongContents(TestClient client, int number) throws IOException {
    char kind =
        random.nextInt(20) == 0 ? (char) random.nextInt(256) : random.nextInt(4) == 0 ? 'X' : 'R';
    byte[] contents = random.nextInt(10) == 0 ? noise(random.nextInt(200)) : changed(request(kind));
    if (kind == 'C') {
      client.send(kind, number, contents); // has no answer
      return;
    }
    Answer answer = client.ask(kind, number, contents);
    assertEquals(number, answer.number(), () -> "seed " + SEED + " frame " + number);
    if (answer.kind() == 'E') {
      String failure = answer.failure();
      assertFalse(
          failure.startsWith("bug"), () -> "seed " + SEED + " frame " + number + ": " + failure);
    } else {
      assertEquals('D', answer.kind());
    }
  }

  /** Bytes that need not even be messages, then the end. */
  private void broken(TestClient client, int number) throws IOException {
    byte[] bytes =
        random.nextBoolean()
            ? noise(random.nextInt(100))
            : changed(TestClient.message('R', number, request('R')));
    try {
      client.send(bytes);
      client.end();
    } catch (IOException e) {
      return; // it has hung up before it got all
    }
    String rest = client.rest();
    assertFalse(rest.contains("a bug in"), () -> "seed " + SEED + " frame " + number + ": " + rest);
  }

  private byte[] noise(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private byte[] changed(byte[] original) {
    byte[] bytes = original.clone();
    for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt(256);
        case 2 -> bytes = Arrays.copyOf(bytes, at);
        case 3 ->
            bytes =
                joined(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at / 2, bytes.length));
        default -> {
          if (at + Integer.BYTES <= bytes.length) {
            ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(at, ODD_INTS[random.nextInt(ODD_INTS.length)]);
          }
        }
      }
    }
    return bytes;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** A request that makes sense. */
  private byte[] request(char kind) {
    Contents contents = new Contents().putText("y = 1\nz = X").putText("dml");
    int arguments = random.nextInt(3);
    contents.putInt(arguments);
    for (int i = 0; i < arguments; i++) {
      scalar(contents.putText("a" + i));
    }
    contents.putInt(1).putText("X");
    value(contents, 0);
    contents.putInt(2).putText("y").putText("z");
    return (kind == 'X' ? contents.putText("hops") : contents).bytes();
  }

  private void scalar(Contents contents) {
    switch (random.nextInt(4)) {
      case 0 -> contents.put('d').putDouble(random.nextDouble());
      case 1 -> contents.put('i').putLong(random.nextLong());
      case 2 -> contents.put('b', random.nextInt(3));
      default -> contents.put('s').putText("text");
    }
  }

  private void value(Contents contents, int depth) {
    switch (random.nextInt(depth < 3 ? 5 : 4)) {
      case 0 -> scalar(contents);
      case 1 -> {
        int rows = random.nextInt(4);
        int cols = random.nextInt(4);
        contents.put('M').putLong(rows).putLong(cols);
        for (int i = 0; i < rows * cols; i++) {
          contents.putDouble(random.nextInt(3));
        }
      }
      case 2 -> {
        contents.put('C').putLong(2).putLong(3).putLong(2).putInt(0).putInt(1).putInt(2);
        contents.putInt(random.nextInt(3)).putInt(random.nextInt(3)).putDouble(1).putDouble(2);
      }
      case 3 -> {
        contents.put('F').putInt(2).putInt(4);
        contents.putText("a").put('d').putDouble(1).putDouble(2);
        contents.putText("b").put('i').putLong(1).putLong(2);
        contents.putText("c").put('b', 0, 1);
        contents.putText("d").put('s', 0, 1).putText("x");
      }
      default -> {
        int size = random.nextInt(4);
        boolean named = random.nextBoolean();
        contents.put('L').putInt(size).put(named ? 1 : 0);
        for (int i = 0; i < size; i++) {
          value(named ? contents.putText("n" + i) : contents, depth + 1);
        }
      }
    }
  }
}
