package dev.linden.hop;

import dev.linden.base.Span;
import dev.linden.lang.Function;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.Parameter;
import java.util.ArrayList;
import java.util.List;

/** Makes call nodes: binds defaults and infers what is known about the results. */
public final class HopFactory {
  private final SizePropagation sizes;

  public HopFactory(Environment environment) {
    this.sizes = new SizePropagation(environment);
  }

  SizePropagation sizes() {
    return sizes;
  }

  /** All that a signature says about a parameter or result. */
  public static Info declared(Function.Parameter parameter) {
    return SizePropagation.declared(parameter);
  }

  /** Arguments in the order of the parameters; missing optional ones take their defaults. */
  public Hop.Compute call(Op op, Span span, Hop... arguments) {
    List<Hop> inputs = new ArrayList<>(List.of(arguments));
    List<Parameter> parameters = op.parameters();
    for (int i = inputs.size(); i < parameters.size() && !parameters.get(i).variadic(); i++) {
      Parameter parameter = parameters.get(i);
      if (!parameter.optional()) {
        throw new IllegalArgumentException(op + " needs an argument for " + parameter.name());
      }
      inputs.add(
          parameter.defaultValue() == null
              ? null
              : new Hop.Literal(parameter.defaultValue(), span));
    }
    return call(op, inputs, List.of(), span, span);
  }

  /** All arguments as they are, null where absent. */
  public Hop.Compute call(
      Op op, List<Hop> inputs, List<String> names, Span operatorSpan, Span span) {
    return new Hop.Compute(op, inputs, names, sizes.infer(op, inputs, names), operatorSpan, span);
  }

  /** The same call with other inputs; errors are shown where the call stands in the script. */
  public Hop.Compute withInputs(Hop.Compute call, List<Hop> inputs) {
    return new Hop.Compute(
        call.op(),
        inputs,
        call.names(),
        sizes.infer(call.op(), inputs, call.names()),
        call.operatorSpan(),
        call.argumentSpans(),
        call.span());
  }

  /** A node of any kind over other inputs; itself if they are the same. */
  public Hop over(Hop hop, List<Hop> inputs) {
    return hop instanceof Hop.Compute call && !inputs.equals(hop.inputs())
        ? withInputs(call, inputs)
        : hop.withInputs(inputs);
  }
}
