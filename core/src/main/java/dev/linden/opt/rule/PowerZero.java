package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.POWER;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;

import dev.linden.hop.Hop;
import dev.linden.opt.Droppable;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X ^ 0 → matrix(1, nrow(X), ncol(X))}
 *
 * <p>A fill instead of a general power.
 *
 * <p>When: X is a matrix of known size that can be computed without failing.
 *
 * <p>Numerics: exact: even NaN to the power of 0 is 1.
 */
public final class PowerZero extends PatternRule {
  public PowerZero() {
    super(call(POWER, matrix(X), number(0)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    return Shapes.areKnown(x) && Droppable.isDroppable(x)
        ? Optional.of(Shapes.filled(context, 1, match.root()))
        : Optional.empty();
  }
}
