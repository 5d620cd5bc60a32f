package dev.linden.opt;

import dev.linden.base.Span;
import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.hop.Rebuild;
import dev.linden.lang.Function;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A copy of the body of a function, to stand in place of one call: its variables have new names,
 * and its places in the script know the call.
 */
final class InlinedBody {
  private final Hop.Invoke call;
  private final List<Hop> arguments;
  private final HopProgram.HopFunction function;
  private final HopFactory factory;
  private final Span.InlinedCall place;
  private final String suffix;

  private InlinedBody(
      Hop.Invoke call,
      List<Hop> arguments,
      HopProgram.HopFunction function,
      HopFactory factory,
      int copy) {
    this.call = call;
    this.arguments = arguments;
    this.function = function;
    this.factory = factory;
    this.place = new Span.InlinedCall(call.function().name(), call.span());
    // No variable of a script has such a name.
    this.suffix = "@" + call.function().name() + copy;
  }

  /** {@code arguments} have the declared types; {@code copy} is different for each. */
  static InlinedBody of(
      Hop.Invoke call,
      List<Hop> arguments,
      HopProgram.HopFunction function,
      HopFactory factory,
      int copy) {
    return new InlinedBody(call, arguments, function, factory, copy);
  }

  Hop.Invoke call() {
    return call;
  }

  /** There is no control flow. */
  boolean isStraight() {
    return function.body().size() == 1 && function.body().get(0) instanceof HopBlock.Straight;
  }

  String renamed(String variable) {
    return variable + suffix;
  }

  // ---- without control flow

  /** The values of the variables at the end, by their old names. */
  private final Map<String, Hop> ends = new HashMap<>();

  /**
   * Arguments and statements in their order, over the values of the arguments.
   *
   * @throws dev.linden.base.InputError when a call can't succeed with these arguments
   */
  List<Dag.Root> straight() {
    List<Dag.Root> roots = new ArrayList<>();
    Map<String, Hop> values = new HashMap<>();
    List<Function.Parameter> parameters = function.source().parameters();
    for (int i = 0; i < arguments.size(); i++) {
      String name = parameters.get(i).name();
      values.put(name, arguments.get(i));
      ends.put(name, arguments.get(i));
      roots.add(new Dag.Bind(renamed(name), arguments.get(i)));
    }
    Rebuild copies = copies(values);
    for (Dag.Root root : ((HopBlock.Straight) function.body().get(0)).dag().roots()) {
      Hop hop = copies.of(root.hop());
      if (root instanceof Dag.Bind bind) {
        ends.put(bind.variable(), hop);
        roots.add(new Dag.Bind(renamed(bind.variable()), hop));
      } else {
        roots.add(root.with(hop));
      }
    }
    return roots;
  }

  /** The results in their declared types, after {@link #straight}; null if they do not fit. */
  List<Hop> straightResults() {
    List<Hop> results = new ArrayList<>();
    for (Function.Parameter result : function.source().results()) {
      results.add(Passing.convert(ends.get(result.name()), result, factory));
    }
    return results.contains(null) ? null : results;
  }

  // ---- with control flow

