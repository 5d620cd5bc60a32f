package dev.linden.frame.transform;

import dev.linden.base.InputError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON in which words need no quotes and a comma may end a list or an object: {@code
 * {ids:true, bin:[{id:2, method:equi-width}],}}. An unknown escape stands for itself, backslash and
 * all. Errors tell line and column.
 */
final class SpecText {
  /**
   * A value: exactly one of word, items and fields is not null.
   *
   * @param offset where it begins in the text
   */
  record Node(int offset, String word, List<Node> items, Map<String, Node> fields) {
    String describe() {
      return word != null ? "\"" + word + "\"" : items != null ? "a list" : "an object";
    }
  }

  private static final String STRUCTURE = "{}[]:,\"'";

  private static final int DEEPEST = 100;

  private final String text;
  private int at;
  private int depth;

  private SpecText(String text) {
    this.text = text;
  }

  static Node parse(String text) {
    SpecText parser = new SpecText(text);
    Node node = parser.value();
    parser.skipSpace();
    if (parser.at < text.length()) {
      throw parser.expected("the end of the spec");
    }
    if (node.fields == null) {
      throw error(text, node.offset, "expected an object {...}, found " + node.describe());
    }
    return node;
  }

  /** With the place as line and column. */
  static InputError error(String text, int offset, String message) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < offset; i++) {
      if (text.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return new InputError("spec " + line + ":" + (offset - lineStart + 1) + ": " + message);
  }

  private InputError expected(String what) {
    String found = at < text.length() ? "'" + text.charAt(at) + "'" : "the end of the spec";
    return error(text, Math.min(at, text.length()), "expected " + what + ", found " + found);
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean take(char wanted) {
    skipSpace();
    boolean found = at < text.length() && text.charAt(at) == wanted;
    at += found ? 1 : 0;
    return found;
  }

  private boolean follows(char wanted) {
    skipSpace();
    return at < text.length() && text.charAt(at) == wanted;
  }

  private Node value() {
    skipSpace();
    int start = at;
    if (++depth > DEEPEST) {
      throw error(text, start, "lists and objects are nested too deeply");
    }
    Node node;
    if (take('{')) {
      node = new Node(start, null, null, fields());
    } else if (take('[')) {
      node = new Node(start, null, items(), null);
    } else {
      node = new Node(start, word(), null, null);
    }
    depth--;
    return node;
  }

  private List<Node> items() {
    List<Node> items = new ArrayList<>();
    if (take(']')) {
      return items;
    }
    do {
      items.add(value());
    } while (take(',') && !follows(']'));
    if (!take(']')) {
      throw expected("',' or ']'");
    }
    return items;
  }

  private Map<String, Node> fields() {
    Map<String, Node> fields = new LinkedHashMap<>();
    if (take('}')) {
      return fields;
    }
    do {
      skipSpace();
      int start = at;
      String name = word();
      if (!take(':')) {
        throw expected("':' after \"" + name + "\"");
      }
      if (fields.put(name, value()) != null) {
        throw error(text, start, "\"" + name + "\" is given twice");
      }
    } while (take(',') && !follows('}'));
    if (!take('}')) {
      throw expected("',' or '}'");
    }
    return fields;
  }

  private String word() {
    skipSpace();
    if (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'')) {
      return quoted(text.charAt(at));
    }
    int start = at;
    while (at < text.length()
        && STRUCTURE.indexOf(text.charAt(at)) < 0
        && !Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    if (at == start) {
      throw expected("a value");
    }
    return text.substring(start, at);
  }

  private String quoted(char quote) {
    int start = at++;
    StringBuilder word = new StringBuilder();
    while (at < text.length() && text.charAt(at) != quote) {
      char c = text.charAt(at++);
      if (c == '\\') {
        word.append(escaped());
      } else {
        word.append(c);
      }
    }
    if (at == text.length()) {
      throw error(text, start, "the quote is never closed");
    }
    at++;
    return word.toString();
  }

  private String escaped() {
    if (at == text.length()) {
      throw expected("a character after the backslash");
    }
    char c = text.charAt(at++);
    return switch (c) {
      case 'n' -> "\n";
      case 't' -> "\t";
      case 'r' -> "\r";
      case 'b' -> "\b";
      case 'f' -> "\f";
      case '"', '\'', '\\', '/' -> String.valueOf(c);
      case 'u' -> String.valueOf(unicode());
      default -> "\\" + c;
    };
  }

  private char unicode() {
    int end = Math.min(at + 4, text.length());
    String digits = text.substring(at, end);
    if (!digits.matches("[0-9a-fA-F]{4}")) {
      throw expected("four hexadecimal digits");
    }
    at = end;
    return (char) Integer.parseInt(digits, 16);
  }
}
