package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.NEGATE;
import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.numeric;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code (-X) * (-Y), (-X) %*% (-Y) → X * Y, X %*% Y}
 *
 * <p>Two passes less.
 *
 * <p>When: the result is a matrix. Not for quotients: the sign of an infinity would depend on
 * whether a zero divisor is stored.
 *
 * <p>Numerics: exact: the two signs cancel in every product. What 0 times NaN or an infinity gives
 * depends on how the zero is stored anyway (decisions.md, Zero times NaN).
 */
public final class DropPairOfNegations extends PatternRule {
  public DropPairOfNegations() {
    super(callAny(Set.of(TIMES, MATMULT), call(NEGATE, numeric(X)), call(NEGATE, numeric(Y))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    if (!match.root().info().isMatrix()) {
      return Optional.empty();
    }
    return Optional.of(context.call(match.root().op(), match.get(X), match.get(Y)));
  }
}
