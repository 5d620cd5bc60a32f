package dev.linden.opt.rule;

import static dev.linden.op.DatagenOps.MATRIX;
import static dev.linden.op.ReorgOps.REV;
import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.any;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.number;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code t(matrix(s, r, c)), rev(matrix(s, r, c)) → matrix(s, c, r), matrix(s, r, c)}
 *
 * <p>A copy less.
 *
 * <p>When: s is a number, not a text with many.
 *
 * <p>Numerics: exact.
 */
public final class ReorganizeConstantMatrix extends PatternRule {
  public ReorganizeConstantMatrix() {
    super(callAny(Set.of(TRANSPOSE, REV), call(MATRIX, number(S), any(R), any(C)).as(INNER)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    if (match.root().op() == REV) {
      return Optional.of(match.get(INNER));
    }
    return Optional.of(context.call(MATRIX, match.get(S), match.get(C), match.get(R)));
  }
}
