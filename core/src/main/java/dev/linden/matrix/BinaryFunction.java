package dev.linden.matrix;

import java.io.Serializable;

/** A function of two cells; see {@link UnaryFunction}. */
public abstract class BinaryFunction implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final transient CellFacts facts;

  /** A function of which no more is known than what {@link #apply} gives. */
  protected BinaryFunction(String name) {
    this(name, CellFacts.NONE);
  }

  protected BinaryFunction(String name, CellFacts facts) {
    this.name = name;
    this.facts = facts;
  }

  public final String name() {
    return name;
  }

  public abstract double apply(double x, double y);

  /**
   * Of integers, which doubles beyond 2^53 can't hold: an ArithmeticException if the result has
   * more than 64 bits. Functions whose results are no larger than their operands are exact, the
   * others round results beyond 2^53 as the cells of matrices do.
   */
  public long applyToIntegers(long x, long y) {
    return Integers.rounded(apply((double) x, (double) y));
  }

  /** {@code c[ci+k] = f(a[ai+k], b[bi+k])}; c may be a or b at the same offset. */
  public void apply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int length) {
    for (int k = 0; k < length; k++) {
      c[ci + k] = apply(a[ai + k], b[bi + k]);
    }
  }

  /** {@code c[ci+k] = f(a[ai+k], y)}. */
  public void applyScalarRight(double[] a, int ai, double y, double[] c, int ci, int length) {
    for (int k = 0; k < length; k++) {
      c[ci + k] = apply(a[ai + k], y);
    }
  }

  /** {@code c[ci+k] = f(x, b[bi+k])}. */
  public void applyScalarLeft(double x, double[] b, int bi, double[] c, int ci, int length) {
    for (int k = 0; k < length; k++) {
      c[ci + k] = apply(x, b[bi + k]);
    }
  }

  /** {@code f(0, 0) == 0}: cells that are zero on both sides stay zero. */
  public final boolean keepsZeros() {
    return apply(0.0, 0.0) == 0.0;
  }

  public final CellFacts facts() {
    return facts;
  }

  /**
   * What a cell costs when the second operand is this constant; NaN stands for one that is not
   * known. Overridden where some constants have a shorter way.
   */
  public double costWith(double y) {
    return facts.cost();
  }

  /** See {@link CellFacts.Trait#OFTEN_ZERO}. */
  public final boolean oftenZero() {
    return facts.has(CellFacts.Trait.OFTEN_ZERO);
  }

  /** See {@link CellFacts.Trait#ABSORBS_ZEROS}. */
  public final boolean absorbsZeros() {
    return facts.has(CellFacts.Trait.ABSORBS_ZEROS);
  }

  /** Other machines have the same functions: nothing is sent but the name. */
  protected final Object writeReplace() {
    return new CellFunctionName(name, true);
  }
}
