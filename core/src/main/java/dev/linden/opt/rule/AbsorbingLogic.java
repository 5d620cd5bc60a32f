package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.AND;
import static dev.linden.op.CellwiseOps.OR;
import static dev.linden.opt.Pattern.any;
import static dev.linden.opt.Pattern.commuted;
import static dev.linden.opt.Pattern.number;
import static dev.linden.opt.Pattern.oneOf;

import dev.linden.hop.Hop;
import dev.linden.op.ValueType;
import dev.linden.opt.Droppable;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code b & FALSE, b | TRUE → FALSE, TRUE}
 *
 * <p>Predicates become constants, and branches can be removed.
 *
 * <p>When: b is a boolean that can be computed without failing.
 *
 * <p>Numerics: exact.
 */
public final class AbsorbingLogic extends PatternRule {
  public AbsorbingLogic() {
    super(oneOf(commuted(AND, any(X), number(0)), commuted(OR, any(X), number(1))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    boolean droppable =
        x.info().isScalar() && x.info().value() == ValueType.BOOLEAN && Droppable.isDroppable(x);
    return droppable ? Optional.of(context.flag(match.root().op() == OR)) : Optional.empty();
  }
}
