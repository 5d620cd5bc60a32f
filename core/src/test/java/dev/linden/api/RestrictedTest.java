package dev.linden.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attempts to get out of the restricted mode. */
class RestrictedTest {
  private static final String SECRET = "0.424242";

  /**
   * Holds {@code work}, in which scripts run, with {@code in} and {@code out}, which are allowed.
   */
  @TempDir Path top;

  private Path work;
  private Path in;

  @BeforeEach
  void prepare() throws IOException {
    top = top.toRealPath();
    work = Files.createDirectory(top.resolve("work"));
    in = Files.createDirectory(work.resolve("in"));
    Files.createDirectory(work.resolve("out"));
    Files.createDirectory(work.resolve("inner"));
    Files.writeString(in.resolve("x.csv"), "1,2\n");
    Files.writeString(top.resolve("secret.csv"), SECRET + "\n");
    Files.writeString(work.resolve("secret.csv"), SECRET + "\n");
    Files.writeString(work.resolve("inner/secret.csv"), SECRET + "\n");
    Files.writeString(
        work.resolve("secret.dml"), "f = function() return (double y) { y = " + SECRET + " }");
    Files.writeString(in.resolve("good.dml"), "f = function() return (double y) { y = 1 }");
    Files.writeString(
        in.resolve("leads.dml"),
        "source(\"../secret.dml\") as s\ng = function() return (double y) { y = s::f() }");
    Files.createSymbolicLink(in.resolve("link.csv"), top.resolve("secret.csv"));
    Files.createSymbolicLink(in.resolve("relative.csv"), Path.of("../secret.csv"));
    Files.createSymbolicLink(in.resolve("chain.csv"), in.resolve("link.csv"));
    Files.createSymbolicLink(in.resolve("circle.csv"), in.resolve("circle.csv"));
    Files.createSymbolicLink(in.resolve("dangling.csv"), top.resolve("new.csv"));
    Files.createSymbolicLink(in.resolve("up"), top);
    Files.createSymbolicLink(in.resolve("link.dml"), work.resolve("secret.dml"));
    Files.createSymbolicLink(in.resolve("own.csv"), in.resolve("x.csv"));
    Files.createDirectory(in.resolve("parts"));
    Files.createSymbolicLink(in.resolve("parts/part-0"), top.resolve("secret.csv"));
    Files.writeString(in.resolve("a.csv"), "1\n");
    Files.createSymbolicLink(in.resolve("a.csv.mtd"), top.resolve("a.mtd"));
    Files.writeString(
        top.resolve("a.mtd"),
        "{\"data_type\": \"matrix\", \"rows\": 42, \"cols\": 1, \"format\": \"csv\"}");
  }

  private Linden.Builder builder() {
    return Linden.builder().directory(work).restricted(List.of(Path.of("in"), work.resolve("out")));
  }

