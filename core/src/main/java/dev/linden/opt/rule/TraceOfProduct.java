package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.SUM;
import static dev.linden.op.AggregateOps.TRACE;
import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code trace(A %*% B) → sum(A * t(B))}
 *
 * <p>The trace reads only the diagonal of the product: n² multiply-adds replace n³.
 *
 * <p>When: the product has no other consumer; otherwise it is computed anyway. Sizes are known, so
 * that the trace was found possible already.
 *
 * <p>Numerics: same products, summed in another order. What 0 times NaN or an infinity gives
 * depends on how the zero is stored anyway (decisions.md, Zero times NaN).
 */
public final class TraceOfProduct extends PatternRule {
  public TraceOfProduct() {
    super(call(TRACE, call(MATMULT, matrix(X), matrix(Y)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    if (!Shapes.areKnown(match.get(X), match.get(Y))) {
      return Optional.empty();
    }
    Hop transposed = context.call(TRANSPOSE, match.get(Y));
    return Optional.of(context.call(SUM, context.call(TIMES, match.get(X), transposed)));
  }
}
