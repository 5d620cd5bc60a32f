package dev.linden.plan;

import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Functions of a program, callers before those they call, as far as they do not call themselves.
 */
final class CallOrder {
  private final HopProgram program;
  private final Set<String> finished = new LinkedHashSet<>();
  private final Set<String> started = new LinkedHashSet<>();

  private CallOrder(HopProgram program) {
    this.program = program;
  }

  static List<String> of(HopProgram program) {
    CallOrder order = new CallOrder(program);
    program.functions().keySet().forEach(order::visit);
    List<String> callersFirst = new ArrayList<>(order.finished);
    Collections.reverse(callersFirst);
    return callersFirst;
  }

  private void visit(String key) {
    if (started.add(key)) {
      Set<Hop> seen = Collections.newSetFromMap(new IdentityHashMap<>());
      HopBlock.forEachDag(program.functions().get(key).body(), dag -> calls(dag, seen));
      finished.add(key);
    }
  }

  private void calls(Dag dag, Set<Hop> seen) {
    dag.roots().forEach(root -> calls(root.hop(), seen));
  }

  private void calls(Hop hop, Set<Hop> seen) {
    if (!seen.add(hop)) {
      return;
    }
    if (hop instanceof Hop.Invoke call && program.functions().containsKey(call.function().key())) {
      visit(call.function().key());
    }
    hop.inputs().stream().filter(input -> input != null).forEach(input -> calls(input, seen));
  }
}
