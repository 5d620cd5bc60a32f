package dev.linden.storage.format.csv;

import dev.linden.base.InputError;
import dev.linden.base.Numbers;
import dev.linden.storage.format.FileSource;
import dev.linden.storage.format.ReadParameters;
import dev.linden.storage.text.Dialect;
import dev.linden.storage.text.Lines;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** How a csv file writes its fields: as somebody says, else guessed from its first lines. */
final class CsvGuess {
  private static final List<String> MISSING =
      List.of("NA", "N/A", "NaN", "nan", "NAN", "null", "NULL", "Null", "?");

  private static final Set<String> MISSING_OR_EMPTY =
      Set.of("", "NA", "N/A", "NaN", "nan", "NAN", "null", "NULL", "Null", "?");

  private CsvGuess() {}

  static Dialect dialectOfMatrix(FileSource file) throws IOException {
    Dialect dialect = dialect(file);
    ReadParameters parameters = file.parameters();
    boolean nothingSaid =
        file.isGuessed() && parameters.header() == null && parameters.separator() == null;
    if (nothingSaid && isTextOnly(dialect, file.head())) {
      throw new InputError(
          file.path()
              + ": there is no number in its first lines; header=TRUE reads a file of a header"
              + " alone, data_type=\"frame\" one of texts");
    }
    return dialect;
  }

  /**
   * Whether a file of which nobody says what it holds is a table of more than numbers: a cell of
   * the first lines is neither a number nor a missing one. Words alone make a table if there are
   * equally many in each of several lines, so that it is no letter.
   */
  static boolean holdsText(FileSource file) throws IOException {
    if (!file.isGuessed() || file.head().stream().anyMatch(CsvGuess::isBinary)) {
      return false;
    }
    Dialect dialect = dialectOfTable(file);
    List<List<CsvTable.Field>> records = CsvTable.records(file.head(), dialect);
    List<CsvTable.Field> cells =
        records.stream()
            .skip(dialect.header() ? 1 : 0)
            .flatMap(List::stream)
            .filter(field -> !CsvTable.isMissing(field.text(), field.quoted(), dialect))
            .filter(field -> !field.text().isBlank())
            .toList();
    boolean numbers = cells.stream().anyMatch(field -> Numbers.isNumber(field.text()));
    boolean even = records.stream().mapToInt(List::size).distinct().count() == 1;
    return cells.stream().anyMatch(field -> !Numbers.isNumber(field.text()))
        && (numbers || (even && records.size() > 1));
  }

  private static boolean isBinary(byte[] line) {
    return Lines.find((byte) 0, line, 0, line.length) < line.length;
  }

  /** As of a matrix; but a file of words alone may have a header, too. */
  static Dialect dialectOfTable(FileSource file) throws IOException {
    Dialect dialect = dialect(file);
    if (file.parameters().header() != null || dialect.header()) {
      return dialect;
    }
    List<List<CsvTable.Field>> records = CsvTable.records(file.head(), dialect);
    return hasHeaderOfTexts(records)
        ? dialect.with(true, dialect.fill(), dialect.defaultValue(), dialect.naStrings())
        : dialect;
  }

  /**
   * The words of the first line are neither numbers nor twice the same, and none occurs again in
   * its column.
   */
  private static boolean hasHeaderOfTexts(List<List<CsvTable.Field>> records) {
    if (records.size() < 2) {
      return false;
    }
    List<String> first = records.get(0).stream().map(CsvTable.Field::text).toList();
    if (first.stream().anyMatch(text -> text.isBlank() || Numbers.isNumber(text))
        || Set.copyOf(first).size() < first.size()) {
      return false;
    }
    return records.stream()
        .skip(1)
        .allMatch(
            row ->
                IntStream.range(0, Math.min(first.size(), row.size()))
                    .noneMatch(j -> row.get(j).text().equals(first.get(j))));
  }

  /**
   * A line of words is as likely a row of a frame, so only the user can tell that it is a header.
   */
  static Dialect dialectOfFrame(FileSource file) throws IOException {
    Dialect dialect = dialect(file);
    return file.parameters().header() != null ? dialect : dialect.withoutHeader();
  }

  private static Dialect dialect(FileSource file) throws IOException {
    boolean guess = file.isGuessed();
    ReadParameters parameters = file.parameters();
    String separator = parameters.separator();
    Dialect dialect =
        separator != null
            ? Dialect.separatedBy(separator)
            : guess ? separator(file.head()) : Dialect.separatedBy(",");
    Boolean header = parameters.header();
    List<String> missing = parameters.naStrings();
    return dialect.with(
        header != null ? header : guess && hasHeader(dialect, file.head()),
        parameters.fill(),
        parameters.defaultValue(),
        missing != null ? missing : guess ? MISSING : List.of());
  }

  /** All lines have equally many fields, and behind a possible header there is a number in each. */
  static boolean looksLike(List<byte[]> head) {
    if (head.isEmpty()) {
      return false;
    }
    Dialect dialect = separator(head);
    int fields = dialect.countFields(head.get(0), 0, head.get(0).length);
    for (int i = 0; i < head.size(); i++) {
      byte[] line = head.get(i);
      if (dialect.countFields(line, 0, line.length) != fields) {
        return false;
      }
      if ((i > 0 || head.size() == 1)
          && dialect.fields(line).stream().noneMatch(CsvGuess::isNumberOrMissing)) {
        return false;
      }
    }
    return true;
  }

  /** The separator that splits the lines most evenly into numbers. */
  private static Dialect separator(List<byte[]> head) {
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
        long numbers = fields.stream().filter(CsvGuess::isNumberOrMissing).count();
        // Text counts a little, so that a separator of headers and text columns still beats none.
        score += (numbers + 0.01) / (fields.size() + 0.01);
      }
    }
    return score;
  }

  /** No field of the first line is a number, one is text, and a line behind it has a number. */
  private static boolean hasHeader(Dialect dialect, List<byte[]> head) {
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
  private static boolean isTextOnly(Dialect dialect, List<byte[]> head) {
    return !head.isEmpty()
        && head.stream()
            .flatMap(line -> dialect.fields(line).stream())
            .noneMatch(field -> MISSING.contains(field) || Numbers.isNumber(field));
  }

  private static boolean isNumberOrMissing(String field) {
    return MISSING_OR_EMPTY.contains(field) || Numbers.isNumber(field);
  }
}
