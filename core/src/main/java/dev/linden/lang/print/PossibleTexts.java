package dev.linden.lang.print;

import dev.linden.lang.ast.Ast;
import dev.linden.op.DataType;
import dev.linden.op.ValueType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which variables of a script may hold texts, as far as literals, parameters and {@code toString}
 * tell: a list can be indexed by the name of an element, and such a position does not count from 0
 * or 1.
 */
final class PossibleTexts {
  private final Set<String> names = new HashSet<>();

  PossibleTexts(Ast.Script script) {
    int before;
    do { // until no variable is the first to hold what another one does
      before = names.size();
      for (Ast.Function function : script.functions()) {
        for (Ast.FunctionParameter parameter : function.parameters()) {
          Ast.TypedName typed = parameter.typed();
          if (typed.data() == DataType.SCALAR && typed.value() == ValueType.STRING) {
            names.add(typed.name());
          }
        }
        add(function.body() == null ? List.of() : function.body());
      }
      add(script.statements());
    } while (names.size() > before);
  }

  private void add(List<Ast.Statement> statements) {
    for (Ast.Statement statement : statements) {
      if (statement instanceof Ast.Assign assign && mayBe(assign.value())) {
        names.add(assign.target().name());
      } else if (statement instanceof Ast.If branch) {
        add(branch.then());
        add(branch.otherwise());
      } else if (statement instanceof Ast.While loop) {
        add(loop.body());
      } else if (statement instanceof Ast.For loop) {
        add(loop.body());
      }
    }
  }

  boolean mayBe(Ast.Expression expression) {
    if (expression instanceof Ast.Literal literal) {
      return literal.value().type() == ValueType.STRING;
    }
    if (expression instanceof Ast.Binary sum) {
      return sum.operator().equals("+") && (mayBe(sum.left()) || mayBe(sum.right()));
    }
    if (expression instanceof Ast.Call call) {
      return call.name().equals("toString");
    }
    return expression instanceof Ast.Name name && names.contains(name.name());
  }
}
