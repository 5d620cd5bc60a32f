package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.ABS;
import static dev.linden.op.CellwiseOps.CEIL;
import static dev.linden.op.CellwiseOps.FLOOR;
import static dev.linden.op.CellwiseOps.ROUND;
import static dev.linden.op.CellwiseOps.SIGN;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.op.Op;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code abs(abs(X)), sign(sign(X)), round(round(X)), floor(floor(X)), ceil(ceil(X)) → abs(X),
 * sign(X), round(X), floor(X), ceil(X)}
 *
 * <p>The second application changes nothing.
 *
 * <p>When: always; an inner call with other consumers stays for them.
 *
 * <p>Numerics: exact.
 */
public final class DropRepeatedFunction extends PatternRule {
  private static final Set<Op> IDEMPOTENT = Set.of(ABS, SIGN, ROUND, FLOOR, CEIL);

  public DropRepeatedFunction() {
    super(callAny(IDEMPOTENT, callAny(IDEMPOTENT, matrix(X)).as(INNER)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop.Compute inner = (Hop.Compute) match.get(INNER);
    return inner.op() == match.root().op() ? Optional.of(inner) : Optional.empty();
  }
}
