package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.MAX;
import static dev.linden.op.CellwiseOps.MIN;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.constant;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code min(min(X, a), b), max(max(X, a), b) → min(X, min(a, b)), max(X, max(a, b))}
 *
 * <p>A pass less.
 *
 * <p>When: X is a matrix; a and b are constants and not NaN; the inner value has no other consumer.
 *
 * <p>Numerics: exact; a cell that is NaN stays so.
 */
public final class MergeScalarExtremes extends PatternRule {
  public MergeScalarExtremes() {
    super(
        callAny(
                Set.of(MIN, MAX),
                callAny(Set.of(MIN, MAX), matrix(X), constant(S))
                    .alone()
                    .withSingleConsumer()
                    .as(INNER),
                constant(R))
            .alone());
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    double a = match.get(S).info().constant().asDouble();
    double b = match.get(R).info().constant().asDouble();
    if (((Hop.Compute) match.get(INNER)).op() != match.root().op()
        || Double.isNaN(a)
        || Double.isNaN(b)) {
      return Optional.empty();
    }
    double extreme = match.root().op() == MIN ? Math.min(a, b) : Math.max(a, b);
    return Optional.of(context.call(match.root().op(), match.get(X), context.number(extreme)));
  }
}
