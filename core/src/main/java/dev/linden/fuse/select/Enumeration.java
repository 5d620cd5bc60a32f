package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Zeros;
import dev.linden.fuse.select.Partition.Point;
import dev.linden.hop.Hop;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the cheapest assignment of the interesting points of a partition (MPSkipEnum, section 4.4
 * of the fusion paper): all assignments in a line from full fusion to full materialization,
 * skipping stretches that can't be better or that fall apart into independent problems.
 */
final class Enumeration {
  /** Beyond this many plans the search goes on with single changes of the best plan so far. */
  private static final long MOST_PLANS = 64;

  /** Seconds below which it takes longer to find a better plan than that could save. */
  private static final double WORTHWHILE = 10e-6;

  /** The same as a share of the cost: estimates are not that exact. */
  private static final double WORTHWHILE_SHARE = 0.02;

  private final MemoTable memo;
  private final Partition partition;
  private final CostModel costs;
  private final Selector selector;
  private final List<Point> points;
  private final List<CutSet> cutSets;
  private final Decisions decisions;
  private final BitSet results;
  private double leastRead;
  private double leastCompute;
  private double leastWrite;
  private double leastShare = 1;
  private long budget = MOST_PLANS;

  /** No plan at all costs less. */
  private final double floor;

  /**
   * Points that together separate the partition: with all of them materialized, what is above and
   * what is below can be decided independently.
   */
  private record CutSet(Set<Integer> points, Set<Integer> above, Set<Integer> below) {
    double score(int all) {
      double share = Math.pow(2, points.size());
      return (share - 1) / share * Math.pow(2, all)
          + (Math.pow(2, above.size()) + Math.pow(2, below.size())) / share;
    }
  }

  Enumeration(MemoTable memo, Partition partition, CostModel costs, Selector selector) {
    this.memo = memo;
    this.partition = partition;
    this.costs = costs;
    this.selector = selector;
    List<CutSet> found = cutSets(partition.points());
    found.sort(Comparator.comparingDouble(c -> c.score(partition.points().size())));
    // cut sets come first in the order of the points, so that whole subspaces follow them
    List<Integer> order = new ArrayList<>();
    List<CutSet> usable = new ArrayList<>();
    for (CutSet cut : found) {
      if (cut.points().stream().noneMatch(order::contains)) {
        order.addAll(cut.points());
        usable.add(cut);
      }
    }
    for (int i = 0; i < partition.points().size(); i++) {
      if (!order.contains(i)) {
        order.add(i);
      }
    }
    List<Point> ordered = new ArrayList<>();
    order.forEach(i -> ordered.add(partition.points().get(i)));
    points = List.copyOf(ordered);
    cutSets = new ArrayList<>();
    for (CutSet cut : usable) {
      cutSets.add(
          new CutSet(
              renumber(cut.points(), order),
              renumber(cut.above(), order),
              renumber(cut.below(), order)));
    }
    decisions = new Decisions(memo, points);
    results = partition.results(memo);
    measureLeast();
    floor = leastCost(new boolean[points.size()]);
  }

  private static Set<Integer> renumber(Set<Integer> numbers, List<Integer> order) {
    Set<Integer> result = new TreeSet<>();
    numbers.forEach(n -> result.add(order.indexOf(n)));
    return result;
  }

  /** What every plan does: read the inputs, compute everything once, write the results. */
  private void measureLeast() {
    BitSet inputs = new BitSet();
    BitSet nodes = partition.nodes();
    for (int n = nodes.nextSetBit(0); n >= 0; n = nodes.nextSetBit(n + 1)) {
      leastCompute += costs.compute(n);
      leastShare = Math.min(leastShare, share(memo.hop(n)));
      for (Hop input : memo.hop(n).inputs()) {
        if (input != null && !nodes.get(memo.numberOf(input))) {
          inputs.set(memo.numberOf(input));
          leastShare = Math.min(leastShare, share(input));
        }
      }
    }
    leastRead = inputs.stream().mapToDouble(costs::read).sum();
    leastWrite = results.stream().mapToDouble(costs::write).sum();
  }

  /** A sparse matrix may drive an operator, which then visits that share of the cells only. */
  private static double share(Hop hop) {
    return Zeros.isSparse(hop) ? hop.info().size().sparsity() : 1;
  }

  Decisions best() {
    boolean[] fused = new boolean[points.size()];
    boolean[] plan = enumerate(fused, all(), true);
    if (budget <= 0) {
      // not all plans were looked at: at least be as good as materializing all common values
      boolean[] materialized = new boolean[points.size()];
      for (int i = 0; i < materialized.length; i++) {
        materialized[i] = Partition.isMaterializationPoint(memo, points.get(i).target());
      }
      boolean[] climbed = climb(materialized, all());
      if (cost(climbed, Double.POSITIVE_INFINITY) < cost(plan, Double.POSITIVE_INFINITY)) {
        plan = climbed;
      }
    }
    decisions.set(plan);
    return decisions;
  }

