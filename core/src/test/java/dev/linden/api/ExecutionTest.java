package dev.linden.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Cancellation;
import dev.linden.base.CancelledError;
import dev.linden.base.InputError;
import dev.linden.base.ScriptError;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Workers;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Executions that are watched and called off, and what else embedders adjust. */
final class ExecutionTest {
  @TempDir Path folder;
  private Linden linden;
  private final Cancellation cancellation = new Cancellation();

  @BeforeEach
  void create() {
    linden =
        Linden.builder()
            .directory(folder)
            .threads(2)
            .output(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8))
            .externalFunction(
                "Cancel",
                call -> {
                  cancellation.cancel();
                  call.result(0, 1.0);
                })
            .build();
  }

  @AfterEach
  void close() {
    linden.close();
  }

  private Prepared prepare(String text, String... outputs) {
    return linden.prepare(text, List.of(), List.of(outputs));
  }

  private static final String CANCEL =
      "cancel = externalFunction(int i) return (double r) implemented in (classname=\"Cancel\")\n";

  /** The function cancels in the middle of loops that would run for years. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "for (i in 1:1000000000) { x = sum(rand(rows=2, cols=2)); CALL }",
        "i = 1\nwhile (i > 0) { i = i + 1; CALL }",
        "R = matrix(0, 100, 1)\nparfor (i in 1:100) { j = 1\n while (j > 0) { j = j + 1; CALL }\n"
            + " R[i, 1] = j }",
        "f = function(int i) return (int r) { r = 1\n while (r > 0) { r = r + 1; CALL } }\n"
            + "i = 1\nx = f(3)",
        "f = function(int i) return (int r) { r = 1\n while (r > 0) { r = r + 1; CALL } }\n"
            + "i = 1\nx = as.scalar(eval(\"f\", 3))"
      })
  void loopsAreCalledOff(String script) {
    String text =
        CANCEL + script.replace("CALL", "if (i == 7 | i == 1 | i == 3) { z = cancel(1) }");
    Prepared prepared = prepare(text);
    assertThrows(CancelledError.class, () -> prepared.call().cancellation(cancellation).execute());
  }

  @Test
  void theScriptCanBeCalledAgain() {
    Prepared prepared = prepare(CANCEL + "x = cancel(1)\ny = 2", "y");
    CancelledError error =
        assertThrows(
            CancelledError.class, () -> prepared.call().cancellation(cancellation).execute());
    assertEquals("the execution was cancelled", error.getMessage());
    assertEquals(null, Cancellation.ofThread());
    assertEquals(2, prepared.call().execute().number("y"));
  }

  /** One large operation is called off between its parts. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void rangesAreCalledOff(int threads) {
    Workers workers = new Workers(threads, ArrayPool.none());
    AtomicInteger started = new AtomicInteger();
    Cancellation before = Cancellation.ofThread(cancellation);
    try {
      assertThrows(
          CancelledError.class,
          () ->
              workers.forRanges(
                  1000,
                  1,
                  (start, end) -> {
                    if (started.incrementAndGet() == 5) {
                      cancellation.cancel();
                    }
                  }));
    } finally {
      Cancellation.ofThread(before);
    }
    assertTrue(started.get() < 1000, started.toString());
  }

  @Test
  void aWriteThatIsCalledOffLeavesNothing() throws Exception {
    // Progress is told before the operator starts, so that this one is cancelled on its way.
    Prepared prepared =
        prepare("X = rand(rows=400, cols=400)\nwrite(X, \"x.csv\", format=\"csv\")");
    ProgressListener atWrite =
        new ProgressListener() {
          @Override
          public void operator(String name, int line) {
            if (name.equals("write")) {
              cancellation.cancel();
            }
          }
        };
    assertThrows(
        CancelledError.class,
        () -> prepared.call().cancellation(cancellation).progress(atWrite).execute());
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(), files.toList());
    }
    prepared.call().execute();
    assertTrue(Files.exists(folder.resolve("x.csv")));
  }

  /** Titles of loops, and operators with their lines, that a script tells of. */
  private List<String> told(String script) {
    List<String> told = Collections.synchronizedList(new ArrayList<>());
    ProgressListener listener =
        new ProgressListener() {
          @Override
          public void operator(String name, int line) {
            told.add(line + " " + name);
          }

          @Override
          public void loop(String loop, long done, long all, Duration elapsed) {
            told.add(loop + " of " + all);
          }
        };
    prepare(script).call().progress(listener).execute();
    return told;
  }

  @Test
  void progressSpeaksOfTheScriptAndNotOfTheLibrary() {
    List<String> told =
        told(
            "X = rand(rows=200, cols=5, seed=1)\n"
                + "\n"
                + "[C, Y] = kmeans(X=X, k=3, runs=4, seed=1)\n"
                + "print(sum(C))\n");
    assertTrue(told.contains("kmeans (line 3) of 4"), told.toString());
    List<String> places =
        told.stream()
            .filter(t -> Character.isDigit(t.charAt(0)))
            .map(t -> t.split(" ")[0])
            .toList();
    assertEquals(List.of("1", "3", "4"), places.stream().distinct().toList());
    assertTrue(
        told.stream().noneMatch(t -> t.contains("while") || t.contains("parfor")), told.toString());
  }

  @Test
  void progressTellsTheOutermostLoopOfKnownLength() {
    String inner = "  for (j in 1:200) { s = s + as.scalar(X[j %% 9 + 1, 1]) }\n";
    String start = "X = rand(rows=9, cols=9, seed=1)\ns = 0\n";
    List<String> nested = told(start + "for (i in 1:50) {\n" + inner + "}\nprint(s)");
    assertTrue(nested.contains("for i (line 3) of 50"), nested.toString());
    assertTrue(nested.stream().noneMatch(t -> t.contains("for j")), nested.toString());
    List<String> unknown =
        told(start + "k = 0\nwhile (k < 50) {\n" + inner + "  k = k + 1\n}\nprint(s)");
    assertTrue(unknown.contains("while (line 4) of -1"), unknown.toString());
    assertTrue(unknown.stream().noneMatch(t -> t.contains("for j")), "an inner loop of an instant");
  }

  @Test
  void progressNamesTheCallOfAFunctionFromAnotherFile() throws Exception {
    Files.writeString(
        folder.resolve("other.dml"),
        "sums = function(matrix[double] X, int n) return (double s) {\n"
            + "  s = 0\n\n\n\n\n\n  for (i in 1:n) { s = s + sum(X * i) }\n}\n");
    List<String> told =
        told(
            "source(\"other.dml\") as o\n"
                + "own = function(matrix[double] X) return (double s) {\n"
                + "  s = 0\n"
                + "  while (s < 9) { s = s + max(X) }\n"
                + "}\n"
                + "X = rand(rows=9, cols=9, min=1, max=1, seed=1)\n"
                + "print(o::sums(X, 7))\n"
                + "print(own(X))");
    assertTrue(told.contains("sums (line 7) of 7"), told.toString());
    assertTrue(told.contains("4 max"), told.toString());
    assertTrue(told.stream().noneMatch(t -> t.contains("line 8")), told.toString());
  }

  @Test
  void progressTellsOperatorsAndLoops() {
    List<String> operators = Collections.synchronizedList(new ArrayList<>());
    List<String> loops = Collections.synchronizedList(new ArrayList<>());
    ProgressListener listener =
        new ProgressListener() {
          @Override
          public void operator(String name, int line) {
            operators.add(line + " " + name);
          }

          @Override
          public void loop(String loop, long done, long all, Duration elapsed) {
            assertFalse(elapsed.isNegative());
            loops.add(loop + " " + done + "/" + all);
          }
        };
    prepare(
            "X = rand(rows=50, cols=50, seed=1)\n"
                + "for (k in 3:7) {\n"
                + "  X = X %*% X\n"
                + "}\n"
                + "print(sum(X) > 0)")
        .call()
        .progress(listener)
        .execute();
    assertTrue(operators.containsAll(List.of("1 rand", "3 %*%", "5 sum")), operators.toString());
    assertEquals("for k (line 2) 1/5", loops.get(0));
    Map<String, String> others =
        Map.of(
            "x = 1\nwhile (x < 9) { x = x + 1 }", "while (line 2) \\d+/-1",
            "R = matrix(0, 9, 1)\nparfor (i in 1:9) { R[i, 1] = i }", "parfor i (line 2) \\d+/9");
    others.forEach(
        (script, first) -> {
          loops.clear();
          prepare(script).call().progress(listener).execute();
          assertTrue(loops.get(0).matches(first.replaceAll("[()]", "\\\\$0")), loops.get(0));
        });
  }

  @Test
  void listsAreBound() {
    Prepared prepared =
        linden.prepare(
            "s = as.scalar(L[\"a\"]) + sum(as.matrix(L[\"m\"]))\nn = length(K)",
            List.of(Input.list("L"), Input.list("K")),
            List.of("s", "n"));
    Results results =
        prepared
            .call()
            .bind("L", Map.of("a", 2, "m", new double[][] {{1, 2}, {3, 4}}))
            .bind("K", List.of(1.5, true, "text", List.of(1L)))
            .execute();
    assertEquals(12, results.number("s"));
    assertEquals(4, results.integer("n"));
    InputError error =
        assertThrows(InputError.class, () -> prepared.call().bind("K", List.of('c')));
    assertEquals(
        "an element of the list K is a java.lang.Character;"
            + " expected a number, boolean, text, double[][], list or map",
        error.getMessage());
  }

  @Test
  void instancesHaveTheirOwnSettings() {
    try (Linden first = Linden.builder().set("seed", "1").set("threads", "1").build();
        Linden second = Linden.builder().set("seed", "2").build();
        Linden third = Linden.builder().set("seed", "1").build()) {
      List<double[]> random = new ArrayList<>();
      for (Linden one : List.of(first, second, third)) {
        Prepared prepared = one.prepare("X = rand(rows=3, cols=3)", List.of(), List.of("X"));
        random.add(prepared.call().execute().cells("X"));
      }
      assertArrayEquals(random.get(0), random.get(2));
      assertFalse(java.util.Arrays.equals(random.get(0), random.get(1)));
    }
  }

  @Test
  void statisticsAndPlansAreObjects() {
    try (Linden counting = Linden.builder().statistics(true).build()) {
      Prepared prepared =
          counting.prepare("Y = X %*% X", List.of(Input.matrix("X", 2, 2)), List.of("Y"));
      prepared.call().bind("X", new double[2][2]).execute();
      assertTrue(counting.statisticsData(5).containsKey("operators"));
      assertTrue(counting.statistics(5).contains("%*%"));
      assertTrue(prepared.explainData(ExplainLevel.RUNTIME).containsKey("main"));
      assertTrue(prepared.explain(ExplainLevel.HOPS).contains("%*%"));
    }
  }

  /** All compile errors come as one type, with their places. */
  @Test
  void compileErrorsHavePlaces() {
    for (String text :
        List.of("x = 1\ny = = 2", "x = 1\ny = nosuch(x)", "x = 1\ny = t(x) %*% 3 + z")) {
      ScriptError error = assertThrows(ScriptError.class, () -> prepare(text, "x"));
      assertFalse(error.isDuringRun());
      assertEquals(2, error.problems().get(0).span().line());
      assertTrue(error.problems().get(0).span().column() > 0);
    }
  }
}
