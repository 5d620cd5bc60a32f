package dev.linden.picture;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An axis from one round number to another. */
record Scale(double min, double max, double step) {
  /** Round numbers around these; all are finite. About {@code count} steps. */
  static Scale around(double low, double high, int count) {
    double from = low;
    double to = high;
    if (!(to > from)) {
      double room = from == 0 ? 1 : Math.abs(from) / 2;
      from -= room;
      to += room;
    }
    double step = step((to / count) - (from / count));
    return new Scale(Math.floor(from / step) * step, Math.ceil(to / step) * step, step);
  }

  /** The next of 1, 2 and 5 times a power of ten. */
  private static double step(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    double digits = least / power;
    return power * (digits <= 1 ? 1 : digits <= 2 ? 2 : digits <= 5 ? 5 : 10);
  }

  /** From 0 at the lower end to 1 at the upper one. */
  double share(double value) {
    return (value / 2 - min / 2) / (max / 2 - min / 2);
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    long steps = Math.round((max - min) / step);
    for (long k = 0; k <= steps; k++) {
      ticks.add(min + k * step);
    }
    return ticks;
  }

  /** As many decimals as the steps have. */
  String label(double value) {
    if (Math.abs(value) < step / 2) {
      return "0";
    }
    double largest = Math.max(Math.abs(min), Math.abs(max));
    if (largest >= 1e6 || largest < 1e-3) {
      int digits =
          (int) Math.max(0, Math.floor(Math.log10(largest)) - Math.floor(Math.log10(step)));
      String text = String.format(Locale.ROOT, "%." + digits + "e", value);
      return text.replaceAll("\\.?0*e", "e").replaceAll("e\\+?(-?)0*", "e$1");
    }
    int decimals = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
  }
}
