package dev.linden.opt.rule;

import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code t(X) + t(Y) → t(X + Y), also other cell-wise operators}
 *
 * <p>One copy instead of two.
 *
 * <p>When: the sizes are known to be equal; the transposed matrices have no other consumers.
 *
 * <p>Numerics: exact. What 0 times NaN or an infinity gives depends on how the zero is stored
 * anyway (decisions.md, Zero times NaN).
 */
public final class MergeTransposes extends PatternRule {
  public MergeTransposes() {
    super(
        callAny(
                Families.CELLWISE_BINARY,
                call(TRANSPOSE, matrix(X)).withSingleConsumer(),
                call(TRANSPOSE, matrix(Y)).withSingleConsumer())
            .alone());
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    Hop y = match.get(Y);
    return Shapes.areSame(x, y)
        ? Optional.of(context.call(TRANSPOSE, context.call(match.root().op(), x, y)))
        : Optional.empty();
  }
}
