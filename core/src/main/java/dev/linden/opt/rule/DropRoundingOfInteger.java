package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.CEIL;
import static dev.linden.op.CellwiseOps.FLOOR;
import static dev.linden.op.CellwiseOps.ROUND;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code floor(round(X)), ceil(round(X)), floor(ceil(X)), ceil(floor(X)) → round(X), round(X),
 * ceil(X), floor(X)}
 *
 * <p>Integers stay as they are.
 *
 * <p>When: always; an inner call with other consumers stays for them. Not for round outside: it
 * makes -0 a plain 0.
 *
 * <p>Numerics: exact, infinities and NaN included.
 */
public final class DropRoundingOfInteger extends PatternRule {
  public DropRoundingOfInteger() {
    super(callAny(Set.of(FLOOR, CEIL), callAny(Set.of(ROUND, FLOOR, CEIL), matrix(X)).as(INNER)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(match.get(INNER));
  }
}
