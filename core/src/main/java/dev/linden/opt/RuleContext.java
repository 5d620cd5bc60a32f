package dev.linden.opt;

import dev.linden.base.Span;
import dev.linden.hop.Hop;
import dev.linden.hop.HopFactory;
import dev.linden.op.Op;
import dev.linden.op.Scalar;
import java.util.List;

/**
 * What rules build replacements with. New nodes take the place in the script of the call they
 * replace.
 */
public final class RuleContext {
  private final HopFactory factory;
  private final Span span;

  RuleContext(HopFactory factory, Span span) {
    this.factory = factory;
    this.span = span;
  }

  /**
   * A call with arguments in the order of the parameters; missing optional ones take their
   * defaults.
   */
  public Hop call(Op op, Hop... arguments) {
    return factory.call(op, span, arguments);
  }

  /** The same call with other arguments. */
  public Hop withInputs(Hop.Compute call, List<Hop> inputs) {
    return factory.withInputs(call, inputs);
  }

  public Hop number(double value) {
    return new Hop.Literal(Scalar.of(value), span);
  }

  public Hop integer(long value) {
    return new Hop.Literal(Scalar.of(value), span);
  }

  public Hop flag(boolean value) {
    return new Hop.Literal(Scalar.of(value), span);
  }
}
