package dev.linden.opt.rule;

import static dev.linden.op.IndexOps.INDEX;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X[1:nrow(X), 1:ncol(X)] → X}
 *
 * <p>A copy less.
 *
 * <p>When: the bounds are constants, and the result is known to have the size of X.
 *
 * <p>Numerics: exact.
 */
public final class DropWholeIndexing extends PatternRule {
  public DropWholeIndexing() {
    super(call(INDEX, matrix(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Ranges.areConstant(match.root(), 1) && Shapes.areSame(match.get(X), match.root())
        ? Optional.of(match.get(X))
        : Optional.empty();
  }
}
