package dev.linden.lang;

import dev.linden.base.InputError;
import dev.linden.base.Problem;
import dev.linden.base.Source;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.ast.Cell;
import dev.linden.lang.ast.Syntax;
import dev.linden.lang.parse.Dml;
import dev.linden.lang.pydml.Pydml;
import java.util.List;
import java.util.Set;

/** The ways of writing scripts. */
public final class Syntaxes {
  /** A new one is a line here; the first is meant where nothing says otherwise. */
  public static final List<Syntax> ALL = List.of(new Dml(), new Pydml());

  private Syntaxes() {}

  /** What a text is written in: what its source says, or else what the ending of its name says. */
  public static Syntax of(Source source) {
    if (source.syntax() != null) {
      return named(source.syntax());
    }
    return ALL.stream()
        .filter(syntax -> source.name().endsWith(syntax.ending()))
        .findFirst()
        .orElse(ALL.get(0));
  }

  private static Syntax named(String name) {
    for (Syntax syntax : ALL) {
      if (syntax.name().equals(name)) {
        return syntax;
      }
    }
    throw new InputError(
        "scripts are written in "
            + String.join(" or ", ALL.stream().map(Syntax::name).toList())
            + ", not in "
            + name);
  }

  /** A problem that a later stage has found, in the words of the file where it is. */
  public static Problem worded(Problem problem) {
    return of(problem.span().source()).worded(problem);
  }

  /**
   * @throws dev.linden.base.ScriptError with all syntax errors of the text
   */
  public static Ast.Script parse(Source source) {
    return of(source).parse(source);
  }

  /**
   * The same for an input of a session.
   *
   * @param functions what earlier inputs have defined
   * @param namespaces what they have imported
   * @throws dev.linden.base.ScriptError with all syntax errors of the text
   */
  public static Cell cell(Source source, Set<String> functions, Set<String> namespaces) {
    return of(source).cell(source, functions, namespaces);
  }

  /** Whether an input of a session is no error yet, because its end is still to come. */
  public static boolean isUnfinished(Source source) {
    return of(source).isUnfinished(source);
  }
}
