package dev.linden.opt.rule;

import static dev.linden.op.IndexOps.INDEX;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;

import dev.linden.hop.Hop;
import dev.linden.op.Size;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code f(X)[a:b, c:d] → f(X[a:b, c:d]), for any cell-wise operator: of one matrix or of several,
 * with vectors that are repeated and with scalars}
 *
 * <p>Only the wanted cells are computed.
 *
 * <p>When: the bounds are constants; all sizes are known; the part has at most half of the cells,
 * and the whole result has no other consumer. Not for operators that refuse cells, such as
 * quantiles of what is no probability: all cells have to be looked at.
 *
 * <p>Numerics: exact.
 */
public final class IndexOfCellwise extends PatternRule {
  public IndexOfCellwise() {
    super(call(INDEX, callAny(Families.CELLWISE).withSingleConsumer().as(INNER)));
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
    List<Hop> parts = new ArrayList<>();
    for (Hop operand : inner.inputs()) {
      if (operand == null || operand.info().isScalar()) {
        parts.add(operand);
      } else if (Shapes.isRepeatedTo(inner, operand)) {
        parts.add(part(context, operand, inner, index));
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(context.withInputs(inner, parts));
  }

  /** What an operand contributes to the part; a vector is cut along its own direction only. */
  private static Hop part(RuleContext context, Hop operand, Hop whole, Hop index) {
    Size size = operand.info().size();
    Size part = index.info().size();
    boolean rows = size.rows() == whole.info().size().rows();
    boolean columns = size.cols() == whole.info().size().cols();
    if (Shapes.isCell(operand)) {
      return operand;
    }
    return Ranges.part(
        context,
        operand,
        rows ? Ranges.first(index, 1) : 1,
        rows ? part.rows() : 1,
        columns ? Ranges.first(index, 3) : 1,
        columns ? part.cols() : 1);
  }
}
