package dev.linden.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.engine.Compiled;
import dev.linden.op.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Scripts that are compiled once and called with values from memory. */
final class PreparedTest {
  private Linden linden;

  @BeforeEach
  void create() {
    linden = Linden.create();
  }

  @AfterEach
  void close() {
    linden.close();
  }

  private Prepared product() {
    return linden.prepare(
        "Z = X %*% Y", List.of(Input.matrix("X"), Input.matrix("Y")), List.of("Z"));
  }

  @Test
  void scriptsInPydml(@TempDir Path folder) throws Exception {
    String text = "X = load(\"X\")\ny = scalar(X[0, 1]) + $k\nsave(y, \"y\")\n";
    Path file = Files.writeString(folder.resolve("a.pydml"), text);
    for (Script script : List.of(Script.pydml(text), Script.of(file))) {
      script.input(Input.matrix("X")).output("y").withoutWrites().argument("k", 10);
      Call call = linden.prepare(script).call().bind("X", new double[][] {{1, 2}});
      assertEquals(12, call.execute().number("y"));
      Call narrow = linden.prepare(script).call().bind("X", new double[][] {{1}, {2}});
      String error = assertThrows(ScriptError.class, narrow::execute).render();
      assertTrue(error.contains(":2:17: error: column index 1 is outside 0..0"), error);
    }
  }

  @Test
  void multipliesRowsAndFlatCells() {
    Results results =
        product()
            .call()
            .bind("X", new double[][] {{1, 2}, {3, 4}})
            .bind("Y", 2, 1, new double[] {10, 1})
            .execute();
    assertArrayEquals(new double[][] {{12}, {34}}, results.matrix("Z"));
    assertArrayEquals(new double[] {12, 34}, results.cells("Z"));
    assertEquals(2, results.rows("Z"));
    assertEquals(1, results.cols("Z"));
  }

  @Test
  void oneCallAfterAnotherWithOtherSizes() {
    Prepared product = product();
    for (int n = 1; n < 40; n++) {
      double[] ones = new double[n];
      java.util.Arrays.fill(ones, 1);
      Results results = product.call().bind("X", 1, n, ones).bind("Y", n, 1, ones).execute();
      assertEquals(n, results.cells("Z")[0]);
    }
  }

  @Test
  void takesSparseMatrices() {
    Results results =
        linden
            .prepare("s = colSums(X)", List.of(Input.matrix("X", -1, 3)), List.of("s"))
            .call()
            .bind("X", 2, 3, new int[] {0, 1, 3}, new int[] {2, 0, 2}, new double[] {5, 7, 1})
            .execute();
    assertArrayEquals(new double[][] {{7, 0, 6}}, results.matrix("s"));
  }

  @Test
  void inputsAreNeverChanged() {
    double[] cells = {1, 2, 3, 4};
    Prepared doubled =
        linden.prepare(
            "X[1, 1] = 99\nfor (i in 1:3) { X = X * 2 }", List.of(Input.matrix("X")), List.of("X"));
    Results results = doubled.call().bind("X", 2, 2, cells).execute();
    assertArrayEquals(new double[] {1, 2, 3, 4}, cells);
    assertArrayEquals(new double[] {792, 16, 24, 32}, results.cells("X"));
  }

  @Test
  void resultsStayValidAfterLaterCalls() {
    Prepared scaled =
        linden.prepare("Y = X * a", List.of(Input.matrix("X"), Input.number("a")), List.of("Y"));
    double[] ones = new double[100_000];
    java.util.Arrays.fill(ones, 1);
    Results first = scaled.call().bind("X", 1000, 100, ones).bind("a", 2).execute();
    for (int i = 3; i < 20; i++) {
      scaled.call().bind("X", 1000, 100, ones).bind("a", i).execute();
    }
    for (double cell : first.cells("Y")) {
      assertEquals(2, cell);
    }
  }

  @Test
  void resultsFeedOtherScripts() {
    Prepared square = linden.prepare("Y = X %*% X", List.of(Input.matrix("X")), List.of("Y"));
    Results once = square.call().bind("X", new double[][] {{1, 1}, {0, 1}}).execute();
    Results twice = square.call().bind("X", once.value("Y")).execute();
    assertArrayEquals(new double[][] {{1, 4}, {0, 1}}, twice.matrix("Y"));
    assertArrayEquals(new double[][] {{1, 2}, {0, 1}}, once.matrix("Y"));
  }

