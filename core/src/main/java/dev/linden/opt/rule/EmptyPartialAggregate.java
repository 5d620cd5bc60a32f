package dev.linden.opt.rule;

import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Droppable;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code colSums(X) → matrix(0, 1, ncol(X)), rowSums(X) → matrix(0, nrow(X), 1), also other folds}
 *
 * <p>A vector of zeros instead of a pass.
 *
 * <p>When: X is known to have cells, but no non-zeros, and can be computed without failing.
 *
 * <p>Numerics: exact but for signs of zeros. Which sign a zero has depends on how it is stored
 * anyway (decisions.md, Signs of zeros).
 */
public final class EmptyPartialAggregate extends PatternRule {
  public EmptyPartialAggregate() {
    super(callAny(Families.PARTIAL, matrix(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    return Shapes.isEmpty(x) && Droppable.isDroppable(x)
        ? Optional.of(Shapes.filled(context, 0, match.root()))
        : Optional.empty();
  }
}
