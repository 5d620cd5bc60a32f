package dev.linden.plan.distribute;

import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import java.util.ArrayList;
import java.util.Collections;
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
      HopBlock.forEachHop(program.functions().get(key).body(), this::call);
      finished.add(key);
    }
  }

  private void call(Hop hop) {
    if (hop instanceof Hop.Invoke call && program.functions().containsKey(call.function().key())) {
      visit(call.function().key());
    }
  }
}
