package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.SUM;
import static dev.linden.op.DatagenOps.MATRIX;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.constant;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code sum(matrix(s, r, c)) → s * r * c}
 *
 * <p>A constant instead of a pass.
 *
 * <p>When: s and the size are known.
 *
 * <p>Numerics: one rounding instead of many.
 */
public final class SumOfConstantMatrix extends PatternRule {
  public SumOfConstantMatrix() {
    super(call(SUM, call(MATRIX, constant(S)).as(INNER)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop filled = match.get(INNER);
    if (!Shapes.areKnown(filled)) {
      return Optional.empty();
    }
    double cells = Shapes.cells(filled);
    // Adding zero makes -0 a plain 0, as a sum is that starts with 0.
    double sum = cells == 0 ? 0 : match.get(S).info().constant().asDouble() * cells + 0.0;
    return Optional.of(context.number(sum));
  }
}
