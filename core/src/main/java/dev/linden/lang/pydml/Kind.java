package dev.linden.lang.pydml;

import java.util.HashMap;
import java.util.Map;

/** Kinds of tokens. */
enum Kind {
  /** The end of a statement's line; not inside brackets. */
  NEWLINE(null),
  /** More indentation than in the line before. */
  INDENT(null),
  /** As much indentation as an outer block; one for each block that ends. */
  DEDENT(null),
  END(null),
  NAME(null),
  INT(null),
  DOUBLE(null),
  STRING(null),
  /** {@code $name} or {@code $1}. */
  ARGUMENT(null),
  /** Was reported; the parser leaves it out without a further message. */
  UNKNOWN(null),

  IF("if"),
  ELIF("elif"),
  ELSE("else"),
  WHILE("while"),
  FOR("for"),
  PARFOR("parfor"),
  IN("in"),
  DEF("def"),
  DEF_EXTERNAL("defExternal"),
  TRUE("True"),
  FALSE("False"),

  ASSIGN("="),
  ACCUMULATE("+="),
  ARROW("->"),
  OPEN("("),
  CLOSE(")"),
  OPEN_INDEX("["),
  CLOSE_INDEX("]"),
  COMMA(","),
  COLON(":"),
  SEMICOLON(";"),
  DOT("."),
  NOT("!"),

  OR_WORD("or", 1, "|"),
  OR("|", 1, "|"),
  AND_WORD("and", 2, "&"),
  AND("&", 2, "&"),
  LESS("<", 4, "<"),
  LESS_EQUAL("<=", 4, "<="),
  GREATER(">", 4, ">"),
  GREATER_EQUAL(">=", 4, ">="),
  EQUAL("==", 4, "=="),
  NOT_EQUAL("!=", 4, "!="),
  PLUS("+", 5, "+"),
  MINUS("-", 5, "-"),
  TIMES("*", 6, "*"),
  DIVIDE("/", 6, "/"),
  INTEGER_DIVIDE("//", 7, "%/%"),
  MODULO("%", 7, "%%"),
  PRODUCT("@", 8, "%*%"),
  POWER("**", 10, "^");

  /** How tightly the prefixes bind, among the levels of the binary operators. */
  static final int NOT_LEVEL = 3;

  static final int SIGN_LEVEL = 9;

  private static final Map<String, Kind> WORDS = new HashMap<>();

  static {
    for (Kind kind : values()) {
      if (kind.text != null && Character.isLetter(kind.text.charAt(0))) {
        WORDS.put(kind.text, kind);
      }
    }
  }

  /** As written; null if that differs from token to token. */
  final String text;

  /** How tightly a binary operator binds; 0 for all other tokens. */
  final int level;

  /** The binary operator in DML. */
  final String dml;

  Kind(String text) {
    this(text, 0, null);
  }

  Kind(String text, int level, String dml) {
    this.text = text;
    this.level = level;
    this.dml = dml;
  }

  /** The kind of a reserved word; all other words are names, those of Python among them. */
  static Kind ofWord(String word) {
    return WORDS.getOrDefault(word, NAME);
  }

  /** The binary operator that does what one of DML does; of two, the sign. */
  static Kind ofOperator(String dml) {
    for (Kind kind : values()) {
      if (dml.equals(kind.dml) && !WORDS.containsValue(kind)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("not a binary operator: " + dml);
  }

  /** Whether the word begins a statement, and so can't stand inside brackets. */
  boolean beginsStatement() {
    return switch (this) {
      case IF, ELIF, ELSE, WHILE, FOR, PARFOR, DEF, DEF_EXTERNAL -> true;
      default -> false;
    };
  }

  boolean isReserved() {
    return WORDS.containsValue(this);
  }
}
