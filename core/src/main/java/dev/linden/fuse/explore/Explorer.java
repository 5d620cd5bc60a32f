package dev.linden.fuse.explore;

import dev.linden.fuse.explore.MemoEntry.Status;
import dev.linden.fuse.program.Template;
import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds all valid partial fusion plans in one pass over the DAG, operands first: what can be opened
 * at an operator, what of its inputs' plans can be extended by it and merged, what it closes
 * (Algorithm 1 of the fusion paper).
 */
public final class Explorer {
  private final List<TemplateRules> templates =
      List.of(new RowRules(), new CellRules(), new OuterRules());
  private final MemoTable memo;

  private Explorer(MemoTable memo) {
    this.memo = memo;
  }

  /**
   * @param liveOut variables that are needed afterwards; null if all are
   * @param smallest cells: with smaller matrices only, nothing is fused
   */
  public static MemoTable explore(Dag dag, Set<String> liveOut, long smallest) {
    MemoTable memo = new MemoTable(dag, liveOut);
    if (!memo.hasMatrix(smallest)) {
      return memo;
    }
    Explorer explorer = new Explorer(memo);
    for (int number = 0; number < memo.size(); number++) {
      explorer.explore(number);
    }
    return memo;
  }

  private void explore(int number) {
    Hop hop = memo.hop(number);
    if (!(hop instanceof Hop.Compute compute) || !compute.op().isPure()) {
      return;
    }
    Set<MemoEntry> entries = new LinkedHashSet<>();
    for (TemplateRules rules : templates) {
      if (rules.opens(hop)) {
        plans(number, hop, -1, rules, entries);
      }
      for (int i = 0; i < hop.inputs().size(); i++) {
        Hop input = hop.inputs().get(i);
        if (input != null
            && hasOpen(memo.numberOf(input), rules.template())
            && rules.fuses(hop, input)) {
          plans(number, hop, i, rules, entries);
        }
      }
    }
    List<MemoEntry> kept = new ArrayList<>();
    for (MemoEntry entry : entries) {
      MemoEntry closed =
          new MemoEntry(
              entry.template(), entry.references(), rules(entry).status(memo, hop, entry));
      boolean alone = closed.status() == Status.CLOSED && !closed.hasReferences();
      if (closed.status() != Status.CLOSED_INVALID && !alone) {
        kept.add(closed);
      }
    }
    memo.set(number, kept);
  }

  private TemplateRules rules(MemoEntry entry) {
    return templates.stream()
        .filter(r -> r.template() == entry.template())
        .findFirst()
        .orElseThrow();
  }

  private boolean hasOpen(int number, Template template) {
    return memo.group(number).stream().anyMatch(e -> e.template() == template && e.isOpen());
  }

  /** All combinations of inputs that are computed inside, input {@code fused} being one of them. */
  private void plans(int number, Hop hop, int fused, TemplateRules rules, Set<MemoEntry> into) {
    List<List<Integer>> combinations = List.of(List.of());
    for (int i = 0; i < hop.inputs().size(); i++) {
      Hop input = hop.inputs().get(i);
      if (input == null) {
        combinations = append(combinations, MemoEntry.READ);
        continue;
      }
      int reference = memo.numberOf(input);
      if (i == fused) {
        combinations = append(combinations, reference);
        continue;
      }
      boolean mergeable =
          rules.merges(hop, input)
              && rules.mergedTemplates().stream().anyMatch(t -> hasOpen(reference, t));
      List<List<Integer>> extended = append(combinations, MemoEntry.READ);
      if (mergeable) {
        extended = new ArrayList<>(extended);
        extended.addAll(append(combinations, reference));
      }
      combinations = extended;
    }
    combinations.forEach(c -> into.add(new MemoEntry(rules.template(), c, Status.OPEN)));
  }

  private static List<List<Integer>> append(List<List<Integer>> lists, int value) {
    List<List<Integer>> result = new ArrayList<>();
    for (List<Integer> list : lists) {
      List<Integer> longer = new ArrayList<>(list);
      longer.add(value);
      result.add(longer);
    }
    return result;
  }
}
