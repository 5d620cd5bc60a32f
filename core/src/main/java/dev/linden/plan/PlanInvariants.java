package dev.linden.plan;

import dev.linden.base.LindenBug;
import java.util.HashSet;
import java.util.Set;

/**
 * What must hold for the instructions of a DAG: a temporary is filled before it is read, is read by
 * nobody after it died, and is empty at the end unless the control structure needs it; literals are
 * never written.
 */
final class PlanInvariants {
  private final Slots slots;
  private final Set<Integer> full = new HashSet<>();

  private PlanInvariants(Slots slots) {
    this.slots = slots;
  }

  /**
   * @throws LindenBug if one does not hold
   */
  static void check(DagPlanner.Planned planned, Slots slots) {
    PlanInvariants invariants = new PlanInvariants(slots);
    planned.instructions().forEach(invariants::run);
    for (int slot : planned.needed()) {
      invariants.read(slot);
    }
    for (int slot : planned.needed()) { // two values may be one, as in i in n:n
      invariants.full.remove(slot);
    }
    if (!invariants.full.isEmpty()) {
      throw new LindenBug("values stay in temporaries " + invariants.full);
    }
  }

  private void run(Instruction instruction) {
    if (instruction instanceof Instruction.Compute i) {
      call(i.inputs(), i.dies(), i.outputs());
    } else if (instruction instanceof Instruction.Invoke i) {
      call(i.inputs(), i.dies(), i.outputs());
    } else if (instruction instanceof Instruction.Copy i) {
      call(new int[] {i.source()}, new boolean[] {i.dies()}, new int[] {i.target()});
    } else if (instruction instanceof Instruction.Exists i) {
      write(i.target());
    } else {
      for (int slot : ((Instruction.Remove) instruction).slots()) {
        full.remove(slot);
      }
    }
  }

  private void call(int[] inputs, boolean[] dies, int[] outputs) {
    for (int slot : inputs) {
      read(slot);
    }
    for (int i = 0; i < inputs.length; i++) {
      if (dies[i]) {
        full.remove(inputs[i]);
      }
    }
    Set<Integer> written = new HashSet<>();
    for (int slot : outputs) {
      if (slot != Instruction.NONE && !written.add(slot)) {
        throw new LindenBug("two results go to slot " + slot);
      }
      write(slot);
    }
  }

  private void read(int slot) {
    if (slot != Instruction.NONE && slots.isTemporary(slot) && !full.contains(slot)) {
      throw new LindenBug("temporary " + slot + " is read while it is empty");
    }
  }

  private void write(int slot) {
    if (slot == Instruction.NONE) {
      return;
    }
    if (slots.isLiteral(slot)) {
      throw new LindenBug("the literal in slot " + slot + " is overwritten");
    }
    if (slots.isTemporary(slot)) {
      full.add(slot);
    }
  }
}
