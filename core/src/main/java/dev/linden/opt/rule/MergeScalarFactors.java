package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.opt.Pattern.commuted;
import static dev.linden.opt.Pattern.constant;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code (X * a) * b → X * (a * b)}
 *
 * <p>A pass less.
 *
 * <p>When: X is a matrix; a and b are constants between 2^-20 and 2^20, so that neither overflow
 * nor a -0 can arise; the inner product has no other consumer.
 *
 * <p>Numerics: one rounding per cell less.
 */
public final class MergeScalarFactors extends PatternRule {
  public MergeScalarFactors() {
    super(
        commuted(TIMES, commuted(TIMES, matrix(X), constant(S)).withSingleConsumer(), constant(R)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop a = match.get(S);
    Hop b = match.get(R);
    if (!Values.isHarmlessFactor(a) || !Values.isHarmlessFactor(b)) {
      return Optional.empty();
    }
    double product = a.info().constant().asDouble() * b.info().constant().asDouble();
    return Optional.of(context.call(TIMES, match.get(X), context.number(product)));
  }
}
