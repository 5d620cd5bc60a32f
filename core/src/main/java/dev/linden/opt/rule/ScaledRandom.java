package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.op.DatagenOps.RAND;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.commuted;
import static dev.linden.opt.Pattern.constant;

import dev.linden.hop.Hop;
import dev.linden.op.Info;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code rand(min=a, max=b) * s → rand(min=a*s, max=b*s)}
 *
 * <p>A pass less.
 *
 * <p>When: uniform cells; a, b and s are constants, s > 0; the numbers have no other consumer.
 *
 * <p>Numerics: the same random numbers, scaled in another order: equal but for rounding relative to
 * the larger bound.
 */
public final class ScaledRandom extends PatternRule {
  private static final int MIN_BOUND = 2;
  private static final int MAX_BOUND = 3;
  private static final int PDF = 4;

  public ScaledRandom() {
    super(commuted(TIMES, call(RAND).as(INNER).withSingleConsumer(), constant(S)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop.Compute rand = (Hop.Compute) match.get(INNER);
    double factor = match.get(S).info().constant().asDouble();
    Info min = rand.inputs().get(MIN_BOUND).info();
    Info max = rand.inputs().get(MAX_BOUND).info();
    Info pdf = rand.inputs().get(PDF).info();
    boolean uniform = pdf.isConstant() && pdf.constant().asText().equals("uniform");
    if (!uniform || !min.isConstant() || !max.isConstant() || !(factor > 0)) {
      return Optional.empty();
    }
    double low = min.constant().asDouble() * factor;
    double high = max.constant().asDouble() * factor;
    if (!Double.isFinite(high - low)) {
      return Optional.empty();
    }
    List<Hop> inputs = new ArrayList<>(rand.inputs());
    inputs.set(MIN_BOUND, context.number(low));
    inputs.set(MAX_BOUND, context.number(high));
    return Optional.of(context.withInputs(rand, inputs));
  }
}
