package dev.linden.opt.rule;

import static dev.linden.op.IndexOps.INDEX;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Droppable;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X[a:b, c:d] → matrix(0, b-a+1, d-c+1)}
 *
 * <p>A fill instead of a copy.
 *
 * <p>When: X is known to have cells, but no non-zeros, and can be computed without failing. The
 * bounds are constants.
 *
 * <p>Numerics: exact but for signs of zeros. Which sign a zero has depends on how it is stored
 * anyway (decisions.md, Signs of zeros).
 */
public final class EmptyIndexing extends PatternRule {
  public EmptyIndexing() {
    super(call(INDEX, matrix(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    boolean constant = Ranges.areConstant(match.root(), 1) && Shapes.areKnown(match.root());
    return constant && Shapes.isEmpty(x) && Droppable.isDroppable(x)
        ? Optional.of(Shapes.filled(context, 0, match.root()))
        : Optional.empty();
  }
}
