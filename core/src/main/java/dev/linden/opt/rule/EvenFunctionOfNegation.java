package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.NEGATE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code abs(-X), cos(-X), is.nan(-X), ... → abs(X), cos(X), is.nan(X), ...}
 *
 * <p>The function does not see the sign: a pass less. So it is for all functions of the catalogue
 * that say they are even.
 *
 * <p>When: always; an inner call with other consumers stays for them.
 *
 * <p>Numerics: exact.
 */
public final class EvenFunctionOfNegation extends PatternRule {
  public EvenFunctionOfNegation() {
    super(callAny(Families.EVEN, call(NEGATE, matrix(X))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(context.call(match.root().op(), match.get(X)));
  }
}
