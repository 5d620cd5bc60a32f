package dev.linden.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.op.Scalar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptArgumentsTest {
  @Test
  void upperCaseTruthValuesAreBooleans() {
    assertEquals(Scalar.TRUE, ScriptArguments.typed("TRUE"));
    assertEquals(Scalar.FALSE, ScriptArguments.typed("FALSE"));
    assertEquals(Scalar.of("true"), ScriptArguments.typed("true"));
  }

  @Test
  void integersOf64BitsAreInts() {
    assertEquals(Scalar.of(5L), ScriptArguments.typed("5"));
    assertEquals(Scalar.of(-5L), ScriptArguments.typed("-5"));
    assertEquals(Scalar.of(Long.MAX_VALUE), ScriptArguments.typed("9223372036854775807"));
    assertEquals(Scalar.of(Long.MIN_VALUE), ScriptArguments.typed("-9223372036854775808"));
  }

  @Test
  void otherNumbersAreDoubles() {
    assertEquals(Scalar.of(2.5), ScriptArguments.typed("2.5"));
    assertEquals(Scalar.of(1000.0), ScriptArguments.typed("1e3"));
    assertEquals(Scalar.of(0.5), ScriptArguments.typed(".5"));
    assertEquals(Scalar.of(5.0), ScriptArguments.typed("5."));
    assertEquals(Scalar.of(9223372036854775808.0), ScriptArguments.typed("9223372036854775808"));
    assertEquals(Scalar.of(Double.NaN), ScriptArguments.typed("NaN"));
    assertEquals(Scalar.of(Double.NEGATIVE_INFINITY), ScriptArguments.typed("-Infinity"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "a=b", "", "1d", "2f", "0x1p3", "1e", ".", "- 1", "1 2", "True"})
  void everythingElseIsText(String text) {
    assertEquals(Scalar.of(text), ScriptArguments.typed(text));
  }

  @Test
  void quotesMarkTextAndAreRemoved() {
    assertEquals(Scalar.of("x y"), ScriptArguments.typed("\"x y\""));
    assertEquals(Scalar.of("x y"), ScriptArguments.typed("'x y'"));
    assertEquals(Scalar.of("5"), ScriptArguments.typed("\"5\""));
    assertEquals(Scalar.of(""), ScriptArguments.typed("''"));
    assertEquals(Scalar.of("\""), ScriptArguments.typed("\""));
    assertEquals(Scalar.of("'x\""), ScriptArguments.typed("'x\""));
  }

  @Test
  void namesStartWithALetter() {
    assertTrue(ScriptArguments.isName("a"));
    assertTrue(ScriptArguments.isName("X_1"));
    assertFalse(ScriptArguments.isName(""));
    assertFalse(ScriptArguments.isName("_a"));
    assertFalse(ScriptArguments.isName("1a"));
    assertFalse(ScriptArguments.isName("a.b"));
  }

  /** As SystemDS takes them: a number with blanks is a double, a string keeps its blanks. */
  @Test
  void blanksAroundValues() {
    assertEquals(Scalar.of(5.0), ScriptArguments.typed(" 5"));
    assertEquals(Scalar.of(2.5), ScriptArguments.typed(" 2.5 "));
    assertEquals(Scalar.TRUE, ScriptArguments.typed(" TRUE"));
    assertEquals(Scalar.of(" a b "), ScriptArguments.typed(" a b "));
    assertEquals(Scalar.of(" "), ScriptArguments.typed(" "));
  }
}
