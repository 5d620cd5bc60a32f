package dev.linden.lang.parse;

import dev.linden.lang.ast.Cell;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.Token;

/**
 * All tokens of a text. Tokens that DML does not have are reported here and replaced by what was
 * probably meant, so that the parser can go on; those without a likely meaning stay {@code
 * UNKNOWN}, and the parser skips them without a second message.
 *
 * <p>Also finds the partner of each bracket and, by that, which {@code [} opens the targets of an
 * assignment.
 */
final class Tokens {
  /** The only names with dots. */
  private static final Set<String> DOTTED_NAMES =
      Set.of(
          "as.scalar",
          "as.matrix",
          "as.frame",
          "as.list",
          "as.double",
          "as.integer",
          "as.logical",
          "as.boolean",
          "index.return",
          "empty.return",
          "lower.tail",
          "lower.tri",
          "upper.tri",
          "is.na",
          "is.nan",
          "is.infinite",
          "read.csv");

  private final SourceChars chars;
  private final Problems problems;
  private final List<CommonToken> tokens = new ArrayList<>();

  /** By the index of the opening bracket. */
  private final CommonToken[] closers;

  /**
   * From here on tokens may not be what the author meant, because a string or comment is not
   * closed: what else is wrong there would only confuse.
   */
  private int firstDoubtful = Integer.MAX_VALUE;

  /** Whether the name of the last value of a session is one of the text. */
  private final boolean ofCell;

  private boolean endsInside;

  Tokens(SourceChars chars, Problems problems) {
    this(chars, problems, false);
  }

  /** Those of an input of a session, which may ask for the value of the one before. */
  static Tokens ofCell(SourceChars chars, Problems problems) {
    return new Tokens(chars, problems, true);
  }

  private Tokens(SourceChars chars, Problems problems, boolean ofCell) {
    this.chars = chars;
    this.problems = problems;
    this.ofCell = ofCell;
    DmlGrammarLexer lexer = new DmlGrammarLexer(chars);
    lexer.removeErrorListeners(); // the lexer accepts every text
    Token token;
    do {
      token = lexer.nextToken();
      tokens.add((CommonToken) token);
    } while (token.getType() != Token.EOF);
    for (int i = 0; i < tokens.size(); i++) {
      tokens.get(i).setTokenIndex(i);
    }
    closers = new CommonToken[tokens.size()];
    checkTokens();
    if (firstDoubtful < Integer.MAX_VALUE) {
      problems.ignoreFrom(firstDoubtful);
    }
    matchBrackets();
  }

  List<CommonToken> all() {
    return tokens;
  }

  /** Whether the text ends in a string or comment. */
  boolean endsInside() {
    return endsInside;
  }

  /** The bracket that closes this one, or null. */
  CommonToken closerOf(Token open) {
    return closers[open.getTokenIndex()];
  }

  private void checkTokens() {
    int unknownEnd = -1;
    for (CommonToken token : tokens) {
      switch (token.getType()) {
        case DmlGrammarParser.STRING -> checkEscapes(token);
        case DmlGrammarParser.INT -> checkRange(token, token.getText());
        case DmlGrammarParser.DOTTED -> checkDots(token, token.getText());
        case DmlGrammarParser.UNDERSCORED -> underscored(token);
        case DmlGrammarParser.MALFORMED_NUMBER -> checkNumber(token, token.getText());
        case DmlGrammarParser.AND_AND ->
            replace(token, DmlGrammarParser.AND, "'&&' is not an operator of DML", "use &");
        case DmlGrammarParser.OR_OR ->
            replace(token, DmlGrammarParser.OR, "'||' is not an operator of DML", "use |");
        case DmlGrammarParser.PERCENT_WORD ->
            replace(
                token,
                DmlGrammarParser.MODULO,
                "'" + token.getText() + "' is not an operator of DML",
                null);
        case DmlGrammarParser.UNCLOSED_STRING -> unclosedString(token);
        case DmlGrammarParser.UNCLOSED_COMMENT -> {
          problems.add(
              chars.span(token.getStartIndex(), token.getStartIndex() + 1),
              "comment is not closed",
              "close it with */");
          token.setChannel(Token.HIDDEN_CHANNEL);
          endsInside = true;
          firstDoubtful = Math.min(firstDoubtful, token.getStartIndex());
        }
        case DmlGrammarParser.UNKNOWN -> {
          if (token.getStartIndex() != unknownEnd) { // one message for a run of them
            unknownCharacter(token);
          }
          unknownEnd = token.getStopIndex() + 1;
        }
        default -> {}
      }
    }
  }

  private void underscored(CommonToken token) {
    if (ofCell && token.getText().equals(Cell.VALUE)) {
      token.setType(DmlGrammarParser.ID);
    } else {
      replace(token, DmlGrammarParser.ID, "a name can't begin with '_'", "begin it with a letter");
    }
  }

  private void replace(CommonToken token, int type, String message, String hint) {
    problems.add(token, message, hint);
    token.setType(type);
  }

  private void checkEscapes(CommonToken token) {
    String text = token.getText();
    for (int i = text.indexOf('\\'); i >= 0; i = text.indexOf('\\', i + 2)) {
      if (!Literals.isEscape(text.charAt(i + 1))) {
        int start = token.getStartIndex() + i;
        problems.add(
            chars.span(start, start + 1),
            "'\\" + text.charAt(i + 1) + "' is not an escape sequence",
            "\\b \\t \\n \\f \\r \\\" \\' \\\\ are; write \\\\ for a backslash");
      }
    }
  }

