package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.opt.Pattern.commuted;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X * 1, 1 * X → X}
 *
 * <p>A pass less.
 *
 * <p>When: X is a matrix: the type of a scalar product may differ from that of X.
 *
 * <p>Numerics: exact.
 */
public final class DropTimesOne extends PatternRule {
  public DropTimesOne() {
    super(commuted(TIMES, matrix(X), number(1)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(match.get(X));
  }
}
