package dev.linden.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Cancellation;
import dev.linden.base.CancelledError;
import dev.linden.base.InputError;
import dev.linden.base.ScriptError;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inputs one after the other that leave their variables. */
final class SessionTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private Linden linden;
  private Session session;

  @BeforeEach
  void open() {
    linden =
        Linden.builder()
            .directory(folder)
            .seed(7)
            .output(new PrintStream(printed, true, StandardCharsets.UTF_8))
            .build();
    session = linden.session();
  }

  @AfterEach
  void close() {
    session.close();
    linden.close();
  }

  private double number(String text) {
    return ((Scalar) session.run(text)).asDouble();
  }

  private String error(String text) {
    return assertThrows(ScriptError.class, () -> session.run(text)).render();
  }

  @Test
  void variablesStay() {
    assertNull(session.run("X = matrix(seq(1, 6), rows=2, cols=3)"));
    assertNull(session.run("y = 2\nz = \"text\""));
    assertNull(session.run("X[1, 1] = y * 10"));
    assertEquals(40, number("sum(X)"));
    assertEquals(List.of("X", "_", "y", "z"), session.names());
    assertArrayEquals(new double[] {20, 2, 3, 4, 5, 6}, session.results("X", "y").cells("X"), 0);
  }

  @Test
  void anExpressionAtTheEndIsTheValue() {
    session.run("X = matrix(seq(1, 6), rows=2, cols=3)");
    assertEquals(4, number("X[2, 1] = 4; as.scalar(X[2, 1])"));
    assertEquals(-3, number("a = 3;\n-a") + 0.0, "a sign in the next line goes on");
    assertEquals(7, number("sum(X[1, ]) +\n1"));
    assertEquals(9, number("(1 + 2) * 3;"));
    assertEquals(6, number("f = function(double x) return (double y) { y = 2 * x }\nf(3)"));
    assertEquals(7, number("_ + 1"));
    assertEquals("ab", ((Scalar) session.run("\"a\" + \"b\"")).text());
    assertNull(session.run("print(_)"));
    assertEquals("ab\n", printed.toString(StandardCharsets.UTF_8));
    assertNull(session.run(""));
    assertNull(session.run("# nothing"));
    assertNull(session.run("if (1 > 2) { x = 3 }"));
  }

  @Test
  void anExpressionBeforeTheEndIsAnError() {
    String error = error("1 + 2\nx = 3");
    assertTrue(error.contains("an expression alone is not a statement"), error);
    error = error("x = 3 4");
    assertTrue(error.contains("input 2:1:7: error: expected an operator before '4'"), error);
    error = error("(1 + 2");
    assertTrue(error.contains("expected"), error);
    assertTrue(error("_x = 3").contains("a name can't begin with '_'"));
  }

  @Test
  void unfinishedTexts() {
    for (String text :
        List.of(
            "f(",
            "x = ",
            "if (a) {",
            "x = 3 +",
            "(1 +",
            "f = function(double x)",
            "\"abc",
            "/* note",
            "f = function() {\n  x = 1",
            "X[1,",
            "while (x < 3)",
            "[a, b] =",
            "1 +",
            "if (a) { b = 1 } else")) {
      assertTrue(session.isUnfinished(text), text);
    }
    for (String text :
        List.of(
            "",
            "x",
            "f(x)",
            "x = 3",
            "if (a) { b = 1 }",
            "x = )",
            "1 + 2",
            "x y",
            "3 4 (",
            "}",
            "f = function() { x = 1 }",
            "X[1, 2]",
            "# a comment")) {
      assertFalse(session.isUnfinished(text), text);
    }
  }

  @Test
  void functionsStayAndChange() {
    session.run("f = function(double x) return (double y) { y = x + 1 }");
    session.run("g = function(double x) return (double y) { y = 10 * f(x) }");
    assertEquals(30, number("g(2)"));
    session.run("f = function(double x) return (double y) { y = x - 1 }");
    assertEquals(10, number("g(2)"));
    assertEquals(4, number("as.scalar(eval(\"f\", 5))"));
    session.run("show = function(double x) { print(\"shows \" + x) }");
    assertNull(session.run("show(3.5)"));
    assertEquals("shows 3.5\n", printed.toString(StandardCharsets.UTF_8));
  }

  @Test
  void errorsLeaveEverythingAsItWas() {
    session.run("x = 1; X = matrix(1, rows=2, cols=2); L = list(1, X)");
    for (String text :
        List.of(
            "x = 2\nstop(\"no\")",
            "X[1, 1] = 5; X[2, 3] = 1",
            "X = X * 2; L[1] = 3; y = as.scalar(X[x + 5, 1])",
            "x = 2\nx = undefined",
            "x = (",
            "f = function(double a) return (double b) { b = a }\nx = 3; stop(\"late\")",
            "parfor (i in 1:2) { X[i, 1] = 3; if (i == 2) { Y = read(\"missing.csv\") } }")) {
      error(text);
      assertEquals(List.of("L", "X", "x"), session.names(), text);
      assertEquals(1, session.results("x").number("x"), text);
      assertArrayEquals(new double[] {1, 1, 1, 1}, session.results("X").cells("X"), text);
      assertEquals(1, session.results("L").list("L").number("1"), text);
    }
    assertTrue(error("f(1)").contains("unknown function f"), "a function of a failed input");
  }

  @Test
  void valuesThatWereGivenOutStay() {
    session.run("X = rand(rows=300, cols=300, seed=3)");
    Value before = session.value("X");
    double[] cells = session.results("X").cells("X").clone();
    session.run("X = X * 2");
    session.run("for (i in 1:5) { X = X + i }");
    session.bind("old", before);
    assertArrayEquals(cells, session.results("old").cells("old"), 0);
    assertEquals(0, number("sum(abs((old * 2 + 15) - X))"), 1e-9);
  }

  @Test
  void boundValuesAreVariables() {
    session
        .bind("X", new double[][] {{1, 2}, {3, 4}})
        .bind("n", 3L)
        .bind("name", "abc")
        .bind("L", Map.of("a", 5))
        .bind("F", new String[] {"c"}, new String[][] {{"u"}, {"v"}});
    assertEquals(30, number("n * sum(X)"));
    assertEquals(5, number("as.scalar(L[\"a\"])"));
    assertEquals(2, number("nrow(F)"));
    session.run("X[1, 1] = 100");
    assertEquals(109, number("sum(X)"));
    assertTrue(session.remove("X"));
    assertFalse(session.remove("X"));
    assertTrue(error("sum(X)").contains("X"));
    assertThrows(InputError.class, () -> session.value("X"));
  }

  @Test
  void whatIsKnownOfVariables() {
    session.run(
        "X = rand(rows=1000, cols=50, sparsity=0.01, seed=1); D = matrix(3, rows=10, cols=4)");
    session.run("s = \"abc\"; L = list(1, 2); F = as.frame(D)");
    Variable sparse = session.variable("X");
    assertEquals("sparse", sparse.form());
    assertEquals(500, sparse.nonZeros(), 100);
    assertTrue(sparse.bytes() < 1000 * 50 * 8, sparse.toString());
    assertEquals("dense", session.variable("D").form());
    assertEquals("string", session.variable("s").type());
    assertEquals("list", session.variable("L").type());
    assertEquals(4, session.variable("F").cols());
    assertTrue(session.variable("F").bytes() >= 40);
    assertNull(session.variable("nothing"));
    assertEquals(5, session.variables().size());
  }

  @Test
  void planIsForTheVariablesAsTheyAre() {
    session.run("X = rand(rows=1000, cols=50, seed=1); n = 3");
    String plan =
        session.input("Z = X * n\nif (n > 5) { print(\"never\") }\nZ").explain(ExplainLevel.HOPS);
    assertTrue(plan.contains("1000x50"), plan);
    assertFalse(plan.contains("never"), plan);
    SessionInput input = session.input("s = sum(t(X) %*% X)").statistics(true);
    assertNull(input.run());
    assertEquals(Set.of("s"), input.assigned());
    assertTrue(input.statistics(5).contains("execution"), input.statistics(5));
    assertTrue(input.statisticsData(5).toString().contains("operator"));
  }

  @Test
  void filesStayAsTheyWereUntilTheyAreNamedAgain() throws Exception {
    Path file = folder.resolve("lib.dml");
    Files.writeString(file, "f = function(double x) return (double y) { y = x + 1 }\n");
    session.run("source(\"lib.dml\") as lib");
    assertEquals(3, number("lib::f(2)"));
    Files.writeString(file, "f = function(double x) return (double y) { y = x + 100 }\n");
    assertEquals(3, number("lib::f(2)"));
    session.run("source(\"lib.dml\") as lib");
    assertEquals(102, number("lib::f(2)"));
    Files.createDirectories(folder.resolve("sub"));
    Files.writeString(
        folder.resolve("sub/two.dml"), "g = function() return (double y) { y = 2 }\n");
    session.run("setwd(\"sub\")");
    session.run("source(\"two.dml\") as two");
    assertEquals(104, number("lib::f(two::g()) + two::g()"));
    assertTrue(error("source(\"three.dml\") as lib").contains("file not found"));
    assertEquals(102, number("lib::f(2)"));
    assertEquals(Set.of("lib", "two"), session.namespaces());
  }

  @Test
  void randomNumbersGoOn() {
    session.run("a = as.scalar(rand(rows=1, cols=1))");
    session.run("b = as.scalar(rand(rows=1, cols=1))");
    assertFalse(session.results("a").number("a") == session.results("b").number("b"));
  }

  @Test
  void variablesThatMayBeThere() {
    session.run("if (as.scalar(rand(rows=1, cols=1)) > 2) { y = 1 }");
    assertEquals(List.of(), session.names());
    session.run("y = 5; n = as.scalar(rand(rows=1, cols=1))");
    session.run("if (n > 2) { y = 1 }");
    assertEquals(5, number("y"));
    assertEquals(1, number("ifelse(exists(\"y\"), 1, 0)"));
    session.run("for (i in 1:3) { k = i }");
    assertEquals(3, number("k"));
    session.run("R = matrix(0, rows=3, cols=1); parfor (j in 1:3) { t = j * 2; R[j, 1] = t }");
    assertEquals(12, number("sum(R)"));
  }

  @Test
  void pydml() {
    Session python = linden.session(Script.PYDML);
    python.run("X = full(1.0, 2, 3)\ndef f(x: float) -> (y: float):\n    y = x + 1\n");
    assertEquals(6, ((Scalar) python.run("sum(X)")).asDouble());
    assertEquals(7, ((Scalar) python.run("f(_)")).asDouble());
    assertEquals(3, ((Scalar) python.run("a = 2\na + 1")).asDouble());
    assertNull(python.run("print(a)"));
    assertTrue(python.isUnfinished("if a > 1:"));
    assertTrue(python.isUnfinished("if a > 1:\n    b = 3"));
    assertFalse(python.isUnfinished("if a > 1:\n    b = 3\n\n"));
    assertTrue(python.isUnfinished("f("));
    assertFalse(python.isUnfinished("a"));
  }

  @Test
  void calledOff() throws Exception {
    session.run("x = 1");
    Cancellation cancellation = new Cancellation();
    Thread other =
        new Thread(
            () -> {
              while (session.names().isEmpty()) {
                Thread.onSpinWait();
              }
              session.cancel();
            });
    SessionInput endless = session.input("x = 2\nwhile (x > 0) { x = x + 1 }");
    endless.cancellation(cancellation);
    endless.progress(
        new ProgressListener() {
          private boolean started;

          @Override
          public synchronized void operator(String name, int line) {
            if (!started) {
              started = true;
              other.start();
            }
          }

          @Override
          public synchronized void loop(String l, long d, long a, java.time.Duration e) {
            operator("", 0);
          }
        });
    assertThrows(CancelledError.class, endless::run);
    other.join();
    assertEquals(1, number("x"));
  }
}
