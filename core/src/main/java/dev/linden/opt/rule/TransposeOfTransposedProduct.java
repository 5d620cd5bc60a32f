package dev.linden.opt.rule;

import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code t(t(X) %*% t(Y)) → Y %*% X}
 *
 * <p>Three copies less.
 *
 * <p>When: the inner values have no other consumer. Sizes are known, so that the product was found
 * possible already.
 *
 * <p>Numerics: exact: the same products in the same order.
 */
public final class TransposeOfTransposedProduct extends PatternRule {
  public TransposeOfTransposedProduct() {
    super(
        call(
            TRANSPOSE,
            call(MATMULT, call(TRANSPOSE, matrix(X)), call(TRANSPOSE, matrix(Y)))
                .withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    if (!Shapes.areKnown(match.get(X), match.get(Y))) {
      return Optional.empty();
    }
    return Optional.of(context.call(MATMULT, match.get(Y), match.get(X)));
  }
}
