package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.select.Partition.Point;
import dev.linden.hop.Hop;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The best plans of partitions found so far. A DAG is compiled again and again with other sizes:
 * where it has the same operators in the same places, and reading and computing each of them costs
 * about the same, the search would end with the same plan. Where operators run does not matter to
 * the search: what is too large to run here, or runs on other machines, is sorted out of its plan
 * afterwards. Thread-safe.
 */
public final class PlanCache {
  /** Partitions that are remembered. */
  private static final int MOST = 1000;

  /** Costs that differ by a larger factor may call for another plan. */
  private static final double SIMILAR = 2;

  /**
   * @param costs of reading and computing all hops of the partition and its inputs
   * @param materialized where consumers read their inputs
   */
  private record Found(double[] costs, Set<Point> materialized) {}

  /** By structure, the one used last at the end. */
  private final Map<List<Object>, Found> plans = new LinkedHashMap<>(16, 0.75f, true);

  /** The question for a plan, and where its answer goes. */
  final class Question {
    private final List<Object> structure;
    private final double[] costs;

    private Question(List<Object> structure, double[] costs) {
      this.structure = structure;
      this.costs = costs;
    }

    /** Points that are materialized; null if nothing is known. */
    Set<Point> answer() {
      synchronized (plans) {
        Found found = plans.get(structure);
        return found != null && areSimilar(found.costs, costs) ? found.materialized : null;
      }
    }

    void answer(Set<Point> materialized) {
      synchronized (plans) {
        plans.put(structure, new Found(costs, materialized));
        if (plans.size() > MOST) {
          plans.remove(plans.keySet().iterator().next());
        }
      }
    }
  }

  Question ask(MemoTable memo, Partition partition, CostModel model) {
    List<Object> structure = new ArrayList<>();
    BitSet all = (BitSet) partition.nodes().clone();
    BitSet results = partition.results(memo);
    BitSet nodes = partition.nodes();
    for (int n = nodes.nextSetBit(0); n >= 0; n = nodes.nextSetBit(n + 1)) {
      Hop hop = memo.hop(n);
      structure.add(n);
      structure.add(hop.label());
      structure.add(results.get(n));
      structure.add(memo.group(n));
      for (int i = 0; i < hop.inputs().size(); i++) {
        Integer input = hop.inputs().get(i) == null ? null : memo.number(n, i);
        structure.add(input);
        if (input != null) {
          all.set(input);
        }
      }
    }
    double[] costs = new double[2 * all.cardinality()];
    int at = 0;
    for (int n = all.nextSetBit(0); n >= 0; n = all.nextSetBit(n + 1)) {
      costs[at++] = model.read(n);
      costs[at++] = model.compute(n);
    }
    return new Question(structure, costs);
  }

  private static boolean areSimilar(double[] a, double[] b) {
    for (int i = 0; i < a.length; i++) {
      if (a[i] > SIMILAR * b[i] || b[i] > SIMILAR * a[i]) {
        return false;
      }
    }
    return true;
  }
}
