package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.api.SessionInput;
import dev.linden.base.Source;
import dev.linden.engine.CompiledScript;
import dev.linden.engine.Engine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of plans: in files, served, and in a real browser. */
class PlanPageTest {
  /** Everything that could get out of the place where it belongs. */
  private static final String HOSTILE =
      """
      # </script><script>window.hacked = 1</script><!-- <img src=x onerror="window.hacked = 2">
      name = "</script><script>window.hacked = 3</script><img src=x onerror=window.hacked=4>"
      f = function(matrix[double] A, string label) return (double s) {
        s = sum(A %*% t(A))
        if (label != "--></style><svg onload=window.hacked=5>") { print("<b>" + label + "&lt;") }
      }
      X = rand(rows=100, cols=10, seed=1)
      r = f(X, "\u2028 {{policy}} {{program}} $& $1 ' ]]> <img src=y onerror=window.hacked=6>")
      print(toString(X[1,], sep="<iframe src=javascript:window.hacked=7>") + name + r)
      """;

  private static final String MODEL =
      """
      X = rand(rows=2000, cols=20, sparsity=0.1, seed=1)
      y = rand(rows=2000, cols=1, seed=2)
      Z = X + 1
      w = matrix(0, ncol(X), 1)
      for (i in 1:3) {
        g = t(X) %*% (X %*% w - y) / nrow(X)
        w = w - 0.1 * g
      }
      print(sum(Z) + sum(w))
      """;

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... words) {
    out.reset();
    err.reset();
    return new Cli(
            new PrintStream(out, false, UTF_8),
            new PrintStream(err, false, UTF_8),
            LindenSession::open)
        .run(words);
  }

  /** The page of a script, which is run unless it is only to be explained. */
  private Path page(String script, String... command) throws IOException {
    Path file = Files.writeString(folder.resolve("model.dml"), script);
    Path page = folder.resolve("model.html");
    String[] words = new String[command.length + 3];
    System.arraycopy(command, 0, words, 0, command.length);
    words[command.length] = file.toString();
    words[command.length + 1] = "--html";
    words[command.length + 2] = page.toString();
    assertEquals(0, run(words), err.toString(UTF_8));
    return page;
  }

  // ---- files

  @Test
  void explainWritesThePageAndNothingElse() throws IOException {
    String page = Files.readString(page(MODEL, "explain"));
    assertEquals("", out.toString(UTF_8) + err.toString(UTF_8));
    assertTrue(page.startsWith("<!DOCTYPE html>"));
    assertFalse(page.contains("\"measured\":"));
    assertTrue(page.contains("\"rewritten\":"));
  }

  @Test
  void aRunWritesWhatWasMeasured() throws IOException {
    String page = Files.readString(page(MODEL));
    assertEquals("", err.toString(UTF_8));
    assertFalse(out.toString(UTF_8).isEmpty(), "the script prints as ever");
    assertTrue(page.contains("\"measured\":"));
  }

  @Test
  void aFailedRunHasAPageToo() throws IOException {
    Path page = folder.resolve("failed.html");
    assertEquals(1, run("-s", "X = matrix(1, 2, 2)\nstop(sum(X))", "--html", page.toString()));
    assertTrue(Files.readString(page).contains("\"measured\":"));
    assertEquals(1, run("-s", "X = nosuch(1)", "--html", folder.resolve("none.html").toString()));
    assertFalse(Files.exists(folder.resolve("none.html")), "there is no plan");
    assertEquals(2, run("-s", "print(1)", "--html", folder.resolve("no/folder.html").toString()));
  }

  @Test
  void theOptionsAreForScripts() {
    assertEquals(2, run("version", "--html", "x.html"));
    assertEquals(2, run("doctor", "--browse"));
    assertTrue(err.toString(UTF_8).contains("--browse is for scripts"), err.toString(UTF_8));
  }

  /** Nothing of a script is markup, and nothing but the page's own program may run. */
  @Test
  void whatScriptsSayStaysText() throws IOException {
    String page = Files.readString(page(HOSTILE));
    assertEquals(2, page.split("<script", -1).length - 1);
    assertEquals(2, page.split("</script", -1).length - 1);
    assertFalse(page.contains("<img") || page.contains("<iframe") || page.contains("\u2028"));
    String policy = group(page, "Content-Security-Policy\" content=\"([^\"]+)\"");
    assertTrue(policy.startsWith("default-src 'none'; script-src 'sha256-"), policy);
    assertTrue(policy.contains("connect-src 'none'"), policy);
    assertFalse(policy.contains("unsafe"), policy);
    assertFalse(page.matches("(?s).*(src|href)=\"?http.*"), "nothing from elsewhere");
  }

  private static String group(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertTrue(matcher.find(), pattern);
    return matcher.group(1);
  }

  @Test
  void twoHundredOperatorsFitIn400Kilobytes() throws IOException {
    StringBuilder script = new StringBuilder("X0 = rand(rows=100, cols=100, seed=1)\n");
    for (int i = 1; i <= 100; i++) {
      script.append("X%d = exp(X%d) %%*%% t(X%d)\n".formatted(i, i - 1, i / 2));
    }
    script.append("print(sum(X100))\n");
    Path page = page(script.toString());
    int operators = Files.readString(page).split("\"count\":", -1).length - 1;
    assertTrue(operators >= 200, operators + " operators");
    assertTrue(Files.size(page) <= 400_000, Files.size(page) + " bytes");
  }

  /** Functions of the library bring many operators, in four stages, with their texts. */
  @Test
  void smallScriptsWithLargeFunctionsFitToo() throws IOException {
    Path page =
        page(
            """
            X = rand(rows=200, cols=20, seed=1)
            [C, Y] = kmeans(X=X, k=5, runs=3, max_iter=10, seed=1)
            b = lm(X=X, y=Y, icpt=1, verbose=FALSE)
            for (i in 1:20) { X = X + 0.01 * X }
            for (i in 1:5) { X = X %*% (t(X) %*% X) / sum(X) }
            print(sum(X) + sum(b))
            """);
    assertTrue(Files.size(page) <= 400_000, Files.size(page) + " bytes");
  }

  @Test
  void plansForAClusterHaveAPage() throws IOException {
    Path page = page(MODEL.replace("2000", "200000000"), "explain", "--mem", "2g");
    assertTrue(Files.readString(page).contains("\"exec\":\"SPARK\""));
    try (Chromium browser = Chromium.start(folder.resolve("profile"))) {
      browser.open(page.toUri().toString());
      browser.until("document.querySelectorAll('#ranking .tag.spark').length > 0");
      browser.press("2");
      browser.until("document.querySelectorAll('#stage .node').length > 3");
      assertEquals("[]", browser.errors().toString());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  // ---- served

  private static void served(String script, Check check) throws Exception {
    Engine.Builder builder = Engine.builder().recording(true).set("memory", "2g");
    try (Engine engine = builder.build();
        PlanServer server = PlanServer.start()) {
      CompiledScript compiled = engine.compile(new Source("model.dml", script), Map.of());
      check.run(server.show(compiled));
    }
  }

  private interface Check {
    void run(String address) throws Exception;
  }

  private static HttpResponse<String> get(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
  }

  @Test
  void onlyWhoKnowsTheAddressIsServed() throws Exception {
    served(
        MODEL,
        address -> {
          HttpResponse<String> page = get(address);
          assertEquals(200, page.statusCode());
          assertTrue(page.body().contains("connect-src 'self'"));
          assertEquals("no-store", page.headers().firstValue("Cache-Control").orElse(""));
          URI uri = URI.create(address);
          String root = "http://" + uri.getAuthority();
          assertTrue(uri.getPath().length() > 30, address);
          for (String other :
              new String[] {"/", "/plan.json", uri.getPath().replaceAll(".$", "x/")}) {
            assertEquals(403, get(root + other).statusCode(), other);
          }
          assertEquals(403, get(address.replace("127.0.0.1", "localhost")).statusCode(), "Host");
          assertEquals(404, get(address + "other").statusCode());
          assertEquals("127.0.0.1", uri.getHost());
        });
  }

  @Test
  void questionsAreAnsweredWithPlansOrMistakes() throws Exception {
    served(
        MODEL,
        address -> {
          Function<String, String> ask =
              query -> {
                try {
                  return get(address + "plan.json" + query).body();
                } catch (Exception e) {
                  throw new AssertionError(e);
                }
              };
          assertFalse(ask.apply("").contains("\"exec\":\"SPARK\""));
          String large = ask.apply("?size.X=1e9x20,0.1&size.y=1e9x1");
          assertTrue(large.startsWith("{\"plan\":") && large.contains("\"exec\":\"SPARK\""));
          assertFalse(
              ask.apply("?size.X=1e9x20,0.1&size.y=1e9x1&memory=4000g").contains("SPARK\""));
          String cluster = ask.apply("?executors=6&cores=4&executorMemory=55g");
          assertTrue(cluster.contains("\"cluster\":{\"executors\":6,\"cores\":4,"));
          assertTrue(ask.apply("?size.X=5").contains("\"error\":\"expected a size such as"));
          assertTrue(
              ask.apply("?size.q=5x5").contains("\"error\":\"q is no input: expected one of X, y"));
          assertTrue(ask.apply("?size.X=7x20").contains("model.dml:6"), "sizes that do not fit");
          assertTrue(ask.apply("?executors=0&cores=4&executorMemory=55g").contains("\"error\":"));
          assertTrue(ask.apply("?executors=2&cores=4").contains("executorMemory is missing"));
          assertTrue(ask.apply("?what=1").contains("unknown field what"));
        });
  }

  /** Inputs of a session, whose variables are what sliders change. */
  @Test
  void inputsOfSessionsAreServed() throws Exception {
    try (Linden linden = Linden.builder().set("memory", "2g").build();
        dev.linden.api.Session session = linden.session();
        PlanServer server = PlanServer.start()) {
      session.run("X = rand(rows=2000, cols=20, seed=1)");
      SessionInput input = session.input("s = 0\nfor (i in 1:3) { s = s + sum(X %*% t(X)) }");
      input.recorded(true).run();
      String address = server.show(input.script());
      String page = get(address).body();
      assertTrue(page.contains("\"measured\":"));
      assertTrue(page.contains("\"count\":3"), "the loop ran three times");
      assertTrue(page.contains("\"inputs\":[{\"name\":\"X\",\"rows\":2000,\"cols\":20"));
      String other = get(address + "plan.json?size.X=1e9x20").body();
      assertTrue(other.contains("\"exec\":\"SPARK\""), other);

      SessionInput planned = session.input("Z = X + 1").recorded(true);
      assertEquals(address, server.show(planned.script()), "the page stays where it is");
      assertFalse(get(address).body().contains("\"measured\":"));
    }
  }

  @Test
  void aServerThatIsClosedIsGone() throws Exception {
    String[] address = {null};
    served("print(1)", a -> address[0] = a);
    assertThrows(IOException.class, () -> get(address[0]));
  }

  // ---- in a browser

  @Test
  void aBrowserShowsThePage() throws Exception {
    String model = page(MODEL).toUri().toString();
    try (Chromium browser = Chromium.start(folder.resolve("profile"))) {
      browser.open(model);
      assertEquals(1, browser.requests().size(), "only the page itself: " + browser.requests());
      assertEquals("Plan of model.dml", browser.evaluate("document.title"));

      // the ranked list: heaviest first; an operator leads to its line, and a line to its operator
      assertEquals(
          "true",
          browser.evaluate(
              "(t => t.length > 5 && t.every((x, i) => i === 0 || x <= t[i -"
                  + " 1]))([...document.querySelectorAll('#ranking td.bar i')].map(x =>"
                  + " parseFloat(x.style.width)))"));
      clickOperator(browser, "rand");
      assertEquals("1", lines(browser));
      assertEquals("rand", browser.evaluate("document.querySelector('#detail h2').textContent"));
      browser.evaluate("document.querySelector('.code .l[data-line=\"3\"]').click()");
      assertEquals("3", lines(browser));
      assertEquals(
          "X + 1",
          browser.evaluate(
              "[...document.querySelectorAll('.code mark')]"
                  + ".map(x => x.textContent).join('')"));
      assertEquals(
          "+", browser.evaluate("document.querySelector('#ranking tr.on .op').textContent"));
      assertEquals(
          "became dense",
          browser.evaluate("document.querySelector('#ranking tr.on .tag.warn').textContent"));

      // the plan: nodes, edges as thick as bytes, all stages
      browser.press("2");
      assertEquals("false", browser.evaluate("document.getElementById('panel-plan').hidden"));
      assertEquals("1", browser.evaluate("document.querySelectorAll('#stage .node.on').length"));
      assertEquals(
          "true",
          browser.evaluate(
              "new Set([...document.querySelectorAll('#stage .edge')].map(e => e.getAttribute("
                  + "'stroke-width'))).size > 1"));
      for (String stage :
          new String[] {"written", "rewritten", "instructions", "again", "selected"}) {
        browser.evaluate("document.getElementById('stage-" + stage + "').click()");
        browser.until("document.getElementById('stage').textContent.length > 20");
      }
      browser.evaluate(
          "document.querySelector('#stage .node[data-site]').dispatchEvent("
              + "new MouseEvent('click', {bubbles: true}))");
      assertFalse(lines(browser).isEmpty());

      // time and memory
      browser.press("3");
      browser.until("document.querySelectorAll('#timeline .run').length > 3");
      assertEquals("1", browser.evaluate("document.querySelectorAll('#timeline .area').length"));
      browser.evaluate(
          "document.querySelector('#timeline .run').dispatchEvent("
              + "new MouseEvent('click', {bubbles: true}))");
      assertFalse(lines(browser).isEmpty());

      // what a saved page can't do it says; two stages side by side
      browser.press("4");
      assertEquals("true", browser.evaluate("document.getElementById('memory').disabled"));
      browser.press("5");
      browser.until("document.querySelectorAll('#diff .add').length > 0");

      // keys, dark, print
      browser.press("1");
      browser.press("Escape");
      browser.press("j");
      assertEquals("1", browser.evaluate("document.querySelectorAll('#ranking tr.on').length"));
      String theme = browser.evaluate("document.documentElement.dataset.theme");
      browser.press("t");
      assertFalse(theme.equals(browser.evaluate("document.documentElement.dataset.theme")));
      browser.evaluate("window.dispatchEvent(new Event('beforeprint'))");
      assertEquals(
          "0", browser.evaluate("document.querySelectorAll('details.block:not([open])').length"));
      assertEquals("[]", browser.errors().toString());
      assertEquals(1, browser.requests().size(), "only the page itself: " + browser.requests());

      browser.open(page(MODEL, "explain").toUri().toString());
      clickOperator(browser, "rand");
      assertEquals("1", lines(browser));
      browser.press("3");
      assertEquals("[]", browser.errors().toString());

      browser.open(page(HOSTILE).toUri().toString());
      for (String key : new String[] {"2", "3", "4", "5", "1"}) {
        browser.press(key);
      }
      for (String stage : new String[] {"written", "rewritten", "instructions", "again"}) {
        browser.evaluate("document.getElementById('stage-" + stage + "').click()");
      }
      assertEquals("undefined", browser.evaluate("typeof window.hacked"));
      assertEquals(
          "0", browser.evaluate("document.querySelectorAll('img, iframe, svg[onload]').length"));
      assertTrue(
          browser
              .evaluate("document.getElementById('script').textContent")
              .contains("</script><script>window.hacked = 3"));
      assertEquals("[]", browser.errors().toString());
      assertEquals(1, browser.requests().size(), "only the page itself: " + browser.requests());

      slidersPlanAgain(browser);
    }
  }

  private static void clickOperator(Chromium browser, String name) throws InterruptedException {
    browser.evaluate(
        "[...document.querySelectorAll('#ranking tbody tr')].find(r => r.querySelector('.op')"
            + ".textContent === '"
            + name
            + "' && r.children[2].textContent === '1').click()");
  }

  /** Of the script, that are marked. */
  private static String lines(Chromium browser) throws InterruptedException {
    return browser.evaluate(
        "[...document.querySelectorAll('.code .l.on')].map(l => l.dataset.line).join(' ')");
  }

  private static void slidersPlanAgain(Chromium browser) throws Exception {
    served(
        MODEL,
        address -> {
          browser.open(address);
          browser.press("4");
          move(browser, "dim-n2000", "9");
          browser.until("document.querySelector('#answer .spark')");
          assertEquals(
              "now 0",
              browser.evaluate(
                  "document.querySelector('#answer .cards div small:last-child').textContent"));
          move(browser, "memory", "42");
          browser.until(
              "document.querySelector('#answer') && !document.querySelector('#answer .spark')");
          move(browser, "memory", "31");
          browser.until("document.querySelector('#answer .spark')");
          browser.evaluate("document.querySelector('#answer p button').click()");
          browser.until("document.querySelectorAll('#diff .add .spark').length > 0");
          assertEquals("[]", browser.errors().toString());
          assertTrue(browser.requests().size() > 3);
          assertTrue(
              browser.requests().stream().allMatch(r -> r.startsWith(address)),
              browser.requests().toString());
        });
  }

  private static void move(Chromium browser, String slider, String value)
      throws InterruptedException {
    browser.evaluate(
        "(s => { s.value = "
            + value
            + "; s.dispatchEvent(new Event('input')); })(document"
            + ".getElementById('"
            + slider
            + "'))");
  }
}
