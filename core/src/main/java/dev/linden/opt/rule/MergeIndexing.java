package dev.linden.opt.rule;

import static dev.linden.op.IndexOps.INDEX;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.op.Size;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X[a:b, ][c:d, ] → X[(a+c-1):(a+d-1), ]}
 *
 * <p>One smaller copy instead of two.
 *
 * <p>When: all bounds are constants and the size of X is known; the inner part has no other
 * consumer.
 *
 * <p>Numerics: exact.
 */
public final class MergeIndexing extends PatternRule {
  public MergeIndexing() {
    super(call(INDEX, call(INDEX, matrix(X)).as(INNER).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    Hop inner = match.get(INNER);
    if (!Shapes.areKnown(x)
        || !Ranges.areConstant(inner, 1)
        || !Ranges.areConstant(match.root(), 1)) {
      return Optional.empty();
    }
    Size part = match.root().info().size();
    long row = Ranges.first(inner, 1) + Ranges.first(match.root(), 1) - 1;
    long column = Ranges.first(inner, 3) + Ranges.first(match.root(), 3) - 1;
    return Optional.of(
        context.call(
            INDEX,
            x,
            context.integer(row),
            context.integer(row + part.rows() - 1),
            context.integer(column),
            context.integer(column + part.cols() - 1)));
  }
}
