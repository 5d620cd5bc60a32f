package dev.linden.opt;

import dev.linden.hop.Dag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Leaves out variables that nobody reads after the block, or that get another value in it. The
 * names of intermediate values then no longer count as consumers, and rules see through them.
 * Values that could fail stay, and so do those of variables that may have no value: they must fail
 * in their turn.
 */
final class DeadBindings {
  private DeadBindings() {}

  /**
   * @param uncertain variables that may have no value when they are read
   */
  static Dag remove(Dag dag, Set<String> liveOut, Set<String> uncertain) {
    Map<String, Dag.Root> last = new HashMap<>();
    for (Dag.Root root : dag.roots()) {
      if (root instanceof Dag.Bind bind) {
        last.put(bind.variable(), bind);
      }
    }
    List<Dag.Root> kept = new ArrayList<>();
    Droppable droppable = new Droppable(uncertain);
    for (Dag.Root root : dag.roots()) {
      boolean dead =
          root instanceof Dag.Bind bind
              && (last.get(bind.variable()) != root || !liveOut.contains(bind.variable()));
      if (!dead || !droppable.test(root.hop())) {
        kept.add(root);
        droppable.computed(root.hop());
      }
    }
    return kept.size() == dag.roots().size() ? dag : new Dag(List.copyOf(kept));
  }
}
