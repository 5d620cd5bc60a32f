package dev.linden.run.compiled;

import dev.linden.plan.Instruction;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Which slots somebody may still read: other slots need not be kept in order. */
final class Liveness {
  private final Map<Node, BitSet> after = new IdentityHashMap<>();
  private final Map<Node, BitSet> head = new IdentityHashMap<>();
  private BitSet start;

  /**
   * @param end live when all the nodes are done
   */
  static Liveness of(List<Node> nodes, BitSet end) {
    Liveness liveness = new Liveness();
    liveness.start = liveness.before(nodes, end);
    return liveness;
  }

  /** Where the nodes begin. */
  BitSet before() {
    return start;
  }

  /** Behind the node, before its cleanup. */
  BitSet after(Node node) {
    return after.get(node);
  }

  /** Where an iteration begins: at the condition of a loop, or behind the count of one. */
  BitSet head(Node loop) {
    return head.get(loop);
  }

  private BitSet before(List<Node> nodes, BitSet end) {
    BitSet live = end;
    for (int i = nodes.size() - 1; i >= 0; i--) {
      live = before(nodes.get(i), live);
    }
    return live;
  }

  private BitSet before(Node node, BitSet end) {
    BitSet live = (BitSet) end.clone();
    if (node instanceof Node.Compute compute) {
      after.put(node, end);
      remove(compute.instruction().outputs(), live);
      add(compute.instruction().inputs(), live);
    } else if (node instanceof Node.Copy copy) {
      after.put(node, end);
      live.clear(copy.target());
      live.set(copy.source());
    } else if (node instanceof Node.Remove gone) {
      after.put(node, end);
      remove(gone.slots(), live);
    } else if (node instanceof Node.Opaque opaque) {
      after.put(node, end);
      remove(opaque.writes(), live);
      remove(opaque.empties(), live);
      add(opaque.reads(), live);
    } else if (node instanceof Node.If branch) {
      remove(branch.cleanup(), live);
      after.put(node, live);
      BitSet either = (BitSet) before(branch.then(), live).clone();
      either.or(before(branch.otherwise(), live));
      either.set(branch.predicateSlot());
      live = before(branch.predicate(), either);
    } else if (node instanceof Node.While loop) {
      remove(loop.cleanup(), live);
      after.put(node, live);
      BitSet top = (BitSet) live.clone();
      while (true) {
        BitSet condition = (BitSet) before(loop.body(), top).clone();
        condition.or(live);
        condition.set(loop.predicateSlot());
        BitSet next = (BitSet) before(loop.predicate(), condition).clone();
        next.or(top);
        if (next.equals(top)) {
          break;
        }
        top = next;
      }
      head.put(node, top);
      live = top;
    } else {
      live = before((Node.For) node, live);
    }
    return live;
  }

  private BitSet before(Node.For loop, BitSet end) {
    remove(loop.cleanup(), end);
    after.put(loop, end);
    BitSet top = (BitSet) end.clone();
    while (true) {
      BitSet next = (BitSet) before(loop.body(), top).clone();
      next.clear(loop.variable());
      next.or(top);
      if (next.equals(top)) {
        break;
      }
      top = next;
    }
    head.put(loop, top);
    BitSet live = (BitSet) top.clone();
    add(new int[] {loop.from(), loop.to(), loop.step()}, live);
    return before(loop.bounds(), live);
  }

  private static void add(int[] slots, BitSet to) {
    for (int slot : slots) {
      if (slot != Instruction.NONE) {
        to.set(slot);
      }
    }
  }

  private static void remove(int[] slots, BitSet from) {
    for (int slot : slots) {
      if (slot != Instruction.NONE) {
        from.clear(slot);
      }
    }
  }
}
