package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.ABS;
import static dev.linden.op.CellwiseOps.IS_INFINITE;
import static dev.linden.op.CellwiseOps.IS_NA;
import static dev.linden.op.CellwiseOps.IS_NAN;
import static dev.linden.op.CellwiseOps.NEGATE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code abs(-X), is.nan(-X), is.na(-X), is.infinite(-X) → abs(X), is.nan(X), is.na(X),
 * is.infinite(X)}
 *
 * <p>The function does not see the sign: a pass less.
 *
 * <p>When: always; an inner call with other consumers stays for them.
 *
 * <p>Numerics: exact.
 */
public final class EvenFunctionOfNegation extends PatternRule {
  public EvenFunctionOfNegation() {
    super(callAny(Set.of(ABS, IS_NAN, IS_NA, IS_INFINITE), call(NEGATE, matrix(X))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(context.call(match.root().op(), match.get(X)));
  }
}
