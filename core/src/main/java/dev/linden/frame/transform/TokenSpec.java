package dev.linden.frame.transform;

import dev.linden.base.InputError;
import dev.linden.frame.transform.SpecText.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * How texts are cut into tokens and what is told of them, as a JSON text says.
 *
 * @param separator what stands between tokens
 * @param shortest tokens of an n-gram, at least and at most
 * @param idColumns columns that name the text, from 0 on
 * @param features number of hash values
 */
record TokenSpec(
    Pattern separator,
    int shortest,
    int longest,
    Out out,
    boolean sorted,
    int features,
    List<Integer> idColumns,
    int textColumn,
    boolean wide,
    boolean padded) {
  /** What the result tells of tokens. */
  enum Out {
    COUNT,
    POSITION,
    HASH
  }

  private static final Set<String> KEYS =
      Set.of(
          "algo",
          "algo_params",
          "out",
          "out_params",
          "id_cols",
          "tokenize_col",
          "format_wide",
          "apply_padding");

  static TokenSpec parse(String text, int cols) {
    Fields spec = new Fields(text, SpecText.parse(text));
    for (String key : spec.node.fields().keySet()) {
      if (!KEYS.contains(key)) {
        throw spec.error(spec.get(key), "unknown key \"" + key + "\"");
      }
    }
    Fields algorithm = spec.object("algo_params");
    boolean grams = spec.word("algo", "split", Set.of("split", "ngram")).equals("ngram");
    int shortest = grams ? algorithm.count("min_gram", 1) : 1;
    int longest = grams ? algorithm.count("max_gram", Math.max(2, shortest)) : 1;
    if (longest < shortest) {
      throw spec.error(spec.node, "max_gram is less than min_gram");
    }
    Fields output = spec.object("out_params");
    Out out =
        Out.valueOf(
            spec.word("out", "count", Set.of("count", "position", "hash"))
                .toUpperCase(java.util.Locale.ROOT));
    boolean wide = spec.flag("format_wide");
    if (wide && out == Out.COUNT) {
      throw spec.error(spec.get("format_wide"), "counts have no wide format");
    }
    List<Integer> ids = new ArrayList<>();
    Node idNode = spec.get("id_cols");
    if (idNode == null || idNode.items() == null) {
      throw spec.error(
          idNode == null ? spec.node : idNode, "expected a list of columns for id_cols");
    }
    idNode.items().forEach(item -> ids.add(spec.column(item, cols)));
    Node textNode = spec.get("tokenize_col");
    if (textNode == null) {
      throw spec.error(spec.node, "tokenize_col is missing");
    }
    return new TokenSpec(
        algorithm.regex(),
        shortest,
        longest,
        out,
        output.flag("sort_alpha"),
        output.count("num_features", 1 << 20),
        ids,
        spec.column(textNode, cols),
        wide,
        spec.flag("apply_padding"));
  }

  /** The fields of an object, perhaps of none. */
  private record Fields(String text, Node node) {
    Node get(String key) {
      return node == null ? null : node.fields().get(key);
    }

    InputError error(Node at, String message) {
      return SpecText.error(text, at.offset(), message);
    }

    Fields object(String key) {
      Node value = get(key);
      if (value != null && value.fields() == null) {
        throw error(value, "expected an object for " + key + ", found " + value.describe());
      }
      return new Fields(text, value);
    }

    String word(String key, String absent, Set<String> words) {
      Node value = get(key);
      if (value == null) {
        return absent;
      }
      if (value.word() == null || !words.contains(value.word())) {
        throw error(
            value,
            "expected one of "
                + String.join(", ", words.stream().sorted().toList())
                + " for "
                + key
                + ", found "
                + value.describe());
      }
      return value.word();
    }

    boolean flag(String key) {
      return word(key, "false", Set.of("true", "false")).equals("true");
    }

    int count(String key, int absent) {
      Node value = get(key);
      return value == null ? absent : TransformSpec.count(text, value, key);
    }

    int column(Node value, int cols) {
      int column = TransformSpec.count(text, value, "a column");
      if (column > cols) {
        throw error(value, "expected a column number of 1.." + cols + ", found " + column);
      }
      return column - 1;
    }

    Pattern regex() {
      Node value = get("regex");
      try {
        return Pattern.compile(value == null ? "\\s+" : String.valueOf(value.word()));
      } catch (PatternSyntaxException e) {
        throw error(value, "not a regular expression: " + e.getDescription());
      }
    }
  }
}
