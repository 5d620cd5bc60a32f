package dev.linden.plan;

import dev.linden.base.LindenBug;
import dev.linden.base.Strict;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.Property;
import dev.linden.plan.distribute.ExecTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Instructions for one DAG. Values are computed in the order of the roots, each once, operands
 * first. A variable keeps the value it had when the DAG started until nothing reads that any more;
 * new values are computed right into the variable's slot when that is so, otherwise into a
 * temporary from which they move at the end.
 */
final class DagPlanner {
  /**
   * @param needed slots of the {@link Dag.Needed} values in order
   */
  record Planned(List<Instruction> instructions, int[] needed) {}

  private final Slots slots;
  private final Set<String> liveOut;
  private final ExecTypes execTypes;
  private final List<Instruction> instructions = new ArrayList<>();

  /** Uses of a value that are still to come, results and bindings included. */
  private final Map<Hop, Integer> uses = new IdentityHashMap<>();

  /** Further results of calls with several, as far as something uses them. */
  private final Map<Hop, List<Hop.Result>> results = new IdentityHashMap<>();

  private final Map<Hop, int[]> places = new IdentityHashMap<>();
  private final Map<Integer, Integer> pendingReads = new HashMap<>();
  private final Set<Integer> toFree = new TreeSet<>();
  private final Map<String, Hop> finalValues = new HashMap<>();
  private final Map<Hop, String> homes = new IdentityHashMap<>();

  /** {@code liveOut} null: every variable is needed afterwards. */
  DagPlanner(Slots slots, Set<String> liveOut, ExecTypes execTypes) {
    this.slots = slots;
    this.liveOut = liveOut;
    this.execTypes = execTypes;
  }

  Planned plan(Dag dag) {
    finalValues.putAll(DagView.finalValues(dag));
    finalValues.keySet().removeIf(variable -> !isLive(variable));
    countUses(dag);
    finalValues.forEach(
        (variable, hop) -> {
          if (!(hop instanceof Hop.Read) && !(hop instanceof Hop.Literal)) {
            homes.putIfAbsent(hop, variable);
          }
        });
    List<Integer> needed = new ArrayList<>();
    for (Dag.Root root : dag.roots()) {
      int slot = emit(root.hop());
      if (root instanceof Dag.Needed) {
        needed.add(slot);
      }
    }
    bindVariables();
    removeDead();
    needed.stream().distinct().filter(slots::isTemporary).forEach(slots::release);
    Planned planned =
        new Planned(
            List.copyOf(instructions), needed.stream().mapToInt(Integer::intValue).toArray());
    if (Strict.ON) {
      PlanInvariants.check(planned, slots);
    }
    return planned;
  }

  private boolean isLive(String variable) {
    return liveOut == null || liveOut.contains(variable);
  }

  // ---- how often each value is still needed

  private void countUses(Dag dag) {
    for (Hop hop : DagView.operandsFirst(dag)) {
      if (hop instanceof Hop.Result result) {
        results.computeIfAbsent(result.call(), call -> new ArrayList<>()).add(result);
      } else if (hop instanceof Hop.Read read) {
        read(read);
      }
      for (Hop input : hop.inputs()) {
        if (input != null && !(hop instanceof Hop.Result)) {
          uses.merge(input, 1, Integer::sum);
        }
        if (input instanceof Hop.Read read) {
          pendingReads.merge(slots.variable(read.variable()), 1, Integer::sum);
        }
      }
    }
    for (Dag.Root root : dag.roots()) {
      if (root instanceof Dag.Needed) {
        uses.merge(root.hop(), 1, Integer::sum);
      }
    }
    finalValues.values().forEach(hop -> uses.merge(hop, 1, Integer::sum));
  }

  private void read(Hop.Read read) {
    int slot = slots.variable(read.variable());
    pendingReads.putIfAbsent(slot, 0);
    if (!read.info().isScalar()) {
      toFree.add(slot);
    }
  }

  // ---- instructions