  @Test
  void scalarsTakeTheDeclaredType() {
    Prepared script =
        linden.prepare(
            "n = n + 1\nhalf = x / 2\nboth = f & TRUE\nt = t + \"!\"",
            List.of(Input.integer("n"), Input.number("x"), Input.flag("f"), Input.text("t")),
            List.of("n", "half", "both", "t"));
    Results results =
        script.call().bind("n", 41.0).bind("x", 3).bind("f", true).bind("t", "hello").execute();
    assertEquals(42, results.integer("n"));
    assertEquals(1.5, results.number("half"));
    assertTrue(results.flag("both"));
    assertEquals("hello!", results.text("t"));
  }

  @Test
  void framesAndLists() {
    Prepared script =
        linden.prepare(
            "G = F[2:3, ]\nL = list(a = X, b = 7)\nM = list(1, 2)",
            List.of(Input.frame("F"), Input.matrix("X")),
            List.of("G", "L", "M"));
    Results results =
        script
            .call()
            .bind(
                "F",
                new String[] {"name", "city"},
                new String[][] {{"a", "b"}, {"c", null}, {"d", "e"}})
            .bind("X", new double[][] {{3}})
            .execute();
    assertArrayEquals(new String[] {"c", null}, results.frame("G")[0]);
    assertNull(results.frame("G")[0][1]);
    assertArrayEquals(new String[] {"name", "city"}, results.columnNames("G"));
    assertEquals(3, results.list("L").cells("a")[0]);
    assertEquals(7, results.list("L").number("b"));
    assertEquals(2, results.list("M").number("2"));
  }

  @Test
  void constantsAreBoundOnce() {
    Prepared product = product();
    Prepared fixed = product.with(product.call().bind("Y", new double[][] {{2}}));
    assertEquals(6, fixed.call().bind("X", new double[][] {{3}}).execute().cells("Z")[0]);
    assertEquals(8, fixed.call().bind("X", new double[][] {{4}}).execute().cells("Z")[0]);
  }

  @Test
  void readsOfInputsAreLeftOut(@TempDir Path folder) throws Exception {
    for (String read : List.of("read", "readMM", "read.csv")) {
      Path file = folder.resolve("s.dml");
      Files.writeString(file, "X = " + read + "($in)\ny = sum(X) * $factor\n");
      Prepared script =
          linden.prepare(
              Script.of(file)
                  .argument("in", "no such file")
                  .argument("$factor", 10)
                  .input(Input.matrix("X"))
                  .output("y"));
      assertEquals(60, script.call().bind("X", new double[][] {{1, 2, 3}}).execute().number("y"));
    }
  }

