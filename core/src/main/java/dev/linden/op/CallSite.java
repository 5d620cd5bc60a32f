package dev.linden.op;

/**
 * What a size rule may ask about a call: what is known of each argument, in the order of the
 * parameters. At compile time sizes may be unknown; at run time everything is known.
 */
public interface CallSite {
  /** Number of arguments including absent ones. */
  int count();

  /** Whether argument i was given or has a default. */
  boolean has(int i);

  /** What is known of argument i; only when {@link #has(int)}. */
  Info in(int i);

  /** The name under which a variadic argument was given, or null. */
  String name(int i);

  /** Files and arguments of the script. */
  Environment environment();

  /** The constant number at i, or NaN when unknown or absent. */
  default double constantNumber(int i) {
    return has(i) && in(i).isConstant() && in(i).constant().type() != ValueType.STRING
        ? in(i).constant().asDouble()
        : Double.NaN;
  }

  /** The constant text at i, or null. */
  default String constantText(int i) {
    return has(i) && in(i).isConstant() ? in(i).constant().asText() : null;
  }

  /** A dimension given by the constant at i, or -1 (unknown, for {@link Size}). */
  default long constantDimension(int i) {
    double value = constantNumber(i);
    return Double.isNaN(value) ? -1 : Scalar.truncate(value);
  }
}
