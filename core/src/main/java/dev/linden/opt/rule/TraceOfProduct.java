package dev.linden.opt.rule;

import static dev.linden.opt.Capture.capture;
import static dev.linden.opt.Pattern.any;
import static dev.linden.opt.Pattern.call;

import dev.linden.hop.Hop;
import dev.linden.op.AggregateOps;
import dev.linden.op.CellwiseOps;
import dev.linden.op.ProductOps;
import dev.linden.op.ReorgOps;
import dev.linden.opt.Capture;
import dev.linden.opt.Match;
import dev.linden.opt.Pattern;
import dev.linden.opt.Rule;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code trace(A %*% B) → sum(A * t(B))}
 *
 * <p>The trace reads only the diagonal of the product: n² multiply-adds replace n³.
 *
 * <p>When: the product has no other consumer. Otherwise it is computed anyway and we would add
 * work.
 *
 * <p>Numerics: same products, summed in another order.
 */
public final class TraceOfProduct implements Rule {
  private static final Capture A = capture("A");
  private static final Capture B = capture("B");
  private static final Pattern PATTERN =
      call(AggregateOps.TRACE, call(ProductOps.MATMULT, any(A), any(B)).withSingleConsumer());

  @Override
  public Pattern pattern() {
    return PATTERN;
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop transposed = context.call(ReorgOps.TRANSPOSE, match.get(B));
    return Optional.of(
        context.call(AggregateOps.SUM, context.call(CellwiseOps.TIMES, match.get(A), transposed)));
  }
}
