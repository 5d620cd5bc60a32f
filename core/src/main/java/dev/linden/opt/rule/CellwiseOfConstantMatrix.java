package dev.linden.opt.rule;

import static dev.linden.op.DatagenOps.MATRIX;
import static dev.linden.opt.Pattern.any;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.constant;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code f(matrix(s, r, c)) → matrix(f(s), r, c) for cell-wise f of one matrix}
 *
 * <p>The function is evaluated once instead of for each cell.
 *
 * <p>When: s is a constant and f(s) is not -0, which a matrix of zeros would not keep.
 *
 * <p>Numerics: exact: a cell function is the same for scalars and matrices.
 */
public final class CellwiseOfConstantMatrix extends PatternRule {
  public CellwiseOfConstantMatrix() {
    super(callAny(Families.CELLWISE_UNARY, call(MATRIX, constant(S), any(R), any(C))).alone());
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    double value = match.root().op().unary().apply(match.get(S).info().constant().asDouble());
    if (Double.compare(value, -0.0) == 0) {
      return Optional.empty();
    }
    return Optional.of(context.call(MATRIX, context.number(value), match.get(R), match.get(C)));
  }
}
