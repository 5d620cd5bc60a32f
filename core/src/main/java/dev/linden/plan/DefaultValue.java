package dev.linden.plan;

import dev.linden.base.LindenBug;
import dev.linden.lang.Expr;
import dev.linden.op.Op;
import dev.linden.op.Scalar;
import java.util.List;

/**
 * What a parameter is when a call by name does not give it: a constant, an earlier parameter, or a
 * built-in function of such.
 */
public sealed interface DefaultValue {
  record Literal(Scalar value) implements DefaultValue {}

  record EarlierParameter(String name) implements DefaultValue {}

  /** An argument that is not given is null. */
  record Call(Op op, List<DefaultValue> arguments, List<String> names) implements DefaultValue {}

  /** Null for null. */
  static DefaultValue of(Expr expression) {
    if (expression == null) {
      return null;
    }
    if (expression instanceof Expr.Const constant) {
      return new Literal(constant.value());
    }
    if (expression instanceof Expr.Var variable) {
      return new EarlierParameter(variable.name());
    }
    if (expression instanceof Expr.OpCall call) {
      return new Call(
          call.op(), call.arguments().stream().map(DefaultValue::of).toList(), call.names());
    }
    throw new LindenBug("a default value is " + expression);
  }
}
