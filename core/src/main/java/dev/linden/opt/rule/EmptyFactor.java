package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.numeric;

import dev.linden.hop.Hop;
import dev.linden.opt.Droppable;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X * Y, Y * X → matrix(0, ...)}
 *
 * <p>Nothing to multiply.
 *
 * <p>When: X is known to have cells, but no non-zeros, and can be computed without failing. So can
 * Y; the shape of the result is known.
 *
 * <p>Numerics: What 0 times NaN or an infinity gives depends on how the zero is stored anyway
 * (decisions.md, Zero times NaN). An operand that is known to be empty counts as one that stores
 * nothing.
 */
public final class EmptyFactor extends PatternRule {
  public EmptyFactor() {
    super(call(TIMES, numeric(X), numeric(Y)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    Hop y = match.get(Y);
    boolean empty = Shapes.isEmpty(x) || Shapes.isEmpty(y);
    return empty && isNeedless(x) && isNeedless(y)
        ? Optional.of(Shapes.filled(context, 0, match.root()))
        : Optional.empty();
  }

  private static boolean isNeedless(Hop operand) {
    boolean certain = operand.info().isScalar() || Shapes.areKnown(operand);
    return certain && Droppable.isDroppable(operand);
  }
}