  private List<Integer> all() {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      all.add(i);
    }
    return all;
  }

  private double cost(boolean[] plan, double limit) {
    decisions.set(plan);
    return selector.cost(partition, decisions, limit);
  }

  /**
   * The best assignment of the {@code free} points, the others being as in {@code given}.
   *
   * @param structural use cut sets
   */
  private boolean[] enumerate(boolean[] given, List<Integer> free, boolean structural) {
    boolean[] best = null;
    double lowest = Double.POSITIVE_INFINITY;
    int n = free.size();
    if (n > 30) {
      return climb(given, free);
    }
    long end = 1L << n;
    for (long j = 0; j < end; j++) {
      if (budget-- <= 0) {
        return climb(best == null ? given : best, free);
      }
      boolean[] plan = given.clone();
      int lastTrue = -1;
      for (int i = 0; i < n; i++) {
        boolean on = (j >> (n - 1 - i) & 1) != 0;
        plan[free.get(i)] = on;
        lastTrue = on ? i : lastTrue;
      }
      long skip = 0;
      CutSet cut = structural ? cutSet(plan, free, lastTrue) : null;
      if (cut != null) {
        skip = (1L << (n - 1 - lastTrue)) - 1;
        for (Set<Integer> side : List.of(cut.above(), cut.below())) {
          boolean[] solved = enumerate(plan, new ArrayList<>(side), false);
          side.forEach(i -> plan[i] = solved[i]);
        }
      } else if (lastTrue >= 0 && leastCost(plan) >= lowest) {
        j += (1L << (n - 1 - lastTrue)) - 1;
        continue;
      }
      double cost = cost(plan, lowest);
      if (best == null || cost < lowest) {
        best = plan;
        lowest = cost;
        if (lowest - floor <= Math.max(WORTHWHILE, WORTHWHILE_SHARE * lowest)) {
          return best;
        }
      }
      j += skip;
    }
    return best;
  }

  /** The cut set that is materialized here with every later point still undecided (false). */
  private CutSet cutSet(boolean[] plan, List<Integer> free, int lastTrue) {
    if (lastTrue < 0) {
      return null;
    }
    for (CutSet cut : cutSets) {
      boolean on = cut.points().stream().allMatch(i -> plan[i]);
      boolean last = cut.points().contains(free.get(lastTrue));
      boolean rest =
          free.subList(lastTrue + 1, free.size()).stream()
              .allMatch(i -> cut.above().contains(i) || cut.below().contains(i));
      if (on && last && rest) {
        Set<Integer> later = new TreeSet<>(free.subList(lastTrue + 1, free.size()));
        Set<Integer> above = new TreeSet<>(cut.above());
        Set<Integer> below = new TreeSet<>(cut.below());
        above.retainAll(later);
        below.retainAll(later);
        return new CutSet(cut.points(), above, below);
      }
    }
    return null;
  }

  /** No plan that materializes at least this costs less: every target is written and read. */
  private double leastCost(boolean[] plan) {
    double write = leastWrite;
    double read = leastRead;
    BitSet targets = new BitSet();
    for (int i = 0; i < plan.length; i++) {
      int target = points.get(i).target();
      if (plan[i] && !targets.get(target)) {
        targets.set(target);
        write += results.get(target) ? 0 : costs.write(target);
        read += costs.read(target);
      }
    }
    return leastShare * (write + Math.max(read, leastCompute));
  }

  /** Changes one point at a time as long as that helps. */
  private boolean[] climb(boolean[] start, List<Integer> free) {
    boolean[] best = start.clone();
    double lowest = cost(best, Double.POSITIVE_INFINITY);
    boolean better = true;
    while (better) {
      better = false;
      for (int i : free) {
        best[i] = !best[i];
        double cost = cost(best, lowest);
        if (cost < lowest) {
          lowest = cost;
          better = true;
        } else {
          best[i] = !best[i];
        }
      }
    }
    return best;
  }

  // ---- structure

  /** All points with the same target, where they separate the partition. */
  private List<CutSet> cutSets(List<Point> all) {
    List<CutSet> found = new ArrayList<>();
    Set<Integer> targets = new TreeSet<>();
    all.forEach(p -> targets.add(p.target()));
    for (int target : targets) {
      Set<Integer> cut = new TreeSet<>();
      Set<Integer> above = new TreeSet<>();
      Set<Integer> below = new TreeSet<>();
      Set<Integer> reachable = reachable(target);
      Set<Integer> fromRoots = reachableWithout(target);
      for (int i = 0; i < all.size(); i++) {
        Point point = all.get(i);
        if (point.target() == target) {
          cut.add(i);
        } else {
          if (fromRoots.contains(point.consumer())) {
            above.add(i);
          }
          if (reachable.contains(point.consumer())) {
            below.add(i);
          }
        }
      }
      boolean complete =
          memo.consumers(target).stream()
              .filter(partition.nodes()::get)
              .allMatch(c -> all.contains(new Point(c, target)));
      Set<Integer> both = new TreeSet<>(above);
      both.retainAll(below);
      if (complete && both.isEmpty() && !above.isEmpty() && !below.isEmpty()) {
        found.add(new CutSet(cut, above, below));
      }
    }
    return found;
  }

  private Set<Integer> reachable(int from) {
    Set<Integer> seen = new TreeSet<>();
    collect(from, -1, seen);
    return seen;
  }

  private Set<Integer> reachableWithout(int barrier) {
    Set<Integer> seen = new TreeSet<>();
    partition.roots().stream().forEach(root -> collect(root, barrier, seen));
    seen.remove(barrier);
    return seen;
  }

  private void collect(int number, int barrier, Set<Integer> seen) {
    if (!partition.nodes().get(number) || !seen.add(number) || number == barrier) {
      return;
    }
    for (int i = 0; i < memo.hop(number).inputs().size(); i++) {
      if (memo.hop(number).inputs().get(i) != null) {
        collect(memo.number(number, i), barrier, seen);
      }
    }
  }
}
