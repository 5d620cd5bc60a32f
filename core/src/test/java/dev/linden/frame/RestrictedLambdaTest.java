package dev.linden.frame;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.Workers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lambdas that are evaluated: the same as compiled ones, or refused. */
class RestrictedLambdaTest {
  private static final Frame CELLS =
      Frame.of(8, List.of(Column.of("12", " aB c ", "", "3.75", "a,b,,c", "-7", "Zürich", "true")));

  private static List<String> texts(JavaMap map) {
    Frame mapped = map.cells(CELLS, Workers.serial());
    List<String> texts = new ArrayList<>();
    for (Column column : mapped.columns()) {
      for (int i = 0; i < mapped.rows(); i++) {
        texts.add(column.text(i));
      }
    }
    return texts;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x -> x",
        "x -> x.trim().toUpperCase()",
        "x -> PorterStemmer.stem(x + \"ings\")",
        "(y) -> y.length() > 3 ? y.substring(0, 3) : y + \"!\"",
        "x -> x.isEmpty() ? \"none\" : x.charAt(0)",
        "x -> x.isEmpty() ? 0 : x.charAt(0) + 1",
        "x -> x.replace('a', 'b').replace(\"B\", \"\")",
        "x -> x.replaceAll(\"[^a-z]+\", \"-\")",
        "x -> x.split(\",\").length",
        "x -> x.split(\",\", -1).length * 2 - 1",
        "x -> x.split(\",\")[0]",
        "x -> x.matches(\"-?[0-9]+\") ? Integer.parseInt(x) * 2 + 1 : -1",
        "x -> x.matches(\"-?[0-9]+\") ? Integer.parseInt(x) / 2 % 4 : 1 / 2",
        "x -> x.matches(\"-?[0-9]+\") ? Integer.parseInt(x) / 2 % 4 : 1 / 2.0",
        "x -> x.isEmpty() ? 1 : 2.5",
        "x -> x.isEmpty() ? (x.length() > 0 ? 1 : 2L) : x.length()",
        "x -> x.isEmpty() ? -1 : Math.sqrt(4)",
        "x -> x.isEmpty() ? Math.max(1, 2) : Math.abs(-0.5)",
        "x -> (x.isEmpty() ? 1 : 2.0) / 3 + (x.isEmpty() ? 'a' : 'b')",
        "x -> x.isEmpty() ? 7 / 2 : (int) 2.5",
        "x -> x.indexOf(\"b\") + x.lastIndexOf('c') - x.indexOf(\"a\", 1)",
        "x -> x.contains(\"a\") && !x.startsWith(\"a\") || x.endsWith(\"c\")",
        "x -> x.equals(\"12\") == true",
        "x -> x.length() != 2 ? (x.length() <= 1 ? \"s\" : \"l\") : \"m\"",
        "x -> Math.max(x.length(), 3) + Math.min(2.5, x.length())",
        "x -> Math.abs(-x.length()) + Math.round(2.5) + Math.abs(-2.5)",
        "x -> Math.sqrt(x.length()) + Math.pow(2, 3) + Math.floor(-0.5)",
        "x -> (int) 3.99 + (long) x.length() + (double) 1",
        "x -> 2147483647 + x.length()",
        "x -> 2147483647L + x.length()",
        "x -> -0.0",
        "x -> - - 3 + -x.length()",
        "x -> !!x.isBlank()",
        "x -> 1 + 2 + x + 1 + 2",
        "x -> 'a' + 'b'",
        "x -> \"\" + 'a' + 1.0 + true + (x.isEmpty() ? null : x)",
        "x -> \"tab\\t quote\\\" back\\\\\"",
        "x -> 1e3 + .5 + 2. + 3d",
        "x -> 0.0 / 0.0 == 0.0 / 0.0",
        "x -> Character.isDigit(x.isEmpty() ? ' ' : x.charAt(0))",
        "x -> String.valueOf(x.length()).concat(x).hashCode()",
        "x -> x.compareTo(\"a\") < 0",
        "x -> x.equalsIgnoreCase(\"ab\")",
        "x -> 7 - 2 - 1 * 3 / 2",
        "x -> 1 < 2 == true ? \"yes\" : \"no\"",
        "(a, b) -> TextDistance.edits(a, b)",
        "(a, b) -> a.length() < b.length() ? a : b",
        "(a, b) -> TextDistance.jaccard(a, b) + TextDistance.wordErrorRate(a + \"x\", b + \"x\")"
      })
  void giveWhatCompiledOnesGive(String lambda) {
    assertEquals(texts(JavaMap.compile(lambda, false)), texts(JavaMap.restricted(lambda, false)));
  }

  @Test
  void rowsAndColumns() {
    Frame frame = Frame.of(2, List.of(Column.of("a", null), Column.of("b", "c")));
    for (String lambda :
        List.of(
            "r -> new String[] {r[1], r[0]}",
            "r -> new String[] {r[0] == null ? \"none\" : r[0].trim(), r[1] + r.length}",
            "r -> r[1]",
            "r -> r")) {
      Frame expected = JavaMap.compile(lambda, true).rows(frame);
      Frame found = JavaMap.restricted(lambda, true).rows(frame);
      for (int j = 0; j < expected.cols(); j++) {
        for (int i = 0; i < 2; i++) {
          assertEquals(expected.column(j).text(i), found.column(j).text(i), lambda);
        }
      }
    }
    assertArrayEquals(
        new int[] {1, 2},
        new int[] {
          JavaMap.restricted("c -> new String[] {c[1]}", true).columns(frame).rows(), frame.cols()
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x -> x.getClass()",
        "x -> x.getClass().getName()",
        "x -> \"\".getClass().forName(\"java.lang.Runtime\")",
        "x -> Runtime.getRuntime().exec(x)",
        "x -> java.lang.Runtime.getRuntime()",
        "x -> System.exit(3)",
        "x -> System.getenv(x)",
        "x -> System.getProperty(\"user.home\")",
        "x -> new java.io.File(x)",
        "x -> new ProcessBuilder(x).start()",
        "x -> new String[1 << 30]",
        "x -> new String[1000000000]",
        "x -> new Object[] {x}",
        "x -> Class.forName(x)",
        "x -> Thread.currentThread()",
        "x -> x.repeat(1000000000)",
        "x -> String.format(\"%1000000000d\", 1)",
        "x -> x.intern()",
        "x -> x.chars()",
        "x -> x.value",
        "x -> x.wait()",
        "x -> x; System.exit(1)",
        "x -> x; }} class A { static { System.exit(1); } ",
        "x -> { while (true); }",
        "x -> { return x; }",
        "x -> x = \"a\"",
        "x -> x += \"a\"",
        "x -> x instanceof String",
        "x -> (Object) x",
        "x -> (String) x",
        "x -> y",
        "x -> y -> x",
        "x -> x::trim",
        "x -> Math.class",
        "x -> Math",
        "x -> Math.nosuch(1)",
        "x -> Math.abs(1, 2)",
        "x -> dev.linden.frame.JavaMap.compile(x, false)",
        "x -> Arrays.asList(x)",
        "x -> Pattern.compile(x)",
        "x -> \\u0053ystem.exit(1)",
        "x -> \"\\u0041\"",
        "x -> x /* comment */",
        "x -> x // comment",
        "x -> \"open",
        "x -> (x",
        "x -> x)",
        "x -> ? :",
        "x -> @x",
        "x -> 010",
        "x -> 99999999999",
        "x -> x #",
        "x -> x.length"
      })
  void anythingElseIsRefused(String lambda) {
    assertThrows(InputError.class, () -> texts(JavaMap.restricted(lambda, false)), lambda);
  }

  @Test
  void deepNestingIsRefusedAndLongChainsAreNot() {
    String deep = "x -> " + "(".repeat(100_000) + "x" + ")".repeat(100_000);
    assertThrows(InputError.class, () -> JavaMap.restricted(deep, false));
    String conditions = "x -> " + "true ? x : ".repeat(100_000) + "x";
    assertThrows(InputError.class, () -> JavaMap.restricted(conditions, false));
    String signs = "x -> " + "-".repeat(100_000) + "1";
    assertEquals("1", texts(JavaMap.restricted(signs, false)).get(0));
    String casts = "x -> " + "(int) ".repeat(100_000) + "1";
    assertThrows(InputError.class, () -> JavaMap.restricted(casts, false));
  }

  /** As in Java, though the compiler of lambdas does not know this case. */
  @Test
  void charactersWidenToo() {
    List<String> texts = texts(JavaMap.restricted("x -> x.isEmpty() ? 0.5 : x.charAt(0)", false));
    assertEquals(List.of("49.0", "32.0", "0.5"), texts.subList(0, 3));
  }

  @Test
  void whatTheCompilerCannotCompileIsNoBug() {
    assertThrows(InputError.class, () -> JavaMap.compile("x -> \"\" + 'a' + null", false));
  }

  @Test
  void messagesSayWhatIsWrong() {
    String message =
        assertThrows(InputError.class, () -> JavaMap.restricted("x -> x.getClass()", false))
            .getMessage();
    assertTrue(
        message.startsWith(
            "the lambda \"x -> x.getClass()\" is not for the restricted mode:"
                + " there is no function getClass of 0 arguments; there are charAt, "),
        message);
    message =
        assertThrows(InputError.class, () -> texts(JavaMap.restricted("x -> x == x", false)))
            .getMessage();
    assertEquals(
        "the lambda \"x -> x == x\" failed: compare texts with equals, not with ==", message);
  }
}