  private String run(String script) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try (Linden linden =
        builder().output(new PrintStream(output, true, StandardCharsets.UTF_8)).build()) {
      linden.engine().compile(new Source("<script>", script), Map.of()).run();
    }
    return output.toString(StandardCharsets.UTF_8);
  }

  private String refused(String script) throws IOException {
    List<String> before = files();
    ScriptError error = assertThrows(ScriptError.class, () -> run(script), script);
    assertFalse(error.render().contains(SECRET), error.render());
    assertEquals(before, files(), script);
    return error.getMessage();
  }

  /** Without restrictions. */
  private boolean isReadable(String file) {
    try (Linden linden = Linden.builder().directory(work).build()) {
      Source script = new Source("s", "x = sum(read(\"" + file + "\"))");
      linden.engine().compile(script, Map.of()).run();
      return true;
    } catch (ScriptError e) {
      return false;
    }
  }

  /** All there is outside of the allowed folders. */
  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(top)) {
      return all.filter(path -> !path.startsWith(in) && !path.startsWith(work.resolve("out")))
          .map(Path::toString)
          .sorted()
          .toList();
    }
  }

  /** Rules that are texts are compared, and never become a part of what is compiled. */
  @Test
  void rulesOfTheLibraryAreNoPrograms() {
    String attack = "x\\\") + new java.io.File(\\\"" + work + "/out/made\\\").mkdir() + (\\\"";
    String rules =
        """
        attack = "%s"
        F = frame(list("a", "b"), rows=1, cols=2)
        F = rbind(F, frame(list("1.2.3", attack), rows=1, cols=2), frame(list("7", "4"), rows=1, cols=2))
        names = list("idx", "type", "by", "group", "option", "v1", "relation", "v2")
        C = frame(names, rows=1, cols=8)
        C = rbind(C, frame(list("1", "valueCompare", "FALSE", "", "", "b", "=", attack), rows=1, cols=8))
        C = rbind(C, frame(list("2", "valueCompare", "TRUE", "b", attack, "a", ">", "1"), rows=1, cols=8))
        C = rbind(C, frame(list("3", "variableCompare", "FALSE", "", "", "a", ">", "b"), rows=1, cols=8))
        print(toString(denialConstraints(dataFrame=F, constraintsFrame=C), decimal=0))
        """;
    assertEquals("1 1\n1 2\n2 3\n", run(rules.formatted(attack)).replace("\n\n", "\n"));
    assertFalse(Files.exists(work.resolve("out/made")));
    String relation = rules.replace("\"=\"", "attack").formatted(attack);
    assertThrows(ScriptError.class, () -> run(relation));
    assertFalse(Files.exists(work.resolve("out/made")));
  }

  @Test
  void allowedFoldersWorkAsEver() {
    assertEquals("3.0\n", run("print(sum(read('in/x.csv')))"));
    assertEquals("3.0\n", run("print(sum(read('" + in + "/../in/./x.csv')))"));
    assertEquals("3.0\n", run("print(sum(read('file:" + in + "/x.csv')))"));
    assertEquals("3.0\n", run("print(sum(read('in/own.csv')))"));
    assertEquals(
        "6.0\n",
        run(
            "write(matrix(2, 3, 1), 'out/deep/er/y.csv', format='csv')\n"
                + "print(sum(read('out/deep/er/y.csv')))"));
    assertEquals(
        "2.0\n",
        run(
            "write(list(1, matrix(2, 1, 1)), 'out/list')\n"
                + "L = read('out/list', data_type='list')\n"
                + "print(sum(as.matrix(L[2])))"));
    assertEquals("1.0\n", run("source('in/good.dml') as g\nprint(g::f())"));
    assertEquals(
        "TRUE\n",
        run(
            "F = map(as.frame(matrix(7, 1, 1)), 'x -> x.length() > 0 ? \"yes\" : x')\n"
                + "print(as.scalar(F[1,1]) == 'yes')"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "secret.csv",
        "in/../secret.csv",
        "in/../../secret.csv",
        "in/./.././secret.csv",
        "in/nosuch/../../secret.csv",
        "in/x.csv/../../secret.csv",
        "inner/secret.csv",
        "in/link.csv",
        "in/relative.csv",
        "in/chain.csv",
        "in/circle.csv",
        "in/dangling.csv",
        "in/up/secret.csv",
        "in/up/work/secret.csv",
        "in/parts",
        "in/parts/part-0",
        "in/a.csv",
        "TOP/secret.csv",
        "//TOP/secret.csv",
        "file:secret.csv",
        "file:TOP/secret.csv",
        "file://TOP/secret.csv",
        "file:///TOP/secret.csv",
        "FILE:TOP/secret.csv",
        "file:in/../secret.csv",
        "hdfs://host/secret.csv",
        "http://127.0.0.1:1/secret.csv",
        "jar:file:/x.jar!/secret.csv",
        ".",
        "..",
        "/",
        "/dev/stdin",
        "/dev/fd/0",
        "/proc/self/environ",
        "/proc/self/cwd/secret.csv",
        "~/secret.csv",
        "in\\\\..\\\\secret.csv"
      })
  void nothingElseIsRead(String path) throws IOException {
    String file = path.replace("TOP", top.toString());
    String message = refused("print(sum(read(\"" + file + "\")))");
    assertTrue(message.contains("out of reach") || !isReadable(file), message);
    refused("n = \"\"\nfor (i in 1:1) { n = n + \"" + file + "\" }\nprint(sum(read(n)))");
    refused("setwd(\"in\")\nprint(sum(read(\"../" + file + "\")))");
    refused("F = read(\"" + file + "\", data_type=\"frame\", format=\"csv\")\nprint(toString(F))");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "y.csv",
        "in/../y.csv",
        "out/nosuch/../../y.csv",
        "inner/y.csv",
        "in/link.csv",
        "in/dangling.csv",
        "in/up/y.csv",
        "in/up/work/inner/deep/y.csv",
        "TOP/y.csv",
        "file:TOP/y.csv",
        "in",
        "out",
        ".",
        "/dev/stdout",
        "/dev/null",
        "hdfs://host/y.csv"
      })
  void nothingElseIsWritten(String path) throws IOException {
    String file = path.replace("TOP", top.toString());
    for (String format : List.of("csv", "text", "binary", "mm")) {
      refused("write(matrix(1, 2, 2), \"" + file + "\", format=\"" + format + "\")");
    }
    refused("write(5, \"" + file + "\")");
    refused("write(list(1, 2), \"" + file + "\")");
    refused("write(as.frame(matrix(1, 1, 1)), \"" + file + "\", format=\"csv\")");
    assertEquals(SECRET + "\n", Files.readString(top.resolve("secret.csv")));
  }

  @Test
  void elementsOfListsLeadNowhereElse() throws IOException {
    run("write(list(matrix(1, 1, 1), matrix(2, 1, 1)), 'in/list')");
    Path element = in.resolve("list/1");
    Files.delete(element);
    Files.createSymbolicLink(element, top.resolve("secret.csv"));
    String message = refused("print(toString(read('in/list', data_type='list')))");
    assertTrue(message.contains("out of reach"), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "secret.dml",
        "in/../secret.dml",
        "in/link.dml",
        "in/leads.dml",
        "TOP/work/secret.dml",
        "in/up/work/secret.dml",
        "file:secret.dml",
        "/etc/hostname"
      })
  void nothingElseIsSourced(String path) throws IOException {
    String file = path.replace("TOP", top.toString());
    refused("source(\"" + file + "\") as s\nprint(s::f())");
    refused("setwd(\"in\")\nsource(\"../" + file + "\") as s\nprint(s::f())");
  }

  @Test
  void noJavaIsRun() throws IOException {
    String lambda = "x -> System.getProperty(x)";
    String message =
        refused("F = map(as.frame(matrix(1, 1, 1)), \"" + lambda + "\")\nprint(toString(F))");
    assertTrue(message.contains("is not for the restricted mode"), message);
    refused(
        "s = \"x -> \"\n"
            + "for (i in 1:1) { s = s + \"System.exit(1)\" }\n"
            + "F = map(as.frame(matrix(1, 2, 2)), s)\n"
            + "print(toString(F))");
    refused(
        "s = \"x -> System.exit(1)\"\n"
            + "F = as.frame(matrix(1, 2, 2))\n"
            + "parfor (i in 1:2) { G = map(F, s)\n"
            + " print(toString(G)) }");
    refused(
        "F = eval(\"map\", as.frame(matrix(1, 1, 1)), \"x -> System.exit(1)\")\n"
            + "print(toString(F))");
    message =
        refused(
            "f = externalFunction(double x) return (double y) implemented in"
                + " (classname=\"dev.linden.api.RestrictedTest$Half\")\n"
                + "print(f(1))");
    assertTrue(message.contains("lets scripts load no class"), message);
  }

  /** Halves a number. */
  public static final class Half implements ExternalFunction {
    @Override
    public void call(ExternalCall call) {
      call.result(0, call.number(0) / 2);
    }
  }

  @Test
  void theHostMayStillOfferFunctionsAndName() throws IOException {
    try (Linden linden = builder().externalFunction("half", new Half()).build()) {
      String text =
          "f = externalFunction(double x) return (double y) implemented in (classname=\"half\")\n"
              + "y = f(3)";
      assertEquals(1.5, linden.prepare(text, List.of(), List.of("y")).call().execute().number("y"));
      Files.writeString(work.resolve("main.dml"), "y = 7");
      Prepared given = linden.prepare(Script.of(Path.of("main.dml")).output("y"));
      assertEquals(7, given.call().execute().number("y"));
    }
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    assertThrows(
        InputError.class,
        () -> Linden.builder().restricted(List.of(top.resolve("nosuch"))).build());
    assertThrows(
        InputError.class,
        () -> Linden.builder().restricted(List.of(top.resolve("secret.csv"))).build());
    assertThrows(InputError.class, () -> builder().jars(List.of(top)).build());
  }

  @Test
  void withoutFoldersThereAreNoFiles() {
    try (Linden linden = Linden.builder().directory(work).set("restricted", "").build()) {
      assertThrows(
          ScriptError.class,
          () ->
              linden
                  .engine()
                  .compile(new Source("s", "print(sum(read('in/x.csv')))"), Map.of())
                  .run());
    }
  }
}
