package dev.linden.opt.rule;

import static dev.linden.op.CastOps.AS_DOUBLE;
import static dev.linden.op.CastOps.AS_MATRIX;
import static dev.linden.op.CastOps.AS_SCALAR;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.number;

import dev.linden.hop.Hop;
import dev.linden.op.ValueType;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code as.scalar(as.matrix(s)) → s}
 *
 * <p>No block for a single number.
 *
 * <p>When: s is a double; an int becomes as.double(s), because cells are doubles.
 *
 * <p>Numerics: exact.
 */
public final class ScalarOfMatrixOfScalar extends PatternRule {
  public ScalarOfMatrixOfScalar() {
    super(call(AS_SCALAR, call(AS_MATRIX, number(S))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop s = match.get(S);
    return Optional.of(s.info().value() == ValueType.DOUBLE ? s : context.call(AS_DOUBLE, s));
  }
}
