package dev.linden.opt.rule;

import static dev.linden.op.ReorgOps.DIAG;
import static dev.linden.op.ReorgOps.REV;
import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Droppable;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code t(X), rev(X), diag(X) → a matrix of zeros}
 *
 * <p>A fill instead of a copy.
 *
 * <p>When: X is known to have cells, but no non-zeros, and can be computed without failing.
 *
 * <p>Numerics: exact but for signs of zeros. Which sign a zero has depends on how it is stored
 * anyway (decisions.md, Signs of zeros).
 */
public final class EmptyReorganization extends PatternRule {
  public EmptyReorganization() {
    super(callAny(Set.of(TRANSPOSE, REV, DIAG), matrix(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    return Shapes.isEmpty(x) && Shapes.areKnown(match.root()) && Droppable.isDroppable(x)
        ? Optional.of(Shapes.filled(context, 0, match.root()))
        : Optional.empty();
  }
}
