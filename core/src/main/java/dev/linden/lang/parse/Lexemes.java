package dev.linden.lang.parse;

import dev.linden.op.Catalogue;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;

/** What the lexer makes of a text, for those who colour it; the text need not be right or whole. */
public final class Lexemes {
  private Lexemes() {}

  /** What a stretch of text is. */
  public enum Kind {
    WORD,
    BUILT_IN,
    NAME,
    NUMBER,
    TEXT,
    COMMENT,
    OPERATOR,
    WRONG
  }

  /** From {@code start} up to {@code end}, in code points. */
  public record Lexeme(int start, int end, Kind kind) {}

  /** In their order; blanks are in none. */
  public static List<Lexeme> of(String text) {
    DmlGrammarLexer lexer = new DmlGrammarLexer(CharStreams.fromString(text));
    lexer.removeErrorListeners();
    List<Lexeme> found = new ArrayList<>();
    int at = 0;
    int[] points = text.codePoints().toArray();
    while (true) {
      Token token = lexer.nextToken();
      boolean ends = token.getType() == Token.EOF;
      int start = ends ? points.length : token.getStartIndex();
      addComments(points, at, start, found);
      if (ends) {
        return found;
      }
      at = token.getStopIndex() + 1;
      found.add(new Lexeme(start, at, kind(token)));
    }
  }

  /** The lexer leaves comments out: whatever is no blank between tokens is one. */
  private static void addComments(int[] points, int from, int to, List<Lexeme> found) {
    int start = from;
    int end = to;
    while (start < end && Character.isWhitespace(points[start])) {
      start++;
    }
    while (end > start && Character.isWhitespace(points[end - 1])) {
      end--;
    }
    if (start < end) {
      found.add(new Lexeme(start, end, Kind.COMMENT));
    }
  }

  private static Kind kind(Token token) {
    int type = token.getType();
    if (type >= DmlGrammarLexer.AS && type <= DmlGrammarLexer.VALUE_TYPE) {
      return Kind.WORD;
    }
    if (type >= DmlGrammarLexer.ASSIGN && type <= DmlGrammarLexer.SEMICOLON) {
      return Kind.OPERATOR;
    }
    return switch (type) {
      case DmlGrammarLexer.INT, DmlGrammarLexer.DOUBLE -> Kind.NUMBER;
      case DmlGrammarLexer.STRING, DmlGrammarLexer.UNCLOSED_STRING -> Kind.TEXT;
      case DmlGrammarLexer.UNCLOSED_COMMENT -> Kind.COMMENT;
      case DmlGrammarLexer.ID, DmlGrammarLexer.DOTTED ->
          Catalogue.find(token.getText()) == null ? Kind.NAME : Kind.BUILT_IN;
      case DmlGrammarLexer.QUALIFIED, DmlGrammarLexer.ARG, DmlGrammarLexer.UNDERSCORED -> Kind.NAME;
      default -> Kind.WRONG;
    };
  }
}
