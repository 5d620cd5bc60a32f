package dev.linden.lang.check;

import dev.linden.lang.Expr;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Default values in a call: parameters they name stand for the arguments of the call. An argument
 * then occurs in several places as the same object, which tells that it is computed once; the
 * default itself is copied, so that two calls do not share what it draws or computes.
 */
final class DefaultValues {
  private DefaultValues() {}

  static Expr of(Expr value, Map<String, Expr> arguments) {
    if (value instanceof Expr.Var variable) {
      Expr argument = arguments.get(variable.name());
      return argument == null ? value : argument;
    }
    if (value instanceof Expr.OpCall call && !Broken.is(call)) {
      List<Expr> parts = new ArrayList<>();
      call.arguments().forEach(part -> parts.add(part == null ? null : of(part, arguments)));
      return new Expr.OpCall(
          call.op(),
          Collections.unmodifiableList(parts),
          call.names(),
          call.operatorSpan(),
          call.span());
    }
    return value;
  }
}
