package dev.linden.opt;

import dev.linden.base.Span;
import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Function;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
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
    Map<Hop, Hop> done = new IdentityHashMap<>();
    for (Dag.Root root : ((HopBlock.Straight) function.body().get(0)).dag().roots()) {
      Hop hop = copy(root.hop(), values, done);
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
    Set<String> counters = new HashSet<>();
    HopBlock.forEachDag(
        function.body(),
        dag -> {
          for (Dag.Root root : dag.roots()) {
            if (root instanceof Dag.Bind bind && bind.variable().equals(variable)) {
              values.add(bind.hop());
            }
          }
        });
    addCounters(function.body(), counters);
    return counters.contains(variable) ? Set.of() : values;
  }

  private static void addCounters(List<HopBlock> blocks, Set<String> into) {
    for (HopBlock block : blocks) {
      if (block instanceof HopBlock.If b) {
        addCounters(b.then(), into);
        addCounters(b.otherwise(), into);
      } else if (block instanceof HopBlock.While b) {
        addCounters(b.body(), into);
      } else if (block instanceof HopBlock.For b) {
        into.add(b.variable());
        addCounters(b.body(), into);
      }
    }
  }

  List<HopBlock> blocks() {
    return renamed(function.body());
  }

  private List<HopBlock> renamed(List<HopBlock> blocks) {
    List<HopBlock> copies = new ArrayList<>();
    for (HopBlock block : blocks) {
      if (block instanceof HopBlock.Straight b) {
        copies.add(new HopBlock.Straight(renamed(b.dag()), b.liveness(), b.span()));
      } else if (block instanceof HopBlock.If b) {
        copies.add(
            new HopBlock.If(
                renamed(b.predicate()),
                renamed(b.then()),
                renamed(b.otherwise()),
                b.liveness(),
                b.span()));
      } else if (block instanceof HopBlock.While b) {
        copies.add(b.with(renamed(b.predicate()), renamed(b.body())));
      } else {
        HopBlock.For b = (HopBlock.For) block;
        copies.add(
            new HopBlock.For(
                b.parallel(),
                renamed(b.variable()),
                renamed(b.bounds()),
                b.stepped(),
                b.options(),
                renamed(b.body()),
                b.liveness(),
                b.span()));
      }
    }
    return copies;
  }

  private Dag renamed(Dag dag) {
    Map<Hop, Hop> done = new IdentityHashMap<>();
    List<Dag.Root> roots = new ArrayList<>();
    for (Dag.Root root : dag.roots()) {
      Hop hop = copy(root.hop(), Map.of(), done);
      roots.add(
          root instanceof Dag.Bind bind
              ? new Dag.Bind(renamed(bind.variable()), hop)
              : root.with(hop));
    }
    return new Dag(List.copyOf(roots));
  }

  // ---- nodes

  /** {@code values} stand for variables that the DAG reads; the others are renamed. */
  private Hop copy(Hop hop, Map<String, Hop> values, Map<Hop, Hop> done) {
    Hop known = done.get(hop);
    if (known == null) {
      List<Hop> inputs = new ArrayList<>(hop.inputs().size());
      for (Hop input : hop.inputs()) {
        inputs.add(input == null ? null : copy(input, values, done));
      }
      known = copy(hop, inputs, values);
      done.put(hop, known);
    }
    return known;
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
