package dev.linden.testkit;

import dev.linden.testkit.OracleValue.Grid;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers and matrices as text, by the letter of the language and without a thought of speed. */
final class OracleText {
  private OracleText() {}

  /** The fewest digits that give the same double again, laid out like {@code Double.toString}. */
  static String shortest(double x) {
    if (Double.isNaN(x) || Double.isInfinite(x) || x == 0) {
      return Double.toString(x);
    }
    BigDecimal exact = new BigDecimal(Math.abs(x));
    BigDecimal digits = exact;
    for (int precision = 1; precision <= 17; precision++) {
      digits = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
      if (digits.doubleValue() == Math.abs(x)) {
        break;
      }
    }
    return (x < 0 ? "-" : "") + layOut(digits);
  }

  private static String layOut(BigDecimal digits) {
    String unscaled = digits.stripTrailingZeros().unscaledValue().toString();
    int exponent = digits.precision() - digits.scale() - 1;
    if (exponent >= 7 || exponent < -3) {
      String fraction = unscaled.length() > 1 ? unscaled.substring(1) : "0";
      return unscaled.charAt(0) + "." + fraction + "E" + exponent;
    }
    String plain = digits.stripTrailingZeros().toPlainString();
    return plain.contains(".") ? plain : plain + ".0";
  }

  /**
   * At least {@code decimal} and at most max(decimal, 3) fraction digits, half-even on the exact
   * value. One exception is part of the verified behaviour: a number that reads as a single 5 right
   * after the last digit shown, such as 0.0005, is taken for a tie although its exact value is not.
   */
  static String cell(double x, int decimal) {
    if (Double.isNaN(x) || Double.isInfinite(x)) {
      return Double.toString(x);
    }
    int digits = Math.max(decimal, 3);
    BigDecimal exact = new BigDecimal(Math.abs(x));
    boolean loneFive = Math.abs(x) == BigDecimal.valueOf(5, digits + 1).doubleValue();
    BigDecimal rounded =
        (loneFive ? BigDecimal.ZERO : exact).setScale(digits, RoundingMode.HALF_EVEN);
    while (rounded.scale() > decimal
        && rounded.unscaledValue().mod(java.math.BigInteger.TEN).signum() == 0) {
      rounded = rounded.setScale(rounded.scale() - 1, RoundingMode.UNNECESSARY);
    }
    boolean negative = x < 0 || (x == 0 && 1 / x < 0);
    return (negative ? "-" : "") + rounded.toPlainString();
  }

  static String matrix(
      Grid grid, int rows, int cols, int decimal, boolean sparse, String sep, String linesep) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < Math.min(rows, grid.rows()); i++) {
      if (!sparse) {
        for (int j = 0; j < Math.min(cols, grid.cols()); j++) {
          out.append(j > 0 ? sep : "").append(cell(grid.get(i, j), decimal));
        }
        out.append(linesep);
        continue;
      }
      for (int j = 0; j < Math.min(cols, grid.cols()); j++) {
        if (grid.get(i, j) != 0) {
          out.append(i + 1).append(sep).append(j + 1).append(sep);
          out.append(cell(grid.get(i, j), decimal)).append(linesep);
        }
      }
    }
    return out.toString();
  }

  static String matrix(Grid grid) {
    return matrix(grid, 100, 100, 3, false, " ", "\n");
  }

  /** What print says of the cells that it does not show. */
  static String beyond(Grid grid, int shown) {
    String text = "";
    if (grid.rows() > shown) {
      text += "... and " + (grid.rows() - shown) + " more row" + plural(grid.rows() - shown);
    }
    if (grid.cols() > shown) {
      text += text.isEmpty() ? "... and " : " and ";
      text += (grid.cols() - shown) + " more column" + plural(grid.cols() - shown);
    }
    return text.isEmpty() ? "" : text + "\n";
  }

  private static String plural(int count) {
    return count == 1 ? "" : "s";
  }
}
