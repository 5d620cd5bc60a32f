package dev.linden.engine;

import dev.linden.lang.parse.Lexemes;
import java.util.ArrayList;
import java.util.List;

/** The pieces of a text that editors show in colours of their own. */
public final class Colouring {
  private Colouring() {}

  /**
   * A stretch of text, in characters.
   *
   * @param kind {@code word}, {@code built_in}, {@code number}, {@code text}, {@code comment} or
   *     {@code wrong}
   */
  public record Piece(int start, int end, String kind) {}

  /** Names and operators are in none. */
  public static List<Piece> of(String text) {
    List<Piece> pieces = new ArrayList<>();
    for (Lexemes.Lexeme lexeme : Lexemes.of(text)) {
      if (lexeme.kind() != Lexemes.Kind.NAME && lexeme.kind() != Lexemes.Kind.OPERATOR) {
        pieces.add(
            new Piece(
                text.offsetByCodePoints(0, lexeme.start()),
                text.offsetByCodePoints(0, lexeme.end()),
                lexeme.kind().name().toLowerCase(java.util.Locale.ROOT)));
      }
    }
    return pieces;
  }
}
