package dev.linden.engine;

import dev.linden.base.Source;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Syntax;
import dev.linden.lang.print.ScriptPrinter;
import java.util.List;

/** Scripts of one syntax in the other. */
public final class Translation {
  private final Source source;
  private final Syntax from;
  private final Syntax to;

  private Translation(Source source) {
    this.source = source;
    this.from = Syntaxes.of(source);
    List<Syntax> others = Syntaxes.ALL.stream().filter(syntax -> syntax != from).toList();
    this.to = others.get(0);
  }

  /** To the syntax that the script is not written in. */
  public static Translation of(Source source) {
    return new Translation(source);
  }

  /** Whether the ending of a file says that the script in it is of the syntax of the source. */
  public boolean isOfSource(String file) {
    return file.endsWith(from.ending());
  }

  /** With its dot: what files with translations end with. */
  public String ending() {
    return to.ending();
  }

  /**
   * @throws dev.linden.base.ScriptError with all syntax errors, or all that has no form in the
   *     other syntax
   */
  public String text() {
    return ScriptPrinter.print(from.parse(source), to);
  }
}
