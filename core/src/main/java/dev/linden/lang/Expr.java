package dev.linden.lang;

import dev.linden.base.Span;
import dev.linden.op.Op;
import dev.linden.op.Scalar;
import java.io.Serializable;
import java.util.List;

/**
 * A resolved expression: names are bound to variables, operators and functions; arguments stand in
 * parameter order.
 */
public sealed interface Expr extends Serializable {
  Span span();

  /** A literal, a {@code $}-argument, or a default value. */
  record Const(Scalar value, Span span) implements Expr {}

  /** The current value of a variable. */
  record Var(String name, Span span) implements Expr {}

  /**
   * A built-in. {@code arguments} are in the order of the parameters, null where an optional one is
   * absent, variadic ones at the end; {@code names} holds the names of variadic arguments, or is
   * empty. {@code operatorSpan} is where messages about the call as a whole point. Stands for the
   * first result of operators that have several.
   */
  record OpCall(Op op, List<Expr> arguments, List<String> names, Span operatorSpan, Span span)
      implements Expr {}

  /**
   * A user-defined function with all arguments in parameter order, defaults filled in. Stands for
   * its first result.
   */
  record Invoke(Function.Ref function, List<Expr> arguments, Span nameSpan, Span span)
      implements Expr {}

  /** Whether a variable has a value at this point ({@code exists(x)}). */
  record Exists(String variable, Span span) implements Expr {}
}
