package dev.linden.opt.rule;

import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code t(f(t(X))) → f(X) for cell-wise f of one matrix}
 *
 * <p>Two copies less.
 *
 * <p>When: the inner values have no other consumer.
 *
 * <p>Numerics: exact.
 */
public final class TransposeOfCellwiseTranspose extends PatternRule {
  public TransposeOfCellwiseTranspose() {
    super(
        call(
            TRANSPOSE,
            matrix(INNER)
                .where(TransposeOfCellwiseTranspose::isCellwiseOfTranspose)
                .withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop.Compute cellwise = (Hop.Compute) match.get(INNER);
    List<Hop> inputs = new ArrayList<>(cellwise.inputs());
    inputs.set(0, inputs.get(0).inputs().get(0));
    return Optional.of(context.withInputs(cellwise, inputs));
  }

  private static boolean isCellwiseOfTranspose(Hop hop) {
    return hop instanceof Hop.Compute call
        && call.op().unary() != null
        && call.inputs().stream().skip(1).allMatch(i -> i == null || i.info().isScalar())
        && call.inputs().get(0) instanceof Hop.Compute inner
        && inner.op() == TRANSPOSE;
  }
}
