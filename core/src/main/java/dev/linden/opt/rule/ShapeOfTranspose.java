package dev.linden.opt.rule;

import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.op.ShapeOps.LENGTH;
import static dev.linden.op.ShapeOps.NCOL;
import static dev.linden.op.ShapeOps.NROW;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.op.Op;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code nrow(t(X)), ncol(t(X)), length(t(X)) → ncol(X), nrow(X), length(X)}
 *
 * <p>Nothing is copied for the sake of a dimension.
 *
 * <p>When: always; a known dimension is a constant already.
 *
 * <p>Numerics: exact.
 */
public final class ShapeOfTranspose extends PatternRule {
  public ShapeOfTranspose() {
    super(callAny(Set.of(NROW, NCOL, LENGTH), call(TRANSPOSE, matrix(X))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Op op = match.root().op();
    Op ofOriginal = op == NROW ? NCOL : op == NCOL ? NROW : LENGTH;
    return Optional.of(context.call(ofOriginal, match.get(X)));
  }
}
