package dev.linden.frame.transform;

import dev.linden.base.InputError;
import dev.linden.base.Numbers;
import dev.linden.frame.Column;
import dev.linden.frame.ColumnBuilder;
import dev.linden.frame.ColumnType;
import dev.linden.frame.transform.ColumnSpec.Coding;
import dev.linden.frame.transform.ColumnSpec.Impute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * How the cells of one column become numbers, learned from a column or read from metadata.
 * Immutable, so threads share it.
 */
final class Encoder {
  /** Between the two parts of a metadata entry. */
  private static final char BETWEEN = '\u00B7';

  private static final Pattern WORD = Pattern.compile("\\p{L}+");

  private final String name;
  private final ColumnSpec spec;

  /** What stands in for missing cells, or null. */
  private final String imputed;

  private final double imputedNumber;

  /** Codes by text, for recode. */
  private final Map<String, Integer> codes;

  /** Lower bound of the first bin, then the upper bounds of all. */
  private final double[] bounds;

  private Encoder(
      String name, ColumnSpec spec, String imputed, Map<String, Integer> codes, double[] bounds) {
    this.name = name;
    this.spec = spec;
    this.imputed = imputed;
    this.codes = codes;
    this.bounds = bounds;
    boolean numeric = spec.coding == Coding.PASS_THROUGH || spec.coding.isBin();
    imputedNumber = imputed != null && numeric ? parse(name, imputed) : Double.NaN;
  }

  private static double parse(String name, String text) {
    try {
      return Column.of(text).number(0);
    } catch (InputError e) {
      throw TransformSpec.columnError(name, e.getMessage());
    }
  }

  // ---- learning

  static Encoder learn(String name, ColumnSpec spec, Column column) {
    String imputed =
        switch (spec.impute) {
          case NOTHING -> null;
          case CONSTANT -> spec.constant;
          case MEAN -> Double.toString(mean(name, column));
          case MODE -> mode(name, column);
        };
    Encoder plain = new Encoder(name, spec, imputed, Map.of(), null);
    if (spec.coding == Coding.RECODE) {
      return new Encoder(name, spec, imputed, plain.recode(column), null);
    } else if (spec.coding == Coding.BAG_OF_WORDS) {
      return new Encoder(name, spec, imputed, plain.words(column), null);
    } else if (spec.coding.isBin()) {
      return new Encoder(name, spec, imputed, Map.of(), plain.bin(column));
    }
    return plain;
  }

  private static double mean(String name, Column column) {
    double sum = 0;
    long count = 0;
    for (int i = 0; i < column.size(); i++) {
      if (!column.isBlank(i)) {
        sum += number(name, column, i);
        count++;
      }
    }
    if (count == 0) {
      throw TransformSpec.columnError(name, "all cells are missing, so there is no mean to impute");
    }
    return sum / count;
  }

