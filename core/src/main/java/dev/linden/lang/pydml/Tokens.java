package dev.linden.lang.pydml;

import dev.linden.base.Span;
import dev.linden.lang.ast.Cell;
import dev.linden.lang.parse.Literals;
import dev.linden.lang.parse.Problems;
import dev.linden.lang.parse.SourceChars;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;

/**
 * All tokens of a text, by index, with those that stand for line ends and indentation. What is
 * wrong with single characters and with indentation is reported here; tokens of other languages are
 * replaced by what was probably meant, so that the parser can go on.
 */
final class Tokens {
  /** As in Python: a tab leads to the next multiple of 8 columns. */
  private static final int TAB = 8;

  private final String text;
  private final SourceChars chars;
  private final Problems problems;

  private Kind[] kinds = new Kind[256];
  private int[] starts = new int[256];
  private int[] ends = new int[256];
  private int count;

  /** Where the scanner is. */
  private int at;

  private boolean toldOfBraces;

  /** Indexes of open brackets. */
  private final Deque<Integer> open = new ArrayDeque<>();

  /**
   * The columns of the blocks around the line, and the same if a tab were one column: if only one
   * of the two comparisons says that a line is further in, tabs and blanks are mixed.
   */
  private int[] columns = new int[16];

  private int[] characters = new int[16];
  private int blocks = 1;

  /** Whether the name of the last value of a session is one of the text. */
  private final boolean ofCell;

  Tokens(String text, SourceChars chars, Problems problems) {
    this(text, chars, problems, false);
  }

  /** Those of an input of a session, which may ask for the value of the one before. */
  static Tokens ofCell(String text, SourceChars chars, Problems problems) {
    return new Tokens(text, chars, problems, true);
  }

  private Tokens(String text, SourceChars chars, Problems problems, boolean ofCell) {
    this.ofCell = ofCell;
    this.text = text;
    this.chars = chars;
    this.problems = problems;
    scan();
  }

  Kind kind(int token) {
    return kinds[token];
  }

  /** As written. */
  String text(int token) {
    Kind kind = kinds[token];
    return kind.text != null ? kind.text : text.substring(starts[token], ends[token]);
  }

  int start(int token) {
    return starts[token];
  }

  /** From the first token to the end of the last one. */
  Span span(int first, int last) {
    return chars.span(starts[first], Math.max(starts[first], ends[last] - 1));
  }

  Span span(int token) {
    return span(token, token);
  }

  /** Whether nothing stands between the token and the next one. */
  boolean touchesNext(int token) {
    return ends[token] == starts[token + 1];
  }

  int count() {
    return count;
  }

  // ---- lines

  private void scan() {
    if (text.startsWith("\uFEFF")) {
      at = 1;
    }
    boolean lineStart = true;
    while (true) {
      if (lineStart && !indentation()) {
        break;
      }
      lineStart = false;
      skipBlanks();
      if (at == text.length()) {
        break;
      }
      char c = text.charAt(at);
      if (c == '\n' || c == '\r') {
        int end = at;
        at += c == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n' ? 2 : 1;
        if (open.isEmpty() || statementFollows()) {
          add(Kind.NEWLINE, end, end);
          lineStart = true;
        }
      } else {
        token(c);
      }
    }
    int end = lastVisible();
    if (count > 0 && kinds[count - 1] != Kind.NEWLINE) {
      add(Kind.NEWLINE, end, end);
    }
    for (; blocks > 1; blocks--) {
      add(Kind.DEDENT, end, end);
    }
    add(Kind.END, end, end);
  }

  /** The end of the text stands at its last visible character. */
  private int lastVisible() {
    return Math.max(0, text.stripTrailing().length() - 1);
  }

