package dev.linden.storage.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.op.DoubleText;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberTextTest {
  private final NumberText numbers = new NumberText();

  private double parse(String text) {
    byte[] bytes = ("x" + text + "y").getBytes(StandardCharsets.UTF_8);
    return numbers.parse(bytes, 1, bytes.length - 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "0.0",
        "-0.0",
        "00012",
        "1.",
        ".5",
        "-.5e1",
        "+3",
        "1e5",
        "1E+5",
        "1e-5",
        "123456789012345678",
        "1234567890123456789",
        "12345678901234567890.5",
        "0.0000000000000000000012345678901234567",
        "9007199254740993",
        "9007199254740993.0000000000000000000001",
        "0.12345678",
        "0.123456789",
        "7.1234567890123456",
        "0.00000000123456789",
        "3.1415926535897931e-05",
        "1e22",
        "1e23",
        "8.5e22",
        "4.9E-324",
        "2.2250738585072011e-308",
        "2.2250738585072014E-308",
        "1.7976931348623157E308",
        "1e309",
        "1e-400",
        "1e99999",
        "1e-99999",
        "0e99999",
        "NaN",
        "-Infinity"
      })
  void agreesWithTheJdk(String text) {
    assertEquals(
        Double.doubleToLongBits(Double.parseDouble(text)), Double.doubleToLongBits(parse(text)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "+",
        ".",
        "e5",
        "1e",
        "1e+",
        "1.2.3",
        "1 2",
        "--1",
        "abc",
        "1,5",
        "0.1234567/",
        "0.1234:567",
        "1d",
        "1.5f",
        "0x1.8p1",
        "1_000"
      })
  void rejectsWhatIsNoNumber(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThrows(NumberFormatException.class, () -> numbers.parse(bytes, 0, bytes.length));
  }

  @Test
  void scanStopsBehindTheNumber() {
    byte[] bytes = "12.5,7".getBytes(StandardCharsets.UTF_8);
    assertEquals(4, numbers.scan(bytes, 0, bytes.length));
    assertEquals(12.5, numbers.value());
    assertEquals(6, numbers.scan(bytes, 5, bytes.length));
    assertEquals(7, numbers.value());
    assertEquals(-1, numbers.scan(bytes, 4, bytes.length));
  }

  @Test
  void agreesWithTheJdkOnRandomNumbers() {
    long seed = 5;
    Random random = new Random(seed);
    for (int i = 0; i < 30_000; i++) {
      double value =
          i % 2 == 0 ? Double.longBitsToDouble(random.nextLong()) : random.nextGaussian();
      String text = DoubleText.shortest(value);
      String shorter = String.format("%.6g", Double.isFinite(value) ? value : 1);
      String longer = Double.isFinite(value) ? String.format("%.19e", value) : text;
      for (String candidate : new String[] {text, shorter, longer}) {
        assertEquals(
            Double.parseDouble(candidate), parse(candidate), () -> candidate + " seed " + seed);
      }
    }
  }
}
