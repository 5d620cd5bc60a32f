package dev.linden.frame.transform;

import dev.linden.base.InputError;
import dev.linden.frame.transform.ColumnSpec.Coding;
import dev.linden.frame.transform.ColumnSpec.Impute;
import dev.linden.frame.transform.SpecText.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A transformation as its JSON text says. The text alone tells which methods occur; which columns
 * they mean is resolved against the names of a frame.
 */
public final class TransformSpec {
  private static final Set<String> KEYS =
      Set.of("ids", "recode", "dummycode", "bin", "impute", "omit", "hash", "K", "word_embedding");

  /** What other systems know and this one does not, and what takes its place. */
  private static final Map<String, String> NOT_SUPPORTED =
      Map.of(
          "bag_of_words",
          "split the texts with tokenize, then recode, dummycode or hash the words",
          "udf",
          "apply the function to the columns before, with map");

  private static final List<Node> NONE = List.of();

  private final String text;
  private final Map<String, Node> fields;
  private final boolean ids;
  private final int hashValues;

  private TransformSpec(String text, Map<String, Node> fields, boolean ids, int hashValues) {
    this.text = text;
    this.fields = fields;
    this.ids = ids;
    this.hashValues = hashValues;
  }

  public static TransformSpec parse(String text) {
    Map<String, Node> fields = SpecText.parse(text).fields();
    for (Map.Entry<String, Node> field : fields.entrySet()) {
      int offset = field.getValue().offset();
      String instead = NOT_SUPPORTED.get(field.getKey());
      if (instead != null) {
        throw SpecText.error(
            text, offset, "\"" + field.getKey() + "\" is not supported: " + instead);
      }
      if (!KEYS.contains(field.getKey())) {
        throw SpecText.error(
            text,
            offset,
            "unknown key \""
                + field.getKey()
                + "\": expected ids, recode, dummycode, bin, impute, omit, hash, K or word_embedding");
      }
    }
    Node idsNode = fields.get("ids");
    boolean ids = idsNode != null && flag(text, idsNode);
    Node hash = fields.get("hash");
    Node k = fields.get("K");
    if (hash != null && k == null) {
      throw SpecText.error(text, hash.offset(), "hash needs K, the number of hash values");
    }
    TransformSpec spec = new TransformSpec(text, fields, ids, k == null ? 0 : count(text, k, "K"));
    for (String key : KEYS) {
      if (!key.equals("ids") && !key.equals("K")) {
        spec.items(key);
      }
    }
    return spec;
  }

  private static boolean flag(String text, Node node) {
    if (!"true".equalsIgnoreCase(node.word()) && !"false".equalsIgnoreCase(node.word())) {
      throw SpecText.error(
          text, node.offset(), "expected true or false for ids, found " + node.describe());
    }
    return "true".equalsIgnoreCase(node.word());
  }

  static int count(String text, Node node, String what) {
    try {
      int value = node.word() == null ? 0 : Integer.parseInt(node.word());
      if (value >= 1) {
        return value;
      }
    } catch (NumberFormatException e) {
      // falls through to the same message as for a number below one
    }
    throw SpecText.error(
        text,
        node.offset(),
        "expected a whole number of at least 1 for " + what + ", found " + node.describe());
  }

  private List<Node> items(String key) {
    Node node = fields.get(key);
    if (node == null) {
      return NONE;
    }
    if (node.items() == null) {
      throw SpecText.error(
          text,
          node.offset(),
          "expected a list of columns for " + key + ", found " + node.describe());
    }
    return node.items();
  }

  /** Whether columns are given by number, so that names are not needed to resolve them. */
  public boolean byNumber() {
    return ids;
  }

  /** Whether rows may be left out. */
  public boolean omitsRows() {
    return !items("omit").isEmpty();
  }

  /** Whether a column may become several. */
  public boolean spreadsColumns() {
    return !items("dummycode").isEmpty();
  }

  /** Whether columns may become rows of an embedding. */
  public boolean embeds() {
    return !items("word_embedding").isEmpty();
  }

