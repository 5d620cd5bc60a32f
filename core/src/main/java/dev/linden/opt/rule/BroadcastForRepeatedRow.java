package dev.linden.opt.rule;

import static dev.linden.op.DatagenOps.MATRIX;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;
import static dev.linden.opt.Pattern.oneOf;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.List;
import java.util.Optional;

/**
 * {@code X + (matrix(1, nrow(X), 1) %*% v) → X + v, also other operators and with X on the right}
 *
 * <p>Cell-wise operators repeat a row themselves.
 *
 * <p>When: the sizes are known, and X has the shape of the product, which has no other consumer.
 * Not for operators that tell 0 from -0, such as a quotient.
 *
 * <p>Numerics: exact but for signs of zeros.
 */
public final class BroadcastForRepeatedRow extends PatternRule {
  public BroadcastForRepeatedRow() {
    super(
        oneOf(
            callAny(Families.BLIND_TO_SIGNS_OF_ZEROS, matrix(X), repeated()).alone(),
            callAny(Families.BLIND_TO_SIGNS_OF_ZEROS, repeated(), matrix(X)).alone()));
  }

  private static dev.linden.opt.Pattern repeated() {
    return call(MATMULT, call(MATRIX, number(1)).as(S), matrix(Y)).withSingleConsumer().as(INNER);
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop vector = match.get(Y);
    Hop product = match.get(INNER);
    if (!Shapes.isRow(vector)
        || !Shapes.isColumn(match.get(S))
        || !Shapes.areSame(match.get(X), product)
        || Shapes.cells(product) < 1) {
      return Optional.empty();
    }
    boolean right = match.root().inputs().get(1) == product;
    return Optional.of(
        context.withInputs(
            match.root(), right ? List.of(match.get(X), vector) : List.of(vector, match.get(X))));
  }
}
