package dev.linden.op;

/**
 * What an operator without a cell function makes of numbers and booleans: a function of the bits of
 * slots, for operands of types that are known. Code that is made for loops calls it; types for
 * which there is none are left to the kernel, which gives the same where there is one.
 */
@FunctionalInterface
public interface ScalarForm {
  /** At most this many operands. */
  int MOST_OPERANDS = 3;

  /** The function for operands of these types, none of them a string; null: ask the kernel. */
  OfBits forTypes(ValueType... operands);

  /** A function of the bits of scalars, see {@link Scalar}; absent operands are 0. */
  abstract class OfBits {
    private final ValueType type;

    OfBits(ValueType type) {
      this.type = type;
    }

    /** Of the result. */
    public final ValueType type() {
      return type;
    }

    public abstract long apply(long x, long y, long z);
  }
}
