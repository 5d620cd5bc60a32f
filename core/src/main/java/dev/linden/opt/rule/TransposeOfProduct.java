package dev.linden.opt.rule;

import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.oneOf;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code t(t(X) %*% Y), t(X %*% t(Y)) → t(Y) %*% X, Y %*% t(X)}
 *
 * <p>The result need not be copied: operators for products with a transpose read it in place.
 *
 * <p>When: the result is no vector, whose transpose costs nothing, and the sizes are known; the
 * inner values have no other consumer.
 *
 * <p>Numerics: exact: the same products in the same order.
 */
public final class TransposeOfProduct extends PatternRule {
  public TransposeOfProduct() {
    super(
        call(
            TRANSPOSE,
            oneOf(
                    call(MATMULT, call(TRANSPOSE, matrix(X)).withSingleConsumer(), matrix(Y)),
                    call(MATMULT, matrix(Y), call(TRANSPOSE, matrix(X)).withSingleConsumer()))
                .withSingleConsumer()
                .as(INNER)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop product = match.get(INNER);
    Hop x = match.get(X);
    Hop y = match.get(Y);
    if (!Shapes.areKnown(x, y, product) || Shapes.isVector(product)) {
      return Optional.empty();
    }
    boolean left = product.inputs().get(1) == y;
    Hop transposed = context.call(TRANSPOSE, y);
    return Optional.of(
        left ? context.call(MATMULT, transposed, x) : context.call(MATMULT, x, transposed));
  }
}
