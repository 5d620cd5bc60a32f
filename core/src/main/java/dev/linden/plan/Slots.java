package dev.linden.plan;

import dev.linden.op.Scalar;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the variables, literals and temporaries of one function. Temporaries are used again once
 * free.
 */
final class Slots {
  private final List<String> names = new ArrayList<>();
  private final List<Scalar> literals = new ArrayList<>();
  private final Map<String, Integer> variables = new HashMap<>();
  private final Map<Scalar, Integer> literalSlots = new HashMap<>();
  private final Deque<Integer> free = new ArrayDeque<>();

  int variable(String name) {
    return variables.computeIfAbsent(name, n -> add(n, null));
  }

  int literal(Scalar value) {
    return literalSlots.computeIfAbsent(value, v -> add(null, v));
  }

  int temporary() {
    return free.isEmpty() ? add(null, null) : free.pop();
  }

  void release(int temporary) {
    free.push(temporary);
  }

  String name(int slot) {
    return names.get(slot);
  }

  boolean isTemporary(int slot) {
    return names.get(slot) == null && literals.get(slot) == null;
  }

  boolean isLiteral(int slot) {
    return literals.get(slot) != null;
  }

  private int add(String name, Scalar literal) {
    names.add(name);
    literals.add(literal);
    return names.size() - 1;
  }

  /** Names and initial values as they are now. */
  Recompiler.Layout layout() {
    return new Recompiler.Layout(
        java.util.Collections.unmodifiableList(new ArrayList<>(names)),
        java.util.Collections.unmodifiableList(new ArrayList<>(literals)));
  }

  Plan.Body body(List<PlanBlock> blocks) {
    return new Plan.Body(blocks, layout().names(), layout().literals());
  }
}
