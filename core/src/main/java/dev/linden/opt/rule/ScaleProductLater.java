package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.commuted;
import static dev.linden.opt.Pattern.constant;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.oneOf;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code (s * A) %*% B, A %*% (s * B) → s * (A %*% B)}
 *
 * <p>The smaller matrix is scaled.
 *
 * <p>When: the result has fewer cells than the scaled operand, which has no other consumer; s is a
 * constant between 2^-20 and 2^20, so that neither overflow nor a -0 can arise.
 *
 * <p>Numerics: one rounding per cell of the result instead of one per term. What 0 times NaN or an
 * infinity gives depends on how the zero is stored anyway (decisions.md, Zero times NaN).
 */
public final class ScaleProductLater extends PatternRule {
  public ScaleProductLater() {
    super(
        oneOf(
            call(
                MATMULT,
                commuted(TIMES, matrix(X), constant(S)).as(INNER).withSingleConsumer(),
                matrix(Y)),
            call(
                MATMULT,
                matrix(X),
                commuted(TIMES, matrix(Y), constant(S)).as(INNER).withSingleConsumer())));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    if (!Shapes.isSmaller(match.root(), match.get(INNER))
        || !Values.isHarmlessFactor(match.get(S))) {
      return Optional.empty();
    }
    Hop product = context.call(MATMULT, match.get(X), match.get(Y));
    return Optional.of(context.call(TIMES, match.get(S), product));
  }
}
