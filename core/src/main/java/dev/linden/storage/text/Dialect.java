package dev.linden.storage.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How a csv file writes its fields, and what empty and missing ones mean.
 *
 * @param separator the bytes between two fields
 * @param whiteSpace fields are separated by any run of white space instead, which may also surround
 *     the line
 * @param fill whether an empty field means {@code defaultValue} or is an error
 */
public record Dialect(
    byte[] separator,
    boolean whiteSpace,
    boolean header,
    boolean fill,
    double defaultValue,
    List<String> naStrings) {

  public static Dialect separatedBy(String separator) {
    return new Dialect(
        separator.getBytes(StandardCharsets.UTF_8), false, false, true, 0, List.of());
  }

  public static Dialect separatedByWhiteSpace() {
    return new Dialect(new byte[] {' '}, true, false, true, 0, List.of());
  }

  public Dialect with(
      boolean newHeader, boolean newFill, double newDefault, List<String> newNaStrings) {
    return new Dialect(separator, whiteSpace, newHeader, newFill, newDefault, newNaStrings);
  }

  public Dialect withoutHeader() {
    return with(false, fill, defaultValue, naStrings);
  }

  /** White space only, none of it a separator of empty fields. */
  public boolean isBlank(byte[] bytes, int start, int end) {
    for (int i = start; i < end; i++) {
      if (!Lines.isSpace(bytes[i]) || (!whiteSpace && separatorAt(bytes, i, end))) {
        return false;
      }
    }
    return true;
  }

  /** Where the first field of a line begins. */
  public int firstField(byte[] bytes, int start, int end) {
    return whiteSpace ? skipSpace(bytes, start, end) : start;
  }

  /**
   * Where the field that begins at {@code start} ends; a separator inside double quotes does not
   * end it.
   */
  public int fieldEnd(byte[] bytes, int start, int end) {
    int i = start;
    if (i < end) {
      int quote = i;
      while (quote < end && bytes[quote] == ' ' && !separatorAt(bytes, quote, end)) {
        quote++;
      }
      if (quote < end && bytes[quote] == '"') {
        i = afterQuotes(bytes, quote, end);
      }
    }
    if (whiteSpace) {
      while (i < end && !Lines.isSpace(bytes[i])) {
        i++;
      }
      return i;
    }
    byte first = separator[0];
    while (i < end && (bytes[i] != first || !separatorAt(bytes, i, end))) {
      i++;
    }
    return i;
  }

  /** Behind the closing quote; a quote that is never closed is an ordinary character. */
  private static int afterQuotes(byte[] bytes, int open, int end) {
    for (int i = open + 1; i < end; i++) {
      if (bytes[i] == '"') {
        if (i + 1 < end && bytes[i + 1] == '"') {
          i++; // a doubled quote stands for itself
        } else {
          return i + 1;
        }
      }
    }
    return open;
  }

  /**
   * Where the next field begins after one that ended at {@code fieldEnd}, or -1 when it was the
   * last one.
   */
  public int nextField(byte[] bytes, int fieldEnd, int end) {
    if (whiteSpace) {
      int next = skipSpace(bytes, fieldEnd, end);
      return next == end ? -1 : next;
    }
    return fieldEnd == end ? -1 : fieldEnd + separator.length;
  }

  private static int skipSpace(byte[] bytes, int start, int end) {
    int i = start;
    while (i < end && Lines.isSpace(bytes[i])) {
      i++;
    }
    return i;
  }

  /** Whether a field that has no quotes ends here. */
  public boolean endsField(byte[] bytes, int at, int end) {
    return at == end || (whiteSpace ? Lines.isSpace(bytes[at]) : separatorAt(bytes, at, end));
  }

  /** Whether a number can't contain the separator, so reading one finds the end of the field. */
  public boolean separatesNumbers() {
    return whiteSpace || "0123456789+-.eE".indexOf(separator[0]) < 0;
  }

  private boolean separatorAt(byte[] bytes, int at, int end) {
    return bytes[at] == separator[0]
        && (separator.length == 1
            || (at + separator.length <= end
                && Arrays.equals(
                    bytes, at, at + separator.length, separator, 0, separator.length)));
  }

  public int countFields(byte[] bytes, int start, int end) {
    int count = 0;
    for (int p = firstField(bytes, start, end);
        p >= 0;
        p = nextField(bytes, fieldEnd(bytes, p, end), end)) {
      count++;
    }
    return count;
  }

  /** The fields of a line without surrounding blanks and quotes. */
  public List<String> fields(byte[] line) {
    List<String> fields = new ArrayList<>();
    int end = line.length;
    for (int p = firstField(line, 0, end); p >= 0; ) {
      int fieldEnd = fieldEnd(line, p, end);
      fields.add(unquoted(new String(line, p, fieldEnd - p, StandardCharsets.UTF_8)));
      p = nextField(line, fieldEnd, end);
    }
    return fields;
  }

  private static String unquoted(String field) {
    String text = field.strip();
    boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1).strip() : text;
  }
}
