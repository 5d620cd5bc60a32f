package dev.linden.fuse.select;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Template;
import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.op.FoldsCells;
import dev.linden.op.Info;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts the selected fused operators into the DAG, several with the same data into one. */
public final class SelectedPlans {
  private final MemoTable memo;
  private final Policy policy;
  private final Machine machine;
  private final Bodies.Mode mode;
  private final long smallest;
  private final double budget;
  private final FusionStatistics statistics;
  private final Map<Hop, Hop> replacements = new IdentityHashMap<>();

  /** What is computed together with the hop, of which it is one result. */
  private final Map<Hop, Group> groupOf = new IdentityHashMap<>();

  private static final class Group {
    final Template template;
    final List<FusedOperator> members = new ArrayList<>();
    Hop.Compute call;

    Group(Template template, FusedOperator first) {
      this.template = template;
      members.add(first);
    }
  }

  public SelectedPlans(
      MemoTable memo,
      Policy policy,
      Machine machine,
      Bodies.Mode mode,
      long smallest,
      double budget,
      FusionStatistics statistics) {
    this.budget = budget;
    this.smallest = smallest;
    this.memo = memo;
    this.policy = policy;
    this.machine = machine;
    this.mode = mode;
    this.statistics = statistics;
  }

  public Dag apply(Dag dag) {
    CostModel costs = new CostModel(memo, machine);
    List<FusedOperator> selected =
        new Selector(memo, costs, policy, smallest, budget, statistics).select();
    if (selected.isEmpty()) {
      return dag;
    }
    combine(selected);
    List<Dag.Root> roots = new ArrayList<>();
    for (int i = 0; i < dag.roots().size(); i++) {
      Dag.Root root = dag.roots().get(i);
      if (root instanceof Dag.Bind && !memo.isRequired(memo.numberOf(root.hop()))) {
        continue; // bound to a variable that nobody reads
      }
      roots.add(root.with(replace(root.hop())));
    }
    return new Dag(List.copyOf(roots));
  }

  /** One line per fused operator: what it computes from which hops of the memo table. */
  public String describe() {
    StringBuilder text = new StringBuilder();
    List<Group> groups = new ArrayList<>(new LinkedHashSet<>(groupOf.values()));
    groups.sort(Comparator.comparingInt(g -> g.members.get(0).root()));
    for (Group group : groups) {
      if (group.call != null) {
        text.append("fused");
        group.members.forEach(m -> text.append(' ').append(m.root()));
        text.append(": ").append(group.call.label()).append('\n');
      }
    }
    return text.toString();
  }

  // ---- several operators in one pass

  /**
   * Operators over the same rows that read the same matrix become one, if none needs another's
   * result: the data are read once (the paper's multi-aggregates, for any results).
   */
  private void combine(List<FusedOperator> selected) {
    List<Group> groups = new ArrayList<>();
    for (FusedOperator operator : selected) {
      Group joined = null;
      for (Group group : groups) {
        if (joined == null && canJoin(group, operator)) {
          joined = group;
        }
      }
      if (joined == null) {
        joined = new Group(operator.template(), operator);
        groups.add(joined);
      } else {
        joined.members.add(operator);
      }
      groupOf.put(memo.hop(operator.root()), joined);
    }
  }

  private boolean canJoin(Group group, FusedOperator operator) {
    if (operator.template() != group.template || group.template == Template.OUTER) {
      return false;
    }
    FusedOperator first = group.members.get(0);
    if (first.space(memo) != operator.space(memo)) {
      return false;
    }
    int driver = Drivers.best(memo, operator);
    if (driver != Drivers.best(memo, first)) {
      return false;
    }
    boolean shared = false;
    for (FusedOperator member : group.members) {
      shared |= sharesMatrix(member, operator);
      if (member.root() == operator.root()
          || depends(member.root(), operator.root())
          || depends(operator.root(), member.root())) {
        return false;
      }
    }
    // a group computed early must not need what another group computes from it
    return shared && !dependsThroughOthers(group, operator);
  }

