package dev.linden.opt.rule;

import static dev.linden.op.IndexOps.INDEX;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;

import dev.linden.hop.Hop;
import dev.linden.op.Op;
import dev.linden.op.Size;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code f(X)[a:b, c:d] → f(X[a:b, c:d]), also X * s and X + Y}
 *
 * <p>Only the wanted cells are computed.
 *
 * <p>When: the bounds are constants; the operands have the size of the result, which is known, or
 * are scalars; the part has at most half of the cells, and the whole result has no other consumer.
 *
 * <p>Numerics: exact.
 */
public final class IndexOfCellwise extends PatternRule {
  public IndexOfCellwise() {
    super(call(INDEX, callAny(operators()).withSingleConsumer().as(INNER)));
  }

  private static Set<Op> operators() {
    Set<Op> operators = new HashSet<>(Families.CELLWISE_UNARY);
    operators.addAll(Families.CELLWISE_BINARY);
    return operators;
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop.Compute inner = (Hop.Compute) match.get(INNER);
    Hop.Compute index = match.root();
    if (!inner.info().isMatrix()
        || !Shapes.areKnown(inner, index)
        || !Ranges.areConstant(index, 1)
        || 2 * Shapes.cells(index) > Shapes.cells(inner)) {
      return Optional.empty();
    }
    Size part = index.info().size();
    List<Hop> parts = new ArrayList<>();
    for (Hop operand : inner.inputs()) {
      if (operand == null || !(operand.info().isScalar() || Shapes.areSame(operand, inner))) {
        return Optional.empty();
      }
      parts.add(
          operand.info().isScalar()
              ? operand
              : Ranges.part(
                  context,
                  operand,
                  Ranges.first(index, 1),
                  part.rows(),
                  Ranges.first(index, 3),
                  part.cols()));
    }
    return Optional.of(context.withInputs(inner, parts));
  }
}