  /** What happens to each column of a frame with these names; errors for what does not fit. */
  List<ColumnSpec> resolve(List<String> names) {
    List<ColumnSpec> columns = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      columns.add(new ColumnSpec());
    }
    for (Node node : items("omit")) {
      columns.get(column(node, names)).omit = true;
    }
    for (Node node : items("impute")) {
      impute(columns.get(columnOf(node, "impute", names)), node);
    }
    for (Node node : items("recode")) {
      code(columns.get(column(node, names)), Coding.RECODE, node);
    }
    for (Node node : items("hash")) {
      ColumnSpec column = columns.get(column(node, names));
      code(column, Coding.HASH, node);
      column.buckets = hashValues;
    }
    for (Node node : items("bin")) {
      bin(columns.get(columnOf(node, "bin", names)), node);
    }
    for (Node node : items("word_embedding")) {
      ColumnSpec column = columns.get(column(node, names));
      code(column, Coding.RECODE, node);
      column.embedded = true;
    }
    for (Node node : items("dummycode")) {
      ColumnSpec column = columns.get(column(node, names));
      if (column.embedded) {
        throw SpecText.error(text, node.offset(), "an embedded column can't be dummycoded");
      }
      column.dummy = true;
      if (column.coding == Coding.PASS_THROUGH) {
        column.coding = Coding.RECODE;
      }
    }
    return columns;
  }

  /** Checks what can be checked without names: columns by number. */
  public void check(int cols) {
    List<String> names = new ArrayList<>();
    for (int j = 1; j <= cols; j++) {
      names.add("C" + j);
    }
    resolve(names);
  }

  private void code(ColumnSpec column, Coding coding, Node node) {
    if (column.coding != Coding.PASS_THROUGH && column.coding != coding) {
      throw SpecText.error(
          text, node.offset(), "a column can be only one of recoded, binned and hashed");
    }
    column.coding = coding;
  }

  private void bin(ColumnSpec column, Node node) {
    Node method = node.fields().get("method");
    String word = method == null ? "equi-width" : String.valueOf(method.word());
    Coding coding =
        switch (word) {
          case "equi-width" -> Coding.EQUI_WIDTH;
          case "equi-height", "equi-height-approx" -> Coding.EQUI_HEIGHT;
          default ->
              throw SpecText.error(
                  text,
                  method.offset(),
                  "unknown method of bin "
                      + method.describe()
                      + ": expected equi-width or equi-height");
        };
    if (column.coding.isBin()) {
      throw SpecText.error(text, node.offset(), "the column is binned twice");
    }
    code(column, coding, node);
    Node bins = node.fields().get("numbins");
    if (bins == null) {
      throw SpecText.error(text, node.offset(), "bin needs numbins");
    }
    column.buckets = count(text, bins, "numbins");
  }

  private void impute(ColumnSpec column, Node node) {
    Node method = node.fields().get("method");
    if (method == null) {
      throw SpecText.error(text, node.offset(), "impute needs a method");
    }
    column.impute =
        switch (String.valueOf(method.word())) {
          case "global_mean" -> Impute.MEAN;
          case "global_mode" -> Impute.MODE;
          case "constant" -> Impute.CONSTANT;
          default ->
              throw SpecText.error(
                  text,
                  method.offset(),
                  "unknown method of impute "
                      + method.describe()
                      + ": expected global_mean, global_mode or constant");
        };
    if (column.impute == Impute.CONSTANT) {
      Node value = node.fields().get("value");
      if (value == null || value.word() == null) {
        throw SpecText.error(text, node.offset(), "impute with method constant needs a value");
      }
      column.constant = value.word();
    }
  }

  /** The column of an object with an id or a name. */
  private int columnOf(Node node, String key, List<String> names) {
    String field = ids ? "id" : "name";
    if (node.fields() == null || !node.fields().containsKey(field)) {
      throw SpecText.error(
          text,
          node.offset(),
          "expected an object with \"" + field + "\" in " + key + ", found " + node.describe());
    }
    return column(node.fields().get(field), names);
  }

  private int column(Node node, List<String> names) {
    int column =
        node.word() == null ? -1 : ids ? number(node.word()) - 1 : names.indexOf(node.word());
    if (column >= 0 && column < names.size()) {
      return column;
    }
    String message =
        ids
            ? "expected a column number of 1.." + names.size() + ", found " + node.describe()
            : "there is no column "
                + node.describe()
                + (number(String.valueOf(node.word())) > 0 ? "; numbers need \"ids\": true" : "")
                + "; the columns are "
                + String.join(", ", names);
    throw SpecText.error(text, node.offset(), message);
  }

  private static int number(String word) {
    return word.matches("[0-9]{1,9}") ? Integer.parseInt(word) : -1;
  }

  /** A problem of a column in terms of the frame. */
  static InputError columnError(String name, String message) {
    return new InputError("column " + name + ": " + message);
  }
}
