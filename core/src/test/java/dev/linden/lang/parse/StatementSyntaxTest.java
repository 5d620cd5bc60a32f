package dev.linden.lang.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.linden.lang.ast.Ast;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementSyntaxTest {
  private static String shapes(String text) {
    return Scripts.parse(text).statements().stream()
        .map(AstShape::of)
        .collect(Collectors.joining("; "));
  }

  private static void assertShapes(String expected, String text) {
    assertEquals(expected, shapes(text), text);
  }

  static List<String> examples() {
    return Scripts.examples();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void acceptsTheExamplesOfTheLanguageDescription(String script) {
    Ast.Script parsed = Scripts.parse(script);
    assertEquals(false, parsed.statements().isEmpty());
  }

  @Test
  void lineBreaksAreWhiteSpace() {
    assertShapes(shapes("x = 1; y = 2; print(x+y)"), "x = 1 y = 2 print(x+y)");
    assertShapes(shapes("c = a - b"), "c = a\n-b");
    assertShapes(shapes("x = f(1)"), "x\n=\r\nf\r(\t1\f)");
    assertShapes(shapes("x = 1; y = 2"), ";; x = 1;;; y = 2;;");
    assertShapes("", " \n# nothing\n/* at\nall */ /***/ ;");
    assertShapes(shapes("x = 1"), "\uFEFFx = 1");
  }

  @Test
  void assigns() {
    String expected = "(Assign (Target x null) 3)";
    assertShapes(expected, "x = 3");
    assertShapes(expected, "x <- 3");
    assertShapes(expected, "x<-3");
    assertShapes("(Accumulate (Target x null) 3)", "x += 3");
    assertShapes("(Assign (Target A (Index (Range 1 null) null true)) b)", "A[1,] = b");
    assertShapes(
        "(Accumulate (Target A (Index (Range 1 2) (Range j null) true)) b)", "A[1:2,j] += b");
    assertShapes("(Assign (Target min null) 10)", "min = 10");
  }

  @Test
  void assignsSeveralResults() {
    String call = "(Call null f [(Argument null 2)])";
    assertShapes("(MultiAssign [(Target a null) (Target b null)] " + call + ")", "[a, b] = f(2)");
    assertShapes("(MultiAssign [(Target a null)] " + call + ")", "[a] <- f(2)");
    assertShapes(
        "(MultiAssign [(Target A (Index (Range 1 null) (Range 2 null) true)) (Target b null)] "
            + call
            + ")",
        "[A[1,2], b] = f(2)");
  }

  @Test
  void bracketsBeforeAnEqualSignStartAnAssignment() {
    assertShapes(shapes("x = y; [a, b] = f(2)"), "x = y\n[a, b] = f(2)");
    assertShapes(shapes("x = y; [a, b] = f(2)"), "x = y [a, b] <- f(2)");
    assertShapes(shapes("x = y + z; [a] = f(2)"), "x = y + z\n[a] = f(2)");
    assertShapes(shapes("x = y; [A[1,1], b] = f(2)"), "x = y [A[1,1], b] = f(2)");
    assertShapes(shapes("if (c) { x = y; [a, b] = f(2) }"), "if (c) { x = y\n[a, b] = f(2) }");
    assertShapes(shapes("print(x); [a, b] = f(2)"), "print(x)\n[a, b] = f(2)");
    assertShapes(shapes("x = y[1,2]; [a, b] = f(2)"), "x = y[1,2]\n[a, b] = f(2)");
    assertShapes(
        "(Assign (Target x null) (== (Indexed y (Index (Range a null) (Range b null) true)) c))",
        "x = y[a, b] == c");
    assertShapes(shapes("x = y[a, b]; z = 2"), "x = y\n[a, b] z = 2");
  }

  @Test
  void callsAsStatements() {
    assertShapes("(CallStatement (Call null print [(Argument null \"a\")]))", "print(\"a\")");
    assertShapes("(CallStatement (Call ns f []))", "ns::f()");
  }

  @Test
  void elseBindsToTheNearestIf() {
    assertShapes(
        "(If a [(If b [(CallStatement (Call null f []))] [(CallStatement (Call null g []))])] [])",
        "if (a) if (b) f() else g()");
    assertShapes(
        shapes("if (a) { if (b) { f() } else { g() } } else { h() }"),
        "if (a) if (b) f() else g() else h()");
    assertShapes(
        shapes("if (a) { for (i in 1:2) { if (b) { f() } else { g() } } }"),
        "if (a) for (i in 1:2) if (b) f() else g()");
    assertShapes(
        shapes("if (a) { f() } else { if (b) { g() } else { h() } }"),
        "if (a) f()\nelse if (b) g()\nelse h()");
  }

  @Test
  void semicolonsMayFollowAnyStatement() {
    assertShapes(shapes("if (a) { f() } else { g() }"), "if (a) f(); else g();");
    assertShapes(shapes("if (a) { f() } else { g() }"), "if (a) { f(); }; else { ; g() };");
    assertShapes(shapes("while (a) { } x = 1"), "while (a) { };; x = 1");
    assertShapes(shapes("for (i in 1:2) { } x = 1"), "for (i in 1:2) { ; }; x = 1");
    assertEquals(1, Scripts.parse("f = function(int x) { print(x) };").functions().size());
  }

  @Test
  void loops() {
    assertShapes("(While (< i 3) [(Accumulate (Target i null) 1)])", "while (i < 3) i += 1");
    assertShapes("(For false i 1 (- n 1) null [] [])", "for (i in 1:n-1) {}");
    assertShapes("(For false i 1 10 4 [] [])", "for (i in seq(1, 10, 4)) {}");
    assertShapes("(For false i a b null [] [])", "for (i in seq(a, b)) {}");
    assertShapes("(For false i 1 9 2 [] [])", "for (i in seq(1, to=9, incr=2)) {}");
    assertShapes(
        "(For true i 1 3 null [(Argument check 0) (Argument mode REMOTE_SPARK) (Argument par $p)] [])",
        "parfor (i in 1:3, check=0, mode=REMOTE_SPARK, par=$p) {}");
    assertShapes("(For false i 1 3 null [(Argument par 2)] [])", "for (i in 1:3, par=2) {}");
  }

  @Test
  void modules() {
    assertShapes(
        "(Import lib/a.dml ns); (SetWorkingDirectory d)", "source('lib/a.dml') as ns setwd(\"d\")");
  }

  @Test
  void functions() {
    Ast.Function f =
        Scripts.parse(
                "f = function(Matrix[Double] X, double s = -2.5, Integer k, list[unknown] l, frame[String] t,"
                    + " scalar[int] z, boolean b = TRUE) return (matrix[double] Y, String name) { Y = X }")
            .functions()
            .get(0);
    assertEquals(
        "(Function f [(FunctionParameter (TypedName MATRIX DOUBLE X) null)"
            + " (FunctionParameter (TypedName SCALAR DOUBLE s) (- 2.5))"
            + " (FunctionParameter (TypedName SCALAR INT k) null)"
            + " (FunctionParameter (TypedName LIST UNKNOWN l) null)"
            + " (FunctionParameter (TypedName FRAME STRING t) null)"
            + " (FunctionParameter (TypedName SCALAR INT z) null)"
            + " (FunctionParameter (TypedName SCALAR BOOLEAN b) TRUE)]"
            + " [(TypedName MATRIX DOUBLE Y) (TypedName SCALAR STRING name)]"
            + " [(Assign (Target Y null) X)] [])",
        AstShape.of(f));
  }

  @Test
  void functionsWithoutParametersOrResults() {
    List<Ast.Function> functions =
        Scripts.parse("f <- function() { print(1) } g = function() return () { print(2) }; f()")
            .functions();
    assertEquals(2, functions.size());
    assertEquals(List.of(), functions.get(0).parameters());
    assertEquals(List.of(), functions.get(1).results());
  }

  @Test
  void externalFunctions() {
    Ast.Function f =
        Scripts.parse(
                "f = externalFunction(int a) return (int b) implemented in (classname=\"x.Y\", k=1);")
            .functions()
            .get(0);
    assertNull(f.body());
    assertEquals("[(Argument classname \"x.Y\") (Argument k 1)]", AstShape.of(f.implementedIn()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Break = 1",
        "NULL = 3; print(NULL)",
        "f(pi=3)",
        "asx = 1 elsewhere = 2",
        "x = inner * format",
        "matrix = 3 list = matrix"
      })
  void wordsThatAreNotReserved(String script) {
    assertEquals(true, Scripts.parse(script).functions().isEmpty());
  }
}
