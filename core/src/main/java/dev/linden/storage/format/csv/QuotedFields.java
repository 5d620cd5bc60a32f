package dev.linden.storage.format.csv;

import dev.linden.storage.text.Dialect;
import dev.linden.storage.text.Lines;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Fields by RFC 4180: one in double quotes may hold separators and line breaks, and a doubled quote
 * stands for one. A quote inside a field that does not begin with one is an ordinary character, and
 * so are the quotes of a field that goes on behind the closing one.
 */
final class QuotedFields {
  private static final byte QUOTE = '"';

  /** Takes the fields of a record in their order. */
  interface Sink {
    /** {@code quoted}: the text is what stood between quotes, with its blanks. */
    void field(int index, String text, boolean quoted);
  }

  private QuotedFields() {}

  static boolean hasQuote(byte[] bytes, int start, int end) {
    return Lines.find(QUOTE, bytes, start, end) < end;
  }

  /**
   * Whether quotes are open at the end of a line, so that the record goes on in the next one.
   *
   * @param inQuotes whether they were open at its start
   */
  static boolean isOpen(byte[] bytes, int start, int end, boolean inQuotes, Dialect dialect) {
    int field = inQuotes ? start : dialect.firstField(bytes, start, end);
    boolean inside = inQuotes;
    while (field >= 0) {
      int from = field;
      if (!inside) {
        int quote = quoteAt(bytes, field, end, dialect);
        inside = quote >= 0;
        from = quote + 1;
      }
      int rest = field;
      if (inside) {
        int close = close(bytes, from, end);
        if (close < 0) {
          return true;
        }
        rest = close + 1;
        inside = false;
      }
      field = dialect.nextField(bytes, fieldEnd(bytes, rest, end, dialect), end);
    }
    return false;
  }

  /** The fields of a whole record; how many there are. */
  static int split(byte[] bytes, int start, int end, Dialect dialect, Sink sink) {
    int count = 0;
    int field = dialect.firstField(bytes, start, end);
    while (field >= 0) {
      int quote = quoteAt(bytes, field, end, dialect);
      int close = quote < 0 ? -1 : close(bytes, quote + 1, end);
      int fieldEnd = fieldEnd(bytes, close < 0 ? field : close + 1, end, dialect);
      boolean quoted = close >= 0 && isBlank(bytes, close + 1, fieldEnd);
      sink.field(
          count,
          quoted ? unquoted(bytes, quote + 1, close) : text(bytes, field, fieldEnd).strip(),
          quoted);
      count++;
      field = dialect.nextField(bytes, fieldEnd, end);
    }
    return count;
  }

  /** The fields of a record without their quotes. */
  static List<String> texts(byte[] record, Dialect dialect) {
    List<String> texts = new ArrayList<>();
    split(record, 0, record.length, dialect, (index, text, quoted) -> texts.add(text));
    return texts;
  }

  /** Where the quote is with which a field begins, behind blanks; -1 if it begins otherwise. */
  private static int quoteAt(byte[] bytes, int field, int end, Dialect dialect) {
    int at = field;
    while (at < end && bytes[at] == ' ' && !dialect.endsField(bytes, at, end)) {
      at++;
    }
    return at < end && bytes[at] == QUOTE ? at : -1;
  }

  /** The closing quote; -1 if there is none. */
  private static int close(byte[] bytes, int from, int end) {
    int at = Lines.find(QUOTE, bytes, from, end);
    while (at + 1 < end && bytes[at + 1] == QUOTE) {
      at = Lines.find(QUOTE, bytes, at + 2, end);
    }
    return at < end ? at : -1;
  }

  private static int fieldEnd(byte[] bytes, int from, int end, Dialect dialect) {
    int at = from;
    while (!dialect.endsField(bytes, at, end)) {
      at++;
    }
    return at;
  }

  private static boolean isBlank(byte[] bytes, int start, int end) {
    for (int i = start; i < end; i++) {
      if (!Lines.isSpace(bytes[i])) {
        return false;
      }
    }
    return true;
  }

  private static String unquoted(byte[] bytes, int start, int end) {
    String text = text(bytes, start, end);
    return text.indexOf(QUOTE) < 0 ? text : text.replace("\"\"", "\"");
  }

  private static String text(byte[] bytes, int start, int end) {
    return new String(bytes, start, end - start, StandardCharsets.UTF_8);
  }
}
