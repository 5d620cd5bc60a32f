package dev.linden.fuse.select;

import dev.linden.hop.Hop;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What there is in place of generated operators.
 *
 * @param budget bytes of inputs and result with which an operator can run here
 * @param handWritten hops for which there is a hand-written operator, with all hops that it covers;
 *     one that does the same in one pass costs the same, and is preferred: it needs no class
 * @param distributed hops that run on other machines if they are not fused
 * @param side rows and columns of the blocks there
 */
public record Alternatives(
    double budget, Map<Hop, Set<Hop>> handWritten, Predicate<Hop> distributed, int side) {
  /** Single operators, here. */
  public static Alternatives none(double budget) {
    return new Alternatives(budget, Map.of(), hop -> false, 0);
  }
}
