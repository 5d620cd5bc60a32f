package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.AND;
import static dev.linden.op.CellwiseOps.OR;
import static dev.linden.opt.Pattern.any;
import static dev.linden.opt.Pattern.commuted;
import static dev.linden.opt.Pattern.number;
import static dev.linden.opt.Pattern.oneOf;

import dev.linden.hop.Hop;
import dev.linden.op.ValueType;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code b & TRUE, b | FALSE → b}
 *
 * <p>Predicates become simpler.
 *
 * <p>When: b is a boolean.
 *
 * <p>Numerics: exact.
 */
public final class NeutralLogic extends PatternRule {
  public NeutralLogic() {
    super(oneOf(commuted(AND, any(X), number(1)), commuted(OR, any(X), number(0))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    return x.info().isScalar() && x.info().value() == ValueType.BOOLEAN
        ? Optional.of(x)
        : Optional.empty();
  }
}