  private void checkRange(CommonToken token, String text) {
    if (!Literals.fitsLong(text)) {
      problems.add(
          token,
          "integer " + text + " is too large: the largest is " + Long.MAX_VALUE,
          "write " + text + ".0 for a double");
      token.setText("0");
    }
  }

  private static final Pattern FILE_NAME =
      Pattern.compile(".*\\.(csv|mtx|mm|txt|tsv|dml|bin|libsvm|json|mtd|data|ijv)");

  private void checkDots(CommonToken token, String text) {
    token.setType(DmlGrammarParser.ID);
    if (!DOTTED_NAMES.contains(text)) {
      problems.add(
          token,
          "'" + text + "' is not a name: names can't have dots",
          FILE_NAME.matcher(text).matches()
              ? "a path is a string: \"" + text + "\""
              : "use '_' instead of '.'");
    }
  }

  private void checkNumber(CommonToken token, String text) {
    String digits = text.substring(0, text.length() - 1);
    boolean suffixed =
        (text.endsWith("L") || text.endsWith("l"))
            && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    String hint = suffixed ? "integers have no suffix: write " + digits : null;
    replace(token, DmlGrammarParser.INT, "'" + text + "' is not a number", hint);
    token.setText("0");
  }

  /**
   * An unclosed string runs to the end of the text; the culprit may be an earlier one that
   * swallowed a quote.
   */
  private void unclosedString(CommonToken token) {
    endsInside = true;
    int line = chars.line(token);
    String hint = null;
    for (CommonToken earlier : tokens) {
      if (earlier.getType() == DmlGrammarParser.STRING && earlier.getText().indexOf('\n') >= 0) {
        firstDoubtful = earlier.getStartIndex();
        hint = "or the string that starts in line " + chars.line(earlier) + " should end earlier";
        break;
      }
    }
    problems.add(
        chars.span(token.getStartIndex(), chars.endOfLine(line)), "string is not closed", hint);
    firstDoubtful = Math.min(firstDoubtful, token.getStartIndex());
    token.setType(DmlGrammarParser.STRING);
    token.setText("\"\"");
  }

  private void unknownCharacter(CommonToken token) {
    int start = token.getStartIndex();
    int character = chars.codePointAt(start);
    String hint =
        character == 0x201C || character == 0x201D || character == 0x2018 || character == 0x2019
            ? "strings need straight quotes"
            : character == '@' ? "the matrix product is %*%" : null;
    problems.add(
        chars.span(start, start + Character.charCount(character) - 1),
        "unknown character " + SourceChars.shown(character),
        hint);
  }

  private void matchBrackets() {
    Deque<CommonToken> open = new ArrayDeque<>();
    for (CommonToken token : tokens) {
      switch (token.getType()) {
        case DmlGrammarParser.OPEN, DmlGrammarParser.OPEN_INDEX -> open.push(token);
        case DmlGrammarParser.CLOSE -> close(open, DmlGrammarParser.OPEN, token);
        case DmlGrammarParser.CLOSE_INDEX -> close(open, DmlGrammarParser.OPEN_INDEX, token);
        case DmlGrammarParser.OPEN_BLOCK -> {
          dropUnclosed(open);
          open.push(token);
        }
        case DmlGrammarParser.CLOSE_BLOCK -> {
          dropUnclosed(open);
          if (!open.isEmpty()) {
            closers[open.pop().getTokenIndex()] = token;
          }
        }
        // statements don't stand in parentheses: whatever is open here was not closed
        case DmlGrammarParser.IF,
            DmlGrammarParser.ELSE,
            DmlGrammarParser.WHILE,
            DmlGrammarParser.FOR,
            DmlGrammarParser.PARFOR,
            DmlGrammarParser.SOURCE,
            DmlGrammarParser.SETWD ->
            dropUnclosed(open);
        default -> {}
      }
    }
  }

  private static void dropUnclosed(Deque<CommonToken> open) {
    while (!open.isEmpty() && open.peek().getType() != DmlGrammarParser.OPEN_BLOCK) {
      open.pop();
    }
  }

  /** Pairs the closer with the nearest opener of its kind; openers in between were not closed. */
  private void close(Deque<CommonToken> open, int opener, CommonToken closer) {
    if (!isOpen(open, opener)) {
      return;
    }
    while (open.peek().getType() != opener) {
      open.pop();
    }
    CommonToken partner = open.pop();
    closers[partner.getTokenIndex()] = closer;
    boolean statementLevel = open.isEmpty() || open.peek().getType() == DmlGrammarParser.OPEN_BLOCK;
    if (opener == DmlGrammarParser.OPEN_INDEX && statementLevel) {
      int next = tokens.get(closer.getTokenIndex() + 1).getType();
      if (next == DmlGrammarParser.ASSIGN || next == DmlGrammarParser.ARROW) {
        partner.setType(DmlGrammarParser.OPEN_TARGETS);
      }
    }
  }

  private static boolean isOpen(Deque<CommonToken> open, int opener) {
    for (CommonToken token : open) {
      if (token.getType() == opener) {
        return true;
      }
      if (token.getType() == DmlGrammarParser.OPEN_BLOCK) {
        return false;
      }
    }
    return false;
  }
}