  private boolean sharesMatrix(FusedOperator a, FusedOperator b) {
    Set<Integer> inputs = new HashSet<>(a.inputs(memo));
    inputs.retainAll(b.inputs(memo));
    long rows = a.space(memo);
    return inputs.stream()
        .map(memo::hop)
        .anyMatch(h -> Shape.isKnownMatrix(h) && Shape.rows(h) == rows);
  }

  private boolean depends(int from, int on) {
    return reaches(memo.hop(from), memo.hop(on), new HashSet<>());
  }

  private static boolean reaches(Hop from, Hop to, Set<Hop> seen) {
    if (from == to) {
      return true;
    }
    if (!seen.add(from)) {
      return false;
    }
    for (Hop input : from.inputs()) {
      if (input != null && reaches(input, to, seen)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Joining two operators joins what they depend on and what depends on them; groups that would
   * then wait for each other must not come about. Members of a group are independent of each other,
   * so a cycle needs another group of several members.
   */
  private boolean dependsThroughOthers(Group group, FusedOperator operator) {
    List<Hop> roots = new ArrayList<>();
    group.members.forEach(m -> roots.add(memo.hop(m.root())));
    roots.add(memo.hop(operator.root()));
    Set<Hop> below = new HashSet<>();
    for (Hop root : roots) {
      root.inputs().forEach(i -> collectBelow(i, below));
    }
    return roots.stream().anyMatch(below::contains);
  }

  private void collectBelow(Hop hop, Set<Hop> below) {
    if (hop == null || !below.add(hop)) {
      return;
    }
    hop.inputs().forEach(i -> collectBelow(i, below));
    Group group = groupOf.get(hop);
    if (group != null) {
      group.members.forEach(m -> collectBelow(memo.hop(m.root()), below));
    }
  }

  // ---- the new DAG

  private Hop replace(Hop hop) {
    Hop known = replacements.get(hop);
    if (known != null) {
      return known;
    }
    Group group = groupOf.get(hop);
    Hop replacement = group == null ? hop.withInputs(replaceAll(hop.inputs())) : result(group, hop);
    replacements.put(hop, replacement);
    return replacement;
  }

  private List<Hop> replaceAll(List<Hop> hops) {
    List<Hop> replaced = new ArrayList<>();
    for (Hop hop : hops) {
      replaced.add(hop == null ? null : replace(hop));
    }
    return replaced;
  }

  private Hop result(Group group, Hop hop) {
    if (group.call == null) {
      group.call = call(group);
    }
    for (int k = 1; k < group.members.size(); k++) {
      if (memo.hop(group.members.get(k).root()) == hop) {
        return new Hop.Result(group.call, k, hop.info());
      }
    }
    return group.call;
  }

  private Hop.Compute call(Group group) {
    boolean aggregates =
        group.members.size() > 1
            && group.members.stream().allMatch(m -> isFullAggregate(memo.hop(m.root())));
    Template template = aggregates ? Template.MULTI_AGGREGATE : group.template;
    ProgramBuilder builder = new ProgramBuilder(memo, template);
    group.members.forEach(builder::add);
    FusedProgram program = builder.build(group.members.get(0));
    List<Info> results = new ArrayList<>();
    group.members.forEach(m -> results.add(memo.hop(m.root()).info()));
    statistics.operators++;
    Hop.Compute root = (Hop.Compute) memo.hop(group.members.get(0).root());
    return new Hop.Compute(
        FusedOps.of(program, results, mode),
        replaceAll(builder.inputs()),
        List.of(),
        results,
        root.operatorSpan(),
        root.span());
  }

  private static boolean isFullAggregate(Hop hop) {
    FoldsCells fold = Shape.fold(hop);
    return fold != null && fold.direction() == FoldsCells.Direction.ALL;
  }
}
