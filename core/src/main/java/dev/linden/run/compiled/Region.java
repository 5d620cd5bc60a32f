package dev.linden.run.compiled;

import dev.linden.plan.Instruction;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * What becomes one piece of code.
 *
 * @param loop it is a loop, which may be entered before any of its iterations; the interpreter has
 *     evaluated the bounds of a counted one. Otherwise the body of a function
 * @param needed slots that somebody reads afterwards
 * @param literal slots that hold a constant
 */
public record Region(List<Node> nodes, boolean loop, BitSet needed, IntPredicate literal) {
  /** More operators than this are not looked at: the code would be too long. */
  private static final int MOST_NODES = 1000;

  /** Whether it is worth to try. */
  public boolean isShort() {
    return count(nodes, 0) <= MOST_NODES;
  }

  private static int count(List<Node> nodes, int before) {
    int count = before;
    for (Node node : nodes) {
      count++;
      if (count > MOST_NODES) {
        return count;
      }
      if (node instanceof Node.If branch) {
        count = count(branch.predicate(), count);
        count = count(branch.then(), count);
        count = count(branch.otherwise(), count);
      } else if (node instanceof Node.While inner) {
        count = count(inner.body(), count(inner.predicate(), count));
      } else if (node instanceof Node.For inner) {
        count = count(inner.body(), count(inner.bounds(), count));
      }
    }
    return count;
  }

  /** Slots of the region that somebody reads afterwards. */
  BitSet neededOfTouched() {
    BitSet touched = readBy(nodes);
    touched.or(written(nodes));
    forEach(nodes, node -> addEmptied(node, touched));
    touched.and(needed);
    return touched;
  }

  private static void addEmptied(Node node, BitSet slots) {
    if (node instanceof Node.Remove gone) {
      add(gone.slots(), slots);
    } else if (node instanceof Node.If branch) {
      add(branch.cleanup(), slots);
    } else if (node instanceof Node.While loop) {
      add(loop.cleanup(), slots);
    } else if (node instanceof Node.For loop) {
      add(loop.cleanup(), slots);
    }
  }

  /** An operator on numbers or on one cell, a copy of a slot, or an end of values. */
  public static boolean isOfScalars(Node node) {
    if (!(node instanceof Node.Compute compute)) {
      return node instanceof Node.Copy || node instanceof Node.Remove;
    }
    boolean scalars =
        compute.instruction().infos().stream().allMatch(info -> info == null || info.isScalar());
    return Cells.isRead(compute) || Cells.isWrite(compute) || compute.plain() && scalars;
  }

  /**
   * A block of operators as one node, to be run by this step; null if there is anything else in it.
   */
  public static Node.Opaque opaque(List<Node> block, Interpreted step) {
    BitSet reads = new BitSet();
    Map<Integer, Integer> writes = new TreeMap<>();
    BitSet empties = new BitSet();
    for (Node node : block) {
      BitSet operands = new BitSet();
      addRead(node, operands);
      operands.stream().filter(slot -> !writes.containsKey(slot)).forEach(reads::set);
      if (node instanceof Node.Compute compute) {
        Instruction.Compute instruction = compute.instruction();
        for (int i = 0; i < instruction.inputs().length; i++) {
          if (instruction.dies()[i]) {
            empties.set(instruction.inputs()[i]);
          }
        }
        for (int slot : instruction.outputs()) {
          writes.put(slot, -1);
        }
      } else if (node instanceof Node.Copy copy) {
        writes.put(copy.target(), -1);
      } else if (node instanceof Node.Opaque opaque) {
        for (int slot : opaque.writes()) {
          writes.put(slot, -1);
        }
        add(opaque.empties(), empties);
      } else if (node instanceof Node.Remove gone) {
        add(gone.slots(), empties);
      } else {
        return null;
      }
    }
    writes.remove(Instruction.NONE);
    writes.keySet().forEach(empties::clear);
    int[] slots = writes.keySet().stream().mapToInt(Integer::intValue).toArray();
    int[] tags = writes.values().stream().mapToInt(Integer::intValue).toArray();
    return new Node.Opaque(reads.stream().toArray(), slots, tags, empties.stream().toArray(), step);
  }

  /** Slots that nodes write, other than to empty them. */
  static BitSet written(List<Node> nodes) {
    BitSet slots = new BitSet();
    forEach(nodes, node -> addWritten(node, slots));
    return slots;
  }

  private static void addWritten(Node node, BitSet slots) {
    if (node instanceof Node.Compute compute) {
      add(compute.instruction().outputs(), slots);
    } else if (node instanceof Node.Copy copy) {
      slots.set(copy.target());
    } else if (node instanceof Node.Opaque opaque) {
      add(opaque.writes(), slots);
    } else if (node instanceof Node.For loop) {
      slots.set(loop.variable());
    }
  }

  /** Slots that nodes read. */
  static BitSet readBy(List<Node> nodes) {
    BitSet slots = new BitSet();
    forEach(nodes, node -> addRead(node, slots));
    return slots;
  }

  private static void addRead(Node node, BitSet slots) {
    if (node instanceof Node.Compute compute) {
      add(compute.instruction().inputs(), slots);
    } else if (node instanceof Node.Copy copy) {
      slots.set(copy.source());
    } else if (node instanceof Node.Opaque opaque) {
      add(opaque.reads(), slots);
    } else if (node instanceof Node.If branch) {
      slots.set(branch.predicateSlot());
    } else if (node instanceof Node.While loop) {
      slots.set(loop.predicateSlot());
    } else if (node instanceof Node.For loop) {
      add(new int[] {loop.from(), loop.to(), loop.step()}, slots);
    }
  }

  /** Slots of matrices of which nodes read or write single cells; {@code write}: only these. */
  static BitSet cells(List<Node> nodes, boolean write) {
    BitSet slots = new BitSet();
    forEach(
        nodes,
        node -> {
          if (node instanceof Node.Compute compute
              && (Cells.isWrite(compute) || !write && Cells.isRead(compute))) {
            slots.set(compute.instruction().inputs()[0]);
          }
        });
    return slots;
  }

  private static void add(int[] slots, BitSet to) {
    for (int slot : slots) {
      if (slot != Instruction.NONE) {
        to.set(slot);
      }
    }
  }

  private static void forEach(List<Node> nodes, java.util.function.Consumer<Node> action) {
    for (Node node : nodes) {
      action.accept(node);
      if (node instanceof Node.If branch) {
        forEach(branch.predicate(), action);
        forEach(branch.then(), action);
        forEach(branch.otherwise(), action);
      } else if (node instanceof Node.While loop) {
        forEach(loop.predicate(), action);
        forEach(loop.body(), action);
      } else if (node instanceof Node.For loop) {
        forEach(loop.bounds(), action);
        forEach(loop.body(), action);
      }
    }
  }
}
