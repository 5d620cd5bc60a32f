package dev.linden.opt.rule;

import static dev.linden.op.ReorgOps.DIAG;
import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code t(diag(x)) → diag(x)}
 *
 * <p>A diagonal matrix is its own transpose; where the transpose was in the way, rules for products
 * with diagonal matrices find it.
 *
 * <p>When: x is known to be a column, so that diag makes a matrix of it.
 *
 * <p>Numerics: exact.
 */
public final class TransposeOfDiagonalMatrix extends PatternRule {
  public TransposeOfDiagonalMatrix() {
    super(call(TRANSPOSE, call(DIAG, matrix(X)).as(INNER)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Shapes.isColumn(match.get(X)) ? Optional.of(match.get(INNER)) : Optional.empty();
  }
}
