package dev.linden.fuse.select;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.fuse.program.Blockwise;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.skeleton.FusedKernel;
import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.Memory;
import dev.linden.hop.Rebuild;
import dev.linden.op.FoldsCells;
import dev.linden.op.Info;
import dev.linden.op.Size;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Puts the selected fused operators into the DAG, several with the same data into one. */
public final class SelectedPlans {
  private final MemoTable memo;
  private final Selection selection;
  private final HandWritten handWritten;
  private final Bodies.Mode mode;
  private final FusionStatistics statistics;
  private final Consumer<Runnable> preparations;
  private final Rebuild rebuild = Rebuild.replacing(this::result);

  /** What is computed together with the hop, of which it is one result. */
  private final Map<Hop, Group> groupOf = new IdentityHashMap<>();

  private static final class Group {
    final List<FusedOperator> members;
    final boolean blockwise;
    Hop.Compute call;

    Group(List<FusedOperator> members, boolean blockwise) {
      this.members = members;
      this.blockwise = blockwise;
    }
  }

  /**
   * @param preparations takes what has to be done in good time before the operators run
   */
  public SelectedPlans(
      MemoTable memo,
      Selection selection,
      Bodies.Mode mode,
      FusionStatistics statistics,
      Consumer<Runnable> preparations) {
    this.preparations = preparations;
    this.memo = memo;
    this.selection = selection;
    this.handWritten = new HandWritten(memo, selection.alternatives().handWritten());
    this.mode = mode;
    this.statistics = statistics;
  }

  public Dag apply(Dag dag) {
    long start = System.nanoTime();
    List<FusedOperator> selected = new Selector(memo, selection, handWritten, statistics).select();
    statistics.selectNanos = System.nanoTime() - start;
    if (selected.isEmpty()) {
      return dag;
    }
    Dag fused = build(dag, selected);
    statistics.buildNanos = System.nanoTime() - start - statistics.selectNanos;
    return fused;
  }

  private Dag build(Dag dag, List<FusedOperator> selected) {
    for (List<FusedOperator> members : Passes.of(memo, selected)) {
      if (members.size() == 1 && isHandWritten(members.get(0))) {
        continue;
      }
      if (members.stream().anyMatch(m -> m.isDistributed(memo, selection.alternatives()))) {
        distributed(members);
        continue;
      }
      put(new Group(members, false));
    }
    // What is bound to variables that nobody reads goes if fused operators compute it inside.
    // Else it keeps its turn: it may fail, or draw random numbers.
    BitSet inside = new BitSet();
    groupOf.values().forEach(g -> g.members.forEach(m -> inside.or(m.covered())));
    for (Dag.Root root : dag.roots()) {
      if (isRequired(root) || !inside.get(memo.numberOf(root.hop()))) {
        rebuild.of(root.hop());
      }
    }
    List<Dag.Root> roots = new ArrayList<>(dag.roots());
    roots.removeIf(root -> !rebuild.hasSeen(root.hop()));
    return new Dag(List.copyOf(rebuild.roots(roots)));
  }

  private boolean isRequired(Dag.Root root) {
    return !(root instanceof Dag.Bind) || memo.isRequired(memo.numberOf(root.hop()));
  }

  /**
   * Together, one by one, or not at all: whatever can run on blocks. Those that share values which
   * would come here once must not go there one by one, each for its own.
   */
  private void distributed(List<FusedOperator> members) {
    Alternatives alternatives = selection.alternatives();
    boolean all = members.stream().allMatch(m -> m.isDistributed(memo, alternatives));
    if (all && isBlockwise(members)) {
      put(new Group(members, true));
      return;
    }
    for (FusedOperator member : members) {
      boolean there = member.isDistributed(memo, alternatives);
      boolean apart =
          !there || (member.isAllThere(memo, alternatives) && isBlockwise(List.of(member)));
      if (!isHandWritten(member) && apart) {
        put(new Group(List.of(member), there));
      }
    }
  }

  private boolean isBlockwise(List<FusedOperator> members) {
    Alternatives alternatives = selection.alternatives();
    return (members.size() == 1 || resultsFit(members, alternatives.budget()))
        && Blockwise.isPossible(builder(members).build(members.get(0)), alternatives.side());
  }