  /** The most frequent text; of several the one that comes first. */
  private static String mode(String name, Column column) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (int i = 0; i < column.size(); i++) {
      if (!column.isBlank(i)) {
        counts.merge(column.text(i), 1, Integer::sum);
      }
    }
    String mode = null;
    int most = 0;
    for (Map.Entry<String, Integer> entry : counts.entrySet()) {
      if (entry.getValue() > most) {
        mode = entry.getKey();
        most = entry.getValue();
      }
    }
    if (mode == null) {
      throw TransformSpec.columnError(name, "all cells are missing, so there is no mode to impute");
    }
    return mode;
  }

  /** Texts in the order of the rows; what stands in for missing cells only comes last. */
  private Map<String, Integer> recode(Column column) {
    Map<String, Integer> found = new LinkedHashMap<>();
    boolean imputes = false;
    for (int i = 0; i < column.size(); i++) {
      if (column.isBlank(i)) {
        imputes = imputed != null;
      } else {
        found.putIfAbsent(column.text(i), found.size() + 1);
      }
    }
    if (imputes) {
      found.putIfAbsent(imputed, found.size() + 1);
    }
    return found;
  }

  private Map<String, Integer> words(Column column) {
    Map<String, Integer> found = new LinkedHashMap<>();
    for (int i = 0; i < column.size(); i++) {
      forWords(text(column, i), word -> found.putIfAbsent(word, found.size() + 1));
    }
    return found;
  }

  /** Words are runs of letters, in small letters. */
  private static void forWords(String text, Consumer<String> word) {
    if (text != null) {
      Matcher words = WORD.matcher(text.toLowerCase(Locale.ROOT));
      while (words.find()) {
        word.accept(words.group());
      }
    }
  }

  private double[] bin(Column column) {
    double[] numbers = new double[column.size()];
    int count = 0;
    for (int i = 0; i < column.size(); i++) {
      double number = number(column, i);
      if (!Double.isNaN(number)) {
        numbers[count++] = number;
      }
    }
    if (count == 0) {
      throw TransformSpec.columnError(name, "all cells are missing, so there is nothing to bin");
    }
    Arrays.sort(numbers, 0, count);
    double min = numbers[0];
    double max = numbers[count - 1];
    int bins = spec.buckets;
    double[] result = new double[bins + 1];
    result[0] = min;
    if (spec.coding == Coding.EQUI_HEIGHT) {
      for (int b = 1; b <= bins; b++) {
        // The quantile at b/bins, as the built-in function gives it.
        int position = (int) (((long) b * count + bins - 1) / bins);
        result[b] = numbers[Math.max(1, position) - 1];
      }
      return result;
    }
    if (Double.isInfinite(min) || Double.isInfinite(max)) {
      throw TransformSpec.columnError(name, "bins of equal width need finite numbers");
    }
    double width = max / bins - min / bins;
    if (!Double.isInfinite(max - min)) {
      width = (max - min) / bins;
    }
    for (int b = 1; b < bins; b++) {
      result[b] = min + b * width;
    }
    result[bins] = max;
    return result;
  }

  // ---- cells

  /** With a stand-in for a missing cell; null if there is none. */
  private String text(Column column, int row) {
    return column.isBlank(row) ? imputed : column.text(row);
  }

  /** With a stand-in for a missing cell; NaN if there is none. */
  private double number(Column column, int row) {
    return column.isBlank(row) ? imputedNumber : number(name, column, row);
  }

  private static double number(String name, Column column, int row) {
    try {
      return column.number(row);
    } catch (InputError e) {
      throw TransformSpec.columnError(name, "row " + (row + 1) + ": " + e.getMessage());
    }
  }

  /** The number of a cell; NaN for a missing one and for a text that was not there to learn. */
  double code(Column column, int row) {
    return switch (spec.coding) {
      case PASS_THROUGH -> number(column, row);
      case RECODE -> recoded(text(column, row));
      case EQUI_WIDTH, EQUI_HEIGHT -> binOf(number(column, row));
      case HASH -> hashed(column, row);
      case BAG_OF_WORDS -> throw new IllegalStateException("a bag of words has no single code");
    };
  }

  /** How often each known word occurs in the text of a cell, by its code. */
  SortedMap<Integer, Integer> counts(Column column, int row) {
    SortedMap<Integer, Integer> counts = new TreeMap<>();
    forWords(
        text(column, row),
        word -> {
          Integer code = codes.get(word);
          if (code != null) {
            counts.merge(code, 1, Integer::sum);
          }
        });
    return counts;
  }

  private double recoded(String text) {
    Integer code = text == null ? null : codes.get(text);
    return code == null ? Double.NaN : code;
  }

  /** The first bin whose upper bound is not below; numbers outside go to the outermost bins. */
  private double binOf(double number) {
    if (Double.isNaN(number)) {
      return Double.NaN;
    }
    int low = 1;
    int high = bounds.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (number <= bounds[middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private double hashed(Column column, int row) {
    String text = column.isEmptyText(row) && imputed == null ? "" : text(column, row);
    if (text == null) {
      return Double.NaN;
    }
    int hash = column.isBlank(row) ? text.hashCode() : hash(column, row);
    return Math.abs(hash % spec.buckets) + 1.0;
  }

  /** As the Java types of the cells define it; of a flag that of 1 or 0. */
  private static int hash(Column column, int row) {
    return switch (column.type()) {
      case STRING -> column.text(row).hashCode();
      case BOOLEAN, INT32 -> (int) column.number(row);
      case INT64 -> Long.hashCode(column.integer(row));
      case FP32 -> Float.hashCode((float) column.number(row));
      case FP64 -> Double.hashCode(column.number(row));
    };
  }

  boolean isDummy() {
    return spec.dummy;
  }

  /** Columns of the result, unless the codes stand for rows of an embedding. */
  int width() {
    return spec.dummy || isBag() ? codeCount() : 1;
  }

  /** Whether a text becomes the counts of its words. */
  boolean isBag() {
    return spec.coding == Coding.BAG_OF_WORDS;
  }

  boolean isEmbedded() {
    return spec.embedded;
  }

  void checkEmbedding(int rows) {
    if (codeCount() > rows) {
      throw TransformSpec.columnError(
          name, "there are " + codeCount() + " words, but the embedding has " + rows + " rows");
    }
  }

  /** Whether a cell becomes one of a few numbers, from 1 to {@link #codeCount}, or none. */
  boolean hasCodes() {
    return !isBag() && spec.coding != Coding.PASS_THROUGH;
  }

  int codeCount() {
    return switch (spec.coding) {
      case RECODE, BAG_OF_WORDS -> codes.size();
      case EQUI_WIDTH, EQUI_HEIGHT -> bounds.length - 1;
      default -> spec.buckets;
    };
  }

  /** What each of several columns stands for: a text, or the number of a bin or hash value. */
  List<String> valueNames() {
    if (spec.coding == Coding.RECODE || isBag()) {
      return List.of(texts());
    }
    return IntStream.rangeClosed(1, codeCount()).mapToObj(Integer::toString).toList();
  }

  // ---- metadata

  /**
   * What must be kept to apply the encoder again; an imputed value that was learned comes first.
   */
  List<String> metadata() {
    List<String> entries = new ArrayList<>();
    if (spec.impute.isLearned()) {
      entries.add(imputed);
    }
    if (spec.coding == Coding.RECODE || isBag()) {
      codes.forEach((text, code) -> entries.add(text + BETWEEN + code));
    } else if (spec.coding.isBin()) {
      for (int b = 1; b < bounds.length; b++) {
        entries.add(Double.toString(bounds[b - 1]) + BETWEEN + bounds[b]);
      }
    } else if (spec.coding == Coding.HASH) {
      entries.add(Integer.toString(spec.buckets));
    }
    return entries;
  }

  static Encoder of(String name, ColumnSpec spec, Column metadata) {
    List<String> entries = new ArrayList<>();
    for (int i = 0; i < metadata.size(); i++) {
      if (!metadata.isMissing(i)) {
        entries.add(metadata.text(i));
      }
    }
    String imputed = spec.impute == Impute.CONSTANT ? spec.constant : null;
    if (spec.impute.isLearned()) {
      if (entries.isEmpty()) {
        throw noMetadata(name, "imputed value");
      }
      imputed = entries.remove(0);
    }
    if (spec.coding == Coding.RECODE || spec.coding == Coding.BAG_OF_WORDS) {
      return new Encoder(name, spec, imputed, codes(name, entries), null);
    } else if (spec.coding.isBin()) {
      return new Encoder(name, spec, imputed, Map.of(), bounds(name, entries));
    }
    return new Encoder(name, spec, imputed, Map.of(), null);
  }

  private static InputError noMetadata(String name, String what) {
    return TransformSpec.columnError(
        name, "the metadata holds no " + what + "; was it made with another spec?");
  }

  private static InputError badEntry(String name, String entry, String expected) {
    return TransformSpec.columnError(
        name, "the metadata holds \"" + entry + "\", but " + expected + " is expected");
  }

  private static Map<String, Integer> codes(String name, List<String> entries) {
    Map<String, Integer> codes = new HashMap<>();
    boolean[] seen = new boolean[entries.size() + 1];
    for (String entry : entries) {
      int split = entry.lastIndexOf(BETWEEN);
      String digits = entry.substring(split + 1);
      int code = split >= 0 && digits.matches("[0-9]{1,9}") ? Integer.parseInt(digits) : 0;
      if (code < 1) {
        throw badEntry(name, entry, "value" + BETWEEN + "code");
      }
      if (code >= seen.length || seen[code]) {
        throw TransformSpec.columnError(
            name, "the codes of the metadata are not 1.." + entries.size());
      }
      seen[code] = true;
      codes.put(entry.substring(0, split), code);
    }
    return codes;
  }

  private static double[] bounds(String name, List<String> entries) {
    if (entries.isEmpty()) {
      throw noMetadata(name, "bins");
    }
    double[] bounds = new double[entries.size() + 1];
    for (int b = 1; b < bounds.length; b++) {
      String entry = entries.get(b - 1);
      int split = entry.indexOf(BETWEEN);
      try {
        double low = Numbers.parse(entry.substring(0, Math.max(0, split)));
        bounds[b] = Numbers.parse(entry.substring(split + 1));
        bounds[b - 1] = b == 1 ? low : bounds[b - 1];
      } catch (NumberFormatException e) {
        throw badEntry(name, entry, "low" + BETWEEN + "high");
      }
    }
    return bounds;
  }

  // ---- the way back

  /** Turns codes into cells, one after the other. */
  final class Decoder {
    private final String[] texts = texts();
    private final ColumnBuilder column;

    private Decoder(int rows) {
      if (spec.coding == Coding.HASH) {
        throw TransformSpec.columnError(name, "hash values can't be decoded");
      }
      if (isBag()) {
        throw TransformSpec.columnError(name, "a bag of words can't be decoded");
      }
      // Codes stand for texts, and the middle of a bin is one, too.
      ColumnType type = spec.coding == Coding.PASS_THROUGH ? ColumnType.FP64 : ColumnType.STRING;
      column = new ColumnBuilder(type, rows);
    }

    void add(double code) {
      if (spec.coding == Coding.PASS_THROUGH) {
        column.add(code);
      } else if (!(code >= 1 && code <= codeCount() && code == Math.rint(code))) {
        column.addMissing();
      } else if (spec.coding == Coding.RECODE) {
        column.add(texts[(int) code - 1]);
      } else {
        int bin = (int) code;
        column.add(Double.toString(bounds[bin - 1] / 2 + bounds[bin] / 2));
      }
    }

    Column build() {
      return column.build();
    }
  }

  Decoder decoder(int rows) {
    return new Decoder(rows);
  }

  private String[] texts() {
    String[] texts = new String[codes.size()];
    codes.forEach((text, code) -> texts[code - 1] = text);
    return texts;
  }
}
