package dev.linden.lang.ast;

import dev.linden.base.Problem;
import dev.linden.base.Source;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * A way of writing scripts: makes the syntax tree of a text, which is all that later stages see,
 * and has the words for what they say about it. {@code lang.Syntaxes} lists all of them; scripts of
 * one may import files of another.
 */
public interface Syntax {
  /** Its name, by which a {@link Source} or an option may ask for it. */
  String name();

  /** With its dot: files that end so are written in it. */
  String ending();

  /**
   * @throws dev.linden.base.ScriptError with all syntax errors of the text
   */
  Ast.Script parse(Source source);

  /**
   * The same for an input of a session, which may end with an expression.
   *
   * @param functions what earlier inputs have defined
   * @param namespaces what they have imported
   * @throws dev.linden.base.ScriptError with all syntax errors of the text
   */
  Cell cell(Source source, Set<String> functions, Set<String> namespaces);

  /** Whether such an input is no error yet, because its end is still to come. */
  boolean isUnfinished(Source source);

  /**
   * These names of built-in functions as scripts write them, and perhaps others: what a misspelt
   * name may have been meant for.
   */
  List<String> spellings(Collection<String> builtins);

  /** How a function of a namespace is called. */
  String qualified(String namespace, String function);

  /** The statement that makes a namespace known. */
  String importing(String namespace);

  /** What later stages say about a text, in its own words: they speak of operators of DML. */
  Problem worded(Problem problem);

  /**
   * What does the same here as a function that people know from another language; null if there is
   * nothing to say of the name.
   */
  String hintForFunction(String name);

  /** The same for a variable or constant. */
  String hintForVariable(String name);
}
