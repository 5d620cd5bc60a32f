package dev.linden.lang.check;

import dev.linden.lang.Block;
import dev.linden.lang.Expr;
import dev.linden.lang.Stmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Which variables code reads and assigns. */
final class Variables {
  private Variables() {}

  /** Variables that some statement or loop header in the blocks assigns. */
  static Set<String> assignedIn(List<Block> blocks) {
    Set<String> names = new TreeSet<>();
    addAssigned(blocks, names);
    return names;
  }

  private static void addAssigned(List<Block> blocks, Set<String> names) {
    for (Block block : blocks) {
      if (block instanceof Block.Basic basic) {
        basic.statements().forEach(statement -> names.addAll(assignedBy(statement)));
      } else if (block instanceof Block.If branch) {
        addAssigned(branch.then(), names);
        addAssigned(branch.otherwise(), names);
      } else if (block instanceof Block.While loop) {
        addAssigned(loop.body(), names);
      } else if (block instanceof Block.For loop) {
        names.add(loop.variable());
        addAssigned(loop.body(), names);
      }
    }
  }

  static List<String> assignedBy(Stmt statement) {
    if (statement instanceof Stmt.Assign assign) {
      return List.of(assign.variable());
    }
    return statement instanceof Stmt.MultiAssign assign ? assign.variables() : List.of();
  }

  /** The expression that a statement evaluates. */
  static Expr valueOf(Stmt statement) {
    if (statement instanceof Stmt.Assign assign) {
      return assign.value();
    }
    return statement instanceof Stmt.MultiAssign assign
        ? assign.call()
        : ((Stmt.Effect) statement).call();
  }

  /** Parts of an expression, absent arguments left out. */
  static List<Expr> parts(Expr expression) {
    List<Expr> arguments = List.of();
    if (expression instanceof Expr.OpCall call) {
      arguments = call.arguments();
    } else if (expression instanceof Expr.Invoke call) {
      arguments = call.arguments();
    }
    if (!hasAbsent(arguments)) {
      return arguments;
    }
    List<Expr> present = new ArrayList<>(arguments);
    present.removeIf(Objects::isNull);
    return present;
  }

  private static boolean hasAbsent(List<Expr> arguments) {
    for (Expr argument : arguments) {
      if (argument == null) {
        return true;
      }
    }
    return false;
  }

  /** Adds the variables whose values the expression needs; null expressions need none. */
  static void addReads(Expr expression, Set<String> names) {
    if (expression == null) {
      return;
    }
    if (expression instanceof Expr.Var variable) {
      names.add(variable.name());
    } else if (expression instanceof Expr.Exists exists) {
      names.add(exists.variable());
    }
    for (Expr part : parts(expression)) {
      addReads(part, names);
    }
  }
}
