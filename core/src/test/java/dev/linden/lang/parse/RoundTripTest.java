package dev.linden.lang.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.lang.ast.Ast;
import dev.linden.op.Scalar;
import dev.linden.testkit.AstText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RoundTripTest {
  static List<String> scripts() {
    List<String> scripts = new ArrayList<>(Scripts.examples());
    scripts.addAll(Scripts.samples());
    return scripts;
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void printedTreeParsesToItself(String script) {
    Ast.Script tree = Scripts.parse(script);
    assertEquals(
        AstShape.of(tree), AstShape.of(Scripts.parse(AstText.of(tree))), () -> AstText.of(tree));
  }

  @Test
  void printsReadableText() {
    assertEquals(
        "if ((!(a & b))) {\n  x[1, ] = (-(2 ^ c))\n}\nelse {\n  f(k=\"a\\n\")\n}\n",
        AstText.of(Scripts.parse("if (!(a & b)) x[1,] = -2^c else f(k='a\n')")));
  }

  @Test
  void printsLiteralsThatNoTextHas() {
    assertEquals("(-5)", AstText.of(new Ast.Literal(Scalar.of(-5L), null)));
    assertEquals(
        "(-9223372036854775807 - 1)", AstText.of(new Ast.Literal(Scalar.of(Long.MIN_VALUE), null)));
    assertEquals("(-0.0)", AstText.of(new Ast.Literal(Scalar.of(-0.0), null)));
    assertEquals("(-Inf)", AstText.of(new Ast.Literal(Scalar.of(Double.NEGATIVE_INFINITY), null)));
  }
}
