package dev.linden.opt.rule;

import static dev.linden.opt.Capture.capture;
import static dev.linden.opt.Pattern.any;
import static dev.linden.opt.Pattern.call;

import dev.linden.hop.Hop;
import dev.linden.op.CellwiseOps;
import dev.linden.opt.Capture;
import dev.linden.opt.Match;
import dev.linden.opt.Pattern;
import dev.linden.opt.Rule;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code -(-X) → X}
 *
 * <p>Two passes less. When: always; an inner negation with other consumers stays for them.
 *
 * <p>Numerics: exact, signs of zero and NaN included.
 */
public final class DropDoubleNegation implements Rule {
  private static final Capture X = capture("X");
  private static final Pattern PATTERN = call(CellwiseOps.NEGATE, call(CellwiseOps.NEGATE, any(X)));

  @Override
  public Pattern pattern() {
    return PATTERN;
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(match.get(X));
  }
}
