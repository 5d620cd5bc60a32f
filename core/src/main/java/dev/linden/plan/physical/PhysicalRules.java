package dev.linden.plan.physical;

import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.Rebuild;
import dev.linden.op.Op;
import dev.linden.opt.Match;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The rules of physical operators, and what applies them to a DAG: at each operator, from the roots
 * down, the first rule that fits. Those over outer products ({@link OuterProducts}) come before.
 */
public final class PhysicalRules {
  /** Single cells. */
  public static final List<PhysicalRule> CELLS = List.of(new SingleCell());

  /** Sums; generated operators may do the same. Longer products before their parts. */
  public static final List<PhysicalRule> SUMS =
      List.of(new SumOfSquares(), new SumOfTripleProduct(), new SumOfProduct());

  /** A product inside a product, in one pass; generated operators may do the same. */
  public static final List<PhysicalRule> CHAINS =
      List.of(new Chain(), new WeightedChain(), new ResidualChain());

  /**
   * Single products. The ones of a matrix with itself first: they do half of the work. Transposes
   * on the left before those on the right, which a product with both still computes.
   */
  public static final List<PhysicalRule> PRODUCTS =
      List.of(
          new SelectionOfRows(),
          new TsmmLeft(),
          new TransposedLeft(),
          new TsmmRight(),
          new TransposedRight());

  /** In the order in which they are tried: chains do more than single products. */
  public static final List<PhysicalRule> ALL =
      Stream.of(CELLS, SUMS, CHAINS, PRODUCTS).flatMap(List::stream).toList();

  private static final Map<Op, List<PhysicalRule>> BY_ROOT = byRoot(ALL);

  /** What generated operators compete with. */
  private static final Map<Op, List<PhysicalRule>> FUSING =
      byRoot(Stream.of(SUMS, CHAINS).flatMap(List::stream).toList());

  private final DagView dag;
  private final Map<Op, List<PhysicalRule>> rules;
  private final PhysicalRule.Around around;

  /** How often operators inside others have taken the place of a consumer. */
  private final Map<Hop, Integer> absorbed = new IdentityHashMap<>();

  private final Rebuild rebuild = Rebuild.replacing(this::replacement);

  private PhysicalRules(
      Dag dag, Set<String> liveOut, Set<String> off, Map<Op, List<PhysicalRule>> rules) {
    this.dag = new DagView(dag, liveOut);
    this.rules = rules;
    this.around = new PhysicalRule.Around(this.dag, op -> !off.contains(op.name()));
  }

  private static Map<Op, List<PhysicalRule>> byRoot(List<PhysicalRule> rules) {
    Map<Op, List<PhysicalRule>> byRoot = new HashMap<>();
    for (PhysicalRule rule : rules) {
      for (Op op : rule.pattern().rootOperators()) {
        byRoot.computeIfAbsent(op, o -> new ArrayList<>()).add(rule);
      }
    }
    return byRoot;
  }

  /**
   * The DAG with physical operators.
   *
   * @param liveOut variables that are needed afterwards; null if all are
   * @param off names of operators that must not be chosen
   */
  public static Dag select(Dag dag, Set<String> liveOut, Set<String> off) {
    return new PhysicalRules(dag, liveOut, off, BY_ROOT).select(dag);
  }

  /**
   * Sums and chains for which there are operators: all hops that such an operator does the work of,
   * by the one that is replaced.
   */
  public static Map<Hop, Set<Hop>> fused(Dag dag, Set<String> liveOut, Set<String> off) {
    PhysicalRules rules = new PhysicalRules(dag, liveOut, off, FUSING);
    Map<Hop, Set<Hop>> found = new HashMap<>();
    for (Hop hop : rules.dag.nodes()) {
      Hop.Compute operator = rules.choose(hop);
      if (operator != null) {
        found.put(hop, covered(hop, operator));
      }
    }
    return found;
  }

  private Dag select(Dag original) {
    List<Dag.Root> all = rebuild.roots(original.roots());
    List<Dag.Root> roots = new ArrayList<>(all.size());
    for (int i = 0; i < all.size(); i++) {
      // what is bound to variables that nobody reads goes if operators compute it inside
      if (!isAbsorbed(original.roots().get(i).hop())) {
        roots.add(all.get(i));
      }
    }
    return original.withRoots(roots);
  }

  private boolean isAbsorbed(Hop hop) {
    return !dag.isNeeded(hop)
        && absorbed.containsKey(hop)
        && absorbed.get(hop) == dag.consumers(hop).size();
  }

  private Hop replacement(Hop hop) {
    Hop.Compute operator = choose(hop);
    if (operator == null) {
      return null;
    }
    Set<Hop> covered = covered(hop, operator);
    for (Hop inside : covered) {
      for (Hop input : inside.inputs()) {
        if (covered.contains(input)) {
          absorbed.merge(input, 1, Integer::sum);
        }
      }
    }
    return rebuild.over(operator);
  }

  /** The operator for a hop, over operands of the DAG; null if no rule fits. */
  private Hop.Compute choose(Hop hop) {
    if (!(hop instanceof Hop.Compute call)) {
      return null;
    }
    List<PhysicalRule> candidates = rules.getOrDefault(call.op(), List.of());
    if (candidates.isEmpty()) {
      return null;
    }
    Match match = new Match(hop, inner -> dag.hasSoleConsumer(inner) ? 1 : 2);
    for (PhysicalRule rule : candidates) {
      match.clear();
      Hop.Compute operator = rule.pattern().matches(hop, match) ? rule.apply(match, around) : null;
      if (operator != null && around.isOn().test(operator.op())) {
        return operator;
      }
    }
    return null;
  }

  /** The hops whose work the operator does: from the replaced one down to its operands. */
  private static Set<Hop> covered(Hop replaced, Hop.Compute operator) {
    Set<Hop> covered = new HashSet<>();
    DagView.downwards(
        replaced,
        hop -> {
          boolean inside = !hop.inputs().isEmpty() && !operator.inputs().contains(hop);
          if (inside) {
            covered.add(hop);
          }
          return inside;
        });
    return covered;
  }
}
