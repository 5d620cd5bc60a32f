package dev.linden.base;

import java.util.Locale;

/** Amounts of memory in words. */
public final class Bytes {
  private static final String[] UNITS = {"bytes", "KB", "MB", "GB", "TB", "PB"};

  private Bytes() {}

  /** {@code 1.5 GB}; an infinite amount is "an unknown amount". */
  public static String text(double bytes) {
    if (Double.isInfinite(bytes)) {
      return "an unknown amount";
    }
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
  }
}
