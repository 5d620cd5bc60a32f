package dev.linden.display;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The numbers of a column in one notation, so that their points stand below each other: as many
 * decimals as five digits of each take. Where that would be much longer than scientific notation,
 * all are scientific. No number but zero shows as zero.
 */
final class Numerals {
  private static final int DIGITS = 5;

  /** Plain notation may be longer than scientific by so many characters, as it reads better. */
  private static final int PATIENCE = 1;

  private static final double ALL_WHOLE = 1e15;

  private Numerals() {}

  static List<String> of(double[] numbers) {
    boolean whole = true;
    int decimals = 0;
    int before = 1;
    int mantissa = 1;
    for (double number : numbers) {
      if (number == 0 || !Double.isFinite(number)) {
        continue;
      }
      whole &= number == Math.rint(number) && Math.abs(number) < ALL_WHOLE;
      BigDecimal rounded =
          new BigDecimal(number)
              .round(new MathContext(DIGITS, RoundingMode.HALF_EVEN))
              .stripTrailingZeros();
      decimals = Math.max(decimals, rounded.scale());
      before = Math.max(before, rounded.precision() - rounded.scale());
      mantissa = Math.max(mantissa, rounded.precision());
    }
    int scientific = mantissa + (mantissa > 1 ? 1 : 0) + "e+00".length();
    boolean plain = whole || before + 1 + decimals <= scientific + PATIENCE;
    List<String> texts = new ArrayList<>(numbers.length);
    for (double number : numbers) {
      if (!Double.isFinite(number)) {
        texts.add(Double.isNaN(number) ? "NaN" : number > 0 ? "Inf" : "-Inf");
      } else if (whole) {
        texts.add(Long.toString((long) number));
      } else if (plain) {
        texts.add(
            new BigDecimal(number).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString());
      } else {
        texts.add(String.format(Locale.ROOT, "%." + (mantissa - 1) + "e", number + 0.0));
      }
    }
    return texts;
  }
}
