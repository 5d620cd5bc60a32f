package dev.linden.opt.rule;

import static dev.linden.op.ReorgOps.REV;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code rev(rev(X)) → X}
 *
 * <p>Two copies less.
 *
 * <p>When: always; an inner call with other consumers stays for them.
 *
 * <p>Numerics: exact.
 */
public final class DropDoubleReverse extends PatternRule {
  public DropDoubleReverse() {
    super(call(REV, call(REV, matrix(X))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(match.get(X));
  }
}
