package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.IFELSE;
import static dev.linden.opt.Pattern.any;
import static dev.linden.opt.Pattern.call;

import dev.linden.hop.Hop;
import dev.linden.op.Info;
import dev.linden.opt.Droppable;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code ifelse(TRUE, A, B), ifelse(FALSE, A, B) → A, B}
 *
 * <p>A pass less, and perhaps the other value need not be computed.
 *
 * <p>When: the condition is a constant; the chosen value has the type and the known shape of the
 * result; the other one can be computed without failing.
 *
 * <p>Numerics: exact.
 */
public final class ChooseKnownBranch extends PatternRule {
  public ChooseKnownBranch() {
    super(call(IFELSE, any(S), any(X), any(Y)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Info condition = match.get(S).info();
    if (!condition.isConstant() || condition.isString()) {
      return Optional.empty();
    }
    boolean yes = condition.constant().asBoolean();
    Hop chosen = match.get(yes ? X : Y);
    Hop other = match.get(yes ? Y : X);
    return Shapes.areAlike(chosen, match.root()) && Droppable.isDroppable(other)
        ? Optional.of(chosen)
        : Optional.empty();
  }
}
