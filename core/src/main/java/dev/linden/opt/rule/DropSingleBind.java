package dev.linden.opt.rule;

import static dev.linden.op.AppendOps.CBIND;
import static dev.linden.op.AppendOps.RBIND;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code cbind(X), rbind(X) → X}
 *
 * <p>A copy less.
 *
 * <p>When: X is a matrix; a list is a collection of operands.
 *
 * <p>Numerics: exact.
 */
public final class DropSingleBind extends PatternRule {
  public DropSingleBind() {
    super(callAny(Set.of(CBIND, RBIND), matrix(X)).alone());
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(match.get(X));
  }
}
