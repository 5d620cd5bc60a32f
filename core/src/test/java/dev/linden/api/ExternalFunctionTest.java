package dev.linden.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.InputError;
import dev.linden.base.ScriptError;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions in Java behind {@code externalFunction}. */
class ExternalFunctionTest {
  /** Keeps state in a field, which is safe because every call has an instance of its own. */
  public static final class Scale implements ExternalFunction {
    private double sum;

    @Override
    public void call(ExternalCall call) {
      double[][] x = call.matrix(0);
      for (double[] row : x) {
        for (int j = 0; j < row.length; j++) {
          row[j] *= call.number(1);
          sum += row[j];
        }
      }
      call.result(0, x);
      call.result(1, sum);
    }
  }

  /** All types there are. */
  public static final class AllTypes implements ExternalFunction {
    @Override
    public void call(ExternalCall call) {
      String text =
          call.function()
              + " "
              + call.arguments()
              + " "
              + call.results()
              + " "
              + call.number(0)
              + " "
              + call.integer(1)
              + " "
              + call.flag(2)
              + " "
              + call.text(3)
              + " "
              + call.cell(4, 0, 1)
              + " "
              + call.rows(4)
              + "x"
              + call.cols(4)
              + " "
              + call.frame(5)[1][0]
              + " "
              + call.names(5)[0]
              + " "
              + call.rows(5)
              + "x"
              + call.cols(5);
      call.result(0, text);
      call.result(1, 7L);
      call.result(2, true);
      call.result(3, 2, 1, new double[] {1, 0});
      call.result(4, new String[] {"a", "b"}, new String[][] {{"x", null}});
    }
  }

  /** What a list holds, and the lists in it. */
  public static final class Elements implements ExternalFunction {
    @Override
    public void call(ExternalCall call) {
      call.result(0, describe(call.list(0), call.listNames(0)));
    }

    private static String describe(ExternalValues list, String[] names) {
      double[][] x = list.matrix(0);
      ExternalValues inner = list.list(3);
      return list.arguments()
          + " "
          + String.join(",", names)
          + " "
          + x[1][0]
          + " "
          + list.number(1)
          + " "
          + list.text(2)
          + " "
          + inner.arguments()
          + " "
          + list.listNames(3).length
          + " "
          + inner.frame(0)[0][1]
          + " "
          + inner.flag(1);
    }
  }

  public static final class Failing implements ExternalFunction {
    @Override
    public void call(ExternalCall call) throws IOException {
      throw new IOException("the disk is full");
    }
  }

  public static final class NoResult implements ExternalFunction {
    @Override
    public void call(ExternalCall call) {}
  }

  static final class Hidden implements ExternalFunction {
    @Override
    public void call(ExternalCall call) {}
  }

  private static final String HERE = ExternalFunctionTest.class.getName();

  private static String run(String script) {
    return run(script, builder -> builder);
  }

