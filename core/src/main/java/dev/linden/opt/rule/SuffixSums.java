package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.COL_SUMS;
import static dev.linden.op.AggregateOps.CUMSUM;
import static dev.linden.op.CellwiseOps.MINUS;
import static dev.linden.op.CellwiseOps.PLUS;
import static dev.linden.op.ReorgOps.REV;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code rev(cumsum(rev(X))) → X + colSums(X) - cumsum(X)}
 *
 * <p>Nothing is reversed, which would move every row (Boehm et al., cumulative aggregates, equation
 * 3).
 *
 * <p>When: X is known to hold integers so small that all sums are exact, such as a comparison;
 * otherwise small suffix sums would drown in the rounding of the total, and a NaN would spread.
 *
 * <p>Numerics: exact.
 */
public final class SuffixSums extends PatternRule {
  /** Integers up to here are doubles, and so are their sums. */
  private static final double LARGEST_EXACT = 0x1p53;

  public SuffixSums() {
    super(call(REV, call(CUMSUM, call(REV, matrix(X)).withSingleConsumer()).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    long rows = x.info().size().rows();
    boolean exact = rows >= 0 && Values.isWhole(x) && Values.bound(x) * rows <= LARGEST_EXACT;
    if (!exact) {
      return Optional.empty();
    }
    Hop shifted = context.call(PLUS, x, context.call(COL_SUMS, x));
    return Optional.of(context.call(MINUS, shifted, context.call(CUMSUM, x)));
  }
}
