package dev.linden.matrix;

import java.io.Serializable;

/**
 * A function of one cell. The scalar form is the definition; array forms (own loops, Vector API)
 * must agree with it.
 */
public abstract class UnaryFunction implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final transient CellFacts facts;

  /** A function of which no more is known than what {@link #apply} gives. */
  protected UnaryFunction(String name) {
    this(name, CellFacts.NONE);
  }

  protected UnaryFunction(String name, CellFacts facts) {
    this.name = name;
    this.facts = facts;
  }

  public final String name() {
    return name;
  }

  public abstract double apply(double x);

  /** See {@link BinaryFunction#applyToIntegers}. */
  public long applyToInteger(long x) {
    return Integers.rounded(apply((double) x));
  }

  /**
   * {@code c[ci+k] = f(a[ai+k])}; a and c may be the same array at the same offset. Overridden
   * where a faster loop exists.
   */
  public void apply(double[] a, int ai, double[] c, int ci, int length) {
    for (int k = 0; k < length; k++) {
      c[ci + k] = apply(a[ai + k]);
    }
  }

  /** Zeros stay zero, so kernels may skip them. Computed, never declared. */
  public final boolean keepsZeros() {
    return apply(0.0) == 0.0;
  }

  public final CellFacts facts() {
    return facts;
  }

  /** See {@link CellFacts.Trait#OFTEN_ZERO}. */
  public final boolean oftenZero() {
    return facts.has(CellFacts.Trait.OFTEN_ZERO);
  }

  /** Other machines have the same functions: nothing is sent but the name. */
  protected final Object writeReplace() {
    return new CellFunctionName(name, false);
  }
}