  private static String run(String script, UnaryOperator<Linden.Builder> setup) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    try (Linden linden = setup.apply(Linden.builder().output(print).threads(2)).build()) {
      linden.engine().compile(new Source("<script>", script), Map.of()).run();
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String declare(String name, String parameters, String results, String type) {
    return name
        + " = externalFunction("
        + parameters
        + ") return ("
        + results
        + ") implemented in (classname=\""
        + HERE
        + "$"
        + type
        + "\")\n";
  }

  private static final String SCALE =
      declare("scale", "matrix[double] X, double f", "matrix[double] Y, double s", "Scale");

  private static ScriptError error(String script) {
    return assertThrows(ScriptError.class, () -> run(script));
  }

  @Test
  void severalResults() {
    assertEquals(
        "2.000 4.000\n\n6.0\n",
        run(SCALE + "[Y, s] = scale(matrix(\"1 2\", 1, 2), 2)\nprint(Y)\nprint(s)"));
  }

  @Test
  void argumentsAreCopies() {
    assertEquals(
        "3.0 3.0\n",
        run(
            SCALE
                + "X = matrix(1, 1, 3)\n[Y, s] = scale(X, 5)\n[Z, u] = scale(X, 1)\n"
                + "print(sum(X) + \" \" + u)"));
  }

  @Test
  void everyType() {
    String script =
        declare(
                "types",
                "double d, int i, boolean b, string s, matrix[double] M, frame[string] F",
                "string t, int i2, boolean b2, matrix[double] M2, frame[string] F2",
                "AllTypes")
            + "[t, i, b, M, F] = types(1.5, 3, TRUE, \"w\", matrix(\"1 2\", 1, 2),"
            + " rbind(as.frame(\"p\"), as.frame(\"q\")))\n"
            + "print(t)\nprint(i)\nprint(b)\nprint(sum(M) + \" \" + nrow(M))\nprint(F)";
    assertEquals(
        "types 6 5 1.5 3 true w 2.0 1x2 q C1 2x1\n7\nTRUE\n1.0 2\n"
            + "# FRAME: nrow = 1, ncol = 2\n# a b\n# STRING STRING\nx null\n\n",
        run(script));
  }

  @Test
  void insideFunctionsAndParfor() {
    String script =
        SCALE
            + "twice = function(matrix[double] X) return (double s) { [Y, s] = scale(X, 2) }\n"
            + "R = matrix(0, 40, 1)\n"
            + "parfor (i in 1:40) { s = twice(matrix(i, 1, 2))\n R[i, 1] = s }\n"
            + "print(sum(R))";
    assertEquals("3280.0\n", run(script)); // 4 * (1 + ... + 40)
  }

  @Test
  void byEval() {
    assertEquals(
        "6.0\n",
        run(SCALE + "L = evalList(\"scale\", list(matrix(3, 1, 1), 2))\nprint(as.scalar(L[2]))"));
  }

  @Test
  void fromAnotherScript(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("lib.dml"), SCALE);
    assertEquals(
        "4.0\n",
        run(
            "source(\"lib.dml\") as L\n[Y, s] = L::scale(matrix(2, 1, 1), 2)\nprint(s)",
            builder -> builder.directory(directory)));
  }

  @Test
  void withoutResults() {
    String script =
        "note = externalFunction(string s) implemented in (classname=\"note\")\n"
            + "note(\"a\")\nnote(\"b\")";
    StringBuilder seen = new StringBuilder();
    run(script, builder -> builder.externalFunction("note", call -> seen.append(call.text(0))));
    assertEquals("ab", seen.toString());
  }

  @Test
  void registeredInstance() {
    String script =
        "plus = externalFunction(int a) return (int b)"
            + " implemented in (classname=\"my.Plus\", exectype=\"mem\")\nprint(plus(4))";
    assertEquals(
        "5\n",
        run(
            script,
            builder ->
                builder.externalFunction("my.Plus", call -> call.result(0, call.integer(0) + 1))));
  }

  @Test
  void exceptionsHavePlaceAndCause() {
    ScriptError e = error(declare("f", "int a", "int b", "Failing") + "x = f(1)\nprint(x)");
    assertEquals(
        "external function f, class "
            + HERE
            + "$Failing, failed: java.io.IOException: the disk is full",
        e.problems().get(0).message());
    assertEquals(1, e.problems().get(0).span().line());
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    assertInstanceOf(IOException.class, cause);
  }

  @Test
  void missingAndWrongResults() {
    String none = declare("f", "int a", "int b, double c", "NoResult") + "[x, y] = f(1)\nprint(x)";
    assertEquals(
        "result 1 (b) of f, class " + HERE + "$NoResult, has no value",
        error(none).problems().get(0).message());
    String wrong =
        declare("g", "matrix[double] X, double f", "double Y, double s", "Scale")
            + "[x, y] = g(matrix(1, 1, 1), 1)\nprint(x)";
    assertEquals(
        "result 1 (Y) of g, class " + HERE + "$Scale, is declared as a double, but is a 1x1 matrix",
        error(wrong).problems().get(0).message());
    String text =
        declare(
                "h", "double a, int i, boolean b, string s, matrix[double] M, frame[string] F",
                "double t", "AllTypes")
            + "x = h(1, 2, TRUE, \"s\", matrix(1, 1, 2), rbind(as.frame(\"p\"), as.frame(\"q\")))\n"
            + "print(x)";
    assertEquals(
        "external function h, class "
            + HERE
            + "$AllTypes, failed: it gives result 1, but only 0..0 are declared",
        error(text).problems().get(0).message());
    String argument = declare("k", "int a, int b", "int c", "Scale") + "print(k(1, 2))";
    assertEquals(
        "external function k, class "
            + HERE
            + "$Scale, failed: it asks for a matrix as argument 0, which is a scalar",
        error(argument).problems().get(0).message());
  }

