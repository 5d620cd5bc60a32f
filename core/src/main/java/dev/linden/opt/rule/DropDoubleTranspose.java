package dev.linden.opt.rule;

import static dev.linden.opt.Capture.capture;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.op.ReorgOps;
import dev.linden.opt.Capture;
import dev.linden.opt.Match;
import dev.linden.opt.Pattern;
import dev.linden.opt.Rule;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code t(t(X)) → X}
 *
 * <p>Two copies less. When: always; an inner transpose with other consumers stays for them.
 *
 * <p>Numerics: exact.
 */
public final class DropDoubleTranspose implements Rule {
  private static final Capture X = capture("X");
  private static final Pattern PATTERN =
      call(ReorgOps.TRANSPOSE, call(ReorgOps.TRANSPOSE, matrix(X)));

  @Override
  public Pattern pattern() {
    return PATTERN;
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(match.get(X));
  }
}
