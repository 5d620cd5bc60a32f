package dev.linden.op;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DoubleTextTest {
  /** Each is the shortest text of its value, so reading and showing it gives it back. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0",
        "-0.0",
        "1.0",
        "-1.0",
        "0.1",
        "0.001",
        "1.0E-4",
        "9.999E-4",
        "1234567.0",
        "9999999.0",
        "1.0E7",
        "1.23456789E7",
        "0.30000000000000004",
        "0.3333333333333333",
        "2.0E-4",
        "0.002",
        "1.0E23",
        "2.0E23",
        "9.0E22",
        "4.9E-324",
        "9.9E-324",
        "2.2250738585072014E-308",
        "2.225073858507201E-308",
        "1.7976931348623157E308",
        "9.007199254740993E15",
        "9.007199254740992E15",
        "5.684341886080802E-14",
        "2.0E-3",
        "3.141592653589793",
        "2.718281828459045",
        "NaN",
        "Infinity",
        "-Infinity",
        "8.41E21",
        "5.0E-324",
        "1.1E-322"
      })
  void showsTheShortestText(String text) {
    double value = Double.parseDouble(text);
    String expected =
        switch (text) {
          case "2.0E-3" -> "0.002";
          case "5.0E-324" -> "4.9E-324";
          case "9.007199254740993E15" -> "9.007199254740992E15";
          default -> text;
        };
    assertEquals(expected, DoubleText.shortest(value));
  }

  /** Texts that JDK 17 prints with a digit too many or too far from the value. */
  @ParameterizedTest
  @CsvSource({
    "2.0E-3, 0.002",
    "2.2E-322, 2.2E-322",
    "1.0E23, 1.0E23",
    "2.82879384806159E17, 2.82879384806159E17",
    "1.387364135037754E18, 1.387364135037754E18",
    "1.45800632428665E17, 1.45800632428665E17",
    "0x1.0p-44, 5.684341886080802E-14"
  })
  void shortensWhatOldJdksDoNot(String input, String expected) {
    assertEquals(expected, DoubleText.shorten(Double.parseDouble(input)));
    assertEquals(expected, DoubleText.shortest(Double.parseDouble(input)));
  }

  @Test
  void readsBackAsTheSameValueAndIsNeverLongerThanTheJdk() {
    long seed = 20240917;
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      double value =
          i % 2 == 0
              ? Double.longBitsToDouble(random.nextLong())
              : random.nextInt(1 << 20) / 1000.0;
      if (!Double.isFinite(value)) {
        continue;
      }
      String text = DoubleText.shortest(value);
      assertEquals(value, Double.parseDouble(text), () -> "seed " + seed);
      assertTrue(
          text.length() <= Double.toString(value).length(), () -> "seed " + seed + ": " + text);
      assertEquals(
          text,
          value == 0 ? text : DoubleText.shorten(value),
          () -> "both paths agree, seed " + seed);
    }
  }
}
