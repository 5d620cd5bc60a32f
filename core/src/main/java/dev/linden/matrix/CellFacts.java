package dev.linden.matrix;

import java.util.Arrays;
import java.util.EnumSet;

/**
 * What the compiler may assume about a cell function and can't compute from it: written where the
 * function is, and read by everybody who plans. {@code CellFactsTest} tries them all.
 */
public final class CellFacts {
  /** Cost of a function that says nothing: about that of a trigonometric one. */
  private static final double USUAL_COST = 40;

  /** Yes or no. */
  public enum Trait {
    /**
     * Ordinary operands often give zero (comparisons, rounding, ...): it pays to count the
     * non-zeros of a result.
     */
    OFTEN_ZERO,
    /** Gives 0 or 1 for all operands, NaN included. */
    TRUTH,
    /**
     * Zero as soon as one of two operands is. For zeros that are not stored kernels take that
     * whatever the other operand is, NaN and infinities included; for stored ones of dense blocks
     * it holds if both are finite.
     */
    ABSORBS_ZEROS,
    /** Takes 0 and -0 for the same, but for the sign of a result of zero. */
    BLIND_TO_SIGNS_OF_ZEROS,
    /** Gives the same bits for x and -x. */
    EVEN,
    /** Leaves its own results as they are, to the bit. */
    IDEMPOTENT,
    /**
     * Different results for different operands of moderate size, if the other one is the same and
     * not 0.
     */
    ONE_TO_ONE
  }

  static final CellFacts NONE = cost(USUAL_COST);

  private final double cost;
  private final double least;
  private final double most;
  private final EnumSet<Trait> traits;

  private CellFacts(double cost, double least, double most, EnumSet<Trait> traits) {
    this.cost = cost;
    this.least = least;
    this.most = most;
    this.traits = traits;
  }

  /** The time of one cell in a loop that stays in the cache; 1 is an addition. */
  public static CellFacts cost(double cost) {
    return new CellFacts(
        cost, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, EnumSet.noneOf(Trait.class));
  }

  /** No result that is a number lies outside; -0 is below 0. */
  public CellFacts within(double newLeast, double newMost) {
    return new CellFacts(cost, newLeast, newMost, traits);
  }

  public CellFacts with(Trait... more) {
    EnumSet<Trait> all = EnumSet.copyOf(traits);
    all.addAll(Arrays.asList(more));
    return new CellFacts(cost, least, most, all);
  }

  /** Facts of a comparison or the like. */
  static CellFacts truth(double cost) {
    return cost(cost).within(0, 1).with(Trait.TRUTH, Trait.OFTEN_ZERO);
  }

  public double cost() {
    return cost;
  }

  public double least() {
    return least;
  }

  public double most() {
    return most;
  }

  public boolean has(Trait trait) {
    return traits.contains(trait);
  }
}
