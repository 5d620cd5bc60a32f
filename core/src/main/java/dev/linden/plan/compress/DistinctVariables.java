package dev.linden.plan.compress;

import dev.linden.hop.AssignedVariables;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Matrices of which hardly any two cells are equal, by the operators that make them ({@link
 * dev.linden.op.DistinctCells}): a look at their cells would be in vain.
 */
final class DistinctVariables {
  private final AssignedVariables assigned;

  DistinctVariables(AssignedVariables assigned) {
    this.assigned = assigned;
  }

  /** Those after a block, by those before it. */
  Set<String> after(HopBlock block, Set<String> before) {
    if (block instanceof HopBlock.Straight) {
      return after(block.dag(), before);
    } else if (block instanceof HopBlock.If branch) {
      Set<String> both = after(branch.then(), before);
      both.retainAll(after(branch.otherwise(), before));
      return both;
    }
    return insideOf(block, before);
  }

  /** Those inside a loop: what it assigns is another matrix each time. */
  Set<String> insideOf(HopBlock loop, Set<String> before) {
    Set<String> inside = new HashSet<>(before);
    inside.removeAll(assigned.of(loop));
    return inside;
  }

  private Set<String> after(List<HopBlock> blocks, Set<String> before) {
    Set<String> known = new HashSet<>(before);
    for (HopBlock block : blocks) {
      known = after(block, known);
    }
    return known;
  }

  private static Set<String> after(Dag dag, Set<String> before) {
    Map<Hop, Boolean> known = new IdentityHashMap<>();
    for (Hop hop : DagView.operandsFirst(dag)) {
      known.put(hop, isDistinct(hop, known, before));
    }
    Set<String> after = new HashSet<>(before);
    DagView.finalValues(dag)
        .forEach(
            (variable, hop) -> {
              if (known.get(hop)) {
                after.add(variable);
              } else {
                after.remove(variable);
              }
            });
    return after;
  }

  private static boolean isDistinct(Hop hop, Map<Hop, Boolean> known, Set<String> before) {
    if (hop.info() == null || !hop.info().isMatrix()) {
      return false;
    } else if (hop instanceof Hop.Read read) {
      return before.contains(read.variable());
    }
    return hop instanceof Hop.Compute call
        && call.op()
            .distinctCells()
            .of(
                call.operands(),
                i -> call.inputs().get(i) != null && known.get(call.inputs().get(i)));
  }
}
