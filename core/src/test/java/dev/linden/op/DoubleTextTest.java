package dev.linden.op;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
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
    assertEquals(expected, DoubleText.shortest(Double.parseDouble(input)));
  }

  @Test
  void agreesWithTheDefinition() {
    long seed = 20240917;
    Random random = new Random(seed);
    for (int i = 0; i < 30_000; i++) {
      double value = awkward(random, i);
      if (Double.isFinite(value) && value != 0) {
        assertEquals(byDefinition(value), DoubleText.shortest(value), () -> "seed " + seed);
      }
    }
  }

  /** Doubles that, or whose midpoints, come closest to a multiple of the power of ten. */
  @Test
  void agreesWithTheDefinitionWhereItIsClosest() {
    long[][] hard = {
      {17774110498711576L, 664},
      {11184235359257022L, 163},
      {13371061981601602L, -867}
    };
    for (long[] mantissaAndExponent : hard) {
      for (int more = -1; more <= 1; more++) {
        double value =
            Math.scalb((double) (mantissaAndExponent[0] / 2 + more), (int) mantissaAndExponent[1]);
        assertEquals(byDefinition(value), DoubleText.shortest(value));
      }
    }
  }

  private static double awkward(Random random, int i) {
    long bits = random.nextLong();
    return switch (i % 6) {
      case 0 -> Double.longBitsToDouble(bits);
      case 1 -> Double.longBitsToDouble(bits & 0x7FF0000000000000L); // powers of two
      case 2 -> Double.longBitsToDouble(bits >>> (12 + i % 52)); // subnormal
      case 3 -> random.nextInt(1 << 20) / 1000.0;
      case 4 -> (bits >> (i % 64)) * Math.pow(10, i % 20);
      default -> random.nextDouble();
    };
  }

  /** Tries ever more digits, at least two, until one of that length reads back; the nearest. */
  private static String byDefinition(double value) {
    double magnitude = Math.abs(value);
    BigDecimal exact = new BigDecimal(magnitude);
    BigDecimal found = null;
    for (int digits = 2; found == null; digits++) {
      BigDecimal below = exact.round(new MathContext(digits, RoundingMode.DOWN));
      BigDecimal above = exact.round(new MathContext(digits, RoundingMode.UP));
      boolean belowFits = below.doubleValue() == magnitude;
      boolean aboveFits = above.doubleValue() == magnitude;
      if (belowFits && aboveFits) {
        found = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      } else if (belowFits || aboveFits) {
        found = belowFits ? below : above;
      }
    }
    BigDecimal shortest = found.stripTrailingZeros();
    String digits = shortest.unscaledValue().toString();
    int exponent = digits.length() - shortest.scale() - 1;
    String sign = value < 0 ? "-" : "";
    if (exponent >= 7 || exponent < -3) {
      String fraction = digits.length() > 1 ? digits.substring(1) : "0";
      return sign + digits.charAt(0) + "." + fraction + "E" + exponent;
    }
    String plain = shortest.toPlainString();
    return sign + (plain.contains(".") ? plain : plain + ".0");
  }

  @Test
  void logarithmsAreExact() {
    for (int exponent = -1074; exponent <= 971; exponent++) {
      BigDecimal power =
          exponent < 0
              ? BigDecimal.ONE.divide(new BigDecimal(BigInteger.TWO.pow(-exponent)))
              : new BigDecimal(BigInteger.TWO.pow(exponent));
      assertEquals(floorLog10(power), DoubleText.floorLog10(exponent));
      BigDecimal smaller = power.multiply(new BigDecimal("0.75"));
      assertEquals(floorLog10(smaller), DoubleText.floorLog10ThreeQuarters(exponent));
    }
    for (int exponent = -342; exponent <= 324; exponent++) {
      int bits = BigInteger.TEN.pow(Math.abs(exponent)).bitLength();
      assertEquals(exponent < 0 ? -bits : bits - 1, PowerOfTen.floorLog2(exponent));
    }
  }

  private static int floorLog10(BigDecimal value) {
    return value.precision() - value.scale() - 1;
  }

  @Test
  void writesIntoTheMiddleOfABuffer() {
    byte[] buffer = new byte[100];
    int end = DoubleText.write(-1.5, buffer, 3);
    assertEquals("-1.5", new String(buffer, 3, end - 3, StandardCharsets.US_ASCII));
    end = DoubleText.write(-2.2250738585072014E-308, buffer, 0);
    assertEquals(DoubleText.MAX_LENGTH, end);
  }

  @Test
  void productsWithPowersOfTenAreExactOrRefused() {
    long seed = 31;
    Random random = new Random(seed);
    int refused = 0;
    for (int i = 0; i < 30_000; i++) {
      long digits = (random.nextLong() >>> (1 + i % 60)) % 1_000_000_000_000_000_000L;
      int exponent = random.nextInt(640) - 330;
      double product = PowerOfTen.times(digits, exponent);
      double expected = Double.parseDouble(digits + "E" + exponent);
      if (Double.isNaN(product)) {
        // Only ties, and what is not in the range of normal doubles.
        refused += expected > Double.MIN_NORMAL && expected < Double.MAX_VALUE ? 1 : 0;
      } else {
        assertEquals(expected, product, () -> "seed " + seed);
      }
    }
    assertTrue(refused < 30, "refused " + refused);
  }

  /** Halfway between two doubles: which one is nearer is a matter of all digits. */
  @Test
  void tiesAreRefused() {
    assertTrue(Double.isNaN(PowerOfTen.times(9007199254740993L, 0)));
    assertTrue(Double.isNaN(PowerOfTen.times(90071992547409930L, -1)));
    assertEquals(9007199254740994d, PowerOfTen.times(90071992547409931L, -1));
  }
}
