package dev.linden.lang.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.lang.ast.Ast;
import dev.linden.op.Scalar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionSyntaxTest {
  private static Ast.Expression expression(String text) {
    return ((Ast.Assign) Scripts.parse("x = " + text).statements().get(0)).value();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "a ~ a",
        "-2^2 ~ (- (^ 2 2))",
        "2^-1 ~ (^ 2 (- 1))",
        "2^3^2 ~ (^ 2 (^ 3 2))",
        "(-2)^2 ~ (^ (- 2) 2)",
        "2^-3^2 ~ (^ 2 (- (^ 3 2)))",
        "2^-1*3 ~ (* (^ 2 (- 1)) 3)",
        "2 * 7 %/% 2 ~ (* 2 (%/% 7 2))",
        "7 %/% 2 * 2 ~ (* (%/% 7 2) 2)",
        "8 %/% 2 %% 3 ~ (%% (%/% 8 2) 3)",
        "a %% b %*% c ~ (%% a (%*% b c))",
        "a %*% b %/% c ~ (%/% (%*% a b) c)",
        "a %*% b %*% c ~ (%*% (%*% a b) c)",
        "2 * A %*% A ~ (* 2 (%*% A A))",
        "A %*% A ^ 2 ~ (%*% A (^ A 2))",
        "-a %*% b ~ (%*% (- a) b)",
        "-a * b ~ (* (- a) b)",
        "a %*% -b %*% c ~ (%*% (%*% a (- b)) c)",
        "10 - 2 - 3 ~ (- (- 10 2) 3)",
        "1 + 2 * 3 ^ 2 ~ (+ 1 (* 2 (^ 3 2)))",
        "a / b * c ~ (* (/ a b) c)",
        "!a | b ~ (| (! a) b)",
        "!a & b ~ (& (! a) b)",
        "!a == b ~ (! (== a b))",
        "!!a ~ (! (! a))",
        "!-a ~ (! (- a))",
        "-!a ~ (- (! a))",
        "a | b & c ~ (| a (& b c))",
        "a & b | c ~ (| (& a b) c)",
        "1 + 2 == 3 & 4 > 3 ~ (& (== (+ 1 2) 3) (> 4 3))",
        "1 < 2 < 3 ~ (< (< 1 2) 3)",
        "a <= b >= c != d ~ (!= (>= (<= a b) c) d)",
        "x < -3 ~ (< x (- 3))",
        "2*-3 ~ (* 2 (- 3))",
        "a * !b ~ (* a (! b))",
        "a * !b + c ~ (* a (! (+ b c)))",
        "a ^ !b == c & d ~ (& (^ a (! (== b c))) d)",
        "a + -b - +c ~ (- (+ a (- b)) (+ c))",
        "- - a ~ (- (- a))",
        "((a)) ~ a",
        "(a + b) * (c - d) ~ (* (+ a b) (- c d))",
        "a & !b & c ~ (& (& a (! b)) c)",
        "$a + $1 ~ (+ $a $1)",
        "f(a+b) ~ (Call null f [(Argument null (+ a b))])",
        "f() ~ (Call null f [])",
        "ns::f(1, k=2)^2 ~ (^ (Call ns f [(Argument null 1) (Argument k 2)]) 2)",
        "as.scalar(X[1,1]) ~ (Call null as.scalar [(Argument null"
            + " (Indexed X (Index (Range 1 null) (Range 1 null) true)))])",
        "read.csv('a') ~ (Call null read.csv [(Argument null \"a\")])",
        "order(v, index.return=TRUE) ~ (Call null order [(Argument null v) (Argument index.return TRUE)])",
        "min(min, 1) ~ (Call null min [(Argument null min) (Argument null 1)])",
        "f(s=[1, 2]) ~ (Call null f [(Argument s (Vector [1 2]))])",
        "[\"a\"] ~ (Vector [\"a\"])",
        "X[] ~ (Indexed X (Index null null false))",
        "X[,] ~ (Indexed X (Index null null true))",
        "X[i] ~ (Indexed X (Index (Range i null) null false))",
        "X[i,] ~ (Indexed X (Index (Range i null) null true))",
        "X[,j] ~ (Indexed X (Index null (Range j null) true))",
        "X[1:n-1,a:b] ~ (Indexed X (Index (Range 1 (- n 1)) (Range a b) true))",
        "-X[1:2] ~ (- (Indexed X (Index (Range 1 2) null false)))",
        "L['n'] ~ (Indexed L (Index (Range \"n\" null) null false))",
        "ifdef($a, 1+2) ~ (IfDefined $a (+ 1 2))",
        "T & true ~ (& T true)"
      })
  void bindsAs(String text, String shape) {
    assertEquals(shape, AstShape.of(expression(text)));
  }

  @Test
  void readsNumbers() {
    assertLiteral(Scalar.of(0L), "0");
    assertLiteral(Scalar.of(42L), "0042");
    assertLiteral(Scalar.of(Long.MAX_VALUE), "9223372036854775807");
    assertLiteral(Scalar.of(1.5), "1.5");
    assertLiteral(Scalar.of(5.0), "5.");
    assertLiteral(Scalar.of(0.5), ".5");
    assertLiteral(Scalar.of(1000.0), "1e3");
    assertLiteral(Scalar.of(0.015), "1.5E-2");
    assertLiteral(Scalar.of(500.0), "5.E+2");
    assertLiteral(Scalar.of(1e20), "100000000000000000000.");
  }

  @Test
  void readsConstantsAsDoubles() {
    assertLiteral(Scalar.of(Math.PI), "pi");
    assertLiteral(Scalar.of(Double.POSITIVE_INFINITY), "Inf");
    assertLiteral(Scalar.of(Double.NaN), "NaN");
    assertLiteral(Scalar.TRUE, "TRUE");
    assertLiteral(Scalar.FALSE, "FALSE");
  }

  @Test
  void readsStrings() {
    assertLiteral(Scalar.of("a\tb\"c\""), "\"a\\tb\\\"c\\\"\"");
    assertLiteral(Scalar.of("single \"dq\" it's"), "'single \"dq\" it\\'s'");
    assertLiteral(Scalar.of("one\ntwo"), "\"one\ntwo\"");
    assertLiteral(Scalar.of("\b\t\n\f\r\"'\\"), "\"\\b\\t\\n\\f\\r\\\"\\'\\\\\"");
    assertLiteral(Scalar.of("\\n"), "\"\\\\n\"");
    assertLiteral(Scalar.of("# not a comment /* nor this"), "'# not a comment /* nor this'");
    assertLiteral(Scalar.of(""), "''");
    assertLiteral(Scalar.of("ü \uD83D\uDE00"), "\"ü \uD83D\uDE00\"");
  }

  private static void assertLiteral(Scalar expected, String text) {
    assertEquals(expected, ((Ast.Literal) expression(text)).value(), text);
  }
}
