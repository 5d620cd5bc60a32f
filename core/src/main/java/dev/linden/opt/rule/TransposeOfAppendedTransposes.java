package dev.linden.opt.rule;

import static dev.linden.op.AppendOps.CBIND;
import static dev.linden.op.AppendOps.RBIND;
import static dev.linden.op.ReorgOps.TRANSPOSE;
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
 * {@code t(cbind(t(A), t(B))), t(rbind(t(A), t(B))) → rbind(A, B), cbind(A, B)}
 *
 * <p>Three copies less.
 *
 * <p>When: two matrices whose sizes are known to fit; the inner values have no other consumer.
 *
 * <p>Numerics: exact.
 */
public final class TransposeOfAppendedTransposes extends PatternRule {
  public TransposeOfAppendedTransposes() {
    super(
        call(
            TRANSPOSE,
            callAny(Set.of(CBIND, RBIND), call(TRANSPOSE, matrix(X)), call(TRANSPOSE, matrix(Y)))
                .alone()
                .as(INNER)
                .withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    if (!Shapes.areKnown(match.get(X), match.get(Y))) {
      return Optional.empty();
    }
    Op other = ((Hop.Compute) match.get(INNER)).op() == CBIND ? RBIND : CBIND;
    return Optional.of(context.call(other, match.get(X), match.get(Y)));
  }
}
