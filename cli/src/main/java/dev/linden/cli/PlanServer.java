package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import dev.linden.engine.AssumedSize;
import dev.linden.engine.Compiled;
import dev.linden.engine.WhatIf;
import dev.linden.op.Size;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Shows the plan of a script to a browser on this machine, and plans it again for other sizes,
 * memory or clusters when the page asks.
 *
 * <p>Only who knows the token in the address gets anything, which other users of the machine do
 * not; and only under the address itself ({@code Host}), so that no foreign site whose name leads
 * here can read an answer.
 */
final class PlanServer implements AutoCloseable {
  private static final int TOKEN_BYTES = 24;
  private static final int LONGEST_QUERY = 10_000;

  private final HttpServer server;
  private final ExecutorService thread;
  private final String root;
  private volatile Shown shown;

  /** A script and its page, which is made before the browser asks. */
  private record Shown(Compiled script, Future<String> page) {}

  private PlanServer(HttpServer server) {
    byte[] token = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(token);
    this.server = server;
    this.root = "/" + Base64.getUrlEncoder().withoutPadding().encodeToString(token) + "/";
    this.thread =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread started = new Thread(work, "linden-plan");
              started.setDaemon(true);
              return started;
            });
  }

  /**
   * Starts at a free port.
   *
   * @throws ResourceError if the system refuses
   */
  static PlanServer start() {
    try {
      InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      PlanServer started = new PlanServer(HttpServer.create(new InetSocketAddress(here, 0), 0));
      started.server.createContext("/", started::answer);
      started.server.setExecutor(started.thread);
      started.server.start();
      return started;
    } catch (IOException e) {
      throw new ResourceError("the page of plans can't be served: " + e.getMessage(), e);
    }
  }

  /** The page shows this script from now on, also where it is loaded again; gives its address. */
  String show(Compiled script) {
    shown = new Shown(script, thread.submit(() -> PlanPage.served(script.report())));
    // Classes are loaded for the first slider that moves.
    thread.submit(() -> plan(script, null));
    return "http://" + host() + root;
  }

  private String host() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }

  // ---- requests

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String query = exchange.getRequestURI().getRawQuery();
      Shown now = shown;
      if (!host().equals(exchange.getRequestHeaders().getFirst("Host")) || !startsWithRoot(path)) {
        send(exchange, 403, "text/plain", "the address of the page is needed, with its token\n");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        send(exchange, 405, "text/plain", "only GET\n");
      } else if (now == null || query != null && query.length() > LONGEST_QUERY) {
        send(exchange, 400, "text/plain", "no plan\n");
      } else if (path.equals(root)) {
        send(exchange, 200, "text/html", now.page().get());
      } else if (path.equals(root + "plan.json")) {
        send(exchange, 200, "application/json", Json.of(plan(now.script(), query)));
      } else {
        send(exchange, 404, "text/plain", "not found\n");
      }
    } catch (ExecutionException | InterruptedException e) {
      throw new IOException("the page could not be made", e);
    }
  }

  /** In the same time however much of it is right. */
  private boolean startsWithRoot(String path) {
    String start = path.substring(0, Math.min(path.length(), root.length()));
    return MessageDigest.isEqual(start.getBytes(UTF_8), root.getBytes(UTF_8));
  }

  /** Mistakes are part of the answer: the page shows them. */
  private static Map<String, Object> plan(Compiled script, String query) {
    long start = System.nanoTime();
    Map<String, Object> answer = new LinkedHashMap<>();
    try {
      answer.put("plan", script.report(whatIf(query)));
    } catch (ScriptError | InputError | ResourceError | UsageError e) {
      answer.put("error", e instanceof ScriptError error ? error.render() : e.getMessage());
    }
    answer.put("seconds", (System.nanoTime() - start) / 1e9);
    return answer;
  }

  /**
   * {@code size.X=1e6x10,0.1&memory=8g&executors=6&cores=8&executorMemory=55g}, of which anything
   * may be missing.
   */
  static WhatIf whatIf(String query) {
    Map<String, Size> sizes = new LinkedHashMap<>();
    Map<String, String> fields = new LinkedHashMap<>();
    for (String pair : query == null || query.isEmpty() ? new String[0] : query.split("&")) {
      int equals = pair.indexOf('=');
      String name = URLDecoder.decode(equals < 0 ? pair : pair.substring(0, equals), UTF_8);
      String value = equals < 0 ? "" : URLDecoder.decode(pair.substring(equals + 1), UTF_8);
      if (name.startsWith("size.")) {
        sizes.put(name.substring("size.".length()), AssumedSize.parse(value));
      } else {
        fields.put(name, value);
      }
    }
    String memory = fields.remove("memory");
    WhatIf.Executors cluster = null;
    if (fields.containsKey("executors")) {
      cluster =
          new WhatIf.Executors(
              count(fields, "executors"),
              count(fields, "cores"),
              CommandLine.bytes(fields.remove("executorMemory"), "executorMemory"));
    }
    if (!fields.isEmpty()) {
      throw new InputError("unknown field " + fields.keySet().iterator().next());
    }
    Long heap = memory == null ? null : CommandLine.bytes(memory, "memory");
    return new WhatIf(sizes, heap, cluster);
  }

  private static int count(Map<String, String> fields, String name) {
    String text = fields.remove(name);
    if (text == null || !text.matches("[1-9][0-9]{0,5}")) {
      throw new InputError(name + ": expected a number from 1 to 999999, found " + text);
    }
    return Integer.parseInt(text);
  }

  // ---- answers

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.getResponseHeaders().set("X-Frame-Options", "DENY");
    exchange.sendResponseHeaders(status, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }
}
