package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.op.ReorgOps.DIAG;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code diag(x) %*% Y → x * Y}
 *
 * <p>Rows are scaled; no square matrix is made.
 *
 * <p>When: x is known to be a column; the sizes are known to fit; the diagonal matrix has no other
 * consumer.
 *
 * <p>Numerics: exact but for signs of zeros. What 0 times NaN or an infinity gives depends on how
 * the zero is stored anyway (decisions.md, Zero times NaN).
 */
public final class DiagonalTimesMatrix extends PatternRule {
  public DiagonalTimesMatrix() {
    super(call(MATMULT, call(DIAG, matrix(X)).withSingleConsumer(), matrix(Y)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    if (!Shapes.isColumn(x) || !Shapes.areKnown(x, match.get(Y))) {
      return Optional.empty();
    }
    return Optional.of(context.call(TIMES, x, match.get(Y)));
  }
}
