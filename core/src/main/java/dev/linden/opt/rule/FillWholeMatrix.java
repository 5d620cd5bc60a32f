package dev.linden.opt.rule;

import static dev.linden.op.DatagenOps.MATRIX;
import static dev.linden.op.IndexOps.ASSIGN;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;

import dev.linden.hop.Hop;
import dev.linden.opt.Droppable;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X[1:nrow(X), 1:ncol(X)] = s → X = matrix(s, nrow(X), ncol(X))}
 *
 * <p>No copy, and perhaps the old X need not be computed.
 *
 * <p>When: the bounds are constants that cover X, whose size is known; X can be computed without
 * failing.
 *
 * <p>Numerics: exact, except that a matrix of -0 becomes one of 0. Which sign a zero has depends on
 * how it is stored anyway (decisions.md, Signs of zeros).
 */
public final class FillWholeMatrix extends PatternRule {
  public FillWholeMatrix() {
    super(call(ASSIGN, matrix(X), number(S)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    if (!Ranges.coverAll(match.root(), 2, x) || !Droppable.isDroppable(x)) {
      return Optional.empty();
    }
    return Optional.of(
        context.call(
            MATRIX,
            match.get(S),
            context.integer(x.info().size().rows()),
            context.integer(x.info().size().cols())));
  }
}
