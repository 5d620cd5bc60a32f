package dev.linden.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Cancellation;
import dev.linden.base.CancelledError;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Scripts that programs write: long, but flat. They compile on threads with ordinary stacks. */
class LongScriptsTest {
  private static String run(String script) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(output, false, StandardCharsets.UTF_8);
    try (Linden linden = Linden.builder().output(printed).build()) {
      linden.engine().compile(new Source("<long>", script), Map.of()).run();
    }
    printed.flush();
    return output.toString(StandardCharsets.UTF_8).strip();
  }

  private static String joined(String delimiter, int count, String part) {
    return String.join(delimiter, Collections.nCopies(count, part));
  }

  @Test
  void manyStatements() {
    assertEquals("20000", run("x = 0\n" + "x = x + 1\n".repeat(20_000) + "print(x)"));
  }

  @Test
  void manyStatementsWithMatrices() {
    String statements =
        IntStream.rangeClosed(1, 2000)
            .mapToObj(i -> "A" + i + " = X * " + i + "\ns = s + sum(A" + i + ")\n")
            .collect(Collectors.joining());
    String script = "X = matrix(1, 2, 2)\ns = 0\n" + statements + "print(s)";
    assertEquals("8004000.0", run(script));
  }

  @Test
  void longSums() {
    assertEquals("5000", run("print(" + joined(" + ", 5000, "1") + ")"));
    String x = "x = as.scalar(matrix(1, 1, 1))\n";
    assertEquals("5000.0", run(x + "print(" + joined(" + ", 5000, "x") + ")"));
    assertEquals("1", run("s = " + joined(" + ", 3000, "\"a\"") + "\nif (s != \"\") print(1)"));
  }

  @Test
  void longConditions() {
    String b = "b = as.scalar(matrix(1, 1, 1)) == 1\n";
    assertEquals("1", run(b + "if (" + joined(" & ", 3000, "b") + ") print(1)"));
    assertEquals("1", run(b + "if (" + joined(" | ", 3000, "b") + ") print(1)"));
  }

  @Test
  void longCalls() {
    String x = "X = matrix(1, 2, 1)\n";
    assertEquals("3000", run(x + "print(ncol(cbind(" + joined(", ", 3000, "X") + ")))"));
  }

  @Test
  void manyElseIfs() {
    String chain =
        IntStream.rangeClosed(1, 1000)
            .mapToObj(i -> "if (x == " + i + ") print(\"is " + i + "\")")
            .collect(Collectors.joining(" else "));
    assertEquals("is 900", run("x = as.scalar(matrix(900, 1, 1))\n" + chain));
  }

  private static String chain(int length) {
    return IntStream.rangeClosed(1, length)
        .mapToObj(i -> "if (x == " + i + ") y = " + i)
        .collect(Collectors.joining(" else ", "", " else y = -1\n"));
  }

  /** A chain is long, not deep, wherever it stands. */
  @Test
  void elseIfsOnAThreadWithASmallStack() throws Exception {
    String x = "x = as.scalar(matrix(4000, 1, 1))\n";
    assertEquals("4000", runWithSmallStack(x + chain(4000) + "print(y)"));
    String function = "f = function(double x) return (double y) {\n" + chain(4000) + "}\n";
    assertEquals("8000.0", runWithSmallStack(function + x + "print(f(x) + f(x))"));
    String loop = "R = matrix(0, 4, 1)\nparfor (i in 1:4, par=2, opt=NONE) {\nx = 3996 + i\n";
    String end = "R[i, 1] = y }\nprint(sum(R))";
    assertEquals("15994.0", runWithSmallStack(loop + chain(4000) + end));
  }

  /** Sizes that are known only at run time have the statements compiled there, on any thread. */
  @Test
  void deepRecompilationOnWorkers() throws Exception {
    String script =
        """
        X = removeEmpty(target=matrix(1, 300, 20), margin="rows")
        R = matrix(0, 4, 1)
        parfor (i in 1:4, par=2, opt=NONE) {
          A = X
          %s
          R[i, 1] = A[1, 1]
        }
        print(sum(R > 0))
        """;
    String statements = "A = sqrt(A + i)\n".repeat(4000);
    assertEquals("4.0", runWithSmallStack(script.formatted(statements)));
  }

  private static String runWithSmallStack(String script) throws InterruptedException {
    Object[] result = new Object[1];
    Runnable work =
        () -> {
          try {
            result[0] = run(script);
          } catch (RuntimeException | Error e) { // compared with what should be printed
            result[0] = e;
          }
        };
    Thread thread = new Thread(null, work, "small", 256 << 10);
    thread.start();
    thread.join();
    return String.valueOf(result[0]);
  }

  @Test
  void manyFunctions() {
    StringBuilder script = new StringBuilder("x = 0\n");
    for (int i = 0; i < 1500; i++) {
      script.append("f" + i + " = function(double a) return (double b) { b = a + 1 }\n");
      script.append("x = f" + i + "(x)\n");
    }
    assertEquals("1500.0", run(script + "print(x)"));
  }

  @Test
  void nestingStaysBounded() {
    String parentheses = "print(" + "(".repeat(2000) + "1" + ")".repeat(2000) + ")";
    assertTooDeep(parentheses);
    assertTooDeep("print(" + "-".repeat(2000) + "1)");
    assertTooDeep("print(" + joined("^", 2000, "1") + ")");
    assertTooDeep("if (TRUE) ".repeat(2000) + "print(1)");
  }

  private static void assertTooDeep(String script) {
    ScriptError error = assertThrows(ScriptError.class, () -> run(script));
    assertTrue(error.render().contains("nested too deeply"), error::render);
  }

  @Test
  void compilationCanBeCalledOff() {
    Cancellation cancellation = new Cancellation();
    Cancellation before = Cancellation.ofThread(cancellation);
    cancellation.cancel();
    try (Linden linden = Linden.create()) {
      Source source = new Source("<long>", "x = 0\n" + "x = x + 1\n".repeat(20_000));
      assertThrows(CancelledError.class, () -> linden.engine().compile(source, Map.of()));
    } finally {
      Cancellation.ofThread(before);
    }
  }
}
