package dev.linden.frame.transform;

import dev.linden.base.InputError;
import dev.linden.frame.transform.ColumnSpec.Coding;
import dev.linden.frame.transform.ColumnSpec.Impute;
import dev.linden.frame.transform.SpecText.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A transformation as its JSON text says. The text alone tells which methods occur; which columns
 * they mean is resolved against the names of a frame.
 */
public final class TransformSpec {
  /** A function that is applied to encoded columns, counted from 0 on. */
  record Udf(String function, List<Integer> columns) {}

  private static final List<String> COLUMN_LISTS =
      List.of("recode", "dummycode", "omit", "hash", "bag_of_words", "word_embedding");

  /** Lists of objects, each of which names a column. */
  private static final List<String> OBJECT_LISTS = List.of("bin", "impute");

  private static final Set<String> OTHERS = Set.of("ids", "K", "udf");

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
      String key = field.getKey();
      if (!COLUMN_LISTS.contains(key) && !OBJECT_LISTS.contains(key) && !OTHERS.contains(key)) {
        throw SpecText.error(
            text,
            field.getValue().offset(),
            "unknown key \""
                + key
                + "\": expected ids, recode, dummycode, bin, impute, omit, hash, K, bag_of_words,"
                + " word_embedding or udf");
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
    COLUMN_LISTS.forEach(spec::items);
    OBJECT_LISTS.forEach(spec::items);
    spec.checkUdf();
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

  private void checkUdf() {
    Node udf = fields.get("udf");
    if (udf == null) {
      return;
    }
    Node name = udf.fields() == null ? null : udf.fields().get("name");
    Node columns = udf.fields() == null ? null : udf.fields().get("ids");
    if (name == null || name.word() == null || columns == null || columns.items() == null) {
      throw SpecText.error(
          text, udf.offset(), "expected an object {name: function, ids: [columns]} for udf");
    }
  }

  /** Whether a function is applied to encoded columns. */
  public boolean callsFunction() {
    return fields.containsKey("udf");
  }

  private List<Node> udfColumns() {
    return callsFunction() ? fields.get("udf").fields().get("ids").items() : NONE;
  }

  /** What is applied to encoded columns of a frame with these names; null if nothing is. */
  Udf udf(List<String> names) {
    if (!callsFunction()) {
      return null;
    }
    List<Integer> columns = new ArrayList<>();
    for (Node node : udfColumns()) {
      int column = column(node, names);
      if (column < names.size()) {
        columns.add(column);
      }
    }
    return new Udf(fields.get("udf").fields().get("name").word(), columns);
  }

  /** What the user should know of the spec for a frame of this many columns. */
  public List<String> warnings(int cols) {
    if (!ids) {
      return List.of();
    }
    List<Node> columns = new ArrayList<>(udfColumns());
    COLUMN_LISTS.forEach(key -> columns.addAll(items(key)));
    OBJECT_LISTS.forEach(
        key -> items(key).forEach(object -> columns.add(object.fields().get("id"))));
    return columns.stream()
        .map(node -> number(node.word()))
        .filter(column -> column > cols)
        .distinct()
        .sorted()
        .map(
            column -> "the spec names column " + column + ", which a frame of " + cols + " has not")
        .toList();
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
    return !items("dummycode").isEmpty() || !items("bag_of_words").isEmpty();
  }

  /** Whether columns may become rows of an embedding. */
  public boolean embeds() {
    return !items("word_embedding").isEmpty();
  }

  /**
   * What happens to each column of a frame with these names; errors for what does not fit. Columns
   * beyond the frame are checked and have no effect.
   */
  List<ColumnSpec> resolve(List<String> names) {
    List<ColumnSpec> columns = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      columns.add(new ColumnSpec());
    }
    Map<Integer, ColumnSpec> beyond = new HashMap<>();
    Function<Node, ColumnSpec> named =
        node -> {
          int column = column(node, names);
          return column < names.size()
              ? columns.get(column)
              : beyond.computeIfAbsent(column, absent -> new ColumnSpec());
        };
    for (Node node : items("omit")) {
      named.apply(node).omit = true;
    }
    for (Node node : items("impute")) {
      impute(named.apply(columnOf(node, "impute")), node);
    }
    for (Node node : items("recode")) {
      code(named.apply(node), Coding.RECODE, node);
    }
    for (Node node : items("hash")) {
      ColumnSpec column = named.apply(node);
      code(column, Coding.HASH, node);
      column.buckets = hashValues;
    }
    for (Node node : items("bin")) {
      bin(named.apply(columnOf(node, "bin")), node);
    }
    for (Node node : items("bag_of_words")) {
      code(named.apply(node), Coding.BAG_OF_WORDS, node);
    }
    for (Node node : items("word_embedding")) {
      ColumnSpec column = named.apply(node);
      code(column, Coding.RECODE, node);
      column.embedded = true;
    }
    for (Node node : items("dummycode")) {
      ColumnSpec column = named.apply(node);
      if (column.embedded || column.coding == Coding.BAG_OF_WORDS) {
        throw SpecText.error(
            text,
            node.offset(),
            column.embedded
                ? "an embedded column can't be dummycoded"
                : "a bag of words has a column per word, so it can't be dummycoded");
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
    udf(names);
  }

  private void code(ColumnSpec column, Coding coding, Node node) {
    if (column.coding != Coding.PASS_THROUGH && column.coding != coding) {
      throw SpecText.error(
          text,
          node.offset(),
          "a column can be only one of recoded, binned, hashed and a bag of words");
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

  /** Where an object tells the id or the name of its column. */
  private Node columnOf(Node node, String key) {
    String field = ids ? "id" : "name";
    if (node.fields() == null || !node.fields().containsKey(field)) {
      throw SpecText.error(
          text,
          node.offset(),
          "expected an object with \"" + field + "\" in " + key + ", found " + node.describe());
    }
    return node.fields().get(field);
  }

  /** From 0 on; a number may lie beyond the names. */
  private int column(Node node, List<String> names) {
    int column =
        node.word() == null ? -1 : ids ? number(node.word()) - 1 : names.indexOf(node.word());
    if (column >= 0) {
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
