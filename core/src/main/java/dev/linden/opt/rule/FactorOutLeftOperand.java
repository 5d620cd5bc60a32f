package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.MINUS;
import static dev.linden.op.CellwiseOps.PLUS;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.same;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code A %*% B + A %*% C → A %*% (B + C), also differences}
 *
 * <p>One product instead of two.
 *
 * <p>When: B and C are known to have the same shape, and are smaller than the product or both
 * dense, so that their sum costs less than the product saved; the products have no other consumers.
 *
 * <p>Numerics: the same products regrouped. Where cells are infinite the result is infinite or NaN
 * on both sides, but not always the same of both: regrouping products does that in any order (see
 * ChainOrdering). What 0 times NaN or an infinity gives depends on how the zero is stored anyway
 * (decisions.md, Zero times NaN).
 */
public final class FactorOutLeftOperand extends PatternRule {
  public FactorOutLeftOperand() {
    super(
        callAny(
            Set.of(PLUS, MINUS),
            call(MATMULT, matrix(X), matrix(Y)).withSingleConsumer(),
            call(MATMULT, same(X), matrix(S)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop b = match.get(Y);
    Hop c = match.get(S);
    boolean dense = !Shapes.isSparse(b) && !Shapes.isSparse(c);
    if (!Shapes.areSame(b, c)
        || !Shapes.areKnown(match.get(X))
        || !(dense || Shapes.isSmaller(b, match.root()))) {
      return Optional.empty();
    }
    Hop inner = context.call(match.root().op(), b, c);
    return Optional.of(context.call(MATMULT, match.get(X), inner));
  }
}
