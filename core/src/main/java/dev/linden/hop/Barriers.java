package dev.linden.hop;

import dev.linden.lang.Block;
import dev.linden.lang.Expr;
import dev.linden.lang.Function;
import dev.linden.lang.Program;
import dev.linden.lang.Stmt;
import dev.linden.op.Property;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the functions with a barrier inside: their calls are barriers too. */
final class Barriers {
  private final Map<String, List<String>> callers = new HashMap<>();
  private final Set<String> found = new HashSet<>();
  private String function;

  private Barriers() {}

  /** Keys of the functions that have a barrier, or call such a function. */
  static Set<String> functions(Program program) {
    Barriers barriers = new Barriers();
    for (Map.Entry<String, Function> entry : program.functions().entrySet()) {
      barriers.function = entry.getKey();
      entry.getValue().body().forEach(barriers::visit);
    }
    Deque<String> open = new ArrayDeque<>(barriers.found);
    while (!open.isEmpty()) {
      for (String caller : barriers.callers.getOrDefault(open.pop(), List.of())) {
        if (barriers.found.add(caller)) {
          open.push(caller);
        }
      }
    }
    return barriers.found;
  }

  private void visit(Block block) {
    if (block instanceof Block.Basic basic) {
      basic.statements().forEach(this::visit);
    } else if (block instanceof Block.If branch) {
      visit(branch.predicate());
      branch.then().forEach(this::visit);
      branch.otherwise().forEach(this::visit);
    } else if (block instanceof Block.While loop) {
      visit(loop.predicate());
      loop.body().forEach(this::visit);
    } else if (block instanceof Block.For loop) {
      visit(loop.from());
      visit(loop.to());
      visit(loop.step());
      loop.body().forEach(this::visit);
    }
  }

  private void visit(Stmt statement) {
    if (statement instanceof Stmt.Assign assign) {
      visit(assign.value());
    } else if (statement instanceof Stmt.MultiAssign assign) {
      visit(assign.call());
    } else {
      visit(((Stmt.Effect) statement).call());
    }
  }

  private void visit(Expr expression) {
    if (expression instanceof Expr.OpCall call) {
      if (call.op().has(Property.BARRIER)) {
        found.add(function);
      }
      call.arguments().forEach(this::visit);
    } else if (expression instanceof Expr.Invoke call) {
      callers.computeIfAbsent(call.function().key(), key -> new ArrayList<>()).add(function);
      call.arguments().forEach(this::visit);
    }
  }
}
