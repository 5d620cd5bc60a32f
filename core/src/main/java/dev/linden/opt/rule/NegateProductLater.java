package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.MINUS;
import static dev.linden.op.CellwiseOps.NEGATE;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.oneOf;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code (-A) %*% B, A %*% (-B) → 0 - (A %*% B)}
 *
 * <p>The sign of the smaller matrix is changed.
 *
 * <p>When: the result has fewer cells than the operand, which has no other consumer.
 *
 * <p>Numerics: exact but for signs of zeros. What 0 times NaN or an infinity gives depends on how
 * the zero is stored anyway (decisions.md, Zero times NaN).
 */
public final class NegateProductLater extends PatternRule {
  public NegateProductLater() {
    super(
        oneOf(
            call(MATMULT, call(NEGATE, matrix(X)).as(INNER).withSingleConsumer(), matrix(Y)),
            call(MATMULT, matrix(X), call(NEGATE, matrix(Y)).as(INNER).withSingleConsumer())));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    if (!Shapes.isSmaller(match.root(), match.get(INNER))) {
      return Optional.empty();
    }
    Hop product = context.call(MATMULT, match.get(X), match.get(Y));
    return Optional.of(context.call(MINUS, context.integer(0), product));
  }
}
