package dev.linden.opt.rule;

import static dev.linden.op.ReorgOps.DIAG;
import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code t(X), diag(X) → X}
 *
 * <p>Nothing to move.
 *
 * <p>When: X is known to be 1x1.
 *
 * <p>Numerics: exact.
 */
public final class DropTransposeOfCell extends PatternRule {
  public DropTransposeOfCell() {
    super(callAny(Set.of(TRANSPOSE, DIAG), matrix(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Shapes.isCell(match.get(X)) ? Optional.of(match.get(X)) : Optional.empty();
  }
}
