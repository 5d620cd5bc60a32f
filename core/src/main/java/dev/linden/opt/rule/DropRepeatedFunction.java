package dev.linden.opt.rule;

import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code abs(abs(X)), sign(sign(X)), round(round(X)), ... → abs(X), sign(X), round(X), ...}
 *
 * <p>The second application changes nothing. So it is for all functions of the catalogue that say
 * they are idempotent.
 *
 * <p>When: always; an inner call with other consumers stays for them.
 *
 * <p>Numerics: exact.
 */
public final class DropRepeatedFunction extends PatternRule {
  public DropRepeatedFunction() {
    super(callAny(Families.IDEMPOTENT, callAny(Families.IDEMPOTENT, matrix(X)).as(INNER)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop.Compute inner = (Hop.Compute) match.get(INNER);
    return inner.op() == match.root().op() ? Optional.of(inner) : Optional.empty();
  }
}
