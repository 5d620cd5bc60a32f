package dev.linden.lang.check;

import dev.linden.base.Source;
import dev.linden.lang.Program;
import dev.linden.lang.ast.Ast;
import dev.linden.op.Environment;
import dev.linden.op.Scalar;
import java.util.Map;

/** Syntax tree to checked program. */
public final class Checker {
  private Checker() {}

  /** Finds the files that {@code source(...)} names. */
  @FunctionalInterface
  public interface SourceLoader {
    /** The text of a file, by its path as resolved from the script; throws {@code InputError} when it can't be read. */
    Source load(String path);
  }

  /**
   * @param arguments values of the {@code $}-arguments by name ({@code 1}, {@code 2}, ... for positional ones)
   * @throws dev.linden.base.ScriptError with all errors of the script
   */
  public static Program check(
      Ast.Script script, Map<String, Scalar> arguments, SourceLoader loader, Environment environment) {
    throw new UnsupportedOperationException("not implemented yet");
  }
}
