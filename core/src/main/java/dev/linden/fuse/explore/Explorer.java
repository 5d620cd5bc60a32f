package dev.linden.fuse.explore;

import dev.linden.base.Cancellation;
import dev.linden.fuse.explore.MemoEntry.Status;
import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds all valid partial fusion plans in one pass over the DAG, operands first: what can be opened
 * at an operator, what of its inputs' plans can be extended by it and merged, what it closes
 * (Algorithm 1 of the fusion paper).
 */
public final class Explorer {
  private final Map<Template, TemplateRules> rules = new EnumMap<>(Template.class);
  private final MemoTable memo;

  private Explorer(MemoTable memo) {
    this.memo = memo;
    for (Template template : Template.values()) {
      rules.put(template, template.rules());
    }
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
    Cancellation.checkThread();
    Hop hop = memo.hop(number);
    if (!(hop instanceof Hop.Compute compute) || !compute.op().isPure()) {
      return;
    }
    Set<MemoEntry> entries = new LinkedHashSet<>();
    for (Template template : Template.values()) {
      if (rules.get(template).opens(hop)) {
        plans(hop, -1, template, entries);
      }
      for (int i = 0; i < hop.inputs().size(); i++) {
        Hop input = hop.inputs().get(i);
        if (input != null
            && hasOpen(memo.numberOf(input), template)
            && rules.get(template).fuses(hop, i)) {
          plans(hop, i, template, entries);
        }
      }
    }
    List<MemoEntry> kept = new ArrayList<>();
    for (MemoEntry entry : entries) {
      MemoEntry closed = entry.with(rules.get(entry.template()).status(memo, hop, entry));
      boolean alone = closed.status() == Status.CLOSED && !closed.hasReferences();
      if (closed.status() != Status.CLOSED_INVALID && !alone) {
        kept.add(closed);
      }
    }
    memo.set(number, kept);
  }

  private boolean hasOpen(int number, Template template) {
    for (MemoEntry entry : memo.group(number)) {
      if (entry.template() == template && entry.isOpen()) {
        return true;
      }
    }
    return false;
  }

  /** All combinations of inputs that are computed inside, input {@code fused} being one of them. */
  private void plans(Hop hop, int fused, Template template, Set<MemoEntry> into) {
    int[] references = new int[hop.inputs().size()];
    Arrays.fill(references, MemoEntry.READ);
    plans(hop, fused, template, 0, references, into);
  }

  private void plans(
      Hop hop, int fused, Template template, int i, int[] references, Set<MemoEntry> into) {
    if (i == references.length) {
      into.add(new MemoEntry(template, references.clone(), Status.OPEN));
      return;
    }
    Hop input = hop.inputs().get(i);
    if (i != fused) {
      references[i] = MemoEntry.READ;
      plans(hop, fused, template, i + 1, references, into);
    }
    if (input == null) {
      return;
    }
    int reference = memo.numberOf(input);
    if (i == fused || (rules.get(template).merges(hop, i) && hasMergeable(reference, template))) {
      references[i] = reference;
      plans(hop, fused, template, i + 1, references, into);
      references[i] = MemoEntry.READ;
    }
  }

  private boolean hasMergeable(int number, Template into) {
    for (Template merged : rules.get(into).mergedTemplates()) {
      if (hasOpen(number, merged)) {
        return true;
      }
    }
    return false;
  }
}
