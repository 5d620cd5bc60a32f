package dev.linden.opt;

import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.Rebuild;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A DAG cut in two around one of its calls. What the first half has computed, and old values of
 * variables that it overwrites, reach the second half through variables.
 */
final class SplitDag {
  private final InlinedBody body;
  private final List<Dag.Root> first;
  private final Set<Hop> computed;
  private final Set<String> overwritten = new HashSet<>();

  /** Variables whose value at the end of the first half, and at the start of the second, it is. */
  private final Map<Hop, String> names = new IdentityHashMap<>();

  private final Map<String, Hop> saved = new LinkedHashMap<>();
  private final Rebuild rebuild;
  private final Dag after;

  private SplitDag(Dag dag, int i, InlinedBody body, List<Hop> results, HopFactory factory) {
    this.body = body;
    this.first = new ArrayList<>(dag.roots().subList(0, i));
    first.addAll(body.bindings());
    Dag before = new Dag(first);
    before.addAssigned(overwritten);
    this.computed = new HashSet<>(DagView.operandsFirst(before));
    Set<String> changed = new HashSet<>();
    HopBlock.addAssigned(body.blocks(), changed);
    Map<String, Hop> ends = DagView.finalValues(before);
    ends.keySet().removeAll(changed);
    ends.forEach((variable, hop) -> names.putIfAbsent(hop, variable));
    Dag rest = new Dag(dag.roots().subList(i + 1, dag.roots().size()));
    this.rebuild = Rebuild.copying(factory::over);
    Passing.presetResults(rebuild, rest, body.call(), results);
    DagView.downwards(rest, this::isOwn);
    after = rebuild.of(rest);
  }

  /** Null if the results of the body may not fit their declarations. */
  static SplitDag at(Dag dag, int i, InlinedBody body, HopFactory factory) {
    List<Hop> results = body.results();
    return results == null ? null : new SplitDag(dag, i, body, results, factory);
  }

  /** Ends with the arguments of the call. */
  Dag before() {
    List<Dag.Root> roots = new ArrayList<>(first);
    saved.forEach((variable, hop) -> roots.add(new Dag.Bind(variable, hop)));
    return new Dag(List.copyOf(roots));
  }

  Dag after() {
    return after;
  }

  /** Whether the second half computes it; presets what it takes from the first. */
  private boolean isOwn(Hop hop) {
    if (isResultOfCall(hop)) {
      return false;
    }
    if (isFromFirst(hop)) {
      String name = names.get(hop);
      if (name == null) {
        name = body.renamed("." + saved.size());
        saved.put(name, hop);
        names.put(hop, name);
      }
      rebuild.preset(hop, new Hop.Read(name, hop.info(), hop.span()));
      return false;
    }
    return true;
  }

  private boolean isResultOfCall(Hop hop) {
    return hop == body.call() || (hop instanceof Hop.Result result && result.call() == body.call());
  }

  private boolean isFromFirst(Hop hop) {
    if (hop instanceof Hop.Literal) {
      return false;
    } else if (hop instanceof Hop.Read read) {
      return overwritten.contains(read.variable());
    } else if (hop instanceof Hop.Exists) {
      return true;
    }
    return computed.contains(hop)
        || (hop instanceof Hop.Result result && computed.contains(result.call()));
  }
}
