package dev.linden.opt;

import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopFactory;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Copies of DAGs in which some nodes are replaced: what depends on one is made anew. */
final class Rebuild {
  private final HopFactory factory;
  private final UnaryOperator<Hop> replacement;
  private final Map<Hop, Hop> done = new IdentityHashMap<>();

  /**
   * @param replacement what stands for a node whose inputs are rebuilt already; the node itself
   *     where nothing is to change
   */
  Rebuild(HopFactory factory, UnaryOperator<Hop> replacement) {
    this.factory = factory;
    this.replacement = replacement;
  }

  /** Takes {@code to} for a node without looking at its inputs. */
  void preset(Hop from, Hop to) {
    done.put(from, to);
  }

  List<Dag.Root> roots(Dag dag) {
    List<Dag.Root> roots = new ArrayList<>();
    for (Dag.Root root : dag.roots()) {
      roots.add(root.with(of(root.hop())));
    }
    return roots;
  }

  Hop of(Hop hop) {
    Hop known = done.get(hop);
    if (known == null) {
      List<Hop> inputs = new ArrayList<>(hop.inputs().size());
      for (Hop input : hop.inputs()) {
        inputs.add(input == null ? null : of(input));
      }
      known = replacement.apply(withInputs(factory, hop, inputs));
      done.put(hop, known);
    }
    return known;
  }

  /** The node over other inputs; itself if they are the same. */
  static Hop withInputs(HopFactory factory, Hop hop, List<Hop> inputs) {
    return hop instanceof Hop.Compute compute && !inputs.equals(hop.inputs())
        ? factory.withInputs(compute, inputs)
        : hop.withInputs(inputs);
  }

  /** How many operators and roots need each value. */
  static Map<Hop, Integer> consumers(Dag dag) {
    Map<Hop, Integer> consumers = new IdentityHashMap<>();
    Map<Hop, Boolean> seen = new IdentityHashMap<>();
    for (Dag.Root root : dag.roots()) {
      count(root.hop(), consumers, seen);
      consumers.merge(root.hop(), 1, Integer::sum);
    }
    return consumers;
  }

  private static void count(Hop hop, Map<Hop, Integer> consumers, Map<Hop, Boolean> seen) {
    if (seen.put(hop, true) != null) {
      return;
    }
    for (Hop input : hop.inputs()) {
      if (input != null) {
        consumers.merge(input, 1, Integer::sum);
        count(input, consumers, seen);
      }
    }
  }
}
