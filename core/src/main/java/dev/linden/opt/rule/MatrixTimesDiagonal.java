package dev.linden.opt.rule;

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
 * {@code X %*% diag(y) → X * t(y)}
 *
 * <p>Columns are scaled; no square matrix is made.
 *
 * <p>When: y is known to be a column; the sizes are known to fit; the diagonal matrix has no other
 * consumer.
 *
 * <p>Numerics: exact but for signs of zeros. What 0 times NaN or an infinity gives depends on how
 * the zero is stored anyway (decisions.md, Zero times NaN).
 */
public final class MatrixTimesDiagonal extends PatternRule {
  public MatrixTimesDiagonal() {
    super(call(MATMULT, matrix(X), call(DIAG, matrix(Y)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop y = match.get(Y);
    if (!Shapes.isColumn(y) || !Shapes.areKnown(y, match.get(X))) {
      return Optional.empty();
    }
    return Optional.of(context.call(TIMES, match.get(X), context.call(TRANSPOSE, y)));
  }
}
