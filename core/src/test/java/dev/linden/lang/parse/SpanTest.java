package dev.linden.lang.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpanTest {
  /** {@code line:column-line:column}. */
  private static String at(Span span) {
    return span.line() + ":" + span.column() + "-" + span.endLine() + ":" + span.endColumn();
  }

  private static Ast.Expression expression(String text) {
    return ((Ast.Assign) Scripts.parse(text).statements().get(0)).value();
  }

  @Test
  void operators() {
    Ast.Binary sum = (Ast.Binary) expression("x = (a + b) *\n\t-cd");
    assertEquals("1:5-2:4", at(sum.span()));
    assertEquals("1:13-1:13", at(sum.operatorSpan()));
    assertEquals("1:6-1:10", at(sum.left().span()), "without its parentheses");
    Ast.Unary minus = (Ast.Unary) sum.right();
    assertEquals("2:2-2:4", at(minus.span()));
    assertEquals("2:2-2:2", at(minus.operatorSpan()));
    assertEquals("2:3-2:4", at(minus.operand().span()));
    assertEquals("1:7-1:9", at(((Ast.Binary) expression("x = a %*% b")).operatorSpan()));
  }

  @Test
  void chainsStartAtTheirFirstOperand() {
    Ast.Binary outer = (Ast.Binary) expression("x = a - (b) - (c)");
    assertEquals("1:5-1:17", at(outer.span()));
    assertEquals("1:5-1:11", at(outer.left().span()));
  }

  @Test
  void calls() {
    Ast.Call call = (Ast.Call) expression("x = ns::foo(a, key = b)");
    assertEquals("1:5-1:23", at(call.span()));
    assertEquals("1:9-1:11", at(call.nameSpan()));
    assertEquals("1:13-1:13", at(call.arguments().get(0).span()));
    assertEquals("1:16-1:22", at(call.arguments().get(1).span()));
    assertEquals("1:16-1:18", at(call.arguments().get(1).nameSpan()));
    assertEquals("1:22-1:22", at(call.arguments().get(1).value().span()));
  }

  @Test
  void indexes() {
    Ast.Indexed indexed = (Ast.Indexed) expression("x = ABC [1:2, ]");
    assertEquals("1:5-1:15", at(indexed.span()));
    assertEquals("1:5-1:7", at(indexed.nameSpan()));
    assertEquals("1:9-1:15", at(indexed.index().span()));
    assertEquals("1:12-1:12", at(indexed.index().rows().to().span()));
  }

  @Test
  void literals() {
    assertEquals("1:5-2:4", at(expression("x = \"one\ntwo\"").span()));
    assertEquals("2:2-2:5", at(expression("x = \r\n 1e10").span()));
    assertEquals("1:5-1:6", at(expression("x = $a").span()));
    assertEquals("1:5-1:6", at(expression("x = pi").span()));
    assertEquals("1:5-1:17", at(expression("x = ifdef($ab, 1)").span()));
    assertEquals(
        "1:11-1:13", at(((Ast.IfDefined) expression("x = ifdef($ab, 1)")).argument().span()));
    assertEquals("1:5-1:10", at(expression("x = [1, 2]").span()));
  }

  @Test
  void columnsAfterSurrogatesCountChars() {
    assertEquals(
        "1:12-1:12", at(((Ast.Binary) expression("x = '\uD83D\uDE00' + y")).right().span()));
  }

  @Test
  void allLineBreaksCount() {
    List<Ast.Statement> statements = Scripts.parse("a = 1\nb = 2\rc = 3\r\nd = 4").statements();
    for (int i = 0; i < 4; i++) {
      assertEquals((i + 1) + ":1-" + (i + 1) + ":5", at(statements.get(i).span()));
    }
  }

  @Test
  void statementsEndBeforeTheirSemicolons() {
    List<Ast.Statement> statements =
        Scripts.parse(
                "x = 1;; if (a) { f() };\nwhile (b) g();\n[c, d[1]] = h(2);\nfor (ij in 1:2) { } ;\nsource('a') as n;")
            .statements();
    assertEquals("1:1-1:5", at(statements.get(0).span()));
    assertEquals("1:9-1:22", at(statements.get(1).span()));
    assertEquals("2:1-2:13", at(statements.get(2).span()));
    assertEquals("3:1-3:16", at(statements.get(3).span()));
    assertEquals("3:5-3:8", at(((Ast.MultiAssign) statements.get(3)).targets().get(1).span()));
    assertEquals("4:1-4:19", at(statements.get(4).span()));
    assertEquals("4:6-4:7", at(((Ast.For) statements.get(4)).variableSpan()));
    assertEquals("5:1-5:16", at(statements.get(5).span()));
  }

  @Test
  void ifEndsWithItsElse() {
    assertEquals(
        "1:1-2:9", at(Scripts.parse("if (a) x = 1;\nelse y =2;").statements().get(0).span()));
  }

  @Test
  void functions() {
    Ast.Function f =
        Scripts.parse(
                "\nfoo = function(int a, matrix[double] B = 3)\n return (int c) {\n c = a }; x = 1")
            .functions()
            .get(0);
    assertEquals("2:1-4:8", at(f.span()));
    assertEquals("2:1-2:3", at(f.nameSpan()));
    assertEquals("2:16-2:20", at(f.parameters().get(0).typed().span()));
    assertEquals("2:23-2:38", at(f.parameters().get(1).typed().span()));
    assertEquals("3:10-3:14", at(f.results().get(0).span()));
  }
}
