package dev.linden.lang.parse;

/** The values of number and string tokens. */
final class Literals {
  private static final String ESCAPES = "btnfr\"'\\";
  private static final String MEANINGS = "\b\t\n\f\r\"'\\";

  private Literals() {}

  static boolean isEscape(char letter) {
    return ESCAPES.indexOf(letter) >= 0;
  }

  static boolean fitsLong(String digits) {
    String significant = digits.replaceFirst("^0+(?=.)", "");
    String largest = Long.toString(Long.MAX_VALUE);
    return significant.length() < largest.length()
        || significant.length() == largest.length() && significant.compareTo(largest) <= 0;
  }

  /** The text between the quotes, with escapes replaced once, from left to right. */
  static String unquote(String token) {
    String raw = token.substring(1, token.length() - 1);
    if (raw.indexOf('\\') < 0) {
      return raw;
    }
    StringBuilder text = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '\\') {
        i++;
        int escape = ESCAPES.indexOf(raw.charAt(i));
        c = escape >= 0 ? MEANINGS.charAt(escape) : raw.charAt(i); // an unknown one has been reported
      }
      text.append(c);
    }
    return text.toString();
  }
}
