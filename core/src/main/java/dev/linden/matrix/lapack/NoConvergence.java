package dev.linden.matrix.lapack;

import dev.linden.base.InputError;

/** Iterations that did not end, which theory allows and practice hardly knows. */
public final class NoConvergence {
  private NoConvergence() {}

  public static InputError of(String operation, int rows, int cols) {
    return new InputError(
        operation + " of a " + rows + "x" + cols + " matrix did not converge to an answer");
  }
}
