package dev.linden.opt.rule;

import static dev.linden.op.IndexOps.INDEX;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code (A %*% B)[a:b, c:d] → A[a:b, ] %*% B[, c:d]}
 *
 * <p>Only the wanted cells of the product are computed.
 *
 * <p>When: the bounds are constants and the sizes are known; the part is smaller than the product,
 * which has no other consumer.
 *
 * <p>Numerics: same products, perhaps added in another order. What 0 times NaN or an infinity gives
 * depends on how the zero is stored anyway (decisions.md, Zero times NaN).
 */
public final class IndexOfProduct extends PatternRule {
  public IndexOfProduct() {
    super(call(INDEX, call(MATMULT, matrix(X), matrix(Y)).withSingleConsumer().as(INNER)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop a = match.get(X);
    Hop b = match.get(Y);
    Hop.Compute index = match.root();
    if (!Shapes.areKnown(a, b)
        || !Ranges.areConstant(index, 1)
        || !Shapes.isSmaller(index, match.get(INNER))) {
      return Optional.empty();
    }
    return Optional.of(
        context.call(
            MATMULT, Ranges.rowsOf(context, a, index), Ranges.columnsOf(context, b, index)));
  }
}
