package dev.linden.opt.rule;

import static dev.linden.op.ReorgOps.REV;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code rev(X) → X}
 *
 * <p>Nothing to move.
 *
 * <p>When: X is known to have one row.
 *
 * <p>Numerics: exact.
 */
public final class DropReverseOfRow extends PatternRule {
  public DropReverseOfRow() {
    super(call(REV, matrix(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Shapes.isRow(match.get(X)) ? Optional.of(match.get(X)) : Optional.empty();
  }
}
