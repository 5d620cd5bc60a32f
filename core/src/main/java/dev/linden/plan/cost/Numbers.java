package dev.linden.plan.cost;

import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.op.Info;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.DoubleStream;

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
    } else if (hop instanceof Hop.Compute call && !call.inputs().contains(null)) {
      double[] operands = call.inputs().stream().mapToDouble(this::of).toArray();
      boolean all = DoubleStream.of(operands).noneMatch(Double::isNaN);
      return all ? call.op().valueOf(operands) : Double.NaN;
    }
    return Double.NaN;
  }
}