  /**
   * The slot that holds the value of {@code hop}; emits what is needed to compute it. -1 for a call
   * without result.
   */
  private int emit(Hop hop) {
    int[] place = places.get(hop);
    if (place != null) {
      return place[0];
    }
    if (hop instanceof Hop.Literal literal) {
      return place(hop, slots.literal(literal.value()));
    } else if (hop instanceof Hop.Read read) {
      return place(hop, slots.variable(read.variable()));
    } else if (hop instanceof Hop.Result result) {
      emit(result.call());
      int slot = places.get(result.call())[result.index()];
      return place(hop, slot);
    } else if (hop instanceof Hop.Exists exists) {
      int target = target(hop);
      instructions.add(new Instruction.Exists(slots.variable(exists.variable()), target));
      return place(hop, target);
    }
    int[] inputs = new int[hop.inputs().size()];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = hop.inputs().get(i) == null ? Instruction.NONE : emit(hop.inputs().get(i));
    }
    boolean[] dies = consume(hop, inputs);
    int[] outputs;
    if (hop instanceof Hop.Compute compute) {
      outputs = outputs(hop, compute.results().size());
      instructions.add(compute(compute, inputs, outputs, dies));
    } else if (hop instanceof Hop.Invoke invoke) {
      outputs = outputs(hop, invoke.results().size());
      instructions.add(
          new Instruction.Invoke(invoke.function().key(), inputs, outputs, dies, hop.span()));
    } else {
      throw new LindenBug("no instruction for " + hop.label());
    }
    removeRepeated(hop, inputs, outputs);
    return outputs.length == 0 ? Instruction.NONE : outputs[0];
  }

  /**
   * Frees temporaries that stand more than once among the operands of their last use: no single
   * operand could die.
   */
  private void removeRepeated(Hop hop, int[] inputs, int[] outputs) {
    if (!hasRepeated(inputs)) {
      return;
    }
    int[] repeated =
        IntStream.range(0, inputs.length)
            .filter(i -> hop.inputs().get(i) != null && count(inputs, inputs[i]) > 1)
            .filter(i -> slots.isTemporary(inputs[i]) && isDead(hop.inputs().get(i), inputs[i]))
            .map(i -> inputs[i])
            .distinct()
            .filter(slot -> count(outputs, slot) == 0)
            .toArray();
    if (repeated.length > 0) {
      instructions.add(new Instruction.Remove(repeated));
      Arrays.stream(repeated).forEach(slots::release);
    }
  }

  private static boolean hasRepeated(int[] inputs) {
    for (int i = 1; i < inputs.length; i++) {
      for (int j = 0; j < i; j++) {
        if (inputs[i] == inputs[j] && inputs[i] != Instruction.NONE) {
          return true;
        }
      }
    }
    return false;
  }

  private int place(Hop hop, int... outputs) {
    places.put(hop, outputs);
    return outputs[0];
  }

  private Instruction compute(Hop.Compute hop, int[] inputs, int[] outputs, boolean[] dies) {
    List<Info> infos = new ArrayList<>();
    for (Hop input : hop.inputs()) {
      infos.add(input == null ? null : input.info());
    }
    return new Instruction.Compute(
        hop.op(),
        inputs,
        outputs,
        dies,
        hop.names(),
        infos,
        hop.results(),
        isVerified(hop.op(), infos),
        execTypes.of(hop),
        hop.operatorSpan(),
        hop.argumentSpans());
  }

  /** The rule of the operator could not learn more at run time than it knew at compile time. */
  private static boolean isVerified(Op op, List<Info> infos) {
    if (op.has(Property.SELF_CHECKING)) {
      return true;
    }
    boolean valuesMatter = !op.has(Property.TAKES_ANY_NUMBER);
    for (Info info : infos) {
      if (info == null) {
        continue;
      }
      boolean known =
          info.isMatrix()
              ? info.size().known()
              : info.isScalar() && (info.isConstant() || !valuesMatter);
      if (!known) {
        return false;
      }
    }
    return true;
  }

  /**
   * Counts the operands as used. An operand dies here if this was its last use, it is no literal,
   * and it stands only once among the operands.
   */
  private boolean[] consume(Hop hop, int[] inputs) {
    for (Hop input : hop.inputs()) {
      if (input != null) {
        uses.merge(input, -1, Integer::sum);
        if (input instanceof Hop.Read read) {
          pendingReads.merge(slots.variable(read.variable()), -1, Integer::sum);
        }
      }
    }
    boolean[] dies = new boolean[inputs.length];
    for (int i = 0; i < inputs.length; i++) {
      Hop input = hop.inputs().get(i);
      if (input != null && count(inputs, inputs[i]) == 1) {
        dies[i] = isDead(input, inputs[i]);
        if (dies[i]) {
          toFree.remove(inputs[i]);
        }
        if (dies[i] && slots.isTemporary(inputs[i])) {
          slots.release(inputs[i]);
        }
      }
    }
    return dies;
  }

  private static int count(int[] values, int value) {
    int count = 0;
    for (int v : values) {
      count += v == value ? 1 : 0;
    }
    return count;
  }

  private boolean isDead(Hop hop, int slot) {
    if (slots.isLiteral(slot) || uses.getOrDefault(hop, 0) > 0) {
      return false;
    }
    if (hop instanceof Hop.Read read) {
      String variable = read.variable();
      return liveOut != null && (!isLive(variable) || finalValues.containsKey(variable));
    }
    return true;
  }

  private int[] outputs(Hop hop, int count) {
    int[] outputs = new int[count];
    Arrays.fill(outputs, Instruction.NONE);
    if (count > 0) {
      outputs[0] = uses.getOrDefault(hop, 0) > 0 ? target(hop) : Instruction.NONE;
      List<Hop.Result> used = results.getOrDefault(hop, List.of());
      if (used.size() > 1) {
        used.sort(Comparator.comparingInt(Hop.Result::index));
      }
      for (Hop.Result result : used) {
        if (uses.getOrDefault(result, 0) > 0 && outputs[result.index()] == Instruction.NONE) {
          outputs[result.index()] = target(result);
        }
      }
    }
    places.put(hop, outputs.length == 0 ? new int[] {Instruction.NONE} : outputs);
    return outputs;
  }

  /** The variable's own slot when nothing reads its old value any more, else a temporary. */
  private int target(Hop hop) {
    String home = homes.get(hop);
    if (home != null) {
      int slot = slots.variable(home);
      if (pendingReads.getOrDefault(slot, 0) == 0 && !isSourceOfBinding(home)) {
        return slot;
      }
    }
    return slots.temporary();
  }

  /** Another variable will be bound to the value that {@code variable} had when the DAG started. */
  private boolean isSourceOfBinding(String variable) {
    for (Map.Entry<String, Hop> binding : finalValues.entrySet()) {
      if (binding.getValue() instanceof Hop.Read read
          && read.variable().equals(variable)
          && !binding.getKey().equals(variable)) {
        return true;
      }
    }
    return false;
  }

  // ---- the end of the DAG

  /**
   * Moves values to their variables as one parallel assignment: no move overwrites what another one
   * still needs.
   */
  private void bindVariables() {
    record Move(int source, int target, Hop hop) {}
    List<Move> moves = new ArrayList<>();
    finalValues.forEach(
        (variable, hop) -> {
          int source = places.get(hop)[0];
          int target = slots.variable(variable);
          if (source != target) {
            moves.add(new Move(source, target, hop));
          }
        });
    Map<Integer, Integer> saved = new HashMap<>();
    for (Move move : moves) {
      boolean overwritten = moves.stream().anyMatch(m -> m.target() == move.source());
      if (overwritten && !saved.containsKey(move.source())) {
        int temporary = slots.temporary();
        saved.put(move.source(), temporary);
        instructions.add(new Instruction.Copy(move.source(), temporary, false, move.hop().span()));
      }
    }
    Map<Integer, Integer> remaining = new HashMap<>();
    moves.forEach(m -> remaining.merge(m.source(), 1, Integer::sum));
    for (Move move : moves) {
      int source = saved.getOrDefault(move.source(), move.source());
      boolean last = remaining.merge(move.source(), -1, Integer::sum) == 0;
      boolean dies = last && slots.isTemporary(source);
      instructions.add(new Instruction.Copy(source, move.target(), dies, move.hop().span()));
      if (dies) {
        slots.release(source);
      }
    }
  }

  /**
   * Frees what was read for the last time without dying at an instruction. Scalars cost nothing to
   * keep.
   */
  private void removeDead() {
    if (liveOut == null) {
      return;
    }
    int[] dead =
        toFree.stream()
            .filter(slot -> !isLive(slots.name(slot)))
            .mapToInt(Integer::intValue)
            .toArray();
    if (dead.length > 0) {
      instructions.add(new Instruction.Remove(dead));
    }
  }
}