  /** Several results come here together, as blocks and then as matrices. */
  private boolean resultsFit(List<FusedOperator> members, double budget) {
    double bytes = 0;
    for (FusedOperator member : members) {
      Info result = memo.hop(member.root()).info();
      bytes += result.isMatrix() ? Memory.of(result) : 0;
    }
    return 2 * bytes <= budget;
  }

  private void put(Group group) {
    group.members.forEach(m -> groupOf.put(memo.hop(m.root()), group));
  }

  /** A hand-written operator reads, computes and writes the same. */
  private boolean isHandWritten(FusedOperator operator) {
    FusedOperator same = handWritten.at(operator.root());
    return same != null && operator.covered().equals(same.covered());
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

  /**
   * {@link #describe} and what it was chosen from, as maps, lists, texts and numbers; to be asked
   * for after {@link #apply}.
   */
  public Map<String, Object> data() {
    List<Object> groups = new ArrayList<>();
    for (int number : memo.groups()) {
      Map<String, Object> group = new LinkedHashMap<>();
      group.put("hop", number);
      group.put("operator", memo.hop(number).label());
      group.put("line", memo.hop(number).span().line());
      group.put("ways", memo.group(number).stream().map(Object::toString).toList());
      groups.add(group);
    }
    List<Object> costs = new ArrayList<>();
    for (Selector.Costs each :
        new Selector(memo, selection, handWritten, new FusionStatistics()).costs()) {
      Map<String, Object> partition = new LinkedHashMap<>();
      partition.put("hops", each.hops());
      partition.put("choices", each.choices());
      partition.put("chosen", each.chosen());
      partition.put("fusedMost", each.most());
      partition.put("commonMaterialized", each.common());
      partition.put("unfused", each.none());
      costs.add(partition);
    }
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("groups", groups);
    data.put("costs", costs);
    data.put("fused", describe().lines().toList());
    return data;
  }

  // ---- the new DAG

  /** What stands for the hop if it is computed together with others; else null. */
  private Hop result(Hop hop) {
    Group group = groupOf.get(hop);
    if (group == null) {
      return null;
    }
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

  private ProgramBuilder builder(List<FusedOperator> members) {
    ProgramBuilder builder = new ProgramBuilder(memo, members.get(0).template());
    members.forEach(builder::add);
    return builder;
  }

  private Hop.Compute call(Group group) {
    ProgramBuilder builder = builder(group.members);
    FusedProgram program = builder.build(group.members.get(0));
    List<Info> results = new ArrayList<>();
    group.members.forEach(m -> results.add(memo.hop(m.root()).info()));
    statistics.operators++;
    Hop.Compute root = (Hop.Compute) memo.hop(group.members.get(0).root());
    FusedKernel kernel = new FusedKernel(program, mode);
    List<Size> sizes = new ArrayList<>();
    builder.inputs().forEach(i -> sizes.add(i.info().isMatrix() ? i.info().size() : null));
    preparations.accept(() -> kernel.expect(sizes));
    return new Hop.Compute(
        FusedOps.of(
            kernel,
            kind(group.members),
            results,
            ResultNames.of(roots(group.members), builder.inputs()),
            group.blockwise),
        rebuild.of(builder.inputs()),
        List.of(),
        results,
        root.operatorSpan(),
        root.span());
  }

  private List<Hop> roots(List<FusedOperator> members) {
    return members.stream().map(member -> memo.hop(member.root())).toList();
  }

  /** What plans call a fused operator; several aggregates of one pass have a word of their own. */
  private String kind(List<FusedOperator> members) {
    boolean aggregates =
        members.size() > 1 && members.stream().allMatch(m -> isFullAggregate(memo.hop(m.root())));
    return aggregates ? "MAgg" : members.get(0).template().word();
  }

  private static boolean isFullAggregate(Hop hop) {
    FoldsCells fold = Shape.fold(hop);
    return fold != null && fold.direction() == FoldsCells.Direction.ALL;
  }
}
