package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A real browser without a window, spoken to by its debugging protocol. Tests that need it are
 * skipped where there is none; Debian's package is {@code chromium}.
 */
final class Chromium implements AutoCloseable {
  private static final long MOST_MILLIS = 60_000;

  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--disable-dev-shm-usage",
          "--window-size=1400,900",
          "--remote-debugging-port=0");

  private final Process process;
  private final WebSocket socket;

  /** Everything the browser has said, guarded by itself. */
  private final List<String> messages = new ArrayList<>();

  private int sent;

  private Chromium(Process process, String port) throws IOException, InterruptedException {
    this.process = process;
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest list =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json")).build();
    String pages = client.send(list, BodyHandlers.ofString()).body();
    Matcher page =
        Pattern.compile(
                "\"type\": \"page\".*?\"webSocketDebuggerUrl\": \"([^\"]+)\"", Pattern.DOTALL)
            .matcher(pages);
    if (!page.find()) {
      throw new IOException("no page in " + pages);
    }
    socket =
        client.newWebSocketBuilder().buildAsync(URI.create(page.group(1)), new Collector()).join();
    for (String domain : List.of("Page", "Runtime", "Network", "Log")) {
      send(domain + ".enable", Map.of());
    }
  }

  /** Starts one with a profile of its own in the folder. */
  static Chromium start(Path folder) throws IOException, InterruptedException {
    String program = program();
    Assumptions.assumeTrue(program != null, "no Chromium: apt-get install chromium");
    List<String> command = new ArrayList<>();
    command.add(program);
    command.addAll(FLAGS);
    command.add("--user-data-dir=" + folder);
    command.add("about:blank");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      Path port = folder.resolve("DevToolsActivePort");
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS);
      while (!Files.exists(port) || Files.readAllLines(port).size() < 2) {
        if (!process.isAlive() || System.nanoTime() > end) {
          throw new IOException("Chromium does not start");
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
      return new Chromium(process, Files.readAllLines(port).get(0));
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** Null if there is none. */
  private static String program() {
    return Stream.of(System.getenv("PATH").split(":"))
        .flatMap(
            folder ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst()
        .orElse(null);
  }

  /** Loads a page and waits until it is there. */
  void open(String address) throws InterruptedException {
    synchronized (messages) {
      messages.clear();
    }
    send("Page.navigate", Map.of("url", address));
    await("\"method\":\"Page.loadEventFired\"");
  }

  /** The value of an expression, or of what it promises, as text. */
  String evaluate(String expression) throws InterruptedException {
    // Encoded in the page, so that the answer is the same in JSON.
    String encoded = "(async () => encodeURIComponent(String(await (" + expression + "))))()";
    String answer =
        send(
            "Runtime.evaluate",
            Map.of("expression", encoded, "awaitPromise", true, "returnByValue", true));
    Matcher value = Pattern.compile("\"value\":\"([^\"]*)\"").matcher(answer);
    if (answer.contains("exceptionDetails") || !value.find()) {
      throw new AssertionError(expression + ": " + answer);
    }
    return URLDecoder.decode(value.group(1).replace("+", "%2B"), UTF_8);
  }

  /** Waits until an expression is true. */
  void until(String expression) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS);
    while (!evaluate("Boolean(" + expression + ")").equals("true")) {
      if (System.nanoTime() > end) {
        throw new AssertionError("never true: " + expression);
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  void press(String key) throws InterruptedException {
    Map<String, Object> down =
        Map.of("type", "keyDown", "key", key, "text", key.length() == 1 ? key : "");
    send("Input.dispatchKeyEvent", down);
    send("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
  }

  /** Addresses that the page has asked for since it was opened, itself included. */
  List<String> requests() {
    return all("\"method\":\"Network.requestWillBeSent\".*?\"request\":\\{\"url\":\"([^\"]+)\"");
  }

  /** Exceptions, messages of errors and refusals of the page's policy since it was opened. */
  List<String> errors() {
    List<String> errors = all("(\"method\":\"Runtime.exceptionThrown\".*)");
    errors.addAll(all("(\"method\":\"Log.entryAdded\".*\"level\":\"error\".*)"));
    errors.addAll(all("(\"method\":\"Runtime.consoleAPICalled\".*\"type\":\"error\".*)"));
    return errors;
  }

  private List<String> all(String pattern) {
    List<String> found = new ArrayList<>();
    synchronized (messages) {
      for (String message : messages) {
        Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(message);
        if (matcher.find()) {
          found.add(matcher.group(1));
        }
      }
    }
    return found;
  }

  private String send(String method, Map<String, Object> parameters) throws InterruptedException {
    int id = ++sent;
    socket.sendText(Json.of(Map.of("id", id, "method", method, "params", parameters)), true).join();
    return await("{\"id\":" + id + ",");
  }

  private String await(String part) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS);
    synchronized (messages) {
      while (true) {
        for (String message : messages) {
          if (message.contains(part)) {
            return message;
          }
        }
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          throw new AssertionError("no answer with " + part);
        }
        messages.wait(left);
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    socket.abort();
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly().waitFor();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  private final class Collector implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        synchronized (messages) {
          messages.add(text.toString());
          messages.notifyAll();
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }
}