  @Test
  void wrongClasses() {
    String missing =
        "f = externalFunction(int a) return (int b) implemented in (classname=\"no.Such\")\n"
            + "print(\"started\")";
    assertEquals(
        "<script>:1:70: error: class no.Such is neither registered nor on the class path of the"
            + " jars",
        error(missing).render().lines().findFirst().orElseThrow());
    String other = missing.replace("no.Such", "java.lang.String");
    assertEquals(
        "class java.lang.String does not implement dev.linden.api.ExternalFunction",
        error(other).problems().get(0).message());
    String hidden = declare("f", "int a", "int b", "Hidden");
    assertEquals(
        "class " + HERE + "$Hidden must be public with a public constructor without parameters",
        error(hidden).problems().get(0).message());
    String none = "f = externalFunction(int a) return (int b) implemented in (exectype=\"mem\")";
    assertEquals(
        "the external function f needs a class: classname=\"...\"",
        error(none).problems().get(0).message());
    String list = declare("f", "int a", "list[unknown] b", "NoResult");
    assertEquals(
        "an external function can't give a list; let it give its elements",
        error(list).problems().get(0).message());
  }

  @Test
  void listsAsArguments() {
    String declaration = declare("f", "list[unknown] a", "string b", "Elements");
    String call =
        "X = matrix(\"1 2 3 4\", 2, 2)\nF = as.frame(X)\n"
            + "print(f(list(x = X + 1, n = 7, s = \"text\", l = list(F, TRUE))))";
    String expected = "4 x,n,s,l 4.0 7.0 text 2 0 2 true\n";
    assertEquals(expected, run(declaration + call));
    // elements that had to leave memory come back
    Settings evicting = Settings.DEFAULTS.with("memory.evict-all", "true");
    assertEquals(expected, run(declaration + call, builder -> builder.settings(evicting)));
    String inParfor =
        "R = matrix(0, 8, 1)\n"
            + "parfor (i in 1:8) {\n"
            + "s = f(list(x = matrix(i, 2, 1), n = i, s = \"\", l = list(as.frame(matrix(3, 1, 2)),"
            + " TRUE)))\n"
            + "R[i, 1] = ifelse(s == \"4 x,n,s,l \" + 1.0 * i + \" \" + 1.0 * i + \"  2 0 3 true\","
            + " 1, 0)\n"
            + "}\n"
            + "print(sum(R))";
    assertEquals("8.0\n", run(declaration + inParfor));
  }

  @Test
  void wrongElementsOfLists() {
    String declaration = declare("f", "list[unknown] a", "string b", "Elements");
    assertEquals(
        "external function f, class "
            + HERE
            + "$Elements, failed: it asks for a matrix as element 0, which is a scalar",
        error(declaration + "print(f(list(1)))").problems().get(0).message());
    assertEquals(
        "external function f, class "
            + HERE
            + "$Elements, failed: it asks for element 3, but has 1 element",
        error(declaration + "print(f(list(matrix(1, 2, 1))))").problems().get(0).message());
  }

  @Test
  void fromAJar(@TempDir Path directory) throws IOException {
    Path source = directory.resolve("Cube.java");
    Files.writeString(
        source,
        "public class Cube implements dev.linden.api.ExternalFunction {\n"
            + "  public void call(dev.linden.api.ExternalCall call) {\n"
            + "    double x = call.number(0);\n    call.result(0, x * x * x);\n  }\n}\n");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String classPath = System.getProperty("java.class.path");
    assertEquals(
        0,
        compiler.run(
            null,
            null,
            null,
            "-proc:none",
            "-cp",
            classPath,
            "-d",
            directory.toString(),
            source.toString()));
    Path jar = directory.resolve("cube.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry("Cube.class"));
      out.write(Files.readAllBytes(directory.resolve("Cube.class")));
      out.closeEntry();
    }
    Files.delete(directory.resolve("Cube.class"));
    String script =
        "cube = externalFunction(double x) return (double y) implemented in (classname=\"Cube\")\n"
            + "print(cube(3))";
    assertEquals("27.0\n", run(script, builder -> builder.jars(List.of(jar))));
    InputError e =
        assertThrows(
            InputError.class,
            () -> run(script, builder -> builder.jars(List.of(directory.resolve("other.jar")))));
    assertEquals("jar not found: " + directory.resolve("other.jar"), e.getMessage());
  }
}
