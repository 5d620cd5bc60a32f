package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.SUM;
import static dev.linden.op.AppendOps.CBIND;
import static dev.linden.op.AppendOps.RBIND;
import static dev.linden.op.CellwiseOps.PLUS;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code sum(cbind(A, B)), sum(rbind(A, B)) → sum(A) + sum(B)}
 *
 * <p>The operands are not copied together.
 *
 * <p>When: two matrices whose sizes are known to fit; the appended matrix has no other consumer.
 *
 * <p>Numerics: same cells in another order.
 */
public final class SumOfAppended extends PatternRule {
  public SumOfAppended() {
    super(
        call(
            SUM, callAny(Set.of(CBIND, RBIND), matrix(X), matrix(Y)).alone().withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    Hop y = match.get(Y);
    return Shapes.areKnown(x, y)
        ? Optional.of(context.call(PLUS, context.call(SUM, x), context.call(SUM, y)))
        : Optional.empty();
  }
}
