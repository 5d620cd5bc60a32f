package dev.linden.lang.check;

import dev.linden.base.LindenBug;
import dev.linden.base.Span;
import dev.linden.lang.Expr;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.Parameter;
import dev.linden.op.Size;
import dev.linden.op.ValueType;
import java.util.List;

/**
 * Stands for expressions whose error has been reported: nothing is known about them and nothing
 * that depends on them is reported again. Never part of a checked program.
 */
final class Broken {
  private static final Op OP =
      Op.define("broken", "An expression with an error.")
          .parameters(Parameter.any("parts").repeated())
          .rule(
              call -> {
                throw new LindenBug("a broken expression has no type");
              })
          .build();

  /** What is known about a broken value: nothing, not even its data type. */
  static final Info INFO = new Info(null, ValueType.UNKNOWN, Size.UNKNOWN, null);

  private Broken() {}

  /** {@code parts} are the intact expressions inside, which are still to be checked. */
  static Expr of(List<Expr> parts, Span span) {
    return new Expr.OpCall(OP, parts, List.of(), span, span);
  }

  static boolean is(Expr expression) {
    return expression instanceof Expr.OpCall call && call.op() == OP;
  }

  static boolean is(Info info) {
    return info.data() == null;
  }
}
