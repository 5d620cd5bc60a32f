package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.DIVIDE;
import static dev.linden.op.CellwiseOps.EXP;
import static dev.linden.op.CellwiseOps.NEGATE;
import static dev.linden.op.CellwiseOps.PLUS;
import static dev.linden.op.CellwiseOps.SIGMOID;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.commuted;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code 1 / (1 + exp(-X)) → sigmoid(X)}
 *
 * <p>One pass instead of four.
 *
 * <p>When: X is a matrix.
 *
 * <p>Numerics: exact: sigmoid is defined by this formula and uses the same exp.
 */
public final class RecognizeSigmoid extends PatternRule {
  public RecognizeSigmoid() {
    super(call(DIVIDE, number(1), commuted(PLUS, number(1), call(EXP, call(NEGATE, matrix(X))))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(context.call(SIGMOID, match.get(X)));
  }
}
