package dev.linden.opt.rule;

import static dev.linden.op.DatagenOps.MATRIX;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.constant;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.oneOf;

import dev.linden.hop.Hop;
import dev.linden.op.Op;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code matrix(s, r, c) / X → s / X, also other operators, and with the constant matrix on the
 * right}
 *
 * <p>No matrix is filled and read for a number.
 *
 * <p>When: s is a constant and not 0, whose products depend on how zeros are stored; X is known to
 * have the shape of the result.
 *
 * <p>Numerics: exact.
 */
public final class ScalarForConstantMatrix extends PatternRule {
  public ScalarForConstantMatrix() {
    super(
        oneOf(
            callAny(Families.CELLWISE_BINARY, call(MATRIX, constant(S)).as(INNER), matrix(X))
                .alone(),
            callAny(Families.CELLWISE_BINARY, matrix(X), call(MATRIX, constant(S)).as(INNER))
                .alone()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    Hop s = match.get(S);
    boolean fits = Shapes.areKnown(match.get(INNER)) && Shapes.areSame(x, match.root());
    if (!fits || s.info().constant().asDouble() == 0) {
      return Optional.empty();
    }
    Op op = match.root().op();
    boolean constantLeft = match.root().inputs().get(1) == x;
    return Optional.of(constantLeft ? context.call(op, s, x) : context.call(op, x, s));
  }
}
