package dev.linden.storage;

import dev.linden.base.Numbers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** Guesses from the first lines what nobody has said about a file. */
final class Sniffer {
  /** Lines worth looking at. */
  static final int LINES = 100;

  static final List<String> MISSING =
      List.of("NA", "N/A", "NaN", "nan", "NAN", "null", "NULL", "Null", "?");

  private static final Set<String> MISSING_OR_EMPTY =
      Set.of("", "NA", "N/A", "NaN", "nan", "NAN", "null", "NULL", "Null", "?");

  private Sniffer() {}

  /**
   * The format of a file that begins with these lines; text unless it is clearly something else.
   */
  static DataFormat format(String path, List<byte[]> head) {
    if (!head.isEmpty() && MatrixMarket.isBanner(head.get(0))) {
      return DataFormat.MATRIX_MARKET;
    }
    if (!head.isEmpty() && BinaryFormat.isStart(head.get(0))) {
      return DataFormat.BINARY;
    }
    // The others have their marks, so that another format may be in a file of that name.
    DataFormat ending = DataFormat.ofEnding(path);
    if (ending == DataFormat.CSV || ending == DataFormat.LIBSVM) {
      return ending;
    }
    return head.isEmpty() || looksLikeCells(head) || !looksLikeCsv(head)
        ? DataFormat.TEXT
        : DataFormat.CSV;
  }

  /** Each line a row index, a column index and a value between white space. */
  private static boolean looksLikeCells(List<byte[]> head) {
    Dialect dialect = Dialect.separatedByWhiteSpace();
    for (byte[] line : head) {
      List<String> fields = dialect.fields(line);
      if (fields.size() != 3
          || !isIndex(fields.get(0))
          || !isIndex(fields.get(1))
          || !Numbers.isNumber(fields.get(2))) {
        return false;
      }
    }
    return true;
  }

  /** All lines have equally many fields, and behind a possible header there is a number in each. */
  private static boolean looksLikeCsv(List<byte[]> head) {
    Dialect dialect = separator(head);
    int fields = dialect.countFields(head.get(0), 0, head.get(0).length);
    for (int i = 0; i < head.size(); i++) {
      byte[] line = head.get(i);
      if (dialect.countFields(line, 0, line.length) != fields) {
        return false;
      }
      if ((i > 0 || head.size() == 1)
          && dialect.fields(line).stream().noneMatch(Sniffer::isNumberOrMissing)) {
        return false;
      }
    }
    return true;
  }

  /** The separator that splits the lines most evenly into numbers. */
  static Dialect separator(List<byte[]> head) {
    List<Dialect> candidates =
        List.of(
            Dialect.separatedBy(","),
            Dialect.separatedBy(";"),
            Dialect.separatedBy("\t"),
            Dialect.separatedBy("|"),
            Dialect.separatedByWhiteSpace());
    Dialect best = candidates.get(0);
    double bestScore = 0;
    for (Dialect candidate : candidates) {
      double score = score(candidate, head);
      if (score > bestScore) {
        best = candidate;
        bestScore = score;
      }
    }
    return best;
  }

  /**
   * Zero for a separator that never occurs; an uneven line and a field that is no number both lower
   * the score.
   */
  private static double score(Dialect dialect, List<byte[]> head) {
    if (head.isEmpty()) {
      return 0;
    }
    int expected = dialect.countFields(head.get(0), 0, head.get(0).length);
    if (expected < 2) {
      return 0;
    }
    double score = 0;
    for (byte[] line : head) {
      List<String> fields = dialect.fields(line);
      if (fields.size() == expected) {
        long numbers = fields.stream().filter(Sniffer::isNumberOrMissing).count();
        // Text counts a little, so that a separator of headers and text columns still beats none.
        score += (numbers + 0.01) / (fields.size() + 0.01);
      }
    }
    return score;
  }

  /** No field of the first line is a number, one is text, and a line behind it has a number. */
  static boolean hasHeader(Dialect dialect, List<byte[]> head) {
    if (head.isEmpty()) {
      return false;
    }
    List<String> first = dialect.fields(head.get(0));
    if (first.stream().anyMatch(Numbers::isNumber)
        || first.stream().allMatch(MISSING_OR_EMPTY::contains)) {
      return false;
    }
    for (int i = 1; i < head.size(); i++) {
      if (dialect.fields(head.get(i)).stream().anyMatch(Numbers::isNumber)) {
        return true;
      }
    }
    return false; // text alone is no header of anything
  }

  /** Lines, but neither a number nor a mark of a missing one in them. */
  static boolean isTextOnly(Dialect dialect, List<byte[]> head) {
    return !head.isEmpty()
        && head.stream()
            .flatMap(line -> dialect.fields(line).stream())
            .noneMatch(field -> MISSING.contains(field) || Numbers.isNumber(field));
  }

  /** Whether fields of the first line are separated by blanks rather than commas. */
  static boolean hasBlanks(List<byte[]> head) {
    String line = head.isEmpty() ? "" : new String(head.get(0), StandardCharsets.UTF_8).strip();
    return line.indexOf(',') < 0 && line.indexOf(' ') > 0;
  }

  private static boolean isNumberOrMissing(String field) {
    return MISSING_OR_EMPTY.contains(field) || Numbers.isNumber(field);
  }

  private static boolean isIndex(String field) {
    byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
    return NumberText.parseIndex(bytes, 0, bytes.length) >= 0;
  }
}
