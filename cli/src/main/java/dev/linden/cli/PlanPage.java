package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.linden.base.LindenBug;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A plan as a page for browsers: one file with style, program and data inside, which asks for
 * nothing on the network. What comes from the script is data in JSON; the program of the page puts
 * it there as text, never as markup. The policy of the page lets nothing else run.
 */
final class PlanPage {
  private PlanPage() {}

  /** A page to keep. */
  static String of(Map<String, Object> report) {
    return page(report, "connect-src 'none'");
  }

  /** A page that may ask the server it comes from for plans of what is not there. */
  static String served(Map<String, Object> report) {
    Map<String, Object> data = new LinkedHashMap<>(report);
    data.put("served", true);
    return page(data, "connect-src 'self'");
  }

  private static String page(Map<String, Object> data, String connections) {
    String style = resource("plan.css");
    String program = resource("plan.js");
    String policy =
        "default-src 'none'; script-src "
            + hash(program)
            + "; style-src "
            + hash(style)
            + "; "
            + connections
            + "; base-uri 'none'; form-action 'none'";
    return resource("plan.html")
        .replace("{{policy}}", policy)
        .replace("{{style}}", style)
        .replace("{{program}}", program)
        // The last one: what is in the data is not looked at again.
        .replace("{{data}}", json(data));
  }

  /**
   * JSON that can stand in a page: without a character that could end the element or begin another
   * one, and without those that end a line for some readers of JavaScript.
   */
  static String json(Object data) {
    return Json.of(data)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  /** How a policy names the text of an element that it lets in. */
  private static String hash(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new LindenBug("every Java has SHA-256", e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = PlanPage.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
