package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.SUM;
import static dev.linden.op.AggregateOps.TRACE;
import static dev.linden.op.ReorgOps.DIAG;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code sum(diag(X)) → trace(X)}
 *
 * <p>No vector in between.
 *
 * <p>When: X is known to be square with more than one row, so that diag takes its diagonal.
 *
 * <p>Numerics: exact.
 */
public final class TraceOfDiagonal extends PatternRule {
  public TraceOfDiagonal() {
    super(call(SUM, call(DIAG, matrix(X)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    return Shapes.isSquare(x) && !Shapes.isCell(x)
        ? Optional.of(context.call(TRACE, x))
        : Optional.empty();
  }
}
