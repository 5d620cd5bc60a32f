package dev.linden.opt.rule;

import static dev.linden.op.CastOps.AS_SCALAR;
import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code A %*% B → as.scalar(A) * B if A is 1x1, A * as.scalar(B) if B is}
 *
 * <p>A scaled vector needs no product kernel, and casts often cancel.
 *
 * <p>When: one operand is known to be 1x1, and the other to be a row or column that fits.
 *
 * <p>Numerics: exact but for signs of zeros. What 0 times NaN or an infinity gives depends on how
 * the zero is stored anyway (decisions.md, Zero times NaN).
 */
public final class ProductWithOneByOne extends PatternRule {
  public ProductWithOneByOne() {
    super(call(MATMULT, matrix(X), matrix(Y)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    Hop y = match.get(Y);
    if (!Shapes.areKnown(x, y)) {
      return Optional.empty();
    }
    if (Shapes.isCell(x)) {
      return Optional.of(context.call(TIMES, context.call(AS_SCALAR, x), y));
    }
    return Shapes.isCell(y)
        ? Optional.of(context.call(TIMES, x, context.call(AS_SCALAR, y)))
        : Optional.empty();
  }
}
