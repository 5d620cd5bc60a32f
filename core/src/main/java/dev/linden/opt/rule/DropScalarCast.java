package dev.linden.opt.rule;

import static dev.linden.op.CastOps.AS_DOUBLE;
import static dev.linden.op.CastOps.AS_INTEGER;
import static dev.linden.op.CastOps.AS_LOGICAL;
import static dev.linden.opt.Pattern.any;
import static dev.linden.opt.Pattern.callAny;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code as.double(d), as.integer(i), as.logical(b) → d, i, b}
 *
 * <p>Nothing to do.
 *
 * <p>When: the scalar is known to have that type.
 *
 * <p>Numerics: exact.
 */
public final class DropScalarCast extends PatternRule {
  public DropScalarCast() {
    super(callAny(Set.of(AS_DOUBLE, AS_INTEGER, AS_LOGICAL), any(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    return x.info().value() == match.root().info().value() ? Optional.of(x) : Optional.empty();
  }
}
