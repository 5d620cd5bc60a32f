package dev.linden.opt.rule;

import static dev.linden.op.CastOps.AS_MATRIX;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code as.matrix(X) → X}
 *
 * <p>Nothing to do.
 *
 * <p>When: X is a matrix.
 *
 * <p>Numerics: exact.
 */
public final class DropMatrixCast extends PatternRule {
  public DropMatrixCast() {
    super(call(AS_MATRIX, matrix(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(match.get(X));
  }
}
