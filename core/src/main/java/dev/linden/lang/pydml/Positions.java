package dev.linden.lang.pydml;

import dev.linden.lang.ast.Ast;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;

/**
 * Positions that count from 0 as positions that count from 1, and back. What is constant is added
 * up, so that later stages see {@code X[1:3, i]} in {@code X[0:3, i - 1]}.
 */
public final class Positions {
  private Positions() {}

  /** The expression plus or minus a small number. */
  public static Ast.Expression shifted(Ast.Expression position, long by) {
    if (isNames(position)) {
      return position;
    }
    if (position instanceof Ast.Literal literal) {
      Scalar sum = sum(literal.value(), by);
      return sum == null ? plus(position, by) : new Ast.Literal(sum, literal.span());
    }
    if (position instanceof Ast.Unary unary
        && unary.operator().equals("-")
        && unary.operand() instanceof Ast.Literal literal
        && literal.value().type() == ValueType.INT) {
      long value = by - literal.value().asLong();
      return signed(value, position);
    }
    if (position instanceof Ast.Binary binary
        && binary.right() instanceof Ast.Literal literal
        && literal.value().type() == ValueType.INT
        && (binary.operator().equals("+") || binary.operator().equals("-"))) {
      long right = literal.value().asLong();
      long value = (binary.operator().equals("+") ? right : -right) + by;
      if (right > Integer.MAX_VALUE) {
        return plus(position, by);
      }
      return value == 0
          ? binary.left()
          : new Ast.Binary(
              value > 0 ? "+" : "-",
              binary.operatorSpan(),
              binary.left(),
              new Ast.Literal(Scalar.of(Math.abs(value)), literal.span()),
              binary.span());
    }
    return plus(position, by);
  }

  /** A name, or a list of names, is the same however positions count. */
  private static boolean isNames(Ast.Expression position) {
    return position instanceof Ast.Vector
        || (position instanceof Ast.Literal literal && literal.value().type() == ValueType.STRING)
        || (position instanceof Ast.Call call && call.name().equals("list"));
  }

  private static Ast.Expression signed(long value, Ast.Expression place) {
    Ast.Literal magnitude = new Ast.Literal(Scalar.of(Math.abs(value)), place.span());
    return value < 0 ? new Ast.Unary("-", place.span(), magnitude, place.span()) : magnitude;
  }

  private static Ast.Expression plus(Ast.Expression position, long by) {
    return new Ast.Binary(
        by > 0 ? "+" : "-",
        position.span(),
        position,
        new Ast.Literal(Scalar.of(Math.abs(by)), position.span()),
        position.span());
  }

  /** Null if it is no number, too large, or would become negative. */
  private static Scalar sum(Scalar value, long by) {
    if (value.type() == ValueType.INT
        && value.asLong() < Long.MAX_VALUE
        && value.asLong() + by >= 0) {
      return Scalar.of(value.asLong() + by);
    }
    return value.type() == ValueType.DOUBLE && value.asDouble() + by >= 0
        ? Scalar.of(value.asDouble() + by)
        : null;
  }
}
