package dev.linden.plan.cost;

import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.op.Info;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers that variables have, as far as they can be told before the script runs. */
final class Numbers {
  private final Map<String, Double> known = new HashMap<>();

  void set(String variable, double value) {
    if (Double.isNaN(value)) {
      known.remove(variable);
    } else {
      known.put(variable, value);
    }
  }

  void forget(Iterable<String> variables) {
    variables.forEach(known::remove);
  }

  /** What the bindings of a DAG make of the numbers before it. */
  void after(Dag dag) {
    Map<String, Double> changed = new HashMap<>();
    for (Dag.Root root : dag.roots()) {
      if (root instanceof Dag.Bind bind) {
        changed.put(bind.variable(), of(bind.hop()));
      }
    }
    changed.forEach(this::set);
  }

  /** NaN if nobody knows. */
  double of(Hop hop) {
    Info info = hop.info();
    if (info == null || !info.isScalar() || info.isString()) {
      return Double.NaN;
    } else if (info.isConstant()) {
      return info.constant().asDouble();
    } else if (hop instanceof Hop.Read read) {
      return known.getOrDefault(read.variable(), Double.NaN);
    } else if (!(hop instanceof Hop.Compute call) || !call.op().hasCellFunction()) {
      return Double.NaN;
    } else {
      List<Hop> inputs = call.inputs();
      boolean pair = inputs.size() == 2 && inputs.get(1) != null && call.op().binary() != null;
      return pair
          ? call.op().binary().apply(of(inputs.get(0)), of(inputs.get(1)))
          : call.op().unary() == null ? Double.NaN : call.op().unary().apply(of(inputs.get(0)));
    }
  }
}
