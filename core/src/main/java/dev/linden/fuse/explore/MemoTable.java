package dev.linden.fuse.explore;

import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The hops of a DAG by number, operands first, who reads them, and per hop the ways to compute it
 * inside a fused operator.
 */
public final class MemoTable {
  private final List<Hop> hops = new ArrayList<>();
  private final Map<Hop, Integer> numbers = new IdentityHashMap<>();
  private final List<List<Integer>> consumers = new ArrayList<>();
  private final List<BitSet> below = new ArrayList<>();
  private final boolean[] required;

  /** Barriers in front of the first root that needs a hop. */
  private final List<Integer> barriersBefore = new ArrayList<>();

  private int barriers;

  /** The last effect that a hop is computed after, since its value depends on it; 0 for none. */
  private final List<Integer> lastEffect = new ArrayList<>();

  private final List<List<MemoEntry>> groups = new ArrayList<>();
  private final List<Integer> withGroup = new ArrayList<>();

  /**
   * @param liveOut variables that are needed afterwards; null if all are
   */
  MemoTable(Dag dag, Set<String> liveOut) {
    int effects = 0;
    List<List<Hop>> byRoot = DagView.byRoot(dag);
    for (int i = 0; i < byRoot.size(); i++) {
      byRoot.get(i).forEach(this::number);
      Dag.Root root = dag.roots().get(i);
      barriers += root.hop().isBarrier() ? 1 : 0;
      if (root instanceof Dag.Effect) {
        lastEffect.set(numbers.get(root.hop()), ++effects);
      }
    }
    required = new boolean[hops.size()];
    DagView.needed(dag, liveOut).forEach(hop -> required[numbers.get(hop)] = true);
  }

  private void number(Hop hop) {
    int number = hops.size();
    numbers.put(hop, number);
    hops.add(hop);
    barriersBefore.add(barriers);
    int last = 0;
    for (Hop input : hop.inputs()) {
      last = input == null ? last : Math.max(last, lastEffect.get(numbers.get(input)));
    }
    lastEffect.add(last);
    consumers.add(new ArrayList<>());
    for (Hop input : hop.inputs()) {
      List<Integer> readers = input == null ? null : consumers.get(numbers.get(input));
      // one that reads it twice was added last
      if (readers != null && (readers.isEmpty() || readers.get(readers.size() - 1) != number)) {
        readers.add(number);
      }
    }
  }

  /** Some matrix is known to have at least this many cells. */
  boolean hasMatrix(long cells) {
    return hops.stream().anyMatch(h -> Shape.isKnownMatrix(h) && Shape.cells(h) >= cells);
  }

  public int size() {
    return hops.size();
  }

  public Hop hop(int number) {
    return hops.get(number);
  }

  public int number(int hop, int input) {
    return numbers.get(hops.get(hop).inputs().get(input));
  }

  public Integer numberOf(Hop hop) {
    return numbers.get(hop);
  }

  /** All hops that this one is computed from. */
  public BitSet below(int number) {
    while (below.size() <= number) {
      BitSet all = new BitSet();
      for (Hop input : hops.get(below.size()).inputs()) {
        if (input != null) {
          all.set(numbers.get(input));
          all.or(below.get(numbers.get(input)));
        }
      }
      below.add(all);
    }
    return below.get(number);
  }

  /**
   * Between the same barriers and after the same effects, so that they may be computed at the same
   * time: a value that an effect waits for can't wait for one that a later effect makes.
   */
  public boolean areNeighbours(int a, int b) {
    return barriersBefore.get(a).equals(barriersBefore.get(b))
        && lastEffect.get(a).equals(lastEffect.get(b));
  }

  /** Distinct hops that read this one. */
  public List<Integer> consumers(int number) {
    return consumers.get(number);
  }

  /** The value is needed as such: by a variable, an effect, a predicate. */
  public boolean isRequired(int number) {
    return required[number];
  }

  /** The plans of a hop; none if it can't be fused. */
  public List<MemoEntry> group(int number) {
    return number < groups.size() ? groups.get(number) : List.of();
  }

  /** Numbers of the hops that have plans, operands first. */
  public List<Integer> groups() {
    return Collections.unmodifiableList(withGroup);
  }

  /** Groups are set in the order of the hops. */
  void set(int number, List<MemoEntry> entries) {
    while (groups.size() < number) {
      groups.add(List.of());
    }
    groups.add(entries);
    if (!entries.isEmpty()) {
      withGroup.add(number);
    }
  }

  public boolean has(int number, Template template) {
    for (MemoEntry entry : group(number)) {
      if (entry.template() == template) {
        return true;
      }
    }
    return false;
  }

  /** One line per group, the last operator first, as in figure 5 of the paper. */
  public String describe() {
    StringBuilder text = new StringBuilder();
    List<Integer> order = new ArrayList<>(withGroup);
    Collections.reverse(order);
    for (int number : order) {
      text.append(number).append(' ').append(hops.get(number).label()).append(':');
      group(number).forEach(entry -> text.append(' ').append(entry));
      text.append('\n');
    }
    return text.toString();
  }
}
