package dev.linden.opt;

import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which functions call which, how often, and which of them may end up in themselves. */
final class CallGraph {
  private final HopProgram program;
  private final Map<String, Set<String>> callees = new HashMap<>();
  private final Map<String, Integer> sites = new HashMap<>();
  private final Set<String> recursive = new HashSet<>();
  private final List<String> calleesFirst = new ArrayList<>();
  private final Set<String> reachable = new HashSet<>();

  CallGraph(HopProgram program) {
    this.program = program;
    Set<String> fromMain = add(program.main());
    program.functions().forEach((key, f) -> callees.put(key, add(f.body())));
    Map<String, Boolean> finished = new LinkedHashMap<>();
    program.functions().keySet().forEach(key -> visit(key, finished));
    recursive.addAll(onCycles());
    fromMain.forEach(this::reach);
    program
        .functions()
        .forEach(
            (key, f) -> {
              if (!f.source().names().isEmpty()) {
                reach(key);
              }
            });
  }

  private Set<String> add(List<HopBlock> body) {
    Set<String> called = new HashSet<>();
    HopBlock.forEachHop(
        body,
        hop -> {
          if (hop instanceof Hop.Invoke invoke) {
            called.add(invoke.function().key());
            sites.merge(invoke.function().key(), 1, Integer::sum);
          }
        });
    return called;
  }

  private void visit(String key, Map<String, Boolean> finished) {
    if (finished.containsKey(key)) {
      return;
    }
    finished.put(key, false);
    callees.get(key).forEach(callee -> visit(callee, finished));
    finished.put(key, true);
    calleesFirst.add(key);
  }

  /** Functions that reach themselves; programs have few functions that call others. */
  private Set<String> onCycles() {
    Set<String> found = new HashSet<>();
    for (String key : callees.keySet()) {
      Set<String> seen = new HashSet<>();
      List<String> open = new ArrayList<>(callees.get(key));
      while (!open.isEmpty()) {
        String next = open.remove(open.size() - 1);
        if (seen.add(next)) {
          open.addAll(callees.get(next));
        }
      }
      if (seen.contains(key)) {
        found.add(key);
      }
    }
    return found;
  }

  private void reach(String key) {
    if (reachable.add(key)) {
      callees.get(key).forEach(this::reach);
    }
  }

  Set<String> callees(String key) {
    return callees.get(key);
  }

  boolean isRecursive(String key) {
    return recursive.contains(key);
  }

  /** A call by {@code eval} may pass anything. */
  boolean isCalledByName(String key) {
    return !program.functions().get(key).source().names().isEmpty();
  }

  /** Whether the script may call the function at all. */
  boolean isReachable(String key) {
    return reachable.contains(key);
  }

  /** Calls in the text of the program. */
  int sites(String key) {
    return sites.getOrDefault(key, 0);
  }

  /** Every function behind those that it calls, recursion apart. */
  List<String> calleesFirst() {
    return Collections.unmodifiableList(calleesFirst);
  }

  List<String> callersFirst() {
    List<String> order = new ArrayList<>(calleesFirst);
    Collections.reverse(order);
    return order;
  }
}
