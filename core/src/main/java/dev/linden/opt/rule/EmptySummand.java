package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.MINUS;
import static dev.linden.op.CellwiseOps.PLUS;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Droppable;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code X + Y, Y + X, Y - X → Y}
 *
 * <p>A pass less.
 *
 * <p>When: X is known to have cells, but no non-zeros, and can be computed without failing. Y is
 * known to have the shape of the result.
 *
 * <p>Numerics: exact but for signs of zeros. Which sign a zero has depends on how it is stored
 * anyway (decisions.md, Signs of zeros). Not for X - Y: it would be a change of sign, no gain.
 */
public final class EmptySummand extends PatternRule {
  public EmptySummand() {
    super(callAny(Set.of(PLUS, MINUS), matrix(X), matrix(Y)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    Hop y = match.get(Y);
    if (isNothing(y) && Shapes.areSame(x, match.root())) {
      return Optional.of(x);
    }
    boolean left = match.root().op() == PLUS && isNothing(x);
    return left && Shapes.areSame(y, match.root()) ? Optional.of(y) : Optional.empty();
  }

  private static boolean isNothing(Hop hop) {
    return Shapes.isEmpty(hop) && Droppable.isDroppable(hop);
  }
}
