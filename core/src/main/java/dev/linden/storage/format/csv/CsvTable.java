package dev.linden.storage.format.csv;

import dev.linden.base.Numbers;
import dev.linden.frame.ColumnType;
import dev.linden.storage.format.FileSource;
import dev.linden.storage.text.Dialect;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What the first lines of a csv file tell about it as a table with names and types, where nobody
 * says how it is to be read.
 *
 * @param fields in each record
 * @param names of the columns of the frame; null: it has no header
 * @param skipped whether the first field of a record only counts the rows and is no column
 * @param types of the columns as far as they are seen; null: nothing but missing cells so far
 */
record CsvTable(
    Dialect dialect, int fields, List<String> names, boolean skipped, List<ColumnType> types) {
  /** The name of the first column if it has none: that of the rows, as R and pandas write them. */
  private static final String ROW_NAMES = "row";

  static CsvTable of(FileSource file) throws IOException {
    Dialect dialect = CsvGuess.dialectOfTable(file);
    List<List<Field>> records = records(file.head(), dialect);
    if (records.isEmpty()) {
      return new CsvTable(dialect, 0, null, false, List.of());
    }
    int fields = records.get(0).size();
    List<List<Field>> rows = dialect.header() ? records.subList(1, records.size()) : records;
    boolean unnamed = dialect.header() && records.get(0).get(0).text.isEmpty();
    boolean skipped = unnamed && fields > 1 && countsRows(rows);
    int first = skipped ? 1 : 0;
    List<ColumnType> types = new ArrayList<>();
    for (int j = first; j < fields; j++) {
      types.add(type(rows, j, dialect));
    }
    List<ColumnType> said = file.parameters().schema();
    return new CsvTable(
        dialect,
        fields,
        dialect.header()
            ? uniqueNames(records.get(0).subList(first, fields).stream().map(Field::text).toList())
            : null,
        skipped,
        said == null ? types : file.schema(types.size()));
  }

  int columns() {
    return types.size();
  }

  // ---- records of the first lines

  record Field(String text, boolean quoted) {}

  /** The records that are whole; the last one may go on behind the lines that are known. */
  static List<List<Field>> records(List<byte[]> head, Dialect dialect) {
    List<List<Field>> found = new ArrayList<>();
    CsvRecords records = new CsvRecords(dialect);
    for (byte[] line : head) {
      if (records.add(line, 0, line.length, 1)) {
        List<Field> fields = new ArrayList<>();
        QuotedFields.split(
            records.bytes(),
            records.start(),
            records.end(),
            dialect,
            (index, text, quoted) -> fields.add(new Field(text, quoted)));
        found.add(fields);
      }
    }
    return found;
  }

  // ---- names

  /** The words of a header, as names: none is empty, and each is there once. */
  static List<String> uniqueNames(List<String> header) {
    Set<String> taken = new HashSet<>();
    List<String> names = new ArrayList<>();
    for (String word : header) {
      int position = names.size() + 1;
      String name = !word.isBlank() ? word.strip() : position == 1 ? ROW_NAMES : "C" + position;
      String free = name;
      for (int k = 2; !taken.add(free); k++) {
        free = name + "_" + k;
      }
      names.add(free);
    }
    return names;
  }

  /** Whether the first fields are 0, 1, 2, ... or 1, 2, 3, ... */
  private static boolean countsRows(List<List<Field>> rows) {
    long expected = -1;
    for (List<Field> row : rows) {
      OptionalLong number = Numbers.whole(row.get(0).text);
      if (number.isEmpty()) {
        return false;
      }
      boolean first = expected < 0;
      if (first ? number.getAsLong() > 1 : number.getAsLong() != expected) {
        return false;
      }
      expected = number.getAsLong() + 1;
    }
    return expected > 0;
  }

  // ---- types

  private static ColumnType type(List<List<Field>> rows, int col, Dialect dialect) {
    ColumnType type = null;
    for (List<Field> row : rows) {
      if (col < row.size() && !isMissing(row.get(col).text, row.get(col).quoted, dialect)) {
        type = join(type, type(row.get(col).text));
      }
    }
    return type;
  }

  /** Text between quotes is there, whatever it says. */
  static boolean isMissing(String text, boolean quoted, Dialect dialect) {
    return !quoted && (text.isEmpty() || dialect.naStrings().contains(text));
  }

  /** Truth values are words here: 0 and 1 are numbers. */
  static ColumnType type(String text) {
    String word = text.strip();
    if (Numbers.whole(word).isPresent()) {
      return ColumnType.INT64;
    } else if (Numbers.isNumber(word)) {
      return ColumnType.FP64;
    }
    boolean truth = word.equalsIgnoreCase("true") || word.equalsIgnoreCase("false");
    return truth ? ColumnType.BOOLEAN : ColumnType.STRING;
  }

  /** Of a column with cells of both types; null has none. */
  static ColumnType join(ColumnType a, ColumnType b) {
    if (a == null || b == null || a == b) {
      return a == null ? b : a;
    }
    return a.isNumeric() && b.isNumeric() ? ColumnType.FP64 : ColumnType.STRING;
  }
}
