package dev.linden.opt.rule;

import static dev.linden.op.IndexOps.ASSIGN;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Droppable;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X[1:nrow(X), 1:ncol(X)] = Y → X = Y}
 *
 * <p>A copy less, and perhaps the old X need not be computed.
 *
 * <p>When: the bounds are constants; X and Y are known to have the same size; X can be computed
 * without failing.
 *
 * <p>Numerics: exact.
 */
public final class DropWholeAssignment extends PatternRule {
  public DropWholeAssignment() {
    super(call(ASSIGN, matrix(X), matrix(Y)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    boolean whole = Ranges.areConstant(match.root(), 2) && Shapes.areSame(x, match.get(Y));
    return whole && Droppable.isDroppable(x) ? Optional.of(match.get(Y)) : Optional.empty();
  }
}