  /** Binds the arguments to the new names of the parameters. */
  List<Dag.Bind> bindings() {
    List<Dag.Bind> bindings = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String name = function.source().parameters().get(i).name();
      bindings.add(new Dag.Bind(renamed(name), arguments.get(i)));
    }
    return bindings;
  }

  /** The results in their declared types, read from the variables; null if they may not fit. */
  List<Hop> results() {
    List<Hop> results = new ArrayList<>();
    for (int k = 0; k < call.results().size(); k++) {
      Function.Parameter declared = function.source().results().get(k);
      Set<Hop> values = valuesOf(declared.name());
      Hop result = null;
      for (Hop value : values) {
        // Whatever path assigned it, one conversion must do.
        Hop read = new Hop.Read(renamed(declared.name()), withoutValue(value), call.span());
        Hop converted = Passing.convert(read, declared, factory);
        boolean fits = converted != null && !(converted instanceof Hop.Literal);
        if (!fits || (result != null && sameKind(result, converted) == null)) {
          return null;
        }
        result = result == null ? converted : sameKind(result, converted);
      }
      if (result == null) {
        return null;
      }
      results.add(result);
    }
    return results;
  }

  private static dev.linden.op.Info withoutValue(Hop value) {
    dev.linden.op.Info info = value.info().withoutConstant();
    return info.isScalar() ? info : info.withSize(dev.linden.op.Size.UNKNOWN);
  }

  /** One of two ways to read the same variable that does for both, or null. */
  private static Hop sameKind(Hop a, Hop b) {
    if (a instanceof Hop.Read && b instanceof Hop.Read) {
      return a.info().equals(b.info()) ? a : null;
    }
    return a instanceof Hop.Compute
            && b instanceof Hop.Compute
            && a.inputs().get(0).info().equals(b.inputs().get(0).info())
        ? a
        : null;
  }

  /** All values that the body gives to a variable, the argument included if it is a parameter. */
  private Set<Hop> valuesOf(String variable) {
    Set<Hop> values = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < arguments.size(); i++) {
      if (function.source().parameters().get(i).name().equals(variable)) {
        values.add(arguments.get(i));
      }
    }
    boolean[] isCounter = {false};
    HopBlock.forEach(
        function.body(),
        block -> {
          isCounter[0] |= block instanceof HopBlock.For loop && loop.variable().equals(variable);
          for (Dag.Root root : block.dag().roots()) {
            if (root instanceof Dag.Bind bind && bind.variable().equals(variable)) {
              values.add(bind.hop());
            }
          }
        });
    return isCounter[0] ? Set.of() : values;
  }

  List<HopBlock> blocks() {
    return renamed(function.body());
  }

  private List<HopBlock> renamed(List<HopBlock> blocks) {
    return blocks.stream().map(this::renamed).toList();
  }

  private HopBlock renamed(HopBlock block) {
    HopBlock copy = block.map(this::renamed, this::renamed);
    return copy instanceof HopBlock.For loop ? loop.counting(renamed(loop.variable())) : copy;
  }

  private Dag renamed(Dag dag) {
    Rebuild copies = copies(Map.of());
    List<Dag.Root> roots = new ArrayList<>();
    for (Dag.Root root : dag.roots()) {
      Hop hop = copies.of(root.hop());
      roots.add(
          root instanceof Dag.Bind bind
              ? new Dag.Bind(renamed(bind.variable()), hop)
              : root.with(hop));
    }
    return new Dag(List.copyOf(roots));
  }

  // ---- nodes

  /** {@code values} stand for variables that the DAG reads; the others are renamed. */
  private Rebuild copies(Map<String, Hop> values) {
    return Rebuild.copying((hop, inputs) -> copy(hop, inputs, values));
  }

  private Hop copy(Hop hop, List<Hop> inputs, Map<String, Hop> values) {
    Span span = hop.span().inlinedInto(place);
    if (hop instanceof Hop.Literal literal) {
      return new Hop.Literal(literal.value(), span);
    } else if (hop instanceof Hop.Read read) {
      Hop value = values.get(read.variable());
      return value == null ? new Hop.Read(renamed(read.variable()), hop.info(), span) : value;
    } else if (hop instanceof Hop.Compute compute) {
      // With known arguments more is known of the results; else they are as before.
      Hop.Compute again = values.isEmpty() ? compute : factory.withInputs(compute, inputs);
      List<Span> argumentSpans = new ArrayList<>();
      compute
          .argumentSpans()
          .forEach(s -> argumentSpans.add(s == null ? null : s.inlinedInto(place)));
      return new Hop.Compute(
          compute.op(),
          inputs,
          compute.names(),
          again.results(),
          compute.operatorSpan().inlinedInto(place),
          Collections.unmodifiableList(argumentSpans),
          span);
    } else if (hop instanceof Hop.Invoke invoke) {
      return invoke.with(inputs, invoke.results(), span);
    } else if (hop instanceof Hop.Result result) {
      return new Hop.Result(inputs.get(0), result.index(), result.info());
    }
    throw new dev.linden.base.LindenBug("can't inline " + hop.label());
  }
}
