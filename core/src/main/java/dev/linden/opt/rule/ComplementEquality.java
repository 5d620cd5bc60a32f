package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.EQUAL;
import static dev.linden.op.CellwiseOps.NOT;
import static dev.linden.op.CellwiseOps.NOT_EQUAL;
import static dev.linden.opt.Pattern.any;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;

import dev.linden.hop.Hop;
import dev.linden.op.Op;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code !(X == Y), !(X != Y) → X != Y, X == Y}
 *
 * <p>A pass less.
 *
 * <p>When: always. Not for less and greater: NaN is not less than Y, but not greater or equal
 * either.
 *
 * <p>Numerics: exact: NaN differs from everything on both sides.
 */
public final class ComplementEquality extends PatternRule {
  public ComplementEquality() {
    super(call(NOT, callAny(Set.of(EQUAL, NOT_EQUAL), any(X), any(Y)).as(INNER)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Op inner = ((Hop.Compute) match.get(INNER)).op();
    Op complement = inner == EQUAL ? NOT_EQUAL : EQUAL;
    return Optional.of(context.call(complement, match.get(X), match.get(Y)));
  }
}
