package dev.linden.hop;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What passes ask about a DAG: its nodes in order, who reads them, and which are needed as such.
 * Nodes know their operands alone and may have many readers, so that whoever goes from node to node
 * must remember where he has been; that is done here. {@link Rebuild} makes other DAGs of them.
 */
public final class DagView {
  private final List<Hop> nodes;
  private final Map<Hop, List<Hop>> consumers = new IdentityHashMap<>();
  private final Set<Hop> needed;

  /**
   * @param liveOut variables that are needed afterwards; null if all are
   */
  public DagView(Dag dag, Set<String> liveOut) {
    this.nodes = operandsFirst(dag);
    nodes.forEach(hop -> consumers.put(hop, new ArrayList<>(1)));
    for (Hop hop : nodes) {
      for (Hop input : hop.inputs()) {
        if (input != null) {
          consumers.get(input).add(hop);
        }
      }
    }
    this.needed = needed(dag, liveOut);
  }

  /** Every node once, in the order of execution. */
  public List<Hop> nodes() {
    return nodes;
  }

  /** The operators that read a value, one for each time that it does. */
  public List<Hop> consumers(Hop hop) {
    return Collections.unmodifiableList(consumers.get(hop));
  }

  /** The value is needed as such: by a variable that somebody reads, an effect, a predicate. */
  public boolean isNeeded(Hop hop) {
    return needed.contains(hop);
  }

  /** A single operator needs the value, and once. */
  public boolean hasSoleConsumer(Hop hop) {
    return !isNeeded(hop) && consumers.get(hop).size() == 1;
  }

  // ---- without a view

  /** Values that are needed as such: by a variable that somebody reads, an effect, a predicate. */
  public static Set<Hop> needed(Dag dag, Set<String> liveOut) {
    Set<Hop> needed = identitySet();
    Map<String, Hop> finalValues = finalValues(dag);
    for (Dag.Root root : dag.roots()) {
      boolean unused =
          root instanceof Dag.Bind bind
              && (finalValues.get(bind.variable()) != bind.hop()
                  || (liveOut != null && !liveOut.contains(bind.variable())));
      if (!unused) {
        needed.add(root.hop());
      }
    }
    return needed;
  }

  /** What variables are bound to when the DAG has ended. */
  public static Map<String, Hop> finalValues(Dag dag) {
    Map<String, Hop> values = new HashMap<>();
    for (Dag.Root root : dag.roots()) {
      if (root instanceof Dag.Bind bind) {
        values.put(bind.variable(), bind.hop());
      }
    }
    return values;
  }

  /** Every node once, behind its operands: in the order of execution. */
  public static List<Hop> operandsFirst(Dag dag) {
    List<Hop> nodes = new ArrayList<>();
    Set<Hop> seen = identitySet();
    dag.roots().forEach(root -> collect(root.hop(), seen, nodes));
    return nodes;
  }

  /** The node and all that it is computed from, operands first. */
  public static List<Hop> operandsFirst(Hop hop) {
    List<Hop> nodes = new ArrayList<>();
    collect(hop, identitySet(), nodes);
    return nodes;
  }

  /** What each root computes that none before it does, operands first. */
  public static List<List<Hop>> byRoot(Dag dag) {
    List<List<Hop>> all = new ArrayList<>(dag.roots().size());
    Set<Hop> seen = identitySet();
    for (Dag.Root root : dag.roots()) {
      List<Hop> nodes = new ArrayList<>();
      collect(root.hop(), seen, nodes);
      all.add(nodes);
    }
    return all;
  }

  private static void collect(Hop hop, Set<Hop> seen, List<Hop> nodes) {
    if (!seen.add(hop)) {
      return;
    }
    for (Hop input : hop.inputs()) {
      if (input != null) {
        collect(input, seen, nodes);
      }
    }
    nodes.add(hop);
  }

  /**
   * From the roots down, every node once.
   *
   * @param goOn whether to look at the operands of a node, too
   */
  public static void downwards(Dag dag, Predicate<Hop> goOn) {
    Set<Hop> seen = identitySet();
    dag.roots().forEach(root -> downwards(root.hop(), goOn, seen));
  }

  /** The same from a node down. */
  public static void downwards(Hop hop, Predicate<Hop> goOn) {
    downwards(hop, goOn, identitySet());
  }

  private static void downwards(Hop hop, Predicate<Hop> goOn, Set<Hop> seen) {
    if (!seen.add(hop) || !goOn.test(hop)) {
      return;
    }
    for (Hop input : hop.inputs()) {
      if (input != null) {
        downwards(input, goOn, seen);
      }
    }
  }

  /** How many operators and roots need each value; the map is the caller's. */
  public static Map<Hop, Integer> uses(Dag dag) {
    Map<Hop, Integer> uses = new IdentityHashMap<>();
    for (Hop hop : operandsFirst(dag)) {
      for (Hop input : hop.inputs()) {
        if (input != null) {
          uses.merge(input, 1, Integer::sum);
        }
      }
    }
    dag.roots().forEach(root -> uses.merge(root.hop(), 1, Integer::sum));
    return uses;
  }

  private static Set<Hop> identitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }
}
