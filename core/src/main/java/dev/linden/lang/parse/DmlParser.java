package dev.linden.lang.parse;

import dev.linden.base.Source;
import dev.linden.lang.ast.Ast;

/** Text to syntax tree. */
public final class DmlParser {
  private DmlParser() {}

  /**
   * @throws dev.linden.base.ScriptError with all syntax errors of the text
   */
  public static Ast.Script parse(Source source) {
    throw new UnsupportedOperationException("not implemented yet");
  }
}
