package dev.linden.opt.rule;

import static dev.linden.op.CastOps.AS_MATRIX;
import static dev.linden.op.CastOps.AS_SCALAR;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code as.matrix(as.scalar(X)) → X}
 *
 * <p>Two copies of a cell less.
 *
 * <p>When: X is known to be 1x1.
 *
 * <p>Numerics: exact.
 */
public final class MatrixOfScalarOfMatrix extends PatternRule {
  public MatrixOfScalarOfMatrix() {
    super(call(AS_MATRIX, call(AS_SCALAR, matrix(X))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Shapes.isCell(match.get(X)) ? Optional.of(match.get(X)) : Optional.empty();
  }
}
