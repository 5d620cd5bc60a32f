package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.COL_MAXS;
import static dev.linden.op.AggregateOps.COL_MINS;
import static dev.linden.op.AggregateOps.ROW_MAXS;
import static dev.linden.op.AggregateOps.ROW_MINS;
import static dev.linden.op.CellwiseOps.MAX;
import static dev.linden.op.CellwiseOps.MIN;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.oneOf;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code min(rowMins(X)), min(colMins(X)), max(rowMaxs(X)), max(colMaxs(X)) → min(X), max(X)}
 *
 * <p>One pass that needs no vector in between.
 *
 * <p>When: the inner value has no other consumer; otherwise it is computed anyway and nothing is
 * saved.
 *
 * <p>Numerics: exact: NaN wins on both sides, and so does the neutral infinity if there are no
 * cells.
 */
public final class ExtremeOfPartialExtremes extends PatternRule {
  public ExtremeOfPartialExtremes() {
    super(
        oneOf(
            call(MIN, callAny(Set.of(ROW_MINS, COL_MINS), matrix(X)).withSingleConsumer()).alone(),
            call(MAX, callAny(Set.of(ROW_MAXS, COL_MAXS), matrix(X)).withSingleConsumer())
                .alone()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(context.call(match.root().op(), match.get(X)));
  }
}
