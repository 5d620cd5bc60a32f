package dev.linden.op;

import static dev.linden.op.Calls.infer;
import static dev.linden.op.Calls.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.InputError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScalarArithmeticTest {
  private static String show(String op, Object... arguments) {
    return ((Scalar) run(op, arguments)).asText();
  }

  @ParameterizedTest
  @CsvSource({
    "+, INT, INT, INT",
    "+, INT, DOUBLE, DOUBLE",
    "+, BOOLEAN, BOOLEAN, DOUBLE",
    "+, BOOLEAN, INT, DOUBLE",
    "+, STRING, INT, STRING",
    "+, DOUBLE, STRING, STRING",
    "+, STRING, UNKNOWN, STRING",
    "+, INT, UNKNOWN, UNKNOWN",
    "+, DOUBLE, UNKNOWN, DOUBLE",
    "/, INT, INT, DOUBLE",
    "^, INT, INT, DOUBLE",
    "%%, INT, INT, INT",
    "%/%, INT, DOUBLE, DOUBLE",
    "<, STRING, INT, BOOLEAN",
    "<, UNKNOWN, INT, BOOLEAN",
    "==, BOOLEAN, DOUBLE, BOOLEAN",
    "&, INT, DOUBLE, BOOLEAN",
    "min, INT, INT, INT",
    "max, INT, DOUBLE, DOUBLE",
    "xor, BOOLEAN, DOUBLE, BOOLEAN"
  })
  void typesOfTwoOperands(String op, ValueType a, ValueType b, ValueType expected) {
    assertEquals(expected, ScalarArithmetic.resultType(Catalogue.find(op), a, b));
    assertEquals(Info.scalar(expected), infer(op, Info.scalar(a), Info.scalar(b)));
  }

  @ParameterizedTest
  @CsvSource({
    "unary -, INT, INT",
    "unary -, DOUBLE, DOUBLE",
    "unary -, UNKNOWN, UNKNOWN",
    "abs, INT, DOUBLE",
    "!, INT, BOOLEAN",
    "is.nan, DOUBLE, DOUBLE",
    "round, UNKNOWN, DOUBLE",
    "log, INT, DOUBLE"
  })
  void typesOfOneOperand(String op, ValueType a, ValueType expected) {
    assertEquals(Info.scalar(expected), infer(op, Info.scalar(a)));
  }

  @Test
  void rejectsStringsInArithmetic() {
    assertEquals(
        "- needs numbers, but the left operand is a string",
        assertThrows(OpError.class, () -> infer("-", "a", "b")).getMessage());
    assertEquals(
        "* needs numbers, but the right operand is a string",
        assertThrows(OpError.class, () -> infer("*", 2, Info.scalar(ValueType.STRING)))
            .getMessage());
    assertEquals(
        "abs needs a number, but is given a string",
        assertThrows(OpError.class, () -> infer("abs", "a")).getMessage());
    assertThrows(OpError.class, () -> infer("&", true, "a"));
    assertThrows(OpError.class, () -> infer("max", 1, 2, "a"));
    assertThrows(OpError.class, () -> infer("unary -", true));
  }

  @Test
  void computesAsTheLanguageSays() {
    assertEquals("3.5", show("/", 7, 2));
    assertEquals("Infinity", show("/", 1, 0));
    assertEquals("3", show("%/%", 7, 2));
    assertEquals("-3", show("%/%", -7, 2));
    assertEquals("-1", show("%%", -7, 3));
    assertEquals("1", show("%%", 7, -3));
    assertEquals("-1.5", show("%%", -7.5, 2));
    assertEquals("-3.0", show("%/%", -7.5, 2));
    assertEquals("NaN", show("%%", 5.0, 0.0));
    assertEquals("-Infinity", show("%/%", -5.0, 0));
    assertEquals("5", show("+", 2, 3));
    assertEquals("5.0", show("+", 2, 3.0));
    assertEquals("8.0", show("^", 2, 3));
    assertEquals("3", show("max", 2, 3));
    assertEquals("2.0", show("min", 2, 3.0));
    assertEquals("7", show("max", 1, 2, 7));
    assertEquals("7.0", show("max", 1, 2.0, 7));
    assertEquals("NaN", show("min", Double.NaN, 1));
    assertEquals("2.0", show("+", true, true));
    assertEquals("2.0", show("+", true, 1));
    assertEquals("TRUE", show("==", true, 1));
    assertEquals("TRUE", show(">", true, false));
    assertEquals("10000000000", show("*", 100000, 100000));
    assertEquals("9007199254740992", show("+", 9007199254740993L, 0));
    assertEquals("-2.0", show("round", -2.5));
    assertEquals("3.0", show("abs", -3));
    assertEquals("1.0", show("is.nan", Double.NaN));
    assertEquals("2.718281828459045", show("exp", 1));
    assertEquals("3.0", show("log", 8, 2));
    assertEquals("-5", show("unary -", 5));
    assertEquals("FALSE", show("!", 2));
    assertEquals("TRUE", show("|", 2, 0));
  }

  @Test
  void joinsAndComparesTexts() {
    assertEquals("a1", show("+", "a", 1));
    assertEquals("1.0E10,", show("+", 1e10, ","));
    assertEquals("aTRUE", show("+", "a", true));
    assertEquals("TRUE", show("<", "a", "b"));
    assertEquals("TRUE", show("<", "10", "9"));
    assertEquals("TRUE", show("==", "1", 1));
    assertEquals("FALSE", show("==", "1", 1.0));
    assertEquals("TRUE", show("ppred", "1", 1.0, "!="));
  }

  @Test
  void nanIsUnequalToEverything() {
    assertEquals("FALSE", show("==", Double.NaN, Double.NaN));
    assertEquals("TRUE", show("!=", Double.NaN, Double.NaN));
    assertEquals("FALSE", show("<", Double.NaN, 1));
  }

  @Test
  void integersHaveLimits() {
    assertThrows(InputError.class, () -> run("*", Long.MAX_VALUE, 2));
    assertEquals(
        "integer division by zero: 5 %/% 0",
        assertThrows(InputError.class, () -> run("%/%", 5, 0)).getMessage());
    assertEquals(
        "integer division by zero: 5 %% 0",
        assertThrows(InputError.class, () -> run("%%", 5, 0)).getMessage());
  }

  @Test
  void picksScalars() {
    assertEquals("a", show("ifelse", true, "a", "b"));
    assertEquals("1.0", show("ifelse", true, 1, 2.5));
    assertEquals("2", show("ifelse", false, 1, 2));
    assertEquals("FALSE", show("ifelse", Double.NaN, false, true));
    assertEquals(
        Info.scalar(ValueType.STRING), infer("ifelse", Info.scalar(ValueType.BOOLEAN), "a", 1));
  }
}
