package dev.linden.opt.rule;

import static dev.linden.op.DatagenOps.MATRIX;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code matrix(X, nrow(X), ncol(X)) → X}
 *
 * <p>Nothing to move.
 *
 * <p>When: X is known to have that shape.
 *
 * <p>Numerics: exact.
 */
public final class DropReshapeToSameShape extends PatternRule {
  public DropReshapeToSameShape() {
    super(call(MATRIX, matrix(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Shapes.areSame(match.get(X), match.root())
        ? Optional.of(match.get(X))
        : Optional.empty();
  }
}
