package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.TRACE;
import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code trace(t(X)) → trace(X)}
 *
 * <p>A copy less.
 *
 * <p>When: X is known to be square; otherwise the message would name a shape that is not there.
 *
 * <p>Numerics: exact.
 */
public final class TraceOfTranspose extends PatternRule {
  public TraceOfTranspose() {
    super(call(TRACE, call(TRANSPOSE, matrix(X))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Shapes.isSquare(match.get(X))
        ? Optional.of(context.call(TRACE, match.get(X)))
        : Optional.empty();
  }
}
