package dev.linden.run;

/** Thrown in iterations of a parfor loop that are called off because an earlier one has failed. */
final class CalledOff extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CalledOff() {
    super(null, null, false, false);
  }
}
