package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.ROW_SUMS;
import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.op.ReorgOps.DIAG;
import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code diag(A %*% B) → rowSums(A * t(B))}
 *
 * <p>Only the diagonal is computed: n² multiply-adds replace n³.
 *
 * <p>When: the product is known to be square with more than one row and has no other consumer.
 *
 * <p>Numerics: same products, perhaps added in another order. What 0 times NaN or an infinity gives
 * depends on how the zero is stored anyway (decisions.md, Zero times NaN).
 */
public final class DiagonalOfProduct extends PatternRule {
  public DiagonalOfProduct() {
    super(call(DIAG, call(MATMULT, matrix(X), matrix(Y)).as(INNER).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop product = match.get(INNER);
    boolean square = Shapes.isSquare(product) && !Shapes.isCell(product);
    if (!square || !Shapes.areKnown(match.get(X), match.get(Y))) {
      return Optional.empty();
    }
    Hop transposed = context.call(TRANSPOSE, match.get(Y));
    return Optional.of(context.call(ROW_SUMS, context.call(TIMES, match.get(X), transposed)));
  }
}
