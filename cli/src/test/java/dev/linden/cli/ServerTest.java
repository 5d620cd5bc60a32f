package dev.linden.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.base.Settings;
import dev.linden.cli.TestClient.Answer;
import dev.linden.cli.TestClient.Contents;
import dev.linden.testkit.Await;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What clients of a server can say, sensible or not, and when they leave. */
@Timeout(60)
class ServerTest {
  private static final String ENDLESS = "print('go')\nwhile (TRUE) { x = 1 }";

  @TempDir Path folder;
  private Path socket;
  private Server server;

  @BeforeEach
  void start() {
    socket = folder.resolve("s");
    server = new Server(socket, Settings.DEFAULTS);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static void assertAlive(TestClient client, int number) throws IOException {
    Answer answer = client.ask('R', number, TestClient.script("y = 6 * 7", "y"));
    assertEquals('D', answer.kind());
    assertEquals(number, answer.number());
    assertEquals(42, answer.integer());
  }

  /** An error answer about request 5, after which the connection still works. */
  private void assertRefused(String expected, char kind, byte[] contents) throws IOException {
    try (TestClient client = new TestClient(socket)) {
      Answer answer = client.ask(kind, 5, contents);
      assertEquals('E', answer.kind());
      assertEquals(5, answer.number());
      assertTrue(answer.failure().startsWith(expected), answer.failure());
      assertAlive(client, 6);
    }
  }

  private static Contents withInput() {
    return new Contents().putText("y = 1").putText("dml").putInt(0).putInt(1).putText("X");
  }

  @Test
  void answersCarryTheNumberOfTheirRequest() throws IOException {
    try (TestClient client = new TestClient(socket)) {
      client.send('R', 17, TestClient.script("print('a')\ny = 1", "y"));
      client.send('R', -4, TestClient.script("y = 2", "y"));
      Answer printed = client.read();
      assertEquals("P 17 a", printed.kind() + " " + printed.number() + " " + printed.text());
      Answer first = client.read();
      assertEquals("D 17 1", first.kind() + " " + first.number() + " " + first.integer());
      Answer second = client.read();
      assertEquals("D -4 2", second.kind() + " " + second.number() + " " + second.integer());
    }
  }

  @Test
  void aScriptIsCalledOffAndTheNextRuns() throws IOException {
    try (TestClient client = new TestClient(socket)) {
      client.send('R', 1, TestClient.script(ENDLESS));
      assertEquals('P', client.read().kind());
      client.send('R', 2, TestClient.script("y = 2", "y"));
      client.send('R', 3, TestClient.script("y = 3", "y"));
      client.send('C', 2, new byte[0]); // while it waits
      client.send('C', 99, new byte[0]); // nobody's
      client.send('C', 1, new byte[0]);
      assertEquals("cancelled the execution was cancelled", client.read().failure());
      Answer waited = client.read();
      assertEquals(2, waited.number());
      assertEquals("cancelled the execution was cancelled", waited.failure());
      assertEquals(3, client.read().integer());
    }
  }

  @Test
  void aClientThatLeavesEndsItsScript() throws IOException, InterruptedException {
    TestClient client = new TestClient(socket);
    client.send('R', 1, TestClient.script(ENDLESS));
    assertEquals('P', client.read().kind());
    assertEquals(1, server.clients());
    client.close();
    Await.until(() -> server.clients() == 0, "the script ends");
  }

  @Test
  void aClientThatLeavesWithinAMessageIsForgotten() throws IOException, InterruptedException {
    try (TestClient client = new TestClient(socket)) {
      client.send(new byte[] {'R', 1, 0, 0, 0, 100, 0, 0, 0, 1, 2, 3});
    }
    Await.until(() -> server.clients() == 0, "the client is forgotten");
  }

  @Test
  void aMessageThatIsGivenUpHasNoAnswer() throws IOException {
    try (TestClient client = new TestClient(socket)) {
      client.send(new Contents().put('R').putInt(1).putInt(3).put(1, 2, 3).putInt(-1).bytes());
      assertAlive(client, 2);
    }
  }

  @Test
  void aMessageMayComeInAnyPieces() throws IOException {
    try (TestClient client = new TestClient(socket)) {
      client.send(new Contents().put('R').putInt(1).bytes());
      for (byte part : TestClient.script("y = 5", "y")) {
        client.send(new Contents().putInt(1).put(part).bytes());
      }
      client.send(new Contents().putInt(0).bytes());
      assertEquals(5, client.read().integer());
    }
  }

  @Test
  void aMatrixIsNoArgument() throws IOException {
    Contents contents = new Contents().putText("y = $a").putText("dml").putInt(1).putText("a");
    contents.put('M').putLong(1).putLong(1).putDouble(3).putInt(0).putInt(0);
    assertRefused(
        "input the argument $a is a matrix; expected a number, a boolean or a text",
        'R',
        contents.bytes());
  }

  @Test
  void aValueBeyondTheHeapIsRefused() throws IOException {
    Contents contents = withInput().put('M').putLong(2_000_000_000).putLong(2_000_000_000);
    assertRefused("resource a value of 3.200e+19 bytes does not fit", 'R', contents.bytes());
    assertRefused(
        "resource a value of",
        'R',
        withInput().put('F').putInt(Integer.MAX_VALUE).putInt(1).putText("c").put('i').bytes());
  }

  @Test
  void absurdCountsAreRefused() throws IOException {
    assertRefused("input -1 is not a number of bytes", 'R', new Contents().putInt(-1).bytes());
    assertRefused(
        "input -2 is not a number of arguments",
        'R',
        new Contents().putText("y = 1").putText("dml").putInt(-2).bytes());
    assertRefused(
        "input -1 is not a number of rows, columns or non-zeros",
        'R',
        withInput().put('M').putLong(-1).putLong(4).bytes());
    assertRefused(
        "input 4611686018427387904 rows, columns or non-zeros are too many",
        'R',
        withInput().put('M').putLong(1L << 62).putLong(4).bytes());
    assertRefused(
        "input -3 is not a number of rows", 'R', withInput().put('F').putInt(-3).putInt(1).bytes());
    assertRefused(
        "input -5 is not a number of elements", 'R', withInput().put('L').putInt(-5).bytes());
    assertRefused(
        "input the message ends too early", 'R', new Contents().putInt(Integer.MAX_VALUE).bytes());
    assertRefused(
        "input the message ends too early",
        'R',
        withInput().put('L').putInt(Integer.MAX_VALUE).put(0, 'd').putDouble(1).bytes());
  }

  @Test
  void contentsThatMakeNoSenseAreRefused() throws IOException {
    assertRefused("input there is no kind of request", 'q', new byte[0]);
    assertRefused("input the message ends too early", 'R', new byte[0]);
    assertRefused(
        "input the message holds more",
        'R',
        new Contents().putText("").putText("dml").putInt(0).putInt(0).putInt(0).put(7).bytes());
    assertRefused("input there is no kind of value 122", 'R', withInput().put('z').bytes());
    assertRefused("input a text is not UTF-8", 'R', new Contents().putInt(1).put(0xff).bytes());
    Contents twice = new Contents().putText("y = 1").putText("dml").putInt(2);
    twice.putText("a").put('i').putLong(1).putText("a").put('i').putLong(2);
    assertRefused("input the argument $a is given twice", 'R', twice.bytes());
    Contents nested = withInput();
    for (int i = 0; i < 100_000; i++) {
      nested.put('L').putInt(1).put(0);
    }
    assertRefused("input lists nest more than 100 deep", 'R', nested.bytes());
    Contents sparse = withInput().put('C').putLong(1).putLong(1).putLong(1);
    sparse.putInt(0).putInt(1).putInt(8).putDouble(1);
    assertRefused("input the columns of sparse row 1 must ascend", 'R', sparse.bytes());
    Contents level =
        new Contents().putText("y = 1").putText("dml").putInt(0).putInt(0).putInt(0).putText("no");
    assertRefused("input there is no level no of explain", 'X', level.bytes());
  }

  @Test
  void clientsOfARestrictedServerAreRestricted() throws IOException {
    Path inside = Files.createDirectory(folder.resolve("inside"));
    Files.writeString(inside.resolve("x.csv"), "5\n");
    Files.writeString(folder.resolve("secret.csv"), "6\n");
    Path other = folder.resolve("r");
    Settings settings = Settings.DEFAULTS.with("restricted", inside.toString());
    try (Server restricted = new Server(other, settings);
        TestClient client = new TestClient(other)) {
      assertEquals(1, restricted.clients());
      String read = "y = as.integer(sum(read('" + inside + "/%s')))";
      assertEquals(
          5, client.ask('R', 1, TestClient.script(read.formatted("x.csv"), "y")).integer());
      String failure =
          client.ask('R', 2, TestClient.script(read.formatted("../secret.csv"), "y")).failure();
      assertTrue(failure.startsWith("script ") && failure.contains("out of reach"), failure);
      assertAlive(client, 3);
    }
  }

  @Test
  void numbersOfRequestsDiffer() throws IOException {
    try (TestClient client = new TestClient(socket)) {
      assertEquals(0, client.ask('R', 0, TestClient.script("y = 1")).number());
      client.send('R', 1, TestClient.script(ENDLESS));
      assertEquals('P', client.read().kind());
      assertTrue(
          client.ask('R', 1, TestClient.script("y = 1")).failure().startsWith("input the number"));
    }
  }

  @Test
  void onlyThatConnectionEndsWhenItsMessagesAreLost() throws IOException {
    try (TestClient other = new TestClient(socket)) {
      for (int length : new int[] {-2, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
        try (TestClient client = new TestClient(socket)) {
          client.send(new Contents().put('R').putInt(1).putInt(length).bytes());
          Answer answer = client.read();
          assertEquals(0, answer.number());
          assertTrue(answer.failure().startsWith("input a piece of a message"), answer.failure());
          assertEquals("", client.rest());
        }
        assertAlive(other, 1);
      }
    }
  }

  @Test
  void othersThanClientsAreSentAway() throws IOException {
    try (TestClient client = new TestClient(socket, 0x5445_4547, 0x2F20)) { // GET /
      assertEquals("", client.rest());
    }
    try (TestClient client = new TestClient(socket, TestClient.GREETING, 1)) {
      assertEquals(TestClient.GREETING, client.readInt());
      assertEquals(TestClient.VERSION, client.readInt());
      assertEquals("", client.rest());
    }
  }

  @Test
  void theFileOfADeadServerIsReplacedAndThatOfALivingOneStays() throws IOException {
    assertThrows(InputError.class, () -> new Server(socket, Settings.DEFAULTS));
    Path dead = folder.resolve("dead");
    try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listener.bind(UnixDomainSocketAddress.of(dead));
    }
    try (Server next = new Server(dead, Settings.DEFAULTS);
        TestClient client = new TestClient(dead)) {
      assertEquals(0, next.clients() - 1);
      assertAlive(client, 1);
    }
    assertTrue(Files.notExists(dead));
    Path file = Files.writeString(folder.resolve("file"), "mine");
    assertThrows(InputError.class, () -> new Server(file, Settings.DEFAULTS));
    assertEquals("mine", Files.readString(file));
  }

  // ---- sessions

  /** What a request is answered with, of which the kind must be {@code D}. */
  private static TestClient.Parts done(TestClient client, char kind, byte[] contents)
      throws IOException {
    Answer answer = client.ask(kind, 9, contents);
    assertEquals('D', answer.kind(), () -> answer.kind() == 'E' ? answer.failure() : "");
    assertEquals(9, answer.number());
    return answer.parts();
  }

  private static byte[] text(String... texts) {
    Contents contents = new Contents();
    for (String text : texts) {
      contents.putText(text);
    }
    return contents.bytes();
  }

  @Test
  void inputsOfASessionKeepTheirVariables() throws IOException {
    try (TestClient client = new TestClient(socket)) {
      TestClient.Parts first = done(client, 'S', TestClient.input("x = 20\nx + 1", 0, "x"));
      assertEquals(1, first.flag());
      assertEquals("21", first.text());
      assertTrue(first.text().contains("21"));
      assertEquals(List.of("x"), first.texts());
      assertEquals('i', first.flag());
      assertEquals(20, first.number());
      assertTrue(first.atEnd());

      Answer failed = client.ask('S', 3, TestClient.input("x = 1\ny = nosuch(x)", 0));
      assertEquals('E', failed.kind());
      assertTrue(failed.failure().startsWith("script "), failed.failure());
      TestClient.Parts second = done(client, 'S', TestClient.input("y = x * 2", 0, "y"));
      assertEquals(0, second.flag());
      assertEquals(List.of("y"), second.texts());
      assertEquals('i', second.flag());
      assertEquals(40, second.number());
    }
  }

  @Test
  void aSessionTellsOfItsVariablesAndForgetsThem() throws IOException {
    try (TestClient client = new TestClient(socket)) {
      done(client, 'S', TestClient.input("X = matrix(0, rows=3, cols=2)\nn = 5\ns = 'a'", 0));
      TestClient.Parts variables = done(client, 'V', new byte[0]);
      assertEquals(3, variables.integer());
      assertEquals("X", variables.text());
      assertEquals("matrix", variables.text());
      assertEquals(3, variables.number());
      assertEquals(2, variables.number());
      assertEquals(0, variables.number());
      assertTrue(variables.number() >= 0);
      variables.text();
      assertEquals("n", variables.text());

      TestClient.Parts head =
          done(client, 'Y', new Contents().putText("X").putInt(2).putInt(10).bytes());
      String table = head.text();
      assertTrue(table.startsWith("3x2 matrix, 0 non-zeros"), table);
      assertTrue(table.endsWith("… 1 more row\n"), table);
      assertTrue(head.text().startsWith("<table"));
      assertTrue(head.atEnd());
      byte[] none = new Contents().putText("Y").putInt(2).putInt(10).bytes();
      assertEquals('E', client.ask('Y', 4, none).kind());

      byte[] removed = new Contents().putInt(2).putText("X").putText("nosuch").bytes();
      assertEquals(List.of("X"), done(client, 'Z', removed).texts());
      assertEquals(2, done(client, 'V', new byte[0]).integer());
    }
  }

  @Test
  void namesOfRowsAndColumnsTravel() throws IOException {
    Contents named = TestClient.source("B = t(A)").putInt(0).putInt(1).putText("A");
    named.put('N', 0, 1).putInt(2).putText("u").putText("v");
    named.put('M').putLong(1).putLong(2).putDouble(5).putDouble(6);
    try (TestClient client = new TestClient(socket)) {
      byte[] request = named.putInt(1).putText("B").putInt(0).bytes();
      TestClient.Parts turned = done(client, 'S', request);
      assertEquals(0, turned.flag());
      assertEquals(List.of("B"), turned.texts());
      assertEquals('N', turned.flag());
      assertEquals(1, turned.flag());
      assertEquals(List.of("u", "v"), turned.texts());
      assertEquals(0, turned.flag());
      assertEquals('M', turned.flag());
      assertEquals(2, turned.number());
      assertEquals(1, turned.number());
      assertEquals(5, turned.cell());
      assertEquals(6, turned.cell());
      assertTrue(turned.atEnd());
    }
    Contents wrong = TestClient.source("x = 1").putInt(0).putInt(1).putText("A");
    wrong.put('N', 0, 0, 'i').putLong(1).putInt(0).putInt(0);
    assertRefused("input names of rows and columns", 'S', wrong.bytes());
  }

  @Test
  void aSessionExplainsCompletesAndLooksUp() throws IOException {
    try (TestClient client = new TestClient(socket)) {
      done(client, 'S', TestClient.input("alpha = matrix(1, rows=10, cols=10)", 0));
      byte[] explained = TestClient.source("sum(alpha)").putText("hops").put(0).bytes();
      String plan = done(client, 'Q', explained).text();
      assertTrue(plan.contains("alpha"), plan);
      byte[] asJson = TestClient.source("sum(alpha)").putText("hops").put(1).bytes();
      assertTrue(done(client, 'Q', asJson).text().startsWith("{"));

      assertEquals(0, done(client, 'U', TestClient.source("x = 1").bytes()).flag());
      assertEquals(1, done(client, 'U', TestClient.source("if (TRUE) {").bytes()).flag());
      assertEquals(2, done(client, 'U', TestClient.source("x = )").bytes()).flag());

      byte[] unfinished = new Contents().putText("y = alp + 1").putInt(7).bytes();
      TestClient.Parts words = done(client, 'T', unfinished);
      assertEquals(4, words.integer());
      assertEquals(7, words.integer());
      assertEquals(1, words.integer());
      assertEquals("alpha", words.text());

      TestClient.Parts page = done(client, 'I', text("lm"));
      assertEquals(1, page.flag());
      assertTrue(page.text().contains("Linear regression"));
      assertTrue(page.text().contains("lm = function"));
      assertEquals(0, done(client, 'I', text("nothingOfThisName")).flag());
    }
  }
}
