package dev.linden.run;

import dev.linden.base.Span;

/** Where an execution is: in which loops, in which functions. Any thread may ask at any time. */
public interface Running {
  /**
   * The part of the script itself that is being executed, and not of the library or another file.
   *
   * @param function the one of elsewhere that the script calls there; null if it runs itself
   * @param line of the script
   */
  record Place(String function, int line) {
    /** In a few words: the function, or what else is said to be there. */
    public String text(String otherwise) {
      return (function == null ? otherwise : function) + " (line " + line + ")";
    }
  }

  /**
   * How far a loop is.
   *
   * @param title kind and place, such as {@code for i (line 7)}, or the function that it belongs to
   * @param done iterations that have ended
   * @param all -1 if nobody knows, as in while loops
   * @param nanos since it began
   */
  record Loop(String title, long done, long all, long nanos) {}

  /** The place of a text that is executed now. */
  Place place(Span text);

  /**
   * The outermost loop whose number of iterations is known, because that says most about the whole;
   * without one the outermost of all. Null outside of loops.
   */
  Loop loop();
}
