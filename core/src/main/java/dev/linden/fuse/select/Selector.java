package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoEntry;
import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.fuse.program.Template;
import dev.linden.fuse.select.Partition.Point;
import dev.linden.hop.Hop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Chooses the fused operators of a DAG, partition by partition: an assignment says at which
 * interesting points values are materialized, the rest is fused as far as it goes.
 */
final class Selector {
  /** Template that is preferred where several compute a hop. */
  private static final List<Template> PREFERENCE =
      List.of(Template.OUTER, Template.ROW, Template.CELL);

  private final MemoTable memo;
  private final CostModel costs;
  private final Policy policy;
  private final long smallest;
  private final double budget;
  private final FusionStatistics statistics;

  /**
   * @param smallest cells of the largest input below which fusing does not pay
   * @param budget bytes of inputs and result with which an operator can run here
   */
  Selector(
      MemoTable memo,
      CostModel costs,
      Policy policy,
      long smallest,
      double budget,
      FusionStatistics statistics) {
    this.smallest = smallest;
    this.budget = budget;
    this.memo = memo;
    this.costs = costs;
    this.policy = policy;
    this.statistics = statistics;
  }

  List<FusedOperator> select() {
    List<FusedOperator> selected = new ArrayList<>();
    int points = 0;
    for (Partition partition : Partition.of(memo)) {
      statistics.partitions++;
      statistics.plansOfPartitions += Math.pow(2, partition.points().size());
      points += partition.points().size();
      Set<Point> materialized;
      if (policy == Policy.ALL) {
        materialized = Set.of();
      } else if (policy == Policy.NO_REDUNDANCY) {
        materialized = new HashSet<>();
        for (Point point : partition.points()) {
          if (Partition.isMaterializationPoint(memo, point.target())) {
            materialized.add(point);
          }
        }
      } else {
        materialized = new Enumeration(memo, partition, costs, this, statistics).best();
      }
      for (FusedOperator operator : operators(partition, materialized)) {
        if (operator.isWorthwhile(memo)
            && operator.reads(smallest, memo)
            && operator.bytes(memo) <= budget) {
          selected.add(operator);
        }
      }
    }
    statistics.plansOfDags += Math.pow(2, points);
    return selected;
  }

  /** Estimated time of a partition under an assignment; stops adding beyond {@code limit}. */
  double cost(Partition partition, Set<Point> materialized, double limit) {
    statistics.plansEvaluated++;
    double total = 0;
    List<FusedOperator> fused = new ArrayList<>();
    for (FusedOperator operator : operators(partition, materialized)) {
      if (operator.template() != null) {
        fused.add(operator);
      } else {
        total += cost(List.of(operator), 1);
      }
      if (total > limit) {
        return total;
      }
    }
    for (List<FusedOperator> pass : Passes.of(memo, fused)) {
      total += cost(pass, Drivers.share(memo, pass.get(0)));
      if (total > limit) {
        return total;
      }
    }
    return total;
  }

  private double cost(List<FusedOperator> pass, double driven) {
    Set<Integer> computed = new TreeSet<>();
    Set<Integer> inputs = new TreeSet<>();
    Set<Integer> results = new TreeSet<>();
    for (FusedOperator member : pass) {
      computed.addAll(member.covered().keySet());
      inputs.addAll(member.inputs(memo));
      results.add(member.root());
    }
    return costs.operator(computed, inputs, results, driven);
  }

  /**
   * The operators of a partition: one for each value that is needed as such; basic operators are
   * those with one covered hop.
   */
  private List<FusedOperator> operators(Partition partition, Set<Point> materialized) {
    Deque<Integer> open = new ArrayDeque<>();
    Set<Integer> seen = new TreeSet<>();
    for (int number : partition.nodes()) {
      boolean outside =
          memo.isRequired(number)
              || memo.consumers(number).stream().anyMatch(c -> !partition.nodes().contains(c));
      if (outside || partition.roots().contains(number)) {
        seen.add(number);
      }
    }
    open.addAll(seen);
    List<FusedOperator> operators = new ArrayList<>();
    while (!open.isEmpty()) {
      FusedOperator operator = operator(open.poll(), materialized);
      operators.add(operator);
      for (int input : operator.inputs(memo)) {
        if (partition.nodes().contains(input) && seen.add(input)) {
          open.add(input);
        }
      }
    }
    return operators;
  }

  private FusedOperator operator(int root, Set<Point> materialized) {
    for (Template template : PREFERENCE) {
      MemoEntry entry = bestEntry(root, template, materialized, true);
      if (entry == null) {
        continue;
      }
      Map<Integer, MemoEntry> covered = new TreeMap<>();
      if (!cover(root, entry, template, materialized, covered)) {
        continue;
      }
      FusedOperator operator = new FusedOperator(root, template, covered);
      if (operator.isWorthwhile(memo)
          && (template != Template.OUTER
              || (outerProducts(covered) == 1 && Drivers.share(memo, operator) < 1))) {
        return operator;
      }
    }
    int inputs = memo.hop(root).inputs().size();
    List<Integer> reads = new ArrayList<>();
    for (int i = 0; i < inputs; i++) {
      reads.add(MemoEntry.READ);
    }
    return new FusedOperator(
        root, null, Map.of(root, new MemoEntry(Template.CELL, reads, MemoEntry.Status.CLOSED)));
  }

  /** False if a hop that would have to be inside has no plan that fits. */
  private boolean cover(
      int number,
      MemoEntry entry,
      Template template,
      Set<Point> materialized,
      Map<Integer, MemoEntry> covered) {
    covered.put(number, entry);
    List<Template> inside =
        template == Template.CELL ? List.of(template) : List.of(template, Template.CELL);
    for (int reference : entry.references()) {
      if (reference == MemoEntry.READ || covered.containsKey(reference)) {
        continue;
      }
      boolean found = false;
      for (Template tried : inside) {
        MemoEntry next = found ? null : bestEntry(reference, tried, materialized, false);
        Map<Integer, MemoEntry> extended = new TreeMap<>(covered);
        if (next != null
            && cover(reference, next, template, materialized, extended)
            && outerProducts(extended) <= 1) {
          covered.putAll(extended);
          found = true;
        }
      }
      if (!found) {
        return false;
      }
    }
    return true;
  }

  /** An Outer operator has room for the factors of one product. */
  private long outerProducts(Map<Integer, MemoEntry> covered) {
    return covered.entrySet().stream()
        .filter(e -> e.getValue().template() == Template.OUTER)
        .filter(e -> Shape.isOuterProduct(memo.hop(e.getKey())))
        .count();
  }

  /**
   * The plan of a hop with most references that the assignment allows. A plan without references
   * stands for the operator alone.
   */
  private MemoEntry bestEntry(
      int number, Template template, Set<Point> materialized, boolean asRoot) {
    return memo.group(number).stream()
        .filter(e -> e.template() == template)
        .filter(e -> asRoot ? e.mayEnd() && e.hasReferences() : e.isOpen())
        .filter(e -> isAllowed(number, e, template, materialized))
        .max(Comparator.comparingInt(MemoEntry::referenceCount))
        .orElse(null);
  }

  private boolean isAllowed(
      int number, MemoEntry entry, Template template, Set<Point> materialized) {
    Hop hop = memo.hop(number);
    if (Shape.isTransposedProduct(hop)
        && template == Template.ROW
        && entry.references().get(0) == MemoEntry.READ) {
      return false; // a transposed matrix is read row by row through its original only
    }
    for (int reference : entry.references()) {
      if (materialized.contains(new Point(number, reference))) {
        return false;
      }
    }
    return true;
  }
}