  @Test
  void manyThreadsShareOneScript() throws Exception {
    Prepared script =
        linden.prepare(
            "b = 0\nfor (i in 1:nrow(X)) { b = b + sum(X[i, ]) * i }\nY = t(X) %*% X + b",
            List.of(Input.matrix("X")), List.of("Y", "b"));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<String>> all = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        int thread = t;
        all.add(
            threads.submit(
                () -> {
                  for (int k = 0; k < 200; k++) {
                    int n = 1 + (thread * 31 + k) % 7;
                    double[][] rows = new double[n][3];
                    for (double[] row : rows) {
                      java.util.Arrays.fill(row, thread + 1);
                    }
                    Results results = script.call().bind("X", rows).execute();
                    double b = 3.0 * (thread + 1) * n * (n + 1) / 2;
                    double cell = n * Math.pow(thread + 1, 2) + b;
                    if (results.number("b") != b || results.cells("Y")[4] != cell) {
                      return "thread " + thread + " call " + k + ": " + results.number("b");
                    }
                  }
                  return "";
                }));
      }
      for (Future<String> one : all) {
        assertEquals("", one.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void errorsTellWhatIsWrong() {
    assertMessage(
        "the script never assigns the output Zz; did you mean Z?",
        () -> linden.prepare("Z = 1", List.of(), List.of("Zz")));
    Prepared product = product();
    assertMessage(
        "no value is bound to Y", () -> product.call().bind("X", new double[][] {{1}}).execute());
    assertMessage(
        "the script has no input W; its inputs are X, Y", () -> product.call().bind("W", 1));
    assertMessage(
        "the input X is a matrix, but a double is bound to it",
        () -> product.call().bind("X", 1.5));
    assertMessage(
        "row 2 of X has 2 cells, but 1 are expected",
        () -> product.call().bind("X", new double[][] {{1}, {2, 3}}));
    assertMessage("X is 2x2, but has 3 cells", () -> product.call().bind("X", 2, 2, new double[3]));
    Prepared wide = linden.prepare("y = sum(X)", List.of(Input.matrix("X", -1, 3)), List.of("y"));
    assertMessage(
        "the input X is a ?x3 matrix, but a 1x2 matrix is bound to it",
        () -> wide.call().bind("X", new double[][] {{1, 2}}));
    Results results = wide.call().bind("X", new double[][] {{1, 2, 3}}).execute();
    assertMessage("there is no result z, only y", () -> results.number("z"));
    assertMessage("y is a scalar, not a matrix", () -> results.matrix("y"));
    ScriptError error =
        assertThrows(
            ScriptError.class,
            () ->
                product
                    .call()
                    .bind("X", new double[][] {{1}})
                    .bind("Y", new double[][] {{1}, {2}})
                    .execute());
    assertEquals(1, error.problems().get(0).span().line());
  }

  @Test
  void anOutputThatNoPathAssigned() {
    Prepared script =
        linden.prepare("if (a > 0) { y = 1 }", List.of(Input.number("a")), List.of("y"));
    assertEquals(1, script.call().bind("a", 1).execute().number("y"));
    assertMessage(
        "the output y has no value: no statement that assigns it was executed",
        () -> script.call().bind("a", -1).execute());
  }

  private static void assertMessage(String expected, Executable e) {
    assertEquals(expected, assertThrows(InputError.class, e).getMessage());
  }

  @Test
  void messagesOfScriptErrorsHaveThePlace() {
    ScriptError before =
        assertThrows(
            ScriptError.class,
            () -> linden.prepare("a = 1\nb = nosuch(a) + c", List.of(), List.of()));
    assertTrue(before.getMessage().startsWith("script:2:5: "), before.getMessage());
    assertTrue(before.getMessage().contains("; script:2:"), before.getMessage());
    Prepared stops = linden.prepare("x = 1\nif (x > 0) { stop('no') }", List.of(), List.of());
    ScriptError during = assertThrows(ScriptError.class, () -> stops.call().execute());
    assertTrue(during.getMessage().startsWith("script:2:14: "), during.getMessage());
  }

  @Test
  void aClosedEngineRefusesToWork() {
    Prepared prepared = linden.prepare("y = x + 1", List.of(Input.number("x")), List.of("y"));
    Compiled compiled = linden.engine().compile(new Source("s", "y = 1"), Map.of());
    Call call = prepared.call().bind("x", 1.0);
    linden.close();
    for (Executable use :
        List.<Executable>of(
            call::execute,
            compiled::run,
            () -> prepared.call().bind("x", 1.0).execute(),
            () -> linden.prepare("y = 1", List.of(), List.of()),
            () -> linden.engine().compile(new Source("s", "y = 1"), Map.of()))) {
      assertEquals(
          "the engine is closed: it neither compiles nor runs scripts",
          assertThrows(IllegalStateException.class, use).getMessage());
    }
  }

  @Test
  void nullIsNoValue() {
    Prepared prepared =
        linden.prepare(
            "y = 1",
            List.of(Input.matrix("X"), Input.text("s"), Input.frame("F"), Input.list("L")),
            List.of("y"));
    String given = " is given null in place of a value";
    Call call = prepared.call();
    assertMessage("X" + given, () -> call.bind("X", (double[][]) null));
    assertMessage("X" + given, () -> call.bind("X", 1, 1, null));
    assertMessage(
        "the input X" + given, () -> call.bind("X", 1, 1, null, new int[1], new double[1]));
    assertMessage("row 2 of X is null", () -> call.bind("X", new double[][] {{1}, null}));
    assertMessage("the input X" + given, () -> call.bind("X", (Value) null));
    assertMessage("the input s" + given, () -> call.bind("s", (String) null));
    assertMessage("F" + given, () -> call.bind("F", new String[] {"a"}, null));
    assertMessage(
        "column 1 of F has null as its name",
        () -> call.bind("F", new String[1], new String[][] {{"a"}}));
    assertMessage("the input L" + given, () -> call.bind("L", (List<?>) null));
    assertMessage("the input L" + given, () -> call.bind("L", (Map<String, ?>) null));
    assertMessage("the text of a script" + given, () -> Script.of((String) null));
    assertMessage("the argument a" + given, () -> Script.of("y = 1").argument("a", (String) null));
  }
}
