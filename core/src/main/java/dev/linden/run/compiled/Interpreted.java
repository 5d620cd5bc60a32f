package dev.linden.run.compiled;

import dev.linden.base.InputError;
import dev.linden.base.LindenBug;
import dev.linden.base.ScriptError;

/** The way in which the interpreter runs an instruction: for all that code does not do itself. */
public abstract class Interpreted {
  protected abstract void interpret(Variables variables);

  /** The error with its place in the script. */
  public abstract ScriptError failure(InputError error);

  /** Called by code, when variables that the instruction reads are in their slots. */
  public final void runFrom(Variables variables) {
    variables.unpin();
    try {
      interpret(variables);
    } catch (InputError e) {
      throw failure(e);
    }
  }

  /** The same for an instruction with one scalar as result. */
  public final void runFrom(Variables variables, int target, int expected) {
    runFrom(variables);
    if (variables.tags[target] != expected) {
      throw new LindenBug(
          "a result with the tag "
              + variables.tags[target]
              + " was compiled for one with the tag "
              + expected);
    }
  }
}