  /** Blanks, comments and joined lines. */
  private void skipBlanks() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ' ' || c == '\t' || c == '\f') {
        at++;
      } else if (c == '#') {
        while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
          at++;
        }
      } else if (c == '\\' && joinsLines()) {
        at += text.startsWith("\r\n", at + 1) ? 3 : 2;
      } else {
        return;
      }
    }
  }

  private boolean joinsLines() {
    return at + 1 < text.length() && (text.charAt(at + 1) == '\n' || text.charAt(at + 1) == '\r');
  }

  /**
   * Goes to the next line with a statement and compares its indentation with the blocks around it.
   *
   * @return false at the end of the text
   */
  private boolean indentation() {
    int column = 0;
    int lineStart = at;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ' ') {
        column++;
        at++;
      } else if (c == '\t') {
        column = (column / TAB + 1) * TAB;
        at++;
      } else if (c == '\f') {
        column = 0;
        at++;
        lineStart = at;
      } else if (c == '#') {
        skipBlanks();
      } else if (c == '\n' || c == '\r') {
        at++;
        column = 0;
        lineStart = at;
      } else {
        indent(column, at - lineStart);
        return true;
      }
    }
    return false;
  }

  private void indent(int column, int width) {
    int above = Integer.compare(column, columns[blocks - 1]);
    if (above != Integer.compare(width, characters[blocks - 1])) {
      problems.add(
          chars.span(at - width, at - 1),
          "the indentation of this line mixes tabs and blanks in another way than the one above",
          "indent with blanks only");
      return; // taken as a line of the same block
    }
    if (above > 0) {
      if (blocks == columns.length) {
        columns = Arrays.copyOf(columns, 2 * blocks);
        characters = Arrays.copyOf(characters, 2 * blocks);
      }
      columns[blocks] = column;
      characters[blocks] = width;
      blocks++;
      add(Kind.INDENT, at, at);
    } else if (above < 0) {
      unindent(column, width);
    }
  }

  private void unindent(int column, int width) {
    int inner = columns[blocks - 1];
    while (columns[blocks - 1] > column) {
      blocks--;
      add(Kind.DEDENT, at, at);
    }
    if (columns[blocks - 1] != column) {
      problems.add(
          chars.span(at - width, Math.max(at - width, at - 1)),
          "this line is indented by "
              + column
              + ", which is no block around it: those are indented by "
              + columns[blocks - 1]
              + " and "
              + inner,
          "indent it like the statements it belongs to");
    } else if (characters[blocks - 1] != width) {
      problems.add(
          chars.span(at - width, Math.max(at - width, at - 1)),
          "the indentation of this line mixes tabs and blanks in another way than its block",
          "indent with blanks only");
    }
  }

  /**
   * A line inside brackets begins with a word that only begins statements: the brackets were not
   * closed, and the statements from here on are read as such.
   */
  private boolean statementFollows() {
    int next = at;
    while (next < text.length() && (text.charAt(next) == ' ' || text.charAt(next) == '\t')) {
      next++;
    }
    int end = next;
    while (end < text.length() && isNamePart(text.charAt(end))) {
      end++;
    }
    if (!Kind.ofWord(text.substring(next, end)).beginsStatement()) {
      return false;
    }
    int bracket = open.getLast();
    problems.add(span(bracket), "'" + text(bracket) + "' is not closed", null);
    add(Kind.UNKNOWN, at - 1, at - 1); // the parser need not say that something is missing
    open.clear();
    return true;
  }

  // ---- tokens

  private void add(Kind kind, int start, int end) {
    if (count == kinds.length) {
      kinds = Arrays.copyOf(kinds, 2 * count);
      starts = Arrays.copyOf(starts, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    kinds[count] = kind;
    starts[count] = start;
    ends[count++] = end;
  }

  private void sign(Kind kind) {
    add(kind, at, at + kind.text.length());
    at += kind.text.length();
  }

  /** A sign of another language, with what is written here instead. */
  private void foreign(String sign, Kind meant, String hint) {
    problems.add(
        chars.span(at, at + sign.length() - 1), "'" + sign + "' is not an operator of PyDML", hint);
    add(meant, at, at + sign.length());
    at += sign.length();
  }

  /** Signs of R and of Python that PyDML does not have; the longest that fits is meant. */
  private static final Map<String, Kind> FOREIGN =
      Map.ofEntries(
          Map.entry("%*%", Kind.PRODUCT),
          Map.entry("%/%", Kind.INTEGER_DIVIDE),
          Map.entry("%%", Kind.MODULO),
          Map.entry("^", Kind.POWER),
          Map.entry("&&", Kind.AND),
          Map.entry("||", Kind.OR),
          Map.entry("~", Kind.NOT),
          Map.entry("-=", Kind.ACCUMULATE),
          Map.entry("*=", Kind.ACCUMULATE),
          Map.entry("/=", Kind.ACCUMULATE),
          Map.entry("%=", Kind.ACCUMULATE),
          Map.entry("@=", Kind.ACCUMULATE),
          Map.entry("&=", Kind.ACCUMULATE),
          Map.entry("|=", Kind.ACCUMULATE),
          Map.entry("**=", Kind.ACCUMULATE),
          Map.entry("//=", Kind.ACCUMULATE),
          Map.entry(":=", Kind.ASSIGN));

  private boolean foreignSign() {
    for (int length = 3; length > 0; length--) {
      if (at + length > text.length()) {
        continue;
      }
      String sign = text.substring(at, at + length);
      Kind meant = FOREIGN.get(sign);
      if (meant == null) {
        continue;
      }
      String hint =
          switch (meant) {
            case PRODUCT -> "the matrix product is dot(A, B) or A @ B";
            case ACCUMULATE ->
                "only += exists; write x = x " + sign.substring(0, length - 1) + " ...";
            default -> "write " + meant.text;
          };
      foreign(sign, meant, hint);
      return true;
    }
    return false;
  }

  private void token(char c) {
    if (isLetter(c)) {
      word();
    } else if (isDigit(c) || c == '.' && isDigit(peek(1))) {
      number();
    } else {
      switch (c) {
        case '"', '\'' -> string(c);
        case '$' -> argument();
        case '(' -> bracket(Kind.OPEN);
        case '[' -> bracket(Kind.OPEN_INDEX);
        case ')' -> closing(Kind.CLOSE, Kind.OPEN);
        case ']' -> closing(Kind.CLOSE_INDEX, Kind.OPEN_INDEX);
        case ',' -> sign(Kind.COMMA);
        case ';' -> sign(Kind.SEMICOLON);
        case '.' -> sign(Kind.DOT);
        case '=' -> sign(peek(1) == '=' ? Kind.EQUAL : Kind.ASSIGN);
        case '!' -> sign(peek(1) == '=' ? Kind.NOT_EQUAL : Kind.NOT);
        case '<' -> sign(peek(1) == '=' ? Kind.LESS_EQUAL : Kind.LESS);
        case '>' -> sign(peek(1) == '=' ? Kind.GREATER_EQUAL : Kind.GREATER);
        case '+' -> sign(peek(1) == '=' ? Kind.ACCUMULATE : Kind.PLUS);
        default -> {
          if (!foreignSign()) {
            otherSign(c);
          }
        }
      }
    }
  }

  private void otherSign(char c) {
    switch (c) {
      case ':' -> sign(Kind.COLON);
      case '-' -> sign(peek(1) == '>' ? Kind.ARROW : Kind.MINUS);
      case '*' -> sign(peek(1) == '*' ? Kind.POWER : Kind.TIMES);
      case '/' -> {
        if (peek(1) == '*') {
          comment();
        } else {
          sign(peek(1) == '/' ? Kind.INTEGER_DIVIDE : Kind.DIVIDE);
        }
      }
      case '%' -> sign(Kind.MODULO);
      case '@' -> sign(Kind.PRODUCT);
      case '&' -> sign(Kind.AND);
      case '|' -> sign(Kind.OR);
      case '_' -> underscored();
      default -> unknown();
    }
  }

  private void bracket(Kind kind) {
    open.push(count);
    sign(kind);
  }

  /** Brackets of the other kind that are open inside were not closed; the parser says so. */
  private void closing(Kind kind, Kind opener) {
    boolean isOpen = open.stream().anyMatch(token -> kinds[token] == opener);
    while (isOpen && kinds[open.pop()] != opener) {
      // left out
    }
    sign(kind);
  }

  private char peek(int distance) {
    return at + distance < text.length() ? text.charAt(at + distance) : 0;
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNamePart(char c) {
    return isLetter(c) || isDigit(c) || c == '_';
  }

  private int endOfName(int from) {
    int end = from;
    while (end < text.length() && isNamePart(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private void word() {
    int end = endOfName(at);
    add(Kind.ofWord(text.substring(at, end)), at, end);
    at = end;
  }

  private void underscored() {
    int end = endOfName(at);
    if (!ofCell || !text.substring(at, end).equals(Cell.VALUE)) {
      problems.add(
          chars.span(at, end - 1), "a name can't begin with '_'", "begin it with a letter");
    }
    add(Kind.NAME, at, end);
    at = end;
  }

  private void argument() {
    int end = at + 1;
    if (isDigit(peek(1))) {
      while (end < text.length() && isDigit(text.charAt(end))) {
        end++;
      }
    } else if (isLetter(peek(1))) {
      end = endOfName(end);
    } else {
      unknown();
      return;
    }
    add(Kind.ARGUMENT, at, end);
    at = end;
  }

  private int endOfDigits(int from) {
    int end = from;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private void number() {
    int end = endOfDigits(at);
    Kind kind = Kind.INT;
    if (end < text.length() && text.charAt(end) == '.') {
      kind = Kind.DOUBLE;
      end = endOfDigits(end + 1);
    }
    if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
      int digits = end + 1;
      if (digits < text.length() && (text.charAt(digits) == '+' || text.charAt(digits) == '-')) {
        digits++;
      }
      int last = endOfDigits(digits);
      if (last > digits) {
        kind = Kind.DOUBLE;
        end = last;
      }
    }
    if (end < text.length() && isNamePart(text.charAt(end))) {
      int stop = endOfName(end);
      String digits = text.substring(at, stop).replace("_", "");
      problems.add(
          chars.span(at, stop - 1),
          "'" + text.substring(at, stop) + "' is not a number",
          digits.length() < stop - at && digits.chars().allMatch(c -> isDigit((char) c))
              ? "write " + digits
              : null);
      add(Kind.UNKNOWN, at, stop);
      at = stop;
      return;
    }
    if (kind == Kind.INT && !Literals.fitsLong(text.substring(at, end))) {
      String digits = text.substring(at, end);
      problems.add(
          chars.span(at, end - 1),
          "integer " + digits + " is too large: the largest is " + Long.MAX_VALUE,
          "write " + digits + ".0 for a float");
      kind = Kind.DOUBLE;
    }
    add(kind, at, end);
    at = end;
  }

  private void string(char quote) {
    if (text.startsWith("\"\"\"", at) || text.startsWith("'''", at)) {
      longString(text.substring(at, at + 3));
      return;
    }
    int end = at + 1;
    while (end < text.length()
        && text.charAt(end) != quote
        && text.charAt(end) != '\n'
        && text.charAt(end) != '\r') {
      if (text.charAt(end) == '\\' && end + 1 < text.length()) {
        checkEscape(end);
        end++;
      }
      end++;
    }
    if (end >= text.length() || text.charAt(end) != quote) {
      end = Math.min(end, text.length());
      problems.add(
          chars.span(at, Math.max(at, end - 1)),
          "string is not closed",
          end < text.length() && text.indexOf(quote, end) >= 0
              ? "a string ends in its line; \\n in it is a line break"
              : null);
      add(Kind.UNKNOWN, at, end);
    } else {
      end++;
      add(Kind.STRING, at, end);
    }
    at = end;
  }

  /** A text of several lines, as people write comments in Python. */
  private void longString(String quotes) {
    int close = text.indexOf(quotes, at + 3);
    problems.add(
        chars.span(at, at + 2),
        "there are no strings of several lines",
        "comments begin with # in each line; \\n in a string is a line break");
    int end = close < 0 ? text.length() : close + 3;
    add(Kind.UNKNOWN, at, end);
    at = end;
  }

  private void checkEscape(int backslash) {
    if (!Literals.isEscape(text.charAt(backslash + 1))) {
      problems.add(
          chars.span(backslash, backslash + 1),
          "'\\" + text.charAt(backslash + 1) + "' is not an escape sequence",
          "\\b \\t \\n \\f \\r \\\" \\' \\\\ are; write \\\\ for a backslash");
    }
  }

  private void comment() {
    int close = text.indexOf("*/", at + 2);
    problems.add(
        chars.span(at, at + 1),
        "there are no comments of this kind in PyDML",
        "begin each line of the comment with #");
    at = close < 0 ? text.length() : close + 2;
  }

  private void unknown() {
    int character = text.codePointAt(at);
    int end = at + Character.charCount(character);
    boolean oneOfSeveral = count > 0 && kinds[count - 1] == Kind.UNKNOWN && ends[count - 1] == at;
    boolean brace = character == '{' || character == '}';
    if (!oneOfSeveral && !(brace && toldOfBraces)) {
      toldOfBraces |= brace;
      String hint =
          switch (character) {
            case '{', '}' -> "a block is a ':' and indented lines below it";
            case 0x201C, 0x201D, 0x2018, 0x2019 -> "strings need straight quotes";
            case '\\' -> "a backslash that joins lines is the last character of its line";
            default -> null;
          };
      problems.add(
          chars.span(at, end - 1), "unknown character " + SourceChars.shown(character), hint);
    }
    add(Kind.UNKNOWN, at, end);
    at = end;
  }
}
