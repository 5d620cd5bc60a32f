package dev.linden.base;

/**
 * Whether the engine checks its own work between the phases of compilation and takes no fault
 * lightly: {@code -Dlinden.strict=true}, as in all tests of Linden.
 */
public final class Strict {
  public static final boolean ON = Boolean.getBoolean("linden.strict");

  private Strict() {}
}
