package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.COL_MEANS;
import static dev.linden.op.AggregateOps.COL_SUMS;
import static dev.linden.op.AggregateOps.ROW_MEANS;
import static dev.linden.op.AggregateOps.ROW_SUMS;
import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.commuted;
import static dev.linden.opt.Pattern.constant;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code rowSums(X * s), colSums(X * s) → s * rowSums(X), s * colSums(X), also rowMeans, colMeans}
 *
 * <p>A vector is scaled instead of the whole matrix.
 *
 * <p>When: s is a constant between 2^-20 and 2^20; the product has no other consumer. A negative s
 * would make a sum of 0 a -0, and a larger one would let sums overflow that did not.
 *
 * <p>Numerics: one rounding instead of one per cell. The range of s leaves a difference beyond
 * rounding only to sums beyond 1e301, which no measurement reaches.
 */
public final class PartialSumsOfScaled extends PatternRule {
  public PartialSumsOfScaled() {
    super(
        callAny(
            Set.of(ROW_SUMS, COL_SUMS, ROW_MEANS, COL_MEANS),
            commuted(TIMES, matrix(X), constant(S)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    if (!Values.isHarmlessFactor(match.get(S))) {
      return Optional.empty();
    }
    Hop unscaled = context.call(match.root().op(), match.get(X));
    return Optional.of(context.call(TIMES, match.get(S), unscaled));
  }
}
