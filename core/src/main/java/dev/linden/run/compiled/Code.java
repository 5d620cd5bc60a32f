package dev.linden.run.compiled;

/** What has been made of a loop or function, for variables of certain types. */
public abstract class Code {
  /** The loop or function has ended. */
  public static final int DONE = 0;

  /**
   * The loop stands before its next iteration, or before its condition, and variables have other
   * types than the code was made for.
   */
  public static final int CHANGED = 1;

  private Signature signature;

  /**
   * Goes on from the variables as they are, and leaves them as the interpreter would.
   *
   * @param next value of a counted loop
   * @param increment from one iteration to the next
   * @param left iterations after the next one, unsigned
   */
  public abstract int run(Variables variables, long next, long increment, long left);

  final Code with(Signature types) {
    signature = types;
    return this;
  }

  /** Whether it was made for variables like these. */
  public final boolean fits(Variables variables) {
    return signature.matches(variables.tags);
  }

  /** The tags of the slots that code depends on. */
  record Signature(int[] slots, byte[] tags) {
    boolean matches(byte[] actual) {
      for (int i = 0; i < slots.length; i++) {
        if (actual[slots[i]] != tags[i]) {
          return false;
        }
      }
      return true;
    }
  }
}
