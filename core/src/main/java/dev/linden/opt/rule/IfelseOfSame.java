package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.IFELSE;
import static dev.linden.opt.Pattern.any;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.same;

import dev.linden.hop.Hop;
import dev.linden.opt.Droppable;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code ifelse(C, A, A) → A}
 *
 * <p>The condition does not matter.
 *
 * <p>When: A has the type and the known shape of the result; the condition can be computed without
 * failing.
 *
 * <p>Numerics: exact.
 */
public final class IfelseOfSame extends PatternRule {
  public IfelseOfSame() {
    super(call(IFELSE, any(X), any(Y), same(Y)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Shapes.areAlike(match.get(Y), match.root()) && Droppable.isDroppable(match.get(X))
        ? Optional.of(match.get(Y))
        : Optional.empty();
  }
}
