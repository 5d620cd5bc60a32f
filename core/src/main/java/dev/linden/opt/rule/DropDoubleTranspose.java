package dev.linden.opt.rule;

import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code t(t(X)) → X}
 *
 * <p>Two copies less.
 *
 * <p>When: always; an inner call with other consumers stays for them.
 *
 * <p>Numerics: exact.
 */
public final class DropDoubleTranspose extends PatternRule {
  public DropDoubleTranspose() {
    super(call(TRANSPOSE, call(TRANSPOSE, matrix(X))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(match.get(X));
  }
}
