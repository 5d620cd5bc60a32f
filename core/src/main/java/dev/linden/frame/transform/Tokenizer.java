package dev.linden.frame.transform;

import dev.linden.frame.Column;
import dev.linden.frame.ColumnBuilder;
import dev.linden.frame.ColumnType;
import dev.linden.frame.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;

/**
 * Cuts the texts of a column into tokens. In long format each token is a row: the columns that name
 * the text, then token and count, or position and token, or hash value and count. In wide format
 * each text is a row.
 */
public final class Tokenizer {
  /** A token or n-gram and where it begins, from 1 on. */
  private record Token(String text, int position) {}

  private final TokenSpec spec;
  private final int most;

  private Tokenizer(TokenSpec spec, int most) {
    this.spec = spec;
    this.most = most;
  }

  /** At most {@code mostTokens} tokens of each text. */
  public static Frame tokenize(Frame frame, String spec, int mostTokens) {
    Tokenizer tokenizer = new Tokenizer(TokenSpec.parse(spec, frame.cols()), mostTokens);
    return tokenizer.spec.wide() ? tokenizer.rowPerText(frame) : tokenizer.rowPerToken(frame);
  }

  /** How many columns the result has; -1 if the frame is needed to tell. */
  public static long columns(String spec, long cols, long mostTokens) {
    SpecText.parse(spec);
    if (cols < 0 || cols > Integer.MAX_VALUE || mostTokens < 0) {
      return -1;
    }
    TokenSpec parsed = TokenSpec.parse(spec, (int) cols);
    return parsed.idColumns().size() + (parsed.wide() ? mostTokens : 2);
  }

  private List<Token> tokens(String text) {
    List<Token> words = new ArrayList<>();
    Matcher separator = spec.separator().matcher(text);
    int start = 0;
    while (start <= text.length()) {
      boolean found = separator.find();
      int end = found ? separator.start() : text.length();
      if (end > start) {
        words.add(new Token(text.substring(start, end), start + 1));
      }
      if (!found) {
        break;
      }
      start = separator.end();
    }
    if (spec.longest() == 1) {
      return words;
    }
    List<Token> grams = new ArrayList<>();
    for (int n = spec.shortest(); n <= spec.longest(); n++) {
      for (int i = 0; i + n <= words.size(); i++) {
        grams.add(gram(words.subList(i, i + n)));
      }
    }
    return grams;
  }

  private static Token gram(List<Token> words) {
    if (words.size() == 1) {
      return words.get(0);
    }
    List<String> quoted = words.stream().map(word -> "'" + word.text + "'").toList();
    return new Token("\"(" + String.join(", ", quoted) + ")\"", words.get(0).position);
  }

  /**
   * In the order of the texts, or in that of their hashes, which decides which of many are kept.
   */
  private Map<String, Integer> counts(List<Token> tokens) {
    Map<String, Integer> counts = spec.sorted() ? new TreeMap<>() : new HashMap<>();
    // Not merge, which would put a text before those whose hashes fall into the same place.
    tokens.forEach(token -> counts.put(token.text, counts.getOrDefault(token.text, 0) + 1));
    return counts;
  }

  private Map<Integer, Integer> hashes(List<Token> tokens) {
    Map<Integer, Integer> counts = new TreeMap<>();
    for (Token token : tokens) {
      counts.merge(Math.floorMod(token.text.hashCode(), spec.features()) + 1, 1, Integer::sum);
    }
    return counts;
  }

  // ---- a row per token

  private Frame rowPerToken(Frame frame) {
    boolean position = spec.out() == TokenSpec.Out.POSITION;
    ColumnBuilder first =
        new ColumnBuilder(spec.out() == TokenSpec.Out.COUNT ? ColumnType.STRING : ColumnType.INT64);
    ColumnBuilder second = new ColumnBuilder(position ? ColumnType.STRING : ColumnType.INT64);
    List<Integer> sources = new ArrayList<>();
    for (int i = 0; i < frame.rows(); i++) {
      String text = frame.column(spec.textColumn()).text(i);
      int before = first.size();
      addRows(text == null ? List.of() : tokens(text), first, second);
      while (spec.padded() && first.size() - before < most) {
        pad(first, spec.out() == TokenSpec.Out.COUNT);
        pad(second, position);
      }
      for (int k = before; k < first.size(); k++) {
        sources.add(i);
      }
    }
    int[] rows = sources.stream().mapToInt(Integer::intValue).toArray();
    List<Column> columns = new ArrayList<>();
    spec.idColumns().forEach(id -> columns.add(texts(frame.column(id)).select(rows)));
    columns.add(first.build());
    columns.add(second.build());
    return Frame.of(rows.length, columns);
  }

  /** Names of texts are texts, of whatever type they were. */
  private static Column texts(Column names) {
    return names.convert(ColumnType.STRING);
  }

  private void addRows(List<Token> tokens, ColumnBuilder first, ColumnBuilder second) {
    switch (spec.out()) {
      case COUNT ->
          counts(tokens).entrySet().stream()
              .limit(most)
              .forEach(
                  entry -> {
                    first.add(entry.getKey());
                    second.add(entry.getValue().longValue());
                  });
      case POSITION ->
          tokens.stream()
              .limit(most)
              .forEach(
                  token -> {
                    first.add((long) token.position);
                    second.add(token.text);
                  });
      case HASH ->
          hashes(tokens).entrySet().stream()
              .limit(most)
              .forEach(
                  entry -> {
                    first.add(entry.getKey().longValue());
                    second.add(entry.getValue().longValue());
                  });
    }
  }

  private static void pad(ColumnBuilder column, boolean text) {
    if (text) {
      column.add("");
    } else {
      column.add(-1L);
    }
  }

  // ---- a row per text

  private Frame rowPerText(Frame frame) {
    boolean hash = spec.out() == TokenSpec.Out.HASH;
    List<ColumnBuilder> cells = new ArrayList<>();
    for (int k = 0; k < most; k++) {
      cells.add(new ColumnBuilder(hash ? ColumnType.INT64 : ColumnType.STRING, frame.rows()));
    }
    for (int i = 0; i < frame.rows(); i++) {
      String text = frame.column(spec.textColumn()).text(i);
      List<Token> tokens = text == null ? List.of() : tokens(text);
      Map<Integer, Integer> counts = hash ? hashes(tokens) : Map.of();
      for (int k = 0; k < most; k++) {
        if (hash) {
          cells.get(k).add(counts.getOrDefault(k + 1, 0).longValue());
        } else if (k < tokens.size()) {
          cells.get(k).add(tokens.get(k).text);
        } else {
          cells.get(k).addMissing();
        }
      }
    }
    List<Column> columns = new ArrayList<>();
    spec.idColumns().forEach(id -> columns.add(texts(frame.column(id))));
    cells.forEach(column -> columns.add(column.build()));
    return Frame.of(frame.rows(), columns);
  }
}
